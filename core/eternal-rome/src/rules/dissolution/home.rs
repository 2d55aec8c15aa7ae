//! The forces of a power that has become an inactive minor go home (ER-14.2, ER-R28 c).

use crate::model::ids::{HexId, LeaderId, PowerId};
use crate::model::map;
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, ArmyStatus, FleetId, FleetStatus, LeaderPlace, State, add_band};
use crate::rules::engine::Engine;
use crate::rules::naval::port;

/// Armies outside the power's provinces go to its nearest city, or without a city to the nearest hex of its provinces;
/// without either they are no more. Fleets that do not lie in a port of its own go to the nearest one; without a port
/// their ships are no more, and whoever is aboard goes ashore at home (reading R28/a).
pub fn bring(eng: &mut Engine<'_>, power: PowerId) {
    let fleets: Vec<FleetId> = eng.st.fleets.iter().map(|fleet| fleet.id).filter(|id| id.power == power).collect();
    for id in fleets {
        bring_fleet(eng, id);
    }
    let armies: Vec<ArmyId> = eng.st.armies.iter().map(|army| army.id).filter(|id| id.power == power).collect();
    for id in armies {
        bring_army(eng, id);
    }
    eng.st.sweep();
}

fn bring_army(eng: &mut Engine<'_>, id: ArmyId) {
    let Some(from) = eng.st.army(id).map(|army| army.hex) else { return };
    let province = eng.sc.hex(from).province;
    let at_home = province.is_some_and(|province| eng.st.province(province).controller == Some(id.power));
    if at_home {
        return;
    }
    let Some((hex, status)) = refuge(eng.sc, eng.st, id.power, from) else {
        return disband(eng.st, id);
    };
    if let Some(army) = eng.st.army_mut(id) {
        (army.hex, army.status, army.came_from, army.stopped) = (hex, status, None, true);
    }
}

/// Where the land forces of a power go from a hex: its nearest city, or the nearest hex of its provinces; ties: the
/// lower hex.
fn refuge(sc: &Scenario, st: &State, power: PowerId, from: HexId) -> Option<(HexId, ArmyStatus)> {
    let nearest = |hex: &HexId| (map::distance(from, *hex), *hex);
    let cities = sc.city_ids().filter(|&city| st.city(city).controller == power).map(|city| sc.city(city).hex);
    if let Some(hex) = cities.min_by_key(nearest) {
        return Some((hex, ArmyStatus::Garrison));
    }
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(power));
    let land = own.flat_map(|id| sc.province(id).hexes.iter().copied()).filter(|&hex| sc.hex(hex).land.is_some());
    land.min_by_key(nearest).map(|hex| (hex, ArmyStatus::Field))
}

/// An army without a home is no more; its leaders leave play.
fn disband(st: &mut State, id: ArmyId) {
    let leaders: Vec<LeaderId> = st.leaders_of(id).map(|(leader, _)| leader).collect();
    for leader in leaders {
        st.leader_mut(leader).place = LeaderPlace::Gone;
    }
    if let Some(army) = st.army_mut(id) {
        army.bands.clear();
    }
}

fn bring_fleet(eng: &mut Engine<'_>, id: FleetId) {
    let (sc, st) = (eng.sc, &*eng.st);
    let Some(fleet) = st.fleet(id) else { return };
    let from = fleet.hex;
    let own = |hex: HexId| sc.hex(hex).city.is_some_and(|city| st.city(city).controller == id.power);
    if fleet.status == FleetStatus::Anchored && own(from) {
        return;
    }
    let ports = sc.city_ids().filter(|&city| sc.city(city).port && st.city(city).controller == id.power);
    let haven = ports.map(|city| sc.city(city).hex).min_by_key(|&hex| (map::distance(from, hex), hex));
    let before = port::under_siege(st, from);
    match haven {
        Some(hex) => {
            if let Some(fleet) = eng.st.fleet_mut(id) {
                (fleet.hex, fleet.status, fleet.stopped) = (hex, FleetStatus::Anchored, true);
            }
        }
        None => break_up(eng, id),
    }
    port::siege_over(eng, from, before);
}

/// The ships are no more; the army aboard and the leaders are where the power's land forces go.
fn break_up(eng: &mut Engine<'_>, id: FleetId) {
    let Some(fleet) = eng.st.fleet(id).cloned() else { return };
    let leaders: Vec<LeaderId> = eng.st.leaders_aboard(id).map(|(leader, _)| leader).collect();
    let refuge = refuge(eng.sc, eng.st, id.power, fleet.hex);
    let ashore = refuge.map(|(hex, status)| eng.st.new_army(id.power, hex, status));
    for leader in leaders {
        eng.st.leader_mut(leader).place = ashore.map_or(LeaderPlace::Gone, LeaderPlace::Army);
    }
    if let Some(army) = ashore.and_then(|id| eng.st.army_mut(id)) {
        fleet.cargo.bands.iter().for_each(|&band| add_band(&mut army.bands, band));
    }
    if let Some(fleet) = eng.st.fleet_mut(id) {
        fleet.ships.clear();
        fleet.cargo = Default::default();
    }
    eng.st.sweep();
}
