//! The tests of Strategos, one binary: `cargo test -p cursus-strategos --test it MODULE` runs those of a module.

mod blunders;
mod conformance;
mod guide;
mod map;
mod options;
mod orders;
mod paths;
mod player;
mod ranking;
mod rules;
mod start;
mod weeks;
