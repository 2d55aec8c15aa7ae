//! The rules, a file for each chapter of the rulebook.

pub mod battle;
pub mod church;
pub mod collectors;
pub mod conflict;
pub mod death;
pub mod deed;
pub mod force;
pub mod fortification;
pub mod growth;
pub mod harbours;
pub mod manufacture;
pub mod market;
pub mod month;
pub mod offices;
pub mod peace;
pub mod persons;
pub mod pestilence;
pub mod places;
pub mod raising;
pub mod refusal;
pub mod revenue;
pub mod seasons;
pub mod setup;
pub mod titles;
pub mod turn;
pub mod upkeep;
