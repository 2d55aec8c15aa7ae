//! Who holds what at locations, and what he may do there (RN-15 to RN-20, RN-25).
//!
//! | file | what |
//! |---|---|
//! | `deed.rs` | what happened, as data |
//! | `control.rs` | who is in de facto control (RN-16) |
//! | `transfer.rs` | sovereignty, feudatory status and tenancy change hands (RN-15) |
//! | `magistrates.rs` | tariffs, appointments, systems of selection (RN-17) |
//! | `court.rs` | a sovereign holds court (RN-18.3) |
//! | `resignation.rs` | an office is given up |
//! | `lists.rs` | who may come in, go out and trade (RN-25) |
//! | `towers.rs` | towers change hands (RN-69.3, RN-69.7, RN-69.8) |
//! | `nobility.rs` | elevation in rank (RN-19) |
//! | `hand_over.rs` | titles that go to another holder, with their positions |
//! | `islam.rs` | emirs, and strife after a sultan's death (RN-20) |

pub mod control;
pub mod court;
pub mod deed;
pub mod hand_over;
pub mod islam;
pub mod lists;
pub mod magistrates;
pub mod nobility;
pub mod resignation;
pub mod towers;
pub mod transfer;
