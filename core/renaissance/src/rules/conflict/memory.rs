//! What a month remembers of its conflicts until it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::model::ids::{LocationId, PersonaId};
use crate::rules::battle::field::Arrangement;
use crate::rules::battle::men::Men;
use crate::rules::battle::ships::Ships;

/// What a persona has ordered and done in the conflicts of a month.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Warfare {
    /// Stages of the battles that he has initiated (RN-62.10).
    pub stages: u32,
    /// He has fought a battle by his own order: only further battles may follow (RN-62.11).
    pub has_fought: bool,
    /// He has carried out an assault (RN-62.5).
    pub has_assaulted: bool,
    /// He has bombarded what he besieges (RN-67.8).
    pub has_bombarded: bool,
    /// Guns of his have been fired (RN-R23).
    pub has_fired: bool,
    /// Cannons fired at ships, which do not fire at walls (RN-72.9).
    pub spent_cannons: u32,
    /// He has beaten those who would not let him go out (RN-25.6).
    pub has_broken_out: bool,
    /// Soldiers of his who burn crops (RN-70.8).
    pub burning: u32,
    /// How he arranges his men in the field (RN-64.2).
    pub field: Option<Arrangement>,
    /// How he arranges his fleet, and where he is himself (RN-71.1).
    pub fleet: Option<FleetOrder>,
    /// How he posts his men on walls (RN-68.2).
    pub walls: Option<WallOrder>,
    /// He stays out of the defence of walls (RN-68.3).
    pub shuns_walls: bool,
    /// He and the garrison do not support each other (RN-60.8).
    pub shuns_garrison: bool,
}

/// An arrangement of a fleet: the ships of each division, in the order of
/// [`FleetDivision::ALL`](crate::rules::battle::naval::FleetDivision::ALL), and the owner's division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FleetOrder {
    /// The ships.
    pub ships: [Ships; 4],
    /// Where the owner is.
    pub owner: crate::rules::battle::naval::FleetDivision,
}

/// Posts on four walls, north to west, or on the one of a tower.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallOrder {
    /// The men of each wall.
    pub posts: Vec<Men>,
    /// At which wall he is himself.
    pub wall: usize,
}

/// Somebody who came into a location in the month (RN-66.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// Where.
    pub location: LocationId,
    /// Who.
    pub persona: PersonaId,
    /// By water; otherwise by land, which is what a siege is to prevent (RN-67.1).
    pub by_water: bool,
}

/// What a month remembers of its conflicts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conflicts {
    personae: BTreeMap<PersonaId, Warfare>,
    truces: BTreeSet<(PersonaId, PersonaId)>,
    looted: BTreeSet<LocationId>,
    entries: BTreeSet<Entry>,
    shots: BTreeSet<(PersonaId, PersonaId)>,
}

/// Of who has neither ordered nor done anything.
static NOTHING: LazyLock<Warfare> = LazyLock::new(Warfare::default);

impl Conflicts {
    /// What a persona has ordered and done.
    pub fn of(&self, persona: PersonaId) -> &Warfare {
        self.personae.get(&persona).unwrap_or(&NOTHING)
    }
    /// The same, to change.
    pub fn of_mut(&mut self, persona: PersonaId) -> &mut Warfare {
        self.personae.entry(persona).or_default()
    }
    /// He may not attack that one again this month (RN-65.7, RN-R111, RN-R131).
    pub fn end_between(&mut self, attacker: PersonaId, victim: PersonaId) {
        self.truces.insert((attacker, victim));
    }
    /// Whether he may not attack that one again.
    pub fn is_over_between(&self, attacker: PersonaId, victim: PersonaId) -> bool {
        self.truces.contains(&(attacker, victim))
    }
    /// A location is looted; `false` if it was before, this month (RN-R125).
    pub fn loot(&mut self, location: LocationId) -> bool {
        self.looted.insert(location)
    }
    /// Guns ashore fire at somebody's ships; `false` if they have before, this month.
    pub fn shoot(&mut self, gunner: PersonaId, target: PersonaId) -> bool {
        self.shots.insert((gunner, target))
    }
    /// Somebody comes inside a location: every move inside is to be told here.
    pub fn enter(&mut self, location: LocationId, persona: PersonaId, by_water: bool) {
        self.entries.insert(Entry { location, persona, by_water });
    }
    /// Who came into a location.
    pub fn entries(&self, location: LocationId) -> impl Iterator<Item = Entry> + '_ {
        self.entries.iter().copied().filter(move |it| it.location == location)
    }
}
