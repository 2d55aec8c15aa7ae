//! The naval phase: who lands where, the way back to port, battles that offer themselves.

use kernel::Choice;
use kernel::map::Mode;

use super::aims::Claims;
use super::landing::{self, Landing};
use super::sketch::Sketch;
use super::worth::{self, Worth};
use crate::costs::Terms;
use crate::distances::Voyages;
use crate::ids::{HexId, PowerId};
use crate::names;
use crate::orders::Order;
use crate::phases::naval::port;
use crate::relations;
use crate::routes;
use crate::state::{Fleet, FleetId, FleetStatus, total};
use crate::strength;

/// Moves all fleets.
pub fn sail(sketch: &mut Sketch<'_>, worth: &Worth) {
    gather(sketch, worth);
    let mut fleets: Vec<(u32, FleetId)> = sketch
        .st
        .fleets
        .iter()
        .filter(|fleet| worth.own.has(fleet.id.power) && sketch.st.power(fleet.id.power).active)
        .map(|fleet| (fleet.size(), fleet.id))
        .collect();
    fleets.sort_unstable_by_key(|&(size, id)| (std::cmp::Reverse(size), id));
    let mut claims = super::march::standing(sketch, worth);
    for (_, id) in fleets {
        if sketch.over {
            return;
        }
        strike(sketch, worth, id);
        fleet(sketch, worth, id, &mut claims);
    }
}

/// Fleets of one flag that lie together become one.
fn gather(sketch: &mut Sketch<'_>, worth: &Worth) {
    let mut seen: Vec<(PowerId, HexId, FleetStatus)> = Vec::new();
    let mut joined: Vec<(PowerId, HexId)> = Vec::new();
    for fleet in sketch.st.fleets.iter().filter(|fleet| worth.own.has(fleet.id.power) && fleet.used == 0) {
        let key = (fleet.id.power, fleet.hex, fleet.status);
        if seen.contains(&key) && !joined.contains(&(key.0, key.1)) {
            joined.push((key.0, key.1));
        }
        seen.push(key);
    }
    for (power, hex) in joined {
        sketch.give(Order::ConcentrateFleets { power: sketch.code(power), hex: hex.to_string() });
    }
}

/// Attacks enemy ships in the same waters.
fn strike(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId) {
    let Some(fleet) = sketch.st.fleet(id).filter(|fleet| !fleet.fought) else { return };
    let hex = fleet.hex;
    let open =
        |other: &&Fleet| other.status != FleetStatus::Anchored && !other.fought && worth::foe(sketch, other.id.power);
    let foes: Vec<&Fleet> = sketch.st.fleets_at(hex).filter(open).collect();
    let Some(target) = foes.first().map(|other| other.id.power) else { return };
    let own: Vec<&Fleet> =
        sketch.st.fleets_at(hex).filter(|other| worth.own.has(other.id.power) && !other.fought).collect();
    let sum = |list: &[&Fleet]| list.iter().map(|fleet| worth::fleet_seems(sketch, fleet)).sum::<u32>();
    let (attack, defence) = (sum(&own), sum(&foes));
    let fleets: Vec<String> = own.iter().map(|fleet| names::fleet(sketch.sc, fleet.id)).collect();
    let eager = attack * 100 >= defence * sketch.posture.odds();
    let sc = sketch.sc;
    let attacks = sketch.decide("sea battle", eager, || {
        let words = format!("attack at {} against {}", strength::show(attack), strength::show(defence));
        (names::place(sc, hex), Choice::new(words, 600), Choice::new("keep away", 400).quiet())
    });
    if attacks {
        let order = Order::AttackFleet { power: sketch.code(id.power), fleets, target: sketch.code(target) };
        sketch.give(order);
    }
}

fn fleet(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId, claims: &mut Claims) {
    let Some(fleet) = sketch.st.fleet(id).filter(|fleet| !fleet.stopped && !sketch.over) else { return };
    if fleet.cargo.power.is_some() || sketch.st.leaders_aboard(id).next().is_some() && total(&fleet.cargo.bands) > 0 {
        return landing::laden(sketch, worth, id, claims);
    }
    let list = landing::landings(sketch, worth, id, claims);
    if let Some(chosen) = choose(sketch, id, &list) {
        claims.push((chosen.aim.hex, chosen.aim.need, None));
        return landing::carry(sketch, worth, id, &chosen);
    }
    let Some(fleet) = sketch.st.fleet(id) else { return };
    if fleet.status != FleetStatus::Anchored {
        home(sketch, worth, id);
    }
}

