//! The tests of History of the World, one binary: `cargo test -p cursus-hotw --test it MODULE` runs those of a module.

mod blunders;
mod conformance;
mod ranking;
mod rules;
mod sample_game;
