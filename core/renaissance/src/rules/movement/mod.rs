//! Movement by land and water (RN-30 to RN-37): what is carried, how far one goes without loss, and what the way costs.
//!
//! A function that carries out an order refuses with the rule that forbids it, and leaves deeds in the month.
//!
//! | file | what |
//! |---|---|
//! | `start.rs` | who may move, and what he takes along (RN-30, RN-31) |
//! | `load.rs` | what is carried, what carries it, and what is left behind |
//! | `land.rs` | the ways by land: overland, by road, with a ferry (RN-32 to RN-34) |
//! | `march.rs` | a march (RN-32) |
//! | `gates.rs` | in and out of the walls (RN-25, RN-31.10) |
//! | `sea.rs` | the ways by water (RN-R56) |
//! | `range.rs` | how far ships go without loss (RN-35) |
//! | `voyage.rs` | a voyage (RN-35, RN-37) |
//! | `attrition.rs` | what is lost beyond (RN-32, RN-35) |
//! | `passengers.rs` | personae aboard another's ships (RN-36) |
//! | `roads.rs` | roads are built (RN-34) |

pub mod attrition;
pub mod gates;
pub mod land;
pub mod load;
pub mod march;
pub mod passengers;
pub mod range;
pub mod roads;
pub mod sea;
mod start;
pub mod voyage;
