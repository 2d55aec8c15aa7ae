//! The naval phase: who lands where, the way back to port, battles that offer themselves.

use kernel::Choice;
use kernel::map::Mode;

use super::aims::Claims;
use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use super::landing::{self, Landing};
use crate::model::costs::Terms;
use crate::model::distances::Voyages;
use crate::model::ids::{HexId, PowerId};
use crate::model::names;
use crate::model::routes;
use crate::model::state::{Fleet, FleetId, FleetStatus, total};
use crate::orders::Order;
use crate::orders::{AnchorFleet, AttackFleet, ConcentrateFleets, FollowTrack, LaySiegePort, MoveFleet};
use crate::rules::naval::port;
use crate::rules::relations;
use crate::rules::strength;

/// Moves all fleets.
pub fn sail(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    gather(draft, evaluation);
    let mut fleets: Vec<(u32, FleetId)> = draft
        .st
        .fleets
        .iter()
        .filter(|fleet| evaluation.own.has(fleet.id.power) && draft.st.power(fleet.id.power).active)
        .map(|fleet| (fleet.size(), fleet.id))
        .collect();
    fleets.sort_unstable_by_key(|&(size, id)| (std::cmp::Reverse(size), id));
    let mut claims = super::march::standing(draft, evaluation);
    for (_, id) in fleets {
        if draft.over {
            return;
        }
        strike(draft, evaluation, id);
        fleet(draft, evaluation, id, &mut claims);
    }
}

/// Fleets of one flag that lie together become one.
fn gather(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    let mut seen: Vec<(PowerId, HexId, FleetStatus)> = Vec::new();
    let mut joined: Vec<(PowerId, HexId)> = Vec::new();
    for fleet in draft.st.fleets.iter().filter(|fleet| evaluation.own.has(fleet.id.power) && fleet.used == 0) {
        let key = (fleet.id.power, fleet.hex, fleet.status);
        if seen.contains(&key) && !joined.contains(&(key.0, key.1)) {
            joined.push((key.0, key.1));
        }
        seen.push(key);
    }
    for (power, hex) in joined {
        draft.give(Order::ConcentrateFleets(ConcentrateFleets { power: draft.code(power), hex: hex.to_string() }));
    }
}

/// Attacks enemy ships in the same waters.
fn strike(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId) {
    let Some(fleet) = draft.st.fleet(id).filter(|fleet| !fleet.fought) else { return };
    let hex = fleet.hex;
    let open = |other: &&Fleet| {
        other.status != FleetStatus::Anchored && !other.fought && evaluation::foe(draft, other.id.power)
    };
    let foes: Vec<&Fleet> = draft.st.fleets_at(hex).filter(open).collect();
    let Some(target) = foes.first().map(|other| other.id.power) else { return };
    let own: Vec<&Fleet> =
        draft.st.fleets_at(hex).filter(|other| evaluation.own.has(other.id.power) && !other.fought).collect();
    let sum = |list: &[&Fleet]| list.iter().map(|fleet| evaluation::fleet_seems(draft, fleet)).sum::<u32>();
    let (attack, defence) = (sum(&own), sum(&foes));
    let fleets: Vec<String> = own.iter().map(|fleet| names::fleet(draft.sc, fleet.id)).collect();
    let eager = attack * 100 >= defence * draft.posture.odds();
    let sc = draft.sc;
    let attacks = draft.decide("sea battle", eager, || {
        let words = format!("attack at {} against {}", strength::show(attack), strength::show(defence));
        (names::place(sc, hex), Choice::new(words, 600), Choice::new("keep away", 400).quiet())
    });
    if attacks {
        let order = Order::AttackFleet(AttackFleet { power: draft.code(id.power), fleets, target: draft.code(target) });
        draft.give(order);
    }
}

fn fleet(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId, claims: &mut Claims) {
    let Some(fleet) = draft.st.fleet(id).filter(|fleet| !fleet.stopped && !draft.over) else { return };
    if fleet.cargo.power.is_some() || draft.st.leaders_aboard(id).next().is_some() && total(&fleet.cargo.bands) > 0 {
        return landing::laden(draft, evaluation, id, claims);
    }
    let list = landing::landings(draft, evaluation, id, claims);
    if let Some(chosen) = choose(draft, id, &list) {
        claims.push((chosen.aim.hex, chosen.aim.need, None));
        return landing::carry(draft, evaluation, id, &chosen);
    }
    let Some(fleet) = draft.st.fleet(id) else { return };
    if fleet.status != FleetStatus::Anchored {
        home(draft, evaluation, id);
    }
}

fn choose(draft: &mut Draft<'_>, id: FleetId, list: &[Landing]) -> Option<Landing> {
    list.first()?;
    let sc = draft.sc;
    let words = |one: &Landing| format!("land from {}: {}", names::place(sc, one.pickup), one.aim.purpose.words(sc));
    let answer = draft.choose("fleet", || {
        let shown = list.iter().take(4).map(|one| Choice::new(words(one), 300));
        (names::fleet(sc, id), shown.chain([Choice::new("stay in port", 200).quiet()]).collect())
    });
    list.get(answer).filter(|_| answer < 4).copied()
}

/// Costs by sea from a hex within `limit`.
pub fn voyages<'a>(draft: &Draft<'a>, from: HexId, limit: u16) -> Voyages<'a> {
    Voyages::from(draft.sc, from, limit, draft.st.winter)
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
        spent += crate::model::costs::sea(sc, step[0], step[1], st.winter).unwrap_or(u16::MAX / 2);
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
