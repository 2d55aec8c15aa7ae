//! What a seat knows, as the rules' own functions take it: a state in which what is hidden is left out or stands in.
//!
//! Order checks and computer players use the same functions on it as the engine on the true state. What its own side has
//! is exact; forces of unknown strength count as ER-R45 takes them; leaders whose place is not known are nowhere.

use kernel::SeatId;

use crate::model::frames::{Ask, Frame};
use crate::model::ids::{CityId, HexId, LeaderId, PowerId, Powers, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyStatus, Band, Fleet, FleetStatus, ForceId, Phase, State, add_band};
use crate::rules::relations;

/// What a seat knows.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    /// Whose.
    pub seat: SeatId,
    /// The world as the seat may take it to be, with forces of middling strength where it does not know them.
    pub st: State,
    /// Where these are.
    pub sightings: Vec<Sighting>,
    /// The forces in `st` that stand for them.
    pub stand_ins: Vec<ForceId>,
    /// Leaders whose place is not known, ascending.
    pub unseen: Vec<LeaderId>,
    /// Interceptions that will be fought in the land combat phase.
    pub caught: Vec<SeenCaught>,
    /// By list of [`Scenario::victory`] and condition on it: whether it is fulfilled, which is told to everybody.
    pub fulfilled: Vec<Vec<bool>>,
}

/// A place where a power has forces of unknown strength (ER-7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Where.
    pub hex: HexId,
    /// Whose.
    pub power: PowerId,
    /// Fleets, not land units.
    pub at_sea: bool,
    /// The port of the city there is besieged, which everybody sees.
    pub port_besieged: bool,
}

/// An interception yet to be fought: whose forces meet is seen, which they are is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenCaught {
    /// Where.
    pub hex: HexId,
    /// Whose army was stopped.
    pub power: PowerId,
    /// Who came upon it.
    pub by: Powers,
}

impl Knowledge {
    /// The question that is open; what another seat is asked is not known.
    pub fn ask(&self) -> Option<&Ask> {
        match self.st.stack.last() {
            Some(Frame::Ask(ask)) => Some(ask),
            _ => None,
        }
    }

    /// The question that is put to the seat itself.
    pub fn own_ask(&self) -> Option<&Ask> {
        self.ask().filter(|ask| ask.seat == self.seat)
    }

    /// The powers that the seat gives orders for.
    pub fn powers(&self, sc: &Scenario) -> Powers {
        relations::powers_of(sc, &self.st, self.seat)
    }

    /// They and their friends: what these have is known.
    pub fn side(&self, sc: &Scenario) -> Powers {
        relations::friends(sc, &self.st, self.powers(sc))
    }

    /// The phase under way; none while the campaign is over.
    pub fn phase(&self) -> Option<Phase> {
        self.st.stage.played().filter(|_| self.st.ending.is_none())
    }

    /// Armies whose strength is known: own, friendly, and those met (ER-7.2).
    pub fn armies(&self) -> impl Iterator<Item = &Army> {
        self.st.armies.iter().filter(|army| !self.stand_ins.contains(&ForceId::Army(army.id)))
    }

    /// Fleets whose strength is known: own, friendly, and those met (ER-7.2).
    pub fn fleets(&self) -> impl Iterator<Item = &Fleet> {
        self.st.fleets.iter().filter(|fleet| !self.stand_ins.contains(&ForceId::Fleet(fleet.id)))
    }

    /// The state without the forces of unknown strength.
    pub fn without_stand_ins(&self) -> State {
        let (armies, fleets) = (self.armies().cloned().collect(), self.fleets().cloned().collect());
        State { armies, fleets, ..self.st.clone() }
    }

    /// Puts forces of middling strength to where they are seen.
    pub(super) fn stand_in(&mut self, sc: &Scenario) {
        self.stand_ins = self.sightings.iter().map(|seen| stand_in(sc, &mut self.st, seen)).collect();
    }
}

/// Whether a side is told how the siege of a city stands: those within, without, and whose city it is.
pub fn concerned(sc: &Scenario, st: &State, side: Powers, city: CityId) -> bool {
    let there = || st.armies_at(sc.city(city).hex).any(|army| side.has(army.id.power));
    st.options.intelligence || side.has(st.city(city).controller) || there()
}

fn at_home(sc: &Scenario, st: &State, seen: &Sighting) -> bool {
    let city = sc.hex(seen.hex).city;
    city.is_some_and(|city| relations::friendly(sc, st, seen.power, st.city(city).controller))
}

fn besieged(sc: &Scenario, st: &State, seen: &Sighting) -> bool {
    sc.hex(seen.hex).city.is_some_and(|city| relations::besieged(st, city))
}

/// What an army of unknown strength is likely to be doing where it is. That a city is besieged is seen by everybody
/// (section 6).
pub fn army_status(sc: &Scenario, st: &State, seen: &Sighting) -> ArmyStatus {
    match () {
        () if at_home(sc, st, seen) => ArmyStatus::Garrison,
        () if besieged(sc, st, seen) => ArmyStatus::Besieging,
        () => ArmyStatus::Field,
    }
}

/// The same of a fleet.
pub fn fleet_status(sc: &Scenario, st: &State, seen: &Sighting) -> FleetStatus {
    match () {
        () if at_home(sc, st, seen) => FleetStatus::Anchored,
        () if seen.port_besieged && !besieged(sc, st, seen) => FleetStatus::Besieging,
        () => FleetStatus::AtSea,
    }
}

/// Puts a force to where one of unknown strength is seen: legions of the middle sort, or bare fleet units, to the strength of
/// ER-R45.
pub fn stand_in(sc: &Scenario, st: &mut State, seen: &Sighting) -> ForceId {
    let figures = &sc.constants.policy;
    if seen.at_sea {
        let id = st.new_fleet(seen.power, seen.hex, fleet_status(sc, st, seen));
        let ships = figures.assumed_fleet / u16::from(sc.constants.fleet_unit.naval_strength).max(1);
        if let Some(fleet) = st.fleet_mut(id) {
            fleet.ships.push((seen.power, ships.clamp(1, 255) as u8));
        }
        return ForceId::Fleet(id);
    }
    let id = st.new_army(seen.power, seen.hex, army_status(sc, st, seen));
    let kind = UnitKind::Legion2;
    let count = (figures.assumed_army / u16::from(sc.unit(kind).land).max(1)).clamp(1, 255) as u8;
    if let Some(army) = st.army_mut(id) {
        add_band(&mut army.bands, Band { kind, seasoned: true, spent: 0, count });
    }
    ForceId::Army(id)
}
