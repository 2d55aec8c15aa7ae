//! The tests of Eternal Rome, one binary: `cargo test -p cursus-eternal-rome --test it MODULE` runs those of a module.

mod blunders;
mod conformance;
mod map;
mod options;
mod ranking;
mod routes;
mod rules;
mod shipped;
