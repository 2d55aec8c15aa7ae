//! Interception of armies (ER-15.7 to ER-15.11, ER-R44).

use std::cmp::Reverse;

use kernel::{SeatId, map::Mode};

use crate::model::costs::Terms;
use crate::model::ids::{HexId, LeaderId};
use crate::model::routes;
use crate::model::scenario::{LandTerrain, Scenario};
use crate::model::state::{Army, ArmyId, ArmyStatus, ForceId, State, total};
use crate::rules::relations;
use crate::rules::strength;

/// How far an army can intercept, in movement points; `None` without a leader (ER-15.8, ER-15.9).
pub fn range(sc: &Scenario, st: &State, army: &Army) -> Option<u16> {
    strength::land_quality(sc, st, army).map(|quality| led_range(army, quality))
}

fn led_range(army: &Army, quality: u8) -> u16 {
    6 + u16::from(quality + strength::on_horse(army))
}

/// Whether a moving army is out of reach where it is: in a desert, or in a hex with a friendly unbesieged city, which it
/// is taken to have entered (ER-15.7, ER-R44).
pub fn sheltered(sc: &Scenario, st: &State, army: &Army) -> bool {
    let desert = sc.hex(army.hex).land == Some(LandTerrain::Desert);
    let city = relations::friendly_city(sc, st, army.id.power, army.hex);
    desert || city.is_some_and(|city| !relations::besieged(st, city))
}

/// The armies of a seat that may try to intercept, with their distances in movement points.
pub fn candidates(sc: &Scenario, st: &State, mover: ArmyId, seat: SeatId) -> Vec<(ForceId, u16)> {
    let Some(moving) = st.army(mover).filter(|army| !sheltered(sc, st, army)) else { return Vec::new() };
    let own = relations::powers_of(sc, st, seat);
    // In the order of what a look costs: most armies have no leader, or are too far away.
    let leads = |id: LeaderId| Some((st.leader(id).place.army()?, Reverse(sc.leader(id).land)));
    let mut led: Vec<(ArmyId, Reverse<u8>)> = sc.leader_ids().filter_map(leads).collect();
    led.retain(|(army, _)| own.has(army.power));
    // The best leader of each army.
    led.sort_unstable();
    led.dedup_by_key(|(army, _)| *army);
    let willing = |army: &&Army| {
        relations::may_fight(sc, st, army.id.power, mover.power) && total(&army.bands) > 0 && !shut_in(sc, st, army)
    };
    let distance = |(army, Reverse(quality)): (ArmyId, Reverse<u8>)| {
        let army = st.army(army).filter(|army| !army.intercepted && !army.stopped)?;
        let range = led_range(army, quality);
        let near = routes::within_reach(sc, army.hex, moving.hex, range, Mode::Land);
        let able = Some(army).filter(|_| near).filter(willing)?;
        Some((ForceId::Army(army.id), distance(sc, st, able, moving.hex, range)?))
    };
    led.into_iter().filter_map(distance).collect()
}

/// A garrison of a besieged city.
fn shut_in(sc: &Scenario, st: &State, army: &Army) -> bool {
    army.status == ArmyStatus::Garrison && sc.hex(army.hex).city.is_some_and(|city| relations::besieged(st, city))
}

/// Movement points from an army to a hex, by the ways that are open to it.
fn distance(sc: &Scenario, st: &State, army: &Army, to: HexId, limit: u16) -> Option<u16> {
    let barred = |hex: HexId| {
        let province = sc.hex(hex).province;
        province.is_some_and(|province| !relations::may_enter(sc, st, army.id.power, province, false))
    };
    let terms = Terms { mode: Mode::Land, winter: st.winter, barred: &barred, no_straits: false };
    routes::distance(sc, army.hex, to, limit, &terms)
}
