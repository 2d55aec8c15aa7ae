//! Interception of fleets (ER-15.2 to ER-15.6, ER-R43).

use kernel::{SeatId, map::Mode};

use crate::model::costs::Terms;
use crate::model::distances::Voyages;
use crate::model::ids::HexId;
use crate::model::routes;
use crate::model::scenario::{Scenario, SeaTerrain};
use crate::model::state::{Fleet, FleetId, FleetStatus, ForceId, State};
use crate::rules::relations;

/// How far a fleet can intercept, in movement points (ER-15.3).
const RANGE: u16 = 6;

/// The fleets of a seat that may try to intercept, with their distances in movement points.
pub fn candidates(sc: &Scenario, st: &State, mover: FleetId, seat: SeatId) -> Vec<(ForceId, u16)> {
    let shallow = |fleet: &&Fleet| sc.hex(fleet.hex).sea == Some(SeaTerrain::Coast);
    let Some(moving) = st.fleet(mover).filter(shallow).filter(|fleet| !fleet.fought) else { return Vec::new() };
    let own = relations::powers_of(sc, st, seat);
    let able = |fleet: &&Fleet| {
        // In the order of what a look costs: most fleets are too far away.
        own.has(fleet.id.power)
            && fleet.status == FleetStatus::Anchored
            && !fleet.fought
            && routes::within_reach(sc, fleet.hex, moving.hex, RANGE, Mode::Sea)
            && relations::may_fight(sc, st, fleet.id.power, mover.power)
            && in_free_port(sc, st, fleet)
    };
    let distance = |fleet: &Fleet| {
        let power = fleet.id.power;
        // A neutral keeps to its own waters and its enemies' (ER-R31).
        let barred = |hex: HexId| {
            sc.hex(hex).province.is_some_and(|province| !relations::may_enter(sc, st, power, province, false))
        };
        let away = if relations::is_neutral(st, power) {
            let terms = Terms { mode: Mode::Sea, winter: st.winter, barred: &barred, no_straits: false };
            routes::distance(sc, fleet.hex, moving.hex, RANGE, &terms)?
        } else {
            Voyages::from(sc, fleet.hex, RANGE, st.winter).to(moving.hex)?
        };
        Some((ForceId::Fleet(fleet.id), away))
    };
    st.fleets.iter().filter(able).filter_map(distance).collect()
}

/// In a friendly port that nobody besieges (ER-15.3).
fn in_free_port(sc: &Scenario, st: &State, fleet: &Fleet) -> bool {
    let city = relations::friendly_city(sc, st, fleet.id.power, fleet.hex);
    city.is_some_and(|city| sc.city(city).port && !relations::port_besieged(sc, st, city))
}
