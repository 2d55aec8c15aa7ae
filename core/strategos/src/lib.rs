//! Strategos (ST): the wars of the ancient world, week by week.
//!
//! All players hand in sealed orders for a week; all are carried out together. Within the week there are two movement phases
//! of six impulses, each followed by assaults. What stands here is the model and the rules; see `tests/uncovered-rules.txt`
//! for what is not built yet.
//!
//! | step of a week (ST-R2) | rules | file |
//! |---|---|---|
//! | 1 quarter start | ST-1.9, ST-7.1, ST-21.1 | `rules/city.rs`, `rules/leaders.rs` |
//! | 4 administration: money, cities, roads, commands | ST-2, ST-3, ST-9 to ST-12, ST-14 | `rules/money.rs`, `rules/founding.rs`, `rules/roads.rs`, `rules/pyramid.rs` |
//! | 5 weather | ST-13, ST-R52 | `rules/weather.rs` |
//! | 14 revolt | ST-23 | `rules/revolt.rs` |
//! | 15 revenue | ST-3, ST-4, ST-R31 | `rules/tax.rs` |
//! | everywhere: loss rolls | ST-R3 | `rules/losses.rs` |
//! | the start | section 8 | `rules/setup.rs` |

pub mod model;
pub mod rules;
