//! What happened in a month, as data: the steps and orders leave it, reports are made of it.

use super::market::trade::Bargain;
use crate::model::affairs::Due;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::distance::Length;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::TowerOwner;
use crate::model::measures::Miles;
use crate::model::money::Money;
use crate::model::persona::{Assets, Place};
use crate::model::troops::{Troop, Troops};

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

/// How a ferry served (RN-33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FerryEnd {
    /// He paid so much and is across.
    Paid(Money),
    /// He could not pay it, and is on this side (RN-R71).
    Unpaid,
    /// A fleet stopped it (RN-33.6).
    Stopped,
}

/// What somebody has no more, his money left aside.
pub(crate) fn lost_between(before: &Assets, after: &Assets) -> Things {
    let lost = before.iter().map(|(asset, count)| (asset, count.saturating_sub(after.of(asset))));
    lost.filter(|(asset, count)| *count > 0 && *asset != Asset::Ducats).collect()
}

pub use crate::model::asset::Things;

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
        /// How it ended.
        end: FerryEnd,
    },
    /// A voyage (RN-35).
    Sailed {
        /// Who.
        persona: PersonaId,
        /// From where.
        from: Place,
        /// To where he came.
        to: Place,
        /// How far.
        distance: Miles,
        /// What the way cost.
        lost: Things,
    },
    /// The water ahead was too shallow for his ships (RN-37.5).
    TooDeep {
        /// Who.
        persona: PersonaId,
        /// Where he stayed.
        at: Place,
    },
    /// Somebody may come aboard next month (RN-36.2).
    Permitted {
        /// Whose ships.
        owner: PersonaId,
        /// Who may.
        guest: PersonaId,
    },
    /// Somebody came aboard (RN-36.3).
    Boarded {
        /// Who.
        persona: PersonaId,
        /// Whose ships.
        owner: PersonaId,
    },
    /// A passenger went ashore (RN-36.6).
    Landed {
        /// Who.
        persona: PersonaId,
        /// To where.
        to: Place,
    },
    /// A road was built or lengthened (RN-34).
    Road {
        /// By whom.
        persona: PersonaId,
        /// One end.
        from: LocationId,
        /// The other.
        to: LocationId,
        /// Its effective length now.
        length: Length,
    },
    /// Men were raised (RN-37.9, RN-60.12).
    Raised {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// Of which type.
        troop: Troop,
        /// How many.
        men: u32,
    },
    /// A garrison was strengthened (RN-60.2).
    GarrisonRaised {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// By how many men.
        men: u32,
    },
    /// A levy was called (RN-60.9).
    Levied {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// How many came with arms.
        men: u32,
        /// How many were lost without (RN-60.11).
        unarmed: u32,
    },
    /// Men were cheered by money or drink (RN-61.2, RN-61.4).
    Cheered {
        /// Whose.
        persona: PersonaId,
        /// Points of morale.
        points: i64,
    },
    /// Something was made, or ships were built (RN-52, RN-53).
    Made {
        /// By whom.
        persona: PersonaId,
        /// What.
        good: Good,
        /// How many.
        count: u32,
    },
    /// A fortification was strengthened (RN-52.11, RN-52.12).
    Fortified {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// Whose tower; `None` for the walls.
        tower: Option<TowerOwner>,
    },
    /// A harbour was deepened (RN-49).
    Deepened {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// Its depth now, in feet.
        feet: u8,
    },
    /// Colonists were planted (RN-48).
    Planted {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// How many live there now.
        settled: u32,
        /// How many were lost.
        lost: u32,
    },
    /// A collector of taxes or tithes was appointed (RN-46.1, RN-46.5).
    Appointed {
        /// For what.
        due: Due,
        /// Where.
        location: LocationId,
        /// Who.
        collector: PersonaId,
    },
    /// Taxes or tithes were collected (RN-46).
    Collected {
        /// What.
        due: Due,
        /// Where.
        location: LocationId,
        /// By whom.
        persona: PersonaId,
        /// How much.
        money: Money,
    },
    /// Alliance with a family was declared, or ended (RN-63.1).
    Allied {
        /// By whom.
        persona: PersonaId,
        /// With whom.
        family: FamilyId,
        /// It holds now.
        holds: bool,
    },
    /// The depth of a port, for a family that asked (RN-3.2).
    Sounded {
        /// Who asked.
        family: FamilyId,
        /// Where.
        location: LocationId,
        /// Feet; 0 without a port.
        feet: u8,
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
    /// Something of the church and its orders (RN-21, RN-22).
    Church(super::church::deed::Church),
    /// Something of elections (RN-17, RN-21 to RN-23).
    Election(super::elections::deed::Poll),
    /// A persona died.
    Died {
        /// Who.
        persona: PersonaId,
        /// How.
        cause: Cause,
    },
}

/// A chapter's deed is a deed.
macro_rules! chapters {
    ($($chapter:ident: $deed:path),* $(,)?) => {
        $(impl From<$deed> for Deed {
            fn from(deed: $deed) -> Self {
                Self::$chapter(deed)
            }
        })*
    };
}
chapters! {
    Peace: super::peace::deed::Peace,
    Conflict: super::conflict::deed::Conflict,
    Government: super::offices::deed::Government,
    Church: super::church::deed::Church,
    Election: super::elections::deed::Poll,
}
