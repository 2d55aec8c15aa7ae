//! A campaign in words and pictures.
//!
//! | folder | what |
//! |---|---|
//! | `describe.rs` | all of a scenario that clients need |
//! | `events/` | events in words |
//! | `figures.rs` | figures worth following from step to step |
//! | `glossary.rs` | what the fields of events mean |
//! | `map/` | the map as a country sees it |
//! | `papers/` | what a player reads |
//! | `shorthand/` | orders as lines |
//! | `words.rs` | names in place of ids, and the grammar of sentences |

pub mod describe;
pub mod events;
pub mod figures;
pub mod glossary;
pub mod map;
pub mod papers;
pub mod shorthand;
pub mod words;
