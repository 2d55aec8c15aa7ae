//! The rules, a file for each chapter of the rulebook.

pub mod battle;
pub mod collectors;
pub mod fortification;
pub mod growth;
pub mod harbours;
pub mod manufacture;
pub mod market;
pub mod persons;
pub mod pestilence;
pub mod raising;
pub mod revenue;
pub mod seasons;
