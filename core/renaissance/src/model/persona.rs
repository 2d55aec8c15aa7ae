//! Personae: who acts (RN-10).

use serde::{Deserialize, Serialize};

use super::codes::{coded, packed};
use super::goods::Good;
use super::ids::{FamilyId, LocationId, PersonaId, TitleId};
use super::measures::{Point, Rating};
use super::money::Money;
use super::ships::Ship;
use super::skills::Skills;
use super::stock::Stock;
use super::troops::Troops;

coded! {
    /// Women hold no office of the church and fight no duels (RN-21.1, RN-14.16).
    Sex {
        /// A man.
        Male = "male",
        /// A woman.
        Female = "female",
    }
}

coded! {
    /// On which side of the walls somebody is. Whether he is in a tower follows from its owners (RN-69.6).
    Side {
        /// Outside the walls.
        Outside = "outside",
        /// Inside, in a tower or not.
        Inside = "inside",
    }
}

/// Where a persona is (RN-10.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// At a location.
    At(LocationId, Side),
    /// On open water.
    Water(Point),
    /// Aboard the ships of another (RN-36.3).
    With(PersonaId),
}

impl Place {
    /// Where a family takes those to be of whom it does not know where they are: at the south pole, where nobody comes.
    pub const UNKNOWN: Self = Self::Water(Point { lat: -9_000, lon: 0 });

    /// The location, if he is at one by himself.
    pub fn location(self) -> Option<LocationId> {
        match self {
            Self::At(location, _) => Some(location),
            Self::Water(_) | Self::With(_) => None,
        }
    }
    /// Whether he is inside the walls of a location.
    pub fn is_inside(self) -> bool {
        matches!(self, Self::At(_, Side::Inside))
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::At(LocationId(0), Side::Outside)
    }
}

/// What a persona owns and takes along (RN-30.1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assets {
    /// Money.
    pub money: Money,
    /// Troops and crew. The arms they bear are no goods any more (RN-30.3).
    pub troops: Troops,
    /// Goods, weapons, animals, slaves, guns and ships.
    pub goods: Stock,
}
packed!(Assets { money, troops, goods });

impl Assets {
    /// Nothing at all: only then may he board another's ship (RN-36.1).
    pub fn is_empty(&self) -> bool {
        self.money == Money::NONE && self.troops == Troops::NONE && self.goods.is_empty()
    }
    /// Whether he has ships.
    pub fn has_ships(&self) -> bool {
        Ship::ALL.iter().any(|ship| self.goods.ships(*ship) > 0)
    }
    /// Cannons, and falconets at a tenth of one, in tenths of a cannon (RN-R105).
    pub fn gun_tenths(&self) -> u32 {
        self.goods.of(Good::Cannons).saturating_mul(10).saturating_add(self.goods.of(Good::Falconets))
    }
}

/// A persona as he stands. His name is made by [`State::name_of`](super::state::State::name_of).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Persona {
    /// His family.
    pub family: FamilyId,
    /// His name: its place in the scenario's list of names.
    pub name: u16,
    /// 2 for the second of the family with this name, and so on; 0 for the first.
    pub ordinal: u8,
    /// Sex.
    pub sex: Sex,
    /// The dead keep their place in the list, with the ratings they had at death.
    pub alive: bool,
    /// Where he is; of the dead, where they died.
    pub place: Place,
    /// Popularity (RN-11).
    pub popularity: Rating,
    /// Piety (RN-12).
    pub piety: Rating,
    /// Morale of his troops; 0 without any (RN-10.10).
    pub morale: Rating,
    /// Skills (RN-13).
    pub skills: Skills,
    /// What he owns.
    pub assets: Assets,
    /// Families that he has declared himself allied with, at most six (RN-63.1).
    pub allies: Vec<FamilyId>,
    /// The city that doubles the morale of a Moslem sovereign (RN-61.7).
    pub bonus_city: Option<LocationId>,
    /// He stays outside of towers (RN-69.6).
    pub stay_outside_towers: bool,
    /// A cardinal's hat (RN-21.6).
    pub cardinal: bool,
    /// Piety gained by alms this year (RN-12.7).
    pub alms: u16,
    /// Raised in rank this year (RN-19.4).
    pub raised: bool,
}
packed!(Persona {
    family,
    name,
    ordinal,
    sex,
    alive,
    place,
    popularity,
    piety,
    morale,
    skills,
    assets,
    allies,
    bonus_city,
    stay_outside_towers,
    cardinal,
    alms,
    raised,
});

impl Default for Persona {
    fn default() -> Self {
        Self {
            family: FamilyId(0),
            name: 0,
            ordinal: 0,
            sex: Sex::Male,
            alive: true,
            place: Place::default(),
            popularity: Rating::default(),
            piety: Rating::default(),
            morale: Rating::default(),
            skills: Skills::default(),
            assets: Assets::default(),
            allies: Vec::new(),
            bonus_city: None,
            stay_outside_towers: false,
            cardinal: false,
            alms: 0,
            raised: false,
        }
    }
}

/// An office that can be resigned, offered or voted on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Office {
    /// That of a title: Pope, archbishop, bishop, grandmaster, doge.
    Title(TitleId),
    /// A cardinal's hat.
    Cardinal,
    /// The magistracy of a location (RN-17).
    Magistrate(LocationId),
}
