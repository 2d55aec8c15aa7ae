//! What was ordered or announced in one turn and holds in a later one.

use serde::{Deserialize, Serialize};

use super::calendar::Turn;
use super::codes::coded;
use super::distance::Length;
use super::ids::{FamilyId, LocationId, PersonaId, TitleId};
use super::location::TowerOwner;
use super::persona::Office;

/// A siege (RN-66).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Siege {
    /// Who besieges.
    pub besieger: PersonaId,
    /// Where.
    pub location: LocationId,
    /// The tower, if it is not the walls that are besieged.
    pub tower: Option<TowerOwner>,
    /// The first turn in which it holds: the one after the order.
    pub from: Turn,
    /// Successive turns in which nobody has come in (RN-66.5).
    pub successes: u16,
    /// Nobody came in by land last turn, so that the besieger may bombard (RN-67.1).
    pub closed: bool,
}

/// Whom an interception or a naval bombardment is for (RN-62.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// Everybody.
    All,
    /// So many families, at most seven.
    Families(Vec<FamilyId>),
}

/// Most families that an order names.
const NAMED_MOST: usize = 7;

impl Whom {
    /// Whether an order is for a family.
    pub fn names(&self, family: FamilyId) -> bool {
        match self {
            Self::All => true,
            Self::Families(families) => families.contains(&family),
        }
    }

    /// Whether it names more families than it may (RN-62.1).
    pub fn names_too_many(&self) -> bool {
        matches!(self, Self::Families(families) if families.len() > NAMED_MOST)
    }
}

/// An interception; it holds in one turn (RN-62.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Interception {
    /// Who intercepts.
    pub persona: PersonaId,
    /// Whom.
    pub whom: Whom,
    /// It stops ferries too (RN-62.8).
    pub ferries: bool,
    /// The turn in which it holds.
    pub turn: Turn,
}

/// Guns laid on ships; it holds in one turn (RN-72.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bombardment {
    /// Who fires.
    pub persona: PersonaId,
    /// At whom.
    pub whom: Whom,
    /// With how many cannons.
    pub cannons: u32,
    /// The turn in which it holds.
    pub turn: Turn,
}

coded! {
    /// What a collector collects (RN-46).
    Due {
        /// For the sovereign.
        Taxes = "taxes",
        /// For the bishop.
        Tithes = "tithes",
    }
}

/// A collector; he is one in one turn (RN-46.1, RN-46.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Collector {
    /// What.
    pub due: Due,
    /// Where.
    pub location: LocationId,
    /// Who.
    pub persona: PersonaId,
    /// The turn in which he may collect.
    pub turn: Turn,
}

/// Leave to board somebody's ships; it holds in one turn (RN-36.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Permission {
    /// Whose ships.
    pub owner: PersonaId,
    /// Who may board.
    pub guest: PersonaId,
    /// The turn in which he may.
    pub turn: Turn,
}

/// An office that waits to be accepted (RN-R48).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Which.
    pub office: Office,
    /// To whom.
    pub persona: PersonaId,
    /// The last turn in which it may be accepted.
    pub until: Turn,
}

/// An election that has been announced after a vacancy (RN-R47, RN-R52). Those of a month of the year follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Election {
    /// The title that is vacant.
    pub title: TitleId,
    /// The turn in which votes are cast.
    pub turn: Turn,
}

/// A military order that has been founded in the campaign (RN-22.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Foundation {
    /// The title of its grandmaster.
    pub title: TitleId,
    /// Where it elects and recruits.
    pub seat: LocationId,
}

/// A road between two locations (RN-34).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Road {
    /// The end with the lower id.
    pub a: LocationId,
    /// The other end.
    pub b: LocationId,
    /// Its effective length, to two decimals.
    pub length: Length,
}
