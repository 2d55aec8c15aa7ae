//! Strategos (ST): the wars of the ancient world, week by week.
//!
//! All players hand in sealed orders for a week; all are carried out together. Within the week there are two movement phases
//! of six impulses, each followed by assaults. What stands here is the model and the rules; see `tests/uncovered-rules.txt`
//! for what is not built yet.
//!
//! | step of a week (ST-R2) | rules | file |
//! |---|---|---|
//! | 1, 2 quarter and week begin | ST-1.9, ST-7.1, ST-21.1, ST-R16, ST-R24 | `rules/week_start.rs`, `rules/leaders.rs`, `rules/journeys.rs` |
//! | 3 diplomacy, 18 status changes | ST-22, ST-R55 | `rules/treaties.rs` |
//! | 4 administration: money, cities, roads | ST-2, ST-3, ST-12, ST-14 | `rules/money.rs`, `rules/founding.rs`, `rules/building.rs`, `rules/roads.rs` |
//! | 4 commands, transfers, leaders | ST-7 to ST-11 | `rules/pyramid.rs`, `rules/leaders.rs`, `rules/appointment.rs` |
//! | 5 weather | ST-13, ST-R52 | `rules/weather.rs` |
//! | 6 covert acts | ST-21, ST-R43, ST-R50, ST-R51 | `rules/covert.rs`, `rules/covert_acts.rs` |
//! | 7, 10 movement: allowance, costs, ways, zones, lines | ST-R5, ST-R7, ST-R8, ST-R10, ST-R23 | `rules/march.rs`, `rules/paths.rs`, `rules/zones.rs`, `rules/communication.rs` |
//! | 7, 10 impulses, contacts | ST-R8, ST-R13 | `rules/movement.rs`, `rules/trek.rs`, `rules/contact.rs` |
//! | 7, 10 aboard and ashore, harbours | ST-10.12 to ST-10.16, ST-20.8, ST-R62 | `rules/embarkation.rs`, `rules/harbour.rs` |
//! | 7 to 13 new orders beyond the line | ST-7.10, ST-R24 | `rules/obedience.rs` |
//! | 7, 10 battle, retreat | ST-R14 to ST-R20 | `rules/battle.rs`, `rules/fight.rs`, `rules/retreat.rs` |
//! | 7, 10 raids | ST-6.8 to ST-6.10, ST-R37 | `rules/raids.rs` |
//! | 8, 11 scouting | ST-19, ST-R49 | `rules/scouting.rs`, `rules/scouting_phase.rs`, `rules/interaction.rs` (ST-R11) |
//! | 9, 12 assault, who goes in then | ST-15, ST-16.2, ST-16.3, ST-R40 | `rules/storm.rs`, `rules/assault.rs`, `rules/occupation.rs` |
//! | 13 siege, looting | ST-5, ST-6, ST-15, ST-16, ST-R36 to ST-R42 | `rules/siege_phase.rs`, `rules/siege.rs`, `rules/plunder.rs`, `rules/capture.rs` |
//! | 14 revolt | ST-23, ST-R45 | `rules/revolt.rs` |
//! | 15 revenue and pay | ST-3, ST-4, ST-17, ST-R27, ST-R28, ST-R31 | `rules/pay.rs`, `rules/tax.rs`, `rules/prisoners.rs` |
//! | 16 supply and attrition | ST-20, ST-R25, ST-R26, ST-R53 | `rules/supply_phase.rs`, `rules/supply.rs`, `rules/attrition.rs` |
//! | 17 random events | ST-R57 | `rules/events.rs` |
//! | 18 country morale, 20 quarter end, victory | ST-8.11, ST-R54, ST-R60, ST-R64 | `rules/quarter_end.rs`, `rules/morale.rs`, `rules/victory.rs` |
//! | 19 spies | ST-21.3, ST-R50 | `rules/spies.rs` |
//! | the whole week | ST-R2 | `rules/turn.rs` |
//! | what players order | section 5, ST-R61, ST-R65 | `orders/`, a file for each kind |
//! | everywhere: loss rolls | ST-R3 | `rules/losses.rs` |
//! | what a country knows | section 6 | `knowledge/` |
//! | the start | section 8 | `rules/setup.rs` |

pub mod about;
pub mod knowledge;
pub mod model;
pub mod orders;
pub mod player;
pub mod rules;
pub mod system;
pub mod text;

use std::sync::Arc;

use kernel::{Room, Ruleset};

pub use system::Strategos;

/// The rule system as servers host it, computer players and all. It is put together here and not where it is listed, so that
/// what the kernel does for it is compiled once, beside the other rule systems.
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Room::new(Strategos::default()).with_planner())
}
