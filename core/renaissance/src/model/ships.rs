//! Ships and their figures (RN-37.1).

use super::codes::coded;
use super::goods::Good;
use super::money::Money;
use super::skills::Skill;

coded! {
    /// The types of ship. They are held as goods.
    Ship {
        /// The great sailing ship.
        Roundship = "roundship",
        /// The light sailing ship.
        Caravel = "caravel",
        /// The small one.
        Barque = "barque",
        /// The great rowed ship.
        Galley = "galley",
        /// The small rowed ship.
        Galliot = "galliot",
    }
}

/// What a ship costs, needs and carries (RN-37.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShipFigures {
    /// Price of building.
    pub price: Money,
    /// Timber for building.
    pub timber: u32,
    /// Sails for building.
    pub sails: u32,
    /// Crew.
    pub crew: u32,
    /// Rowers: slaves or crew (RN-37.7).
    pub rowers: u32,
    /// Cargo units, crew and rowers included (RN-37.3).
    pub capacity: u32,
    /// Feet; a full ship draws twice as much (RN-37.4).
    pub draft: u32,
    /// Who builds it (RN-53).
    pub skill: Skill,
}

impl Ship {
    /// The figures of the type.
    pub const fn figures(self) -> ShipFigures {
        let (price, timber, sails, crew, rowers, capacity, draft, skill) = match self {
            Self::Roundship => (10_000, 1_200, 3, 20, 0, 500, 8, Skill::Roundshipbuilding),
            Self::Caravel => (2_000, 400, 3, 10, 0, 200, 4, Skill::Caravelbuilding),
            Self::Barque => (1_000, 200, 1, 5, 0, 100, 2, Skill::Barquebuilding),
            Self::Galley => (50_000, 4_000, 0, 40, 250, 1_000, 5, Skill::Galleybuilding),
            Self::Galliot => (3_000, 400, 0, 10, 50, 300, 4, Skill::Galliotbuilding),
        };
        ShipFigures { price: Money::ducats(price), timber, sails, crew, rowers, capacity, draft, skill }
    }
    /// As a good.
    pub const fn good(self) -> Good {
        match self {
            Self::Roundship => Good::Roundships,
            Self::Caravel => Good::Caravels,
            Self::Barque => Good::Barques,
            Self::Galley => Good::Galleys,
            Self::Galliot => Good::Galliots,
        }
    }
    /// The ship that a good is.
    pub fn of_good(good: Good) -> Option<Self> {
        Self::ALL.iter().copied().find(|ship| ship.good() == good)
    }
    /// Cargo units when it is carried overland: its timber and sails.
    pub const fn weight(self) -> u32 {
        let figures = self.figures();
        figures.timber + figures.sails
    }
}
