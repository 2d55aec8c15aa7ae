//! Plain data: ids and units, the scenario, the state.

pub mod affairs;
pub mod asset;
pub mod board;
pub mod calendar;
mod codes;
pub mod crafts;
pub mod distance;
pub mod family;
#[cfg(feature = "testing")]
pub mod generated;
pub mod goods;
pub mod ids;
pub mod invariants;
pub mod load;
pub mod location;
pub mod measures;
pub mod money;
pub mod persona;
pub mod ranks;
pub mod rulings;
pub mod scenario;
pub mod shipped;
pub mod ships;
pub mod skills;
pub mod state;
pub mod stock;
pub mod titles;
pub mod troops;
