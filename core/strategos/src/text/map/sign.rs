//! The signs of the map that its legend explains.

use crate::model::ids::CountryId;

/// A sign that the legend explains, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    Country(CountryId),
    Free,
    Terrain(usize),
    Sea,
    River,
    Navigable,
    Strait,
    Bar,
    Barrier,
    Road,
    Line,
    March,
    Trade,
    Capital,
    /// By rank of size.
    City(u8),
    Fort,
    Port,
    Siege,
    Blockade,
    Own {
        at_sea: bool,
    },
    Foreign {
        at_sea: bool,
    },
    Age,
    Class,
    Number,
}
