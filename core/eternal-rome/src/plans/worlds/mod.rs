//! Worlds that fit a view, and how they go on: what search plays its plans forward in.
//!
//! | file | what |
//! |---|---|
//! | `imagine.rs` | a world drawn from a view: what belongs to whom and where is seen, the rest is drawn |
//! | `stock.rs` | what a power may have that is not seen, and how it is spread over its forces |
//! | `pending.rs` | the order that waits for the seat's own decision, put together from the question |
//! | `forward.rs` | sheets carried out by the engine, without news |
//! | `holdings.rs` | who holds how much of provinces and conditions |
//! | `outlook.rs` | what a world is worth to each seat |

mod forward;
mod holdings;
mod imagine;
mod outlook;
mod pending;
mod stock;
#[cfg(test)]
mod tests;

pub use forward::{clock, forward, to_act};
pub use imagine::imagine;
pub use outlook::{features, worth};
