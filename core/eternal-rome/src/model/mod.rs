//! What the world remembers, and the static board: imports nothing of the room above itself.
//!
//! | file | what |
//! |---|---|
//! | `scenario/` | the static data of a scenario, read from `data/` |
//! | `state/` | what changes |
//! | `frames.rs` | orders that wait for a decision, as data |
//! | `ids.rs`, `names.rs`, `units.rs`, `calendar.rs` | ids, names, units, months |
//! | `map.rs`, `costs.rs`, `routes.rs`, `distances.rs` | the grid, what steps cost, ways, distances (ER-3, ER-21) |
//! | `ways.rs` | what is laid out once for a scenario and kept |

pub mod calendar;
pub mod costs;
pub mod distances;
pub mod frames;
pub mod ids;
pub mod map;
pub mod names;
pub mod routes;
pub mod scenario;
pub mod state;
pub mod units;
pub mod ways;
