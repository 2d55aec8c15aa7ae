//! What a nation knows, as the rules' own functions take it.
//!
//! Order checks and computer players use the same functions on it as the engine on the true state. What is its own is
//! exact; foreign forces are as reported, foreign owners as last known; what nobody tells is as it was at the start.

use crate::model::ids::{NationId, ProvinceId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::{Sighting, State};

/// What a nation knows at the beginning of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    /// Whose.
    pub me: NationId,
    /// The world as the nation may take it to be.
    pub st: State,
    /// By nation: its place in the published ranking, 1 for the best (UM-35.3).
    pub ranks: Vec<u16>,
    /// By province: what is certain there, whatever the reports say.
    pub certain: Vec<Certain>,
    /// What a full collection would bring at the present rate, before variation (UM-R16).
    pub expected_tax: Rp,
    /// Pay of a taxation turn (UM-6.11).
    pub upkeep: Rp,
}

/// What a nation sees for itself in a province.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Certain {
    /// It is an own one, and nothing is collected there.
    pub bracketed: bool,
    /// Own army units are shut up in its besieged city (UM-15.16).
    pub besieged: bool,
    /// Own units are shut in by a blockade (UM-16.4).
    pub blockaded: bool,
}

impl Knowledge {
    /// The turn that orders are awaited for; the last one when the campaign is over.
    pub fn turn(&self, sc: &Scenario) -> u32 {
        self.st.turn.min(sc.end_turn)
    }

    /// Whether the nation may still order anything.
    pub fn is_playing(&self, sc: &Scenario) -> bool {
        !self.st.is_over(sc) && !self.st.nation(self.me).eliminated
    }

    /// Reports of foreign forces.
    pub fn sightings(&self) -> &[Sighting] {
        &self.st.nation(self.me).sightings
    }

    /// The turn at whose end something was last known of a province.
    pub fn as_of(&self, place: ProvinceId) -> u32 {
        self.st.nation(self.me).known[place.index()].turn
    }

    /// The state without foreign forces.
    pub fn without_foreign_forces(&self, sc: &Scenario) -> State {
        let mut st = self.st.clone();
        for place in sc.province_ids() {
            for faction in st.stacks.present(place).iter().filter(|&faction| faction != self.me) {
                st.stacks.clear(place, faction);
            }
        }
        st
    }
}
