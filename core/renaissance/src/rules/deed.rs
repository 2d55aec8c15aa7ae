//! What happened in a month, as data: the steps and orders leave it, reports are made of it.

use super::market::trade::Bargain;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::Miles;
use crate::model::money::Money;
use crate::model::persona::Place;
use crate::model::troops::Troops;

/// How a persona died (RN-R18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// He marched too far (RN-R58).
    Marching,
    /// He lost his last ship at sea (RN-35.11).
    Drowning,
    /// He was aboard the ships of one who died (RN-36.5).
    Aboard,
    /// In a battle.
    Battle,
    /// He was murdered (RN-14.15).
    Murder,
}

/// Numbers of things.
pub type Things = Vec<(Asset, u32)>;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A persona came in the place of a dead one (RN-10.4).
    Succeeded {
        /// Who is dead.
        dead: PersonaId,
        /// Who came.
        heir: PersonaId,
    },
    /// Upkeep (RN-50).
    Maintained {
        /// Whose.
        persona: PersonaId,
        /// Pay.
        paid: Money,
        /// What was eaten or used up.
        used: Things,
        /// What was lost for want of it.
        lost: Things,
    },
    /// A transfer (RN-45).
    Gave {
        /// From whom.
        from: PersonaId,
        /// To whom; `None` for the locals.
        to: Option<PersonaId>,
        /// What.
        things: Things,
    },
    /// A sale to the locals (RN-40.5).
    Sold {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// As what.
        class: GoodClass,
        /// What.
        good: Good,
        /// How many, for how much.
        bargain: Bargain,
    },
    /// A purchase from the locals (RN-40.4).
    Bought {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// What.
        ware: Ware,
        /// How many, for how much.
        bargain: Bargain,
    },
    /// A move by land (RN-32).
    Marched {
        /// Who.
        persona: PersonaId,
        /// From where.
        from: Place,
        /// To where he came.
        to: Place,
        /// How far.
        distance: Miles,
        /// What attrition took.
        lost: Things,
    },
    /// He could not carry what he has, and is outside the walls of where he started (RN-30.7).
    Overloaded {
        /// Who.
        persona: PersonaId,
    },
    /// He threw away what he could not carry (RN-30.8).
    Abandoned {
        /// Who.
        persona: PersonaId,
        /// What.
        things: Things,
    },
    /// A ferry was paid (RN-33.4).
    Ferried {
        /// Who.
        persona: PersonaId,
        /// The fee; `None` when it could not be paid and he stayed on this side (RN-R71).
        fee: Option<Money>,
    },
    /// He went in or out of the walls where he was.
    Crossed {
        /// Who.
        persona: PersonaId,
        /// Where he is now.
        to: Place,
    },
    /// Pestilence (RN-51).
    Sickened {
        /// Whose men.
        persona: PersonaId,
        /// How many died.
        dead: Troops,
    },
    /// Something of the chapters of peace (RN-11 to RN-25).
    Peace(super::peace::deed::Peace),
    /// Something of the chapters of war (RN-60 to RN-72).
    Conflict(super::conflict::deed::Conflict),
    /// Something of positions and offices (RN-15 to RN-20, RN-25).
    Government(super::offices::deed::Government),
    /// A persona died.
    Died {
        /// Who.
        persona: PersonaId,
        /// How.
        cause: Cause,
    },
}
