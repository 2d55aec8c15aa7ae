//! What happened in the chapters of peace, as data.

use crate::model::family::Religion;
use crate::model::goods::Good;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::skills::Skill;
use crate::rules::market::guild::GuildRank;
use crate::rules::peace::work::Work;

/// Something that happened in peace. Points are those that were gained or lost in fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Peace {
    /// Ducats were given to charity (RN-11.6).
    Charity {
        /// By whom.
        persona: PersonaId,
        /// How many.
        ducats: u64,
        /// Popularity gained.
        popularity: i64,
    },
    /// Piety was gained (RN-12).
    Devotion {
        /// By whom.
        persona: PersonaId,
        /// How.
        act: Devotion,
        /// Piety gained.
        piety: i64,
        /// Popularity gained.
        popularity: i64,
    },
    /// A lesson (RN-13.3).
    Trained {
        /// Who taught.
        trainer: PersonaId,
        /// Who learned.
        trainee: PersonaId,
        /// What.
        skill: Skill,
        /// His rating now.
        rating: Rating,
    },
    /// A master supports a candidate (RN-13.8 to RN-13.10).
    Supported {
        /// The master.
        master: PersonaId,
        /// The candidate.
        candidate: PersonaId,
        /// For which rank.
        rank: GuildRank,
        /// He has it now.
        promoted: bool,
    },
    /// A work in honour of a sponsor (RN-14.1 to RN-14.6).
    Worked {
        /// By whom.
        author: PersonaId,
        /// What.
        work: Work,
        /// In whose honour.
        sponsor: PersonaId,
        /// Popularity that the sponsor gained.
        popularity: i64,
        /// People whom a building brought, and where.
        settled: Option<(LocationId, u32)>,
    },
    /// A work against somebody (RN-14.4, RN-14.7).
    Satirized {
        /// By whom.
        author: PersonaId,
        /// What.
        work: Work,
        /// Against whom.
        victim: PersonaId,
        /// Popularity that he lost.
        popularity: i64,
    },
    /// A sermon (RN-14.8, RN-14.9).
    Preached {
        /// By whom.
        preacher: PersonaId,
        /// Where.
        location: LocationId,
        /// Whose troops heard it; `None` if the people did.
        leader: Option<PersonaId>,
        /// Morale or loyalty gained.
        points: i64,
    },
    /// A murder was attempted (RN-14.11). If it succeeded, the death follows.
    Attempted {
        /// By whom.
        assassin: PersonaId,
        /// On whom.
        victim: PersonaId,
        /// The victim is dead.
        killed: bool,
    },
    /// A challenge (RN-14.18).
    Challenged {
        /// By whom.
        challenger: PersonaId,
        /// Whom.
        challenged: PersonaId,
        /// Popularity that the challenged lost; 0 if he ranks higher (RN-14.22).
        lost: i64,
    },
    /// A duel (RN-14.20).
    Dueled {
        /// Who challenged first.
        first: PersonaId,
        /// Who challenged second.
        second: PersonaId,
        /// Who won; `None` between equals.
        winner: Option<PersonaId>,
    },
    /// A family changed its religion (RN-24).
    Converted {
        /// Which family.
        family: FamilyId,
        /// To which religion.
        religion: Religion,
    },
}

/// An act by which piety is gained (RN-12.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Devotion {
    /// A pilgrimage to a centre (RN-12.8).
    Pilgrimage(LocationId),
    /// An indulgence of a prelate (RN-12.4).
    Indulgence(PersonaId),
    /// Veneration of so many relics or icons (RN-12.5, RN-12.6).
    Veneration(Good, u32),
    /// Alms (RN-12.7).
    Alms,
}
