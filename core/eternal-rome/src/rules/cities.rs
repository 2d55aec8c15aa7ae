//! Who holds cities, and with them provinces (ER-4.1 to ER-4.5, ER-R35, ER-R36).

use crate::model::ids::{CityId, HexId, LeaderId, PowerId, Powers, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyStatus, FleetId, FleetStatus, LeaderPlace, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::leaders;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;

/// A city changes hands (ER-R36): siege and fortification begin anew, leaders inside are captured, enemy fleets put to
/// sea or, out of a blockaded port, are lost. Land units inside must be gone. What lies in its yards follows by itself.
pub fn take(eng: &mut Engine<'_>, account: &mut MoraleAccount, city: CityId, by: PowerId) {
    let hex = eng.sc.city(city).hex;
    let from = eng.st.city(city).controller;
    let to = heir(eng.sc, eng.st, city, by);
    let blockaded = eng.sc.city(city).port && relations::blockaded(eng.sc, eng.st, city);
    let inside: Vec<LeaderId> = garrison_leaders(eng.sc, eng.st, hex, by);
    for leader in inside {
        leaders::capture(eng, account, leader, by);
    }
    let fort = eng.sc.city(city).fortification;
    let now = eng.st.city_mut(city);
    (now.controller, now.fort, now.siege) = (to, fort, None);
    eng.tell(
        "ER-4.5",
        EventKind::CityTaken { city: eng.sc.city_name(city), from: eng.sc.power_name(from), to: eng.sc.power_name(to) },
    );
    expel_fleets(eng, account, hex, by, blockaded);
    end_stances(eng, hex, by);
    eng.st.sweep();
    reckon(eng, eng.sc.city(city).province);
}

/// Who gets a city: the taker, unless at the start it belonged to a friend of the taker (ER-R36).
fn heir(sc: &Scenario, st: &State, city: CityId, by: PowerId) -> PowerId {
    let first = sc.city(city).initial;
    let returns = first != by && relations::friendly(sc, st, by, first);
    if returns { first } else { by }
}

/// Leaders of enemies in the city: without land units of their own there.
fn garrison_leaders(sc: &Scenario, st: &State, hex: HexId, by: PowerId) -> Vec<LeaderId> {
    let inside = |army: &&crate::model::state::Army| {
        army.status == ArmyStatus::Garrison && !relations::friendly(sc, st, by, army.id.power)
    };
    let armies: Vec<_> = st.armies_at(hex).filter(inside).map(|army| army.id).collect();
    armies.iter().flat_map(|&id| st.leaders_of(id)).map(|(id, _)| id).collect()
}

/// Enemy fleets anchored in the port put to sea; if it was blockaded they are lost (ER-R36).
fn expel_fleets(eng: &mut Engine<'_>, account: &mut MoraleAccount, hex: HexId, by: PowerId, blockaded: bool) {
    let hostile = |fleet: &&crate::model::state::Fleet| {
        fleet.status == FleetStatus::Anchored && !relations::friendly(eng.sc, eng.st, by, fleet.id.power)
    };
    let fleets: Vec<FleetId> = eng.st.fleets_at(hex).filter(hostile).map(|fleet| fleet.id).collect();
    for id in fleets {
        if !blockaded {
            if let Some(fleet) = eng.st.fleet_mut(id) {
                fleet.status = FleetStatus::AtSea;
            }
            continue;
        }
        tell_lost(eng, id, hex, by);
        lose_fleet(eng, account, id, Some(by));
    }
}

/// Tells a fleet's owners and its captor what is lost with its port.
fn tell_lost(eng: &mut Engine<'_>, id: FleetId, hex: HexId, by: PowerId) {
    let (Some(fleet), Some(city)) = (eng.st.fleet(id), eng.sc.hex(hex).city) else { return };
    let owners = fleet.ships.iter().map(|&(power, _)| power).chain(fleet.cargo.power);
    let told: Powers = owners.chain([by]).collect();
    let what = EventKind::FleetLost {
        power: eng.sc.power_name(id.power),
        city: eng.sc.city_name(city),
        ships: fleet.size().min(255) as u8,
        units: crate::model::units::units(&fleet.cargo.bands),
    };
    eng.emit(eng.seats_of(told), "ER-R36", what);
}

/// A whole fleet is lost with all aboard: to `by`, or to the sea (ER-11.20, ER-R24, ER-R26).
pub fn lose_fleet(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: FleetId, by: Option<PowerId>) {
    let Some(fleet) = eng.st.fleet(id).cloned() else { return };
    for &(power, count) in &fleet.ships {
        morale::ships_lost(eng, account, power, count, by);
    }
    for band in &fleet.cargo.bands {
        let power = fleet.cargo.power.unwrap_or(id.power);
        morale::units_lost(eng, account, power, band.kind, band.count, by);
    }
    let aboard: Vec<LeaderId> = eng.st.leaders_in(LeaderPlace::Fleet(id)).map(|(leader, _)| leader).collect();
    for leader in aboard {
        match by {
            Some(by) => leaders::capture(eng, account, leader, by),
            None => leaders::drown(eng, account, leader),
        }
    }
    if let Some(fleet) = eng.st.fleet_mut(id) {
        fleet.ships.clear();
    }
    eng.st.sweep();
}

/// Besiegers of a city that is now their own side's are in the field, and its fleets no longer besiege the port.
fn end_stances(eng: &mut Engine<'_>, hex: HexId, by: PowerId) {
    let side = relations::friends(eng.sc, eng.st, crate::model::ids::Powers::one(by));
    for army in eng.st.armies.iter_mut().filter(|army| army.hex == hex && side.has(army.id.power)) {
        if army.status == ArmyStatus::Besieging {
            army.status = ArmyStatus::Field;
        }
    }
    for fleet in eng.st.fleets.iter_mut().filter(|fleet| fleet.hex == hex && side.has(fleet.id.power)) {
        if fleet.status == FleetStatus::Besieging {
            fleet.status = FleetStatus::AtSea;
        }
    }
}

/// Reckons anew who controls a province after one of its cities has changed hands (ER-4.2 to ER-4.4).
pub fn reckon(eng: &mut Engine<'_>, province: ProvinceId) {
    let before = eng.st.province(province).controller;
    let after = controller(eng.sc, eng.st, province);
    if before == after {
        return;
    }
    eng.st.province_mut(province).controller = after;
    let party = |power: Option<PowerId>| power.map(|power| eng.sc.power_name(power));
    let (province, from, to) = (eng.sc.province_name(province), party(before), party(after));
    eng.tell("ER-4.2", EventKind::ProvinceChanged { province, from, to });
}

/// Who controls a province by its cities. One without a capital keeps its controller (ER-R34).
pub fn controller(sc: &Scenario, st: &State, province: ProvinceId) -> Option<PowerId> {
    let (info, before) = (sc.province(province), st.province(province).controller);
    let Some(capital) = info.capital else { return before };
    let holder = st.city(capital).controller;
    if before == Some(holder) {
        return before;
    }
    let others = info.cities.iter().filter(|&&city| city != capital);
    let held = others.clone().filter(|&&city| st.city(city).controller == holder).count();
    (2 * held >= others.count()).then_some(holder)
}
