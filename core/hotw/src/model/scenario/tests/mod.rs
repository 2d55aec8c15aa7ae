//! The shipped board and scenarios, and what the loader refuses.

mod board;
mod cards;
mod errors;
mod seats;
