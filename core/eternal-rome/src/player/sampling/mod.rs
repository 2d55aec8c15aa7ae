//! Determinizations: states that fit a view, and how they go on. Search plays its plans forward in them.
//!
//! | file | what |
//! |---|---|
//! | `sample.rs` | a determinization of a view: what belongs to whom and where is seen, the rest is drawn |
//! | `stock.rs` | what a power may have that is not seen, and how it is spread over its forces |
//! | `pending.rs` | the order that waits for the seat's own decision, put together from the question |
//! | `play_on.rs` | order sets carried out by the engine, without events |
//! | `holdings.rs` | who holds how much of provinces and conditions |
//! | `outlook.rs` | the evaluation |

mod holdings;
mod outlook;
mod pending;
mod play_on;
mod sample;
mod stock;
#[cfg(test)]
mod tests;

pub use outlook::{evaluation, features, terms, weights};
pub use play_on::{clock, play_on, to_act};
pub use sample::sample;
