//! A campaign in words and pictures.
//!
//! | file | what |
//! |---|---|
//! | `describe.rs` | all of a scenario that clients need |
//! | `events.rs` | events in words |
//! | `figures.rs` | figures worth following from step to step |
//! | `glossary.rs` | what the fields of events mean |
//! | `map.rs` | the map as a family sees it |
//! | `papers/` | what a player reads |
//! | `shorthand.rs` | orders as lines |
//! | `words.rs` | numbers of things and money in sentences |

pub mod describe;
pub mod events;
pub mod figures;
pub mod glossary;
pub mod map;
pub mod papers;
pub mod shorthand;
pub mod words;
