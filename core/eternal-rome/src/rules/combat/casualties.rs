//! Casualties on land (ER-17.14, ER-17.15, ER-R15), and leaders without units (ER-R26).

use crate::model::ids::{CityId, HexId, LeaderId, PowerId, UnitKind};
use crate::model::state::{ArmyId, FleetId, FleetStatus, ForceId, take_bands, total};
use crate::model::units::Units;
use crate::rules::engine::Engine;
use crate::rules::leaders;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;
use crate::rules::strength;

/// One unit in a combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unit {
    /// In which army, or aboard which fleet in the port.
    pub force: ForceId,
    /// Whose.
    pub power: PowerId,
    /// Type.
    pub kind: UnitKind,
    /// Seasoned or new.
    pub seasoned: bool,
}

/// What a side has lost, by type and seasoning.
pub type Loss = Vec<Units>;

/// The fleets anchored in the port of a city on the side of its defenders; the units aboard defend it (ER-R18).
pub fn in_port(eng: &Engine<'_>, city: CityId) -> Vec<FleetId> {
    let (sc, st) = (eng.sc, &*eng.st);
    let holder = st.city(city).controller;
    let inside = st
        .fleets_at(sc.city(city).hex)
        .filter(|fleet| fleet.status == FleetStatus::Anchored && relations::friendly(sc, st, holder, fleet.id.power));
    inside.map(|fleet| fleet.id).collect()
}

/// The units of these armies, and of those aboard in the port of a city that is defended.
pub fn units(eng: &Engine<'_>, armies: &[ArmyId], city: Option<CityId>) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut add = |force, power, bands: &[crate::model::state::Band]| {
        for band in bands {
            let unit = Unit { force, power, kind: band.kind, seasoned: band.seasoned };
            units.extend(std::iter::repeat_n(unit, usize::from(band.count)));
        }
    };
    for army in armies.iter().filter_map(|&id| eng.st.army(id)) {
        add(ForceId::Army(army.id), army.id.power, &army.bands);
    }
    for id in city.map_or(Vec::new(), |city| in_port(eng, city)) {
        if let Some(fleet) = eng.st.fleet(id) {
            add(ForceId::Fleet(id), fleet.cargo.power.unwrap_or(id.power), &fleet.cargo.bands);
        }
    }
    units
}

/// Land strength of units in quarters.
pub fn strength(eng: &Engine<'_>, units: &[Unit]) -> u32 {
    units.iter().map(|unit| strength::unit_land4(eng.sc, eng.st, unit.kind, unit.seasoned)).sum()
}

/// Which units a side loses at so many per cent: shuffled and gone through once, each is lost that is no more than
/// twice what is left of the points (ER-R15). Strengths in quarters, points in hundredths of a quarter.
pub fn fall(eng: &mut Engine<'_>, percent: u8, mut units: Vec<Unit>, hex: HexId) -> Vec<Unit> {
    let mut points = i64::from(percent) * i64::from(strength(eng, &units));
    // Where all are alike there is nothing to shuffle.
    if units.iter().any(|unit| *unit != units[0]) {
        eng.shuffle("casualties", hex, &mut units, "ER-R15");
    }
    let mut fallen = Vec::new();
    for unit in units {
        let each = 100 * i64::from(strength(eng, &[unit]));
        if 2 * points >= each {
            points -= each;
            fallen.push(unit);
        }
    }
    fallen.sort_unstable();
    fallen
}

/// Takes a unit off the map, and off and onto the morale (ER-13.1, ER-13.2).
pub fn remove(eng: &mut Engine<'_>, account: &mut MoraleAccount, unit: Unit, by: Option<PowerId>, loss: &mut Loss) {
    match unit.force {
        ForceId::Army(id) => {
            if let Some(army) = eng.st.army_mut(id) {
                take_bands(&mut army.bands, unit.kind, unit.seasoned, 1);
            }
        }
        ForceId::Fleet(id) => {
            if let Some(fleet) = eng.st.fleet_mut(id) {
                take_bands(&mut fleet.cargo.bands, unit.kind, unit.seasoned, 1);
                if fleet.cargo.bands.is_empty() {
                    fleet.cargo.power = None;
                }
            }
        }
    }
    morale::units_lost(eng, account, unit.power, unit.kind, 1, by);
    match loss.iter_mut().find(|units| (units.kind, units.seasoned) == (unit.kind, unit.seasoned)) {
        Some(units) => units.count = units.count.saturating_add(1),
        None => loss.push(Units { kind: unit.kind, count: 1, seasoned: unit.seasoned }),
    }
}

/// The leaders of those of these armies that have no units are captured (ER-17.15, ER-R26).
pub fn capture_leaders(eng: &mut Engine<'_>, account: &mut MoraleAccount, armies: &[ArmyId], by: Option<PowerId>) {
    let bare = |id: &&ArmyId| eng.st.army(**id).is_some_and(|army| total(&army.bands) == 0);
    let armies: Vec<ArmyId> = armies.iter().filter(bare).copied().collect();
    let captured: Vec<LeaderId> = armies.iter().flat_map(|&id| eng.st.leaders_of(id)).map(|(id, _)| id).collect();
    for leader in captured {
        if let Some(by) = by {
            leaders::capture(eng, account, leader, by);
        }
    }
    eng.st.sweep();
}
