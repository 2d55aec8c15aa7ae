//! War on the state: who fights whom and when, and what comes of it (RN-60 to RN-72).
//!
//! The battles themselves are in [`battle`](super::battle), which knows forces and no world. Here personae, garrisons and
//! towers become forces, the battle is fought, and its losses, spoils, deaths and changes of control are carried out. A
//! function that carries out an order refuses with the rule that forbids it, and leaves deeds in the month.
//!
//! | file | what |
//! |---|---|
//! | `deed.rs` | what happened, as data |
//! | `memory.rs` | what a month remembers of its conflicts |
//! | `start.rs` | who may begin a conflict (RN-62) |
//! | `leader.rs` | who leads, in numbers (RN-61) |
//! | `contingent.rs` | who fights together inside the walls (RN-60.8) |
//! | `field.rs` | field battle (RN-64) |
//! | `urban.rs` | urban battle (RN-65) |
//! | `naval.rs` | naval battle (RN-71) |
//! | `shore.rs` | naval bombardment (RN-72) |
//! | `intercept.rs` | who is met on the way (RN-31.6, RN-62.2) |
//! | `storm.rs` | what is common to assaults of walls and towers (RN-68) |
//! | `walls.rs` | assault of the walls of a location (RN-68) |
//! | `towers.rs` | assault of a tower (RN-69) |
//! | `siege.rs` | sieges (RN-66) |
//! | `bombard.rs` | siege bombardment (RN-67) |
//! | `ravage.rs` | looting, burning crops, razing (RN-70) |
//! | `allies.rs` | who fights for whom (RN-63) |
//! | `spoils.rs` | who takes what |
//! | `fate.rs` | who dies, who is spared, who stands down |
//! | `control.rs` | de facto control (RN-16) |

pub mod allies;
pub mod bombard;
pub mod contingent;
pub mod control;
pub mod deed;
pub mod fate;
pub mod field;
pub mod intercept;
pub mod leader;
pub mod memory;
pub mod naval;
pub mod ravage;
pub mod shore;
pub mod siege;
pub mod spoils;
pub mod start;
pub mod storm;
pub mod towers;
pub mod urban;
pub mod walls;

pub use super::refusal::Refused;
pub(crate) use super::refusal::must;
