//! Sieges and what follows from holding cities (ER-4, ER-18, ER-19).

pub mod checks;
pub mod close;
pub mod inside;
pub mod occupation;
pub mod plunder;
pub mod stance;
#[cfg(test)]
mod tests;
