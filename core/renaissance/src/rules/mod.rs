//! The rules, a file for each chapter of the rulebook.

pub mod battle;
pub mod collectors;
pub mod growth;
pub mod harbours;
pub mod market;
pub mod revenue;
pub mod seasons;
