//! The church and the military orders (RN-21, RN-22).
//!
//! | file | what |
//! |---|---|
//! | `deed.rs` | what happened, as data |
//! | `posts.rs` | who holds what, where it is, and who gives up what |
//! | `appointments.rs` | archbishops, cardinals and bishops are chosen; excommunication |
//! | `offers.rs` | positions wait to be accepted |
//! | `clergy.rs` | prelates whom nobody plays die, and are replaced |
//! | `brotherhoods.rs` | military orders: recruits, foundation |

pub mod appointments;
pub mod brotherhoods;
pub mod clergy;
pub mod deed;
pub mod offers;
pub mod posts;
