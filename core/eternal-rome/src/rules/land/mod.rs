//! Step 3.2: land movement (ER-16).

pub mod armies;
#[cfg(test)]
mod arranging_tests;
pub mod march;
pub mod overrun;
#[cfg(test)]
mod tests;
