//! The rules, a file for each chapter of the rulebook.

pub mod battle;
