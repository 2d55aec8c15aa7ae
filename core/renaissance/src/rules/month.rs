//! What a month remembers while it is played and nobody needs afterwards: where everybody started, who has done what, and
//! what came of it.

use std::collections::BTreeMap;

use super::conflict::memory::Conflicts;
use super::deed::Deed;
use super::manufacture::Workshop;
use super::market::trade::Dealings;
use super::peace::memory::Memory;
use super::raising::Raised;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::persona::{Place, Side};
use crate::model::state::State;

/// What a persona has done this month.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Acts {
    /// He has moved, or tried to: his order of class 6 is used up (RN-R12).
    pub moved: bool,
    /// He has been away from where he started, so that he does not spend the whole turn there (RN-R13).
    pub away: bool,
    /// He may throw away what he cannot carry (RN-30.8).
    pub abandons_excess: bool,
    /// The rule by which he carries out nothing more, once there is one (RN-36.6, RN-62.11).
    pub finished: Option<&'static str>,
    /// The rule by which he may not move, once there is one (RN-14.19, RN-70.4).
    pub bound: Option<&'static str>,
    /// What he has bought and sold.
    pub dealings: Dealings,
    /// Whom he has raised.
    pub raised: Raised,
    /// What he has made.
    pub workshop: Workshop,
    /// He has given an order of engineering (RN-34.6, RN-R70).
    pub engineered: bool,
    /// He has given an order of fortification (RN-52.13).
    pub fortified: bool,
}

/// What has been done at a location this month.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Colonists (RN-48.2).
    pub planted: u32,
    /// Men raised for its garrison (RN-60.2).
    pub recruited: u32,
    /// A levy has been called (RN-R92).
    pub levied: bool,
    /// The depth of its harbour when the month began, once somebody deepens it (RN-49.2).
    pub depth: Option<u8>,
}

/// A month while orders are carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Month {
    start: Vec<Place>,
    acts: Vec<Acts>,
    sites: BTreeMap<LocationId, Site>,
    /// Actions that families have spent (RN-R15).
    actions: BTreeMap<FamilyId, u32>,
    /// What the chapters of peace leave to remember.
    pub peace: Memory,
    /// What its conflicts leave to remember.
    pub conflicts: Conflicts,
    /// What came of it, in the order in which it happened.
    pub deeds: Vec<Deed>,
}

impl Month {
    /// Leaves a deed in the month.
    pub(crate) fn tell(&mut self, deed: impl Into<Deed>) {
        self.deeds.push(deed.into());
    }

    /// Actions that a family has spent (RN-R15).
    pub fn actions(&self, family: FamilyId) -> u32 {
        self.actions.get(&family).copied().unwrap_or(0)
    }

    /// A family has spent so many more.
    pub fn spend(&mut self, family: FamilyId, actions: u32) {
        *self.actions.entry(family).or_default() += actions;
    }

    /// Step 7: starting positions are recorded.
    pub fn begin(st: &State) -> Self {
        let start: Vec<Place> = st.personae.iter().map(|persona| persona.place).collect();
        Self {
            acts: vec![Acts::default(); start.len()],
            sites: BTreeMap::new(),
            actions: BTreeMap::new(),
            start,
            peace: Memory::default(),
            conflicts: Conflicts::default(),
            deeds: Vec::new(),
        }
    }
    /// Where a persona started (RN-R13).
    pub fn start(&self, persona: PersonaId) -> Place {
        self.start[persona.index()]
    }
    /// Whether he started at a location, inside or outside.
    pub fn started_at(&self, persona: PersonaId, location: LocationId) -> bool {
        self.start(persona).location() == Some(location)
    }
    /// Whether he started inside a location.
    pub fn started_inside(&self, persona: PersonaId, location: LocationId) -> bool {
        self.start(persona) == Place::At(location, Side::Inside)
    }
    /// What a persona has done.
    pub fn acts(&self, persona: PersonaId) -> &Acts {
        &self.acts[persona.index()]
    }
    /// What a persona has done, to change.
    pub fn acts_mut(&mut self, persona: PersonaId) -> &mut Acts {
        &mut self.acts[persona.index()]
    }
    /// What has been done at a location, to change.
    pub fn site_mut(&mut self, location: LocationId) -> &mut Site {
        self.sites.entry(location).or_default()
    }
    /// What a persona and a location have done, to change.
    pub fn acts_and_site(&mut self, persona: PersonaId, location: LocationId) -> (&mut Acts, &mut Site) {
        (&mut self.acts[persona.index()], self.sites.entry(location).or_default())
    }
    /// The location where two personae both started and still are, if there is one.
    pub fn together(&self, st: &State, a: PersonaId, b: PersonaId) -> Option<LocationId> {
        let location = self.start(a).location()?;
        let still = |id: PersonaId| self.started_at(id, location) && st.persona(id).place.location() == Some(location);
        (still(a) && still(b)).then_some(location)
    }
}