fn choose(sketch: &mut Sketch<'_>, id: FleetId, list: &[Landing]) -> Option<Landing> {
    list.first()?;
    let sc = sketch.sc;
    let words = |one: &Landing| format!("land from {}: {}", names::place(sc, one.pickup), one.aim.purpose.words(sc));
    let answer = sketch.choose("fleet", || {
        let shown = list.iter().take(4).map(|one| Choice::new(words(one), 300));
        (names::fleet(sc, id), shown.chain([Choice::new("stay in port", 200).quiet()]).collect())
    });
    list.get(answer).filter(|_| answer < 4).copied()
}

/// Costs by sea from a hex within `limit`.
pub fn voyages<'a>(sketch: &Sketch<'a>, from: HexId, limit: u16) -> Voyages<'a> {
    Voyages::from(sketch.sc, from, limit, sketch.st.winter)
}

/// To the nearest friendly port, where troops wait if possible, and into it.
pub fn home(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(fleet) = st.fleet(id) else { return };
    let left = strength::sailing_left(sc, fleet);
    let price = |hex: HexId, cost: u16| {
        let troops: u32 =
            st.armies_at(hex).filter(|army| worth.own.has(army.id.power)).map(|army| total(&army.bands)).sum();
        let besieged = sc.hex(hex).city.is_some_and(|city| relations::port_besieged(sc, st, city));
        i64::from(cost) - i64::from(troops.min(8)) + if besieged { 40 } else { 0 }
    };
    let ports = voyages(sketch, fleet.hex, left.max(1)).all();
    let open = ports.filter(|&(hex, cost)| cost <= left && port::open_port(sc, st, id.power, hex).is_some());
    let best = open.min_by_key(|&(hex, cost)| (price(hex, cost), hex)).map(|(hex, _)| hex);
    let Some(hex) = best else {
        return toward(sketch, id);
    };
    if go(sketch, id, hex) {
        sketch.give(Order::AnchorFleet { power: sketch.code(id.power), fleet: names::fleet(sketch.sc, id) });
    }
}

/// Too far from every port for one month: as near as may be; a siege of a port keeps the ships from ruin (ER-11.21).
fn toward(sketch: &mut Sketch<'_>, id: FleetId) {
    let order = Order::LaySiegePort { power: sketch.code(id.power), fleet: names::fleet(sketch.sc, id) };
    if sketch.give(order) {
        return;
    }
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(fleet) = st.fleet(id) else { return };
    let left = strength::sailing_left(sc, fleet);
    let far = voyages(sketch, fleet.hex, 90).all();
    let open = far.filter(|&(hex, _)| port::open_port(sc, st, id.power, hex).is_some());
    let Some((to, _)) = open.min_by_key(|&(hex, cost)| (cost, hex)) else { return };
    let terms = Terms { mode: Mode::Sea, winter: st.winter, barred: &|_| false, no_straits: false };
    let Some(route) = routes::shortest(sc, fleet.hex, to, &terms) else { return };
    let (mut spent, mut path) = (0, Vec::new());
    for step in route.hexes.windows(2) {
        spent += crate::costs::sea(sc, step[0], step[1], st.winter).unwrap_or(u16::MAX / 2);
        if spent > left {
            break;
        }
        path.push(step[1].to_string());
    }
    if !path.is_empty() {
        sketch.give(Order::MoveFleet { power: sketch.code(id.power), fleet: names::fleet(sc, id), path });
    }
}

/// Sails the cheapest way; true when the fleet is there, and nothing is uncertain.
pub fn go(sketch: &mut Sketch<'_>, id: FleetId, to: HexId) -> bool {
    if sketch.st.fleet(id).is_some_and(|fleet| fleet.hex == to) {
        return !sketch.over;
    }
    let order = Order::FollowTrack {
        power: sketch.code(id.power),
        force: names::fleet(sketch.sc, id),
        to: vec![to.to_string()],
        invade: false,
    };
    sketch.give(order) && !sketch.over && sketch.st.fleet(id).is_some_and(|fleet| fleet.hex == to)
}
