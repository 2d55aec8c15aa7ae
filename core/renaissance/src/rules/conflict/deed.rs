//! What happened in conflicts, as data.

use crate::model::asset::Things;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::TowerOwner;
use crate::model::persona::Place;
use crate::rules::battle::assault::AssaultRecord;
use crate::rules::battle::field::FieldRecord;
use crate::rules::battle::naval::NavalRecord;
use crate::rules::battle::sides::Sides;
use crate::rules::battle::urban::UrbanRecord;

/// Who fights on a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Party {
    /// The personae, who leads first.
    pub personae: Vec<PersonaId>,
    /// The garrison of the location, or of the tower.
    pub garrison: bool,
}

/// A battle, stage by stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// In the field (RN-64).
    Field(Box<FieldRecord>),
    /// In a town (RN-65).
    Urban(UrbanRecord),
    /// Before an assault of a tower, against those whom it does not hold (RN-69.11).
    Prelude(UrbanRecord),
    /// Of the walls (RN-68).
    Walls(AssaultRecord),
    /// Of a tower (RN-69).
    Tower(TowerOwner, AssaultRecord),
    /// At sea (RN-71).
    Naval(Box<NavalRecord>),
}

/// A battle that was fought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Where.
    pub place: Place,
    /// Who.
    pub parties: Sides<Party>,
    /// How.
    pub record: Record,
}

/// Something that happened in a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// A battle was fought. What came of it follows.
    Fought(Box<Battle>),
    /// Somebody took what another lost.
    Captured {
        /// From whom.
        from: PersonaId,
        /// Who took it; `None` when it left the game.
        by: Option<PersonaId>,
        /// What.
        things: Things,
    },
    /// Somebody went from where he had fought.
    Withdrew {
        /// Who.
        persona: PersonaId,
        /// To where.
        to: Place,
    },
    /// Somebody who was to be spared did not die (RN-62.7).
    Spared {
        /// Who.
        persona: PersonaId,
    },
    /// De facto control changed (RN-16).
    Controls {
        /// Of what.
        location: LocationId,
        /// Who has it; `None` for the tenant (RN-R38).
        persona: Option<PersonaId>,
    },
    /// People were enslaved after an assault (RN-68.21).
    Enslaved {
        /// By whom.
        by: PersonaId,
        /// Where.
        location: LocationId,
        /// How many.
        slaves: u32,
    },
    /// A tower was taken (RN-69.4).
    TookTower {
        /// Where.
        location: LocationId,
        /// Whose it was.
        tower: TowerOwner,
        /// Whose it is.
        family: FamilyId,
    },
    /// Somebody with more than twenty times as many men destroyed an interceptor in passing (RN-31.7).
    Overwhelmed {
        /// Who passed.
        by: PersonaId,
        /// The interceptor.
        interceptor: PersonaId,
    },
    /// Somebody was stopped on his way (RN-31.6).
    Stopped {
        /// Who.
        persona: PersonaId,
        /// By whom.
        by: PersonaId,
        /// Where.
        at: Place,
    },
    /// An interception was ordered for next turn (RN-62.1).
    InterceptionOrdered {
        /// By whom.
        by: PersonaId,
    },
    /// Guns were laid on ships for next turn (RN-72.2).
    GunsLaid {
        /// By whom.
        by: PersonaId,
    },
    /// Guns ashore fired at ships (RN-72).
    FiredAtShips {
        /// Who fired.
        by: PersonaId,
        /// At whose ships.
        target: PersonaId,
        /// Hits.
        hits: u32,
        /// What the target lost.
        lost: Things,
        /// His cannons that burst.
        burst: u32,
    },
    /// A siege was ordered; it holds from next turn on (RN-66.2).
    SiegeOrdered {
        /// Who besieges.
        besieger: PersonaId,
        /// Where.
        location: LocationId,
        /// The tower, if it is not the walls.
        tower: Option<TowerOwner>,
    },
    /// A siege takes effect, which everybody hears of (section 6).
    SiegeBegun {
        /// Who besieges.
        besieger: PersonaId,
        /// Where.
        location: LocationId,
    },
    /// Men and horses of the besieged are lost (RN-66.5).
    Starved {
        /// Whose; `None` for the garrison.
        persona: Option<PersonaId>,
        /// Where.
        location: LocationId,
        /// What.
        lost: Things,
    },
    /// A fortification was bombarded (RN-67).
    Bombarded {
        /// By whom.
        by: PersonaId,
        /// Where.
        location: LocationId,
        /// The tower, if it is not the walls.
        tower: Option<TowerOwner>,
        /// Points of FAS lost.
        points: u16,
        /// His cannons that are lost.
        lost: u32,
    },
    /// A location was looted (RN-70.1).
    Looted {
        /// By whom.
        by: PersonaId,
        /// Which.
        location: LocationId,
        /// What it brought him.
        ducats: u64,
    },
    /// Crops are burnt (RN-70.7).
    BurntCrops {
        /// By whom.
        by: PersonaId,
        /// Where.
        location: LocationId,
        /// By how many soldiers.
        men: u32,
    },
    /// A fortification is razed (RN-70.9).
    Razed {
        /// By whom.
        by: PersonaId,
        /// Where.
        location: LocationId,
        /// The tower, if it is not the walls.
        tower: Option<TowerOwner>,
        /// By how many men.
        men: u32,
    },
    /// A siege is over.
    SiegeEnded {
        /// Whose.
        besieger: PersonaId,
        /// Where.
        location: LocationId,
    },
}
