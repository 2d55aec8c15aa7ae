//! Anchoring, and sieges of ports (ER-11.6, ER-11.7, ER-11.19, ER-R10, ER-R37).

use crate::model::ids::{CityId, HexId, PowerId, Powers};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Fleet, FleetId, FleetStatus, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations::{self, Relation};

/// The friendly port of a hex (ER-10.4, ER-11.6).
pub fn friendly_port(sc: &Scenario, st: &State, power: PowerId, hex: HexId) -> Option<CityId> {
    relations::friendly_city(sc, st, power, hex).filter(|&city| sc.city(city).port)
}

/// The friendly port of a hex that nobody blockades: what costs 2 points instead of 6 (ER-11.11).
pub fn open_port(sc: &Scenario, st: &State, power: PowerId, hex: HexId) -> Option<CityId> {
    friendly_port(sc, st, power, hex).filter(|&city| !relations::blockaded(sc, st, city))
}

/// A fleet goes into the port of its hex.
pub fn drop_anchor(eng: &mut Engine<'_>, id: FleetId, city: CityId, rule: &'static str) {
    put_to_sea(eng, id);
    let Some(fleet) = eng.st.fleet_mut(id) else { return };
    fleet.status = FleetStatus::Anchored;
    let (power, fleet, city) = (eng.sc.power_name(id.power), names::fleet(eng.sc, id), eng.sc.city_name(city));
    eng.emit(eng.seats_of(Powers::one(id.power)), rule, EventKind::FleetAnchored { power, fleet, city });
}

/// Whether a power may act against another at sea or before its ports: its enemies, and inactive neutrals, for whom
/// the order itself is the invasion (ER-R30).
pub fn may_attack(sc: &Scenario, st: &State, power: PowerId, foe: PowerId) -> bool {
    let aloof = relations::between(sc, st, power, foe) == Relation::Aloof;
    relations::may_fight(sc, st, power, foe) || aloof && st.power(power).active && !relations::is_neutral(st, power)
}

/// Whether a minor sleeps that an enemy's deed wakes (ER-5.9).
pub fn sleeps(sc: &Scenario, st: &State, power: PowerId, minor: PowerId) -> bool {
    let enemy = matches!(relations::between(sc, st, power, minor), Relation::Hostile | Relation::Aloof);
    enemy && !st.power(minor).active
}

/// Whether a fleet besieges the port of a hex.
pub fn under_siege(st: &State, hex: HexId) -> bool {
    st.fleets_at(hex).any(|fleet| fleet.status == FleetStatus::Besieging)
}

/// A fleet leaves its port, or gives up its siege: it is at sea where it is (ER-R10, ER-R37).
pub fn put_to_sea(eng: &mut Engine<'_>, id: FleetId) {
    let Some(hex) = eng.st.fleet(id).map(|fleet| fleet.hex) else { return };
    let before = under_siege(eng.st, hex);
    if let Some(fleet) = eng.st.fleet_mut(id) {
        fleet.status = FleetStatus::AtSea;
    }
    siege_over(eng, hex, before);
}

/// Tells that the siege of a port by sea has ended, when there was one `before` and there is none now. To be called
/// wherever besieging fleets leave or are lost.
pub fn siege_over(eng: &mut Engine<'_>, hex: HexId, before: bool) {
    let city = eng.sc.hex(hex).city.filter(|_| before && !under_siege(eng.st, hex));
    if let Some(city) = city {
        let city = eng.sc.city_name(city);
        eng.tell("ER-R37", EventKind::SiegeEnded { city, at_sea: true });
    }
}

/// Fleets in ports that are no longer friendly, and those before ports that are hostile no longer, put to sea.
pub fn reconsider(eng: &mut Engine<'_>) {
    let (sc, st) = (eng.sc, &*eng.st);
    let out_of_place = |fleet: &&Fleet| {
        let Some(city) = sc.hex(fleet.hex).city else { return false };
        let holder = st.city(city).controller;
        match fleet.status {
            FleetStatus::AtSea => false,
            FleetStatus::Anchored => !relations::friendly(sc, st, fleet.id.power, holder),
            FleetStatus::Besieging => !relations::hostile(sc, st, fleet.id.power, holder),
        }
    };
    let ids: Vec<FleetId> = st.fleets.iter().filter(out_of_place).map(|fleet| fleet.id).collect();
    for id in ids {
        put_to_sea(eng, id);
    }
}
