//! What a month remembers of the chapters of peace until it ends.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::family::Religion;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::persona::Office;
use crate::rules::church::deed::Plan;
use crate::rules::market::guild::GuildRank;
use crate::rules::offices::deed::Position;
use crate::rules::offices::deed::Transfer;
use crate::rules::peace::work::Work;

/// What is done at most once a month.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Once {
    /// Somebody trains another (RN-13.4).
    Lesson(PersonaId, PersonaId),
    /// A master supports a candidate (RN-13.11).
    Support(PersonaId),
    /// Somebody makes a work of a kind (RN-R29).
    Work(PersonaId, Work),
    /// Somebody preaches (RN-14.10).
    Sermon(PersonaId),
    /// Somebody attempts a murder (RN-14.14).
    Attempt(PersonaId),
    /// Somebody challenges another (RN-14.17).
    Challenge(PersonaId, PersonaId),
    /// Somebody completes a pilgrimage (RN-R26).
    Pilgrimage(PersonaId),
    /// Somebody receives an indulgence (RN-R24).
    Indulgence(PersonaId),
    /// Somebody venerates relics or icons (RN-12.5).
    Veneration(PersonaId),
    /// Court is held at a location (RN-R42).
    Court(LocationId),
    /// A magistrate changes tariffs (RN-R41).
    Tariffs(PersonaId),
    /// The Pope fills an archbishopric, makes a cardinal, or founds an order (RN-21.5, RN-21.6, RN-22.7).
    Investiture(PersonaId),
    /// An archbishop fills a see (RN-21.7).
    Appointment(PersonaId),
    /// Somebody is excommunicated (RN-21.11).
    Ban(PersonaId),
}

/// What a month remembers of the chapters of peace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    done: BTreeSet<Once>,
    /// The ratings of all attempts on a victim together (RN-14.13).
    pub attempts: BTreeMap<PersonaId, u32>,
    /// The masters who approve of a candidate for a rank (RN-R28).
    pub approvals: BTreeMap<(PersonaId, GuildRank), usize>,
    /// The religions that families have ordered to take (RN-R53).
    pub conversions: BTreeMap<FamilyId, Religion>,
    /// Who has ordered a transfer (RN-R35).
    pub consents: BTreeMap<Transfer, BTreeSet<PersonaId>>,
    /// The positions that were transferred (RN-15.4, RN-15.6).
    pub transferred: BTreeSet<(LocationId, Position)>,
    /// Rights of elevation that have been spent (RN-19.3).
    pub rights_spent: BTreeMap<PersonaId, u32>,
    /// Who founds which order (RN-22.7).
    pub founders: BTreeMap<Plan, PersonaId>,
    /// Who gives the tenancy of its seat to an order that is founded.
    pub founding_consents: BTreeMap<Plan, BTreeSet<PersonaId>>,
    /// Votes: for which office, by whom, for whom.
    pub votes: BTreeMap<(Office, PersonaId), PersonaId>,
}

impl Memory {
    /// Whether something has been done this month.
    pub fn is_done(&self, once: Once) -> bool {
        self.done.contains(&once)
    }
    /// Something is done now.
    pub fn note(&mut self, once: Once) {
        self.done.insert(once);
    }
}
