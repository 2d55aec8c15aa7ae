//! The rules: one file per step of the sequence of play, and what they share.
//!
//! | file | what |
//! |---|---|
//! | `engine.rs` | a state at work: events, dice, questions |
//! | `run.rs` | goes on until a player must act |
//! | `sequence.rs` | the sequence of play (section 3) |
//! | `decisions/` | what is asked of seats, and the answers of standing policies and defaults (ER-R45) |
//! | `relations.rs`, `strength.rs` | friends and enemies (ER-5, ER-R31), strengths and movement (ER-6) |
//! | `event.rs` | what is told |
//! | the others | a step each: see the table of the crate |

pub mod activation;
pub mod cities;
pub mod combat;
pub mod decisions;
pub mod diplomacy;
pub mod dissolution;
pub mod engine;
pub mod event;
pub mod intercept;
pub mod land;
pub mod leaders;
pub mod month;
pub mod morale;
pub mod naval;
pub mod recruit;
pub mod relations;
pub mod reserves;
pub mod run;
pub mod season;
pub mod sequence;
pub mod setup;
pub mod siege;
pub mod standing;
pub mod strength;
pub mod succession;
pub mod taxes;
pub mod victory;
