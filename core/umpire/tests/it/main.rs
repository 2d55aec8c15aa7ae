//! The tests of Umpire, one binary: `cargo test -p cursus-umpire --test it MODULE` runs those of a module.

mod blunders;
mod conformance;
mod invariants;
mod ranking;
mod rules;
