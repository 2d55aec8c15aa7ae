//! Battles: pure functions on what two sides bring, each with a full record of its stages.
//!
//! A record has all that a battle report tells and that a dry run on one's own knowledge needs. Nothing here knows the
//! state of a game; who fights, and what becomes of the survivors, is for the chapters that call.
//!
//! | file | chapter |
//! |---|---|
//! | `morale.rs` | RN-61.11 to RN-61.14: the steps of morale, the retreat point |
//! | `urban.rs` | RN-65: urban battle |
//! | `siege.rs` | RN-66, RN-67: sieges and siege bombardment |
//! | `looting.rs` | RN-70: looting and razing |
//! | `naval/` | RN-71: naval battle |
//! | `shore_guns.rs` | RN-72: naval bombardment |
//! | `assault/` | RN-68, RN-69.12: assault of walls and towers |
//! | `horses.rs` | RN-64.5, RN-65.11: what horses carry away |
//! | `field/` | RN-64: field battle |

pub mod assault;
pub mod exact;
pub mod field;
pub mod horses;
pub mod looting;
pub mod men;
pub mod morale;
pub mod naval;
pub mod numbers;
pub mod ships;
pub mod shore_guns;
pub mod sides;
pub mod siege;
pub mod urban;
