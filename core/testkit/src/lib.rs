//! What only tests need. A dev-dependency of whoever tests; no part of the server.
//!
//! | module | what it holds |
//! |---|---|
//! | [`casebook`] | a room's rules as rows of data |
//! | [`conformance`] | the tests that every room must pass |
//! | [`ranking`] | whether a room's playouts rank order sets as the true campaign does |
//! | [`shuffle`] | states that differ in nothing but what a seat does not know |
//! | [`toys`] | two tiny rooms, one of each shape |

pub mod casebook;
pub mod conformance;
pub mod ranking;
pub mod shuffle;
pub mod toys;

pub use rows;
pub use shuffle::{Shuffle, shuffled};
