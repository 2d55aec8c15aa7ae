//! A fleet goes somewhere: the cheapest way, the way home.

use kernel::map::Mode;

use super::draft::Draft;
use super::evaluation::Evaluation;
use crate::model::costs::{self, Terms};
use crate::model::distances::Voyages;
use crate::model::ids::HexId;
use crate::model::names;
use crate::model::routes;
use crate::model::state::{FleetId, total};
use crate::orders::{AnchorFleet, FollowTrack, LaySiegePort, MoveFleet, Order};
use crate::rules::naval::port;
use crate::rules::relations;
use crate::rules::strength;

/// Costs by sea from a hex within `limit`.
pub fn voyages<'a>(draft: &Draft<'a>, from: HexId, limit: u16) -> Voyages<'a> {
    Voyages::from(draft.sc, from, limit, draft.st.winter)
}

/// Whether the ships of a fleet sink unless they are in port at the end of this month (ER-11.20). A port that they put into
/// this month counts only if they stay.
pub fn must_be_in_port(draft: &Draft<'_>, id: FleetId) -> bool {
    draft.st.fleet(id).is_some_and(|fleet| fleet.months_out + 1 >= draft.sc.constants.months_out_limit)
}

/// To the nearest friendly port, where troops wait if possible, and into it.
pub fn home(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId) {
    let (sc, st) = (draft.sc, &draft.st);
    let Some(fleet) = st.fleet(id) else { return };
    let left = strength::sailing_left(sc, fleet);
    let price = |hex: HexId, cost: u16| {
        let troops: u32 =
            st.armies_at(hex).filter(|army| evaluation.own.has(army.id.power)).map(|army| total(&army.bands)).sum();
        let besieged = sc.hex(hex).city.is_some_and(|city| relations::port_besieged(sc, st, city));
        i64::from(cost) - i64::from(troops.min(8)) + if besieged { 40 } else { 0 }
    };
    let ports = voyages(draft, fleet.hex, left.max(1)).all();
    let open = ports.filter(|&(hex, cost)| cost <= left && port::open_port(sc, st, id.power, hex).is_some());
    let best = open.min_by_key(|&(hex, cost)| (price(hex, cost), hex)).map(|(hex, _)| hex);
    let Some(hex) = best else {
        return toward(draft, id);
    };
    if go(draft, id, hex) {
        draft.give(Order::AnchorFleet(AnchorFleet { power: draft.code(id.power), fleet: names::fleet(draft.sc, id) }));
    }
}

/// Too far from every port for one month: as near as may be; a siege of a port keeps the ships from ruin (ER-11.21).
fn toward(draft: &mut Draft<'_>, id: FleetId) {
    let order = Order::LaySiegePort(LaySiegePort { power: draft.code(id.power), fleet: names::fleet(draft.sc, id) });
    if draft.give(order) {
        return;
    }
    let (sc, st) = (draft.sc, &draft.st);
    let Some(fleet) = st.fleet(id) else { return };
    let left = strength::sailing_left(sc, fleet);
    let far = voyages(draft, fleet.hex, 90).all();
    let open = far.filter(|&(hex, _)| port::open_port(sc, st, id.power, hex).is_some());
    let Some((to, _)) = open.min_by_key(|&(hex, cost)| (cost, hex)) else { return };
    let terms = Terms { mode: Mode::Sea, winter: st.winter, barred: &|_| false, no_straits: false };
    let Some(route) = routes::shortest(sc, fleet.hex, to, &terms) else { return };
    let (mut spent, mut path) = (0, Vec::new());
    for step in route.hexes.windows(2) {
        spent += costs::sea(sc, step[0], step[1], st.winter).unwrap_or(u16::MAX / 2);
        if spent > left {
            break;
        }
        path.push(step[1].to_string());
    }
    if !path.is_empty() {
        draft.give(Order::MoveFleet(MoveFleet { power: draft.code(id.power), fleet: names::fleet(sc, id), path }));
    }
}

/// Sails the cheapest way; true when the fleet is there, and nothing is uncertain.
pub fn go(draft: &mut Draft<'_>, id: FleetId, to: HexId) -> bool {
    if draft.st.fleet(id).is_some_and(|fleet| fleet.hex == to) {
        return !draft.over;
    }
    let order = Order::FollowTrack(FollowTrack {
        power: draft.code(id.power),
        force: names::fleet(draft.sc, id),
        to: vec![to.to_string()],
        invade: false,
    });
    draft.give(order) && !draft.over && draft.st.fleet(id).is_some_and(|fleet| fleet.hex == to)
}
