//! Umpire (UM): a generic computer-moderated campaign for any period before rail.
//!
//! Each player rules one nation. All players hand in one sheet of orders for the turn in secret; the engine carries out
//! a fixed sequence of twenty phases for everybody together, then reports to each in private.
//!
//! | phase | rules | file |
//! |---|---|---|
//! | P1 diplomacy | UM-5 | `phases/diplomacy.rs` |
//! | P2 tax rates, P14 taxes and pay, P15 recovery | UM-6, UM-7, UM-10.3, UM-26 | `phases/taxes.rs` |
//! | P3 options | UM-8 to UM-13 | `phases/options/` |
//! | P4 morale | UM-14 | `phases/morale.rs` |
//! | P5 movement | UM-15 to UM-18 | `phases/movement/` |
//! | P6 recruitment | UM-23 | `phases/recruitment.rs` |
//! | P7 desertions | UM-24 | `phases/deserters.rs` |
//! | P8 revolts | UM-25 | `phases/revolts.rs` |
//! | P9 disloyal generals | UM-27 | `phases/disloyalty.rs` |
//! | P10 epidemics | UM-28 | `phases/epidemics.rs` |
//! | P11 conflict | UM-18 to UM-22, UM-10.1 | `phases/conflict/` |
//! | P12 unaccompanied generals | UM-29 | `phases/captives.rs` |
//! | P13 counter-intelligence | UM-30 | `phases/counterintelligence.rs` |
//! | P16 to P18 winter | UM-31 | `phases/winter.rs` |
//! | P19 muster | UM-23.9 | `phases/muster.rs` |
//! | P20 reports | UM-32, UM-33, UM-35 | `phases/intelligence.rs`, `phases/score.rs` |

pub mod about;
pub mod belief;
pub mod commands;
pub mod describe;
pub mod event;
mod glossary;
pub mod ids;
pub mod legal;
pub mod orders;
pub mod phases;
pub mod plans;
pub mod random;
pub mod report;
mod room;
pub mod scenario;
pub mod shorthand;
pub mod shuffle;
pub mod sight;
pub mod state;
pub mod tables;
pub mod view;

pub use room::Umpire;
