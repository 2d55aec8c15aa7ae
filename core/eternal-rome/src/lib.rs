//! Eternal Rome (ER): the wars of the Roman world, month by month, by land and sea.
//!
//! Seats act one after another. An order is carried out when it comes in; when it touches a choice of another seat (an
//! interception, a retreat), it is suspended as data in the state ([`frames`]) until that seat has answered, by an order,
//! by a standing policy, or by the default at the deadline.
//!
//! | step | rules | file |
//! |---|---|---|
//! | 0 season | ER-2 | `phases/season.rs` |
//! | 1 activation, control of neutrals, set-up | ER-5.9 to ER-5.16 | `phases/activation.rs`, `phases/setup.rs` |
//! | 2 taxes, mobilization, diplomacy | ER-8, ER-9, ER-10 | `phases/taxes.rs`, `phases/recruit.rs`, `phases/diplomacy.rs` |
//! | 3.1 naval | ER-11, ER-12 | `phases/naval/` |
//! | 3.2 land movement | ER-16 | `phases/land/` |
//! | interception | ER-15 | `phases/intercept/` |
//! | 3.3 land combat | ER-17 | `phases/combat/` |
//! | 3.4 sieges, plunder | ER-4, ER-18, ER-19 | `phases/siege/` |
//! | 4 end of month, victory | ER-11.20, ER-20 | `phases/month.rs` |
//! | costs and ways | ER-3, ER-21 | `costs.rs`, `map.rs`, `routes.rs`, `distances.rs` |
//! | visibility | ER-7 | `sight.rs`, `view.rs`, `belief.rs` |
//! | decisions and policies | ER-R45 | `decisions/` |

pub mod about;

pub mod belief;
pub mod calendar;
pub mod costs;
pub mod decisions;
pub mod describe;
pub mod distances;
pub mod engine;
pub mod event;
pub mod frames;
mod glossary;
mod hints;
pub mod ids;
pub mod legal;
pub mod map;
pub mod names;
pub mod orders;
pub mod phases;
pub mod plans;
pub mod random;
pub mod relations;
pub mod report;
pub mod room;
pub mod routes;
pub mod scenario;
pub mod shorthand;
pub mod shuffle;
pub mod sight;
pub mod standing;
pub mod state;
pub mod strength;
pub mod system;
#[cfg(test)]
mod testing;
pub mod view;

pub use system::EternalRome;
