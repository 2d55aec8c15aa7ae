//! The tests of Renaissance, one binary: `cargo test -p cursus-renaissance --test it MODULE` runs those of a module.

mod actions;
mod common;
mod conflict;
mod conformance;
mod guide;
mod movement;
mod peace;
mod persons;
mod play;
mod player;
mod raising;
mod rules;
mod start;
mod trade;
mod war;
