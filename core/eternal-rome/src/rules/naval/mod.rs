//! Step 3.1: the naval phase (ER-11, ER-12).

pub mod battle;
pub mod cargo;
pub mod combat;
pub mod fleets;
pub mod port;
pub mod transport;
pub mod voyage;

#[cfg(test)]
mod combat_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod transport_tests;
#[cfg(test)]
mod waters;
