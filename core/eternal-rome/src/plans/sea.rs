//! The naval phase: landings, the way back to port, battles that offer themselves.

use kernel::Choice;
use kernel::map::Mode;

use super::aims::{self, Aim, Claims, Party};
use super::sketch::Sketch;
use super::troops;
use super::worth::{self, Worth};
use crate::costs::Terms;
use crate::ids::{HexId, LeaderId, PowerId};
use crate::names;
use crate::orders::{Order, Units};
use crate::phases::naval::port;
use crate::relations;
use crate::routes;
use crate::state::{ArmyId, Fleet, FleetId, FleetStatus, LeaderPlace, total};
use crate::strength;

/// A landing as it could be made this month.
#[derive(Clone)]
struct Landing {
    /// Where the army goes aboard, and which.
    pickup: HexId,
    army: ArmyId,
    /// Where it lands.
    aim: Aim,
}

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
    let words = format!("attack at {} against {}", strength::show(attack), strength::show(defence));
    let (yes, no) = (Choice::new(words, 600), Choice::new("keep away", 400).quiet());
    let place = names::place(sketch.sc, hex);
    let attacks = if eager {
        sketch.choose("sea battle", &place, vec![yes, no]) == 0
    } else {
        sketch.choose("sea battle", &place, vec![no, yes]) == 1
    };
    if attacks {
        let order = Order::AttackFleet { power: sketch.code(id.power), fleets, target: sketch.code(target) };
        sketch.give(order);
    }
}

fn fleet(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId, claims: &mut Claims) {
    let Some(fleet) = sketch.st.fleet(id).filter(|fleet| !fleet.stopped && !sketch.over) else { return };
    if fleet.cargo.power.is_some() || sketch.st.leaders_aboard(id).next().is_some() && total(&fleet.cargo.bands) > 0 {
        return laden(sketch, worth, id, claims);
    }
    let list = landings(sketch, worth, id, claims);
    if let Some(landing) = choose(sketch, id, &list) {
        claims.push((landing.aim.hex, landing.aim.need, None));
        return carry(sketch, worth, id, &landing);
    }
    let Some(fleet) = sketch.st.fleet(id) else { return };
    if fleet.status != FleetStatus::Anchored {
        home(sketch, worth, id);
    }
}

fn choose(sketch: &mut Sketch<'_>, id: FleetId, list: &[Landing]) -> Option<Landing> {
    list.first()?;
    let stay = Choice::new("stay in port", 200).quiet();
    let shown = list.iter().take(4);
    let shown: Vec<Choice> = shown
        .map(|one| Choice::new(format!("land from {}: {}", names::place(sketch.sc, one.pickup), one.aim.words), 300))
        .collect();
    let count = shown.len();
    let name = names::fleet(sketch.sc, id);
    let answer = sketch.choose("fleet", &name, shown.into_iter().chain([stay]).collect());
    list.get(answer).filter(|_| answer < count).cloned()
}

/// Costs by sea from a hex within `limit`.
fn ways(sketch: &Sketch<'_>, from: HexId, limit: u16) -> Vec<(HexId, u16)> {
    let barred = |_: HexId| false;
    let terms = Terms { mode: Mode::Sea, winter: sketch.st.winter, barred: &barred, no_straits: false };
    routes::reach(sketch.sc, from, limit, &terms)
}

/// All landings that a fleet could make within the month, the best first.
fn landings(sketch: &Sketch<'_>, worth: &Worth, id: FleetId, claims: &Claims) -> Vec<Landing> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let mut list = Vec::new();
    let Some(fleet) = st.fleet(id) else { return list };
    let shut = sc.hex(fleet.hex).city.is_some_and(|city| relations::blockaded(sc, st, city));
    if fleet.status == FleetStatus::Anchored && shut {
        return list;
    }
    let left = strength::sailing_left(sc, fleet);
    let (load, unload) = (u16::from(sc.constants.port_transfer), u16::from(sc.constants.coast_transfer));
    let Some(first) = left.checked_sub(load + unload) else { return list };
    let room = strength::capacity(sc, fleet.size());
    for (pickup, cost) in ways(sketch, fleet.hex, first) {
        let Some(army) = waiting(sketch, id.power, pickup) else { continue };
        let (_, aboard) = load_for(sketch, worth, army, room);
        if aboard < 60 || !led(sketch, id, army) {
            continue;
        }
        for (hex, way) in ways(sketch, pickup, first - cost) {
            let Some(city) = sc.hex(hex).city.filter(|_| sc.hex(hex).is_mixed()) else { continue };
            let aim = aims::city(sketch, worth, party(id.power, aboard), city, 0, claims);
            if let Some(mut aim) = aim.filter(|_| way + cost + load + unload <= left) {
                aim.score = aim.score * sketch.posture.sea() / 100;
                list.push(Landing { pickup, army, aim });
            }
        }
    }
    list.sort_by_key(|one| (std::cmp::Reverse(one.aim.score), one.aim.hex, one.pickup));
    list.retain(|one| one.aim.score >= 12);
    list.dedup_by_key(|one| one.aim.hex);
    list
}

/// An army that is to land.
fn party(power: PowerId, strength: u32) -> Party {
    Party { power, army: None, strength }
}

/// The strongest army of a power that could go aboard in a port.
fn waiting(sketch: &Sketch<'_>, power: PowerId, hex: HexId) -> Option<ArmyId> {
    let (sc, st) = (sketch.sc, &sketch.st);
    port::open_port(sc, st, power, hex)?;
    let city = sc.hex(hex).city?;
    if relations::besieged(st, city) {
        return None;
    }
    let own = st.armies_at(hex).filter(|army| army.id.power == power && total(&army.bands) > 0);
    own.max_by_key(|army| (strength::of_bands(sc, st, &army.bands).land4, army.id)).map(|army| army.id)
}

/// What of an army goes aboard.
fn load_for(sketch: &Sketch<'_>, worth: &Worth, id: ArmyId, room: u32) -> (Vec<Units>, u32) {
    let Some(army) = sketch.st.army(id) else { return (Vec::new(), 0) };
    let all = strength::of_bands(sketch.sc, &sketch.st, &army.bands).land4;
    let spare = all.saturating_sub(troops::kept(sketch, worth, id));
    troops::at_most(sketch, army, spare, room)
}

/// Whether somebody of fleet or army knows how to land on a hostile coast (ER-11.14, ER-11.15).
fn led(sketch: &Sketch<'_>, fleet: FleetId, army: ArmyId) -> bool {
    let wanted = if sketch.st.options.amphibious_invasion { 1 } else { 2 };
    let best = |place| sketch.st.leaders_in(place).map(|(id, _)| sketch.sc.leader(id).naval).max().unwrap_or(0);
    best(LeaderPlace::Fleet(fleet)).max(best(LeaderPlace::Army(army))) >= wanted
}

/// Who goes aboard with part of an army: the best seaman and the best soldier, but never the ruler while others stay.
fn crew(sketch: &Sketch<'_>, army: ArmyId, whole: bool) -> Vec<LeaderId> {
    let all: Vec<LeaderId> = sketch.st.leaders_of(army).map(|(leader, _)| leader).collect();
    if whole {
        return all;
    }
    let common: Vec<LeaderId> =
        all.iter().copied().filter(|&leader| sketch.st.leader(leader).ruler.is_none()).collect();
    let seaman = common.iter().copied().max_by_key(|&leader| (sketch.sc.leader(leader).naval, leader));
    let soldier = common.iter().copied().max_by_key(|&leader| (sketch.sc.leader(leader).land, leader));
    let mut crew: Vec<LeaderId> = seaman.into_iter().collect();
    crew.extend(soldier.filter(|leader| Some(*leader) != seaman && common.len() > 2));
    crew
}

/// To the army, aboard, to the enemy's coast, ashore.
fn carry(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId, landing: &Landing) {
    if !go(sketch, id, landing.pickup) {
        return;
    }
    let Some(fleet) = sketch.st.fleet(id) else { return };
    let room = strength::capacity(sketch.sc, fleet.size());
    let (units, _) = load_for(sketch, worth, landing.army, room);
    let going: u32 = units.iter().map(|units| u32::from(units.count)).sum();
    let Some(army) = sketch.st.army(landing.army) else { return };
    let leaders = crew(sketch, landing.army, going >= total(&army.bands));
    let leaders = troops::names_of(sketch, leaders);
    let order = Order::EmbarkUnits {
        power: sketch.code(id.power),
        fleet: names::fleet(sketch.sc, id),
        army: Some(names::army(sketch.sc, landing.army)),
        units,
        leaders,
        ashore: None,
    };
    if sketch.give(order) && go(sketch, id, landing.aim.hex) {
        ashore(sketch, id);
    }
}

/// Lands everything: in the port where it is friendly, else on the coast.
fn ashore(sketch: &mut Sketch<'_>, id: FleetId) -> bool {
    let Some(power) = sketch.st.fleet(id).and_then(|fleet| fleet.cargo.power) else { return false };
    let (power, fleet) = (sketch.code(power), names::fleet(sketch.sc, id));
    let (units, leaders) = (Vec::new(), Vec::new());
    let port = Order::DisembarkToPort { power: power.clone(), fleet: fleet.clone(), units, leaders };
    if sketch.give(port) {
        return true;
    }
    let (units, leaders) = (Vec::new(), Vec::new());
    sketch.give(Order::DisembarkUnits { power, fleet, units, leaders, invade: false })
}

/// A fleet with an army aboard: it lands where it pays, or in the next friendly port.
fn laden(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId, claims: &mut Claims) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(fleet) = st.fleet(id) else { return };
    let Some(power) = fleet.cargo.power else { return };
    let left = strength::sailing_left(sc, fleet);
    let aboard = strength::of_bands(sc, st, &fleet.cargo.bands).land4;
    let unload = u16::from(sc.constants.coast_transfer);
    let mut list: Vec<Aim> = Vec::new();
    for (hex, _) in ways(sketch, fleet.hex, left.saturating_sub(unload)) {
        let city = sc.hex(hex).city.filter(|_| sc.hex(hex).is_mixed());
        list.extend(city.and_then(|city| aims::city(sketch, worth, party(power, aboard), city, 0, claims)));
    }
    list.sort_by_key(|aim| (std::cmp::Reverse(aim.score), aim.hex));
    if let Some(aim) = list.into_iter().next() {
        claims.push((aim.hex, aim.need, None));
        if go(sketch, id, aim.hex) && ashore(sketch, id) {
            return;
        }
    }
    home(sketch, worth, id);
    ashore(sketch, id);
}

/// To the nearest friendly port, where troops wait if possible, and into it.
fn home(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(fleet) = st.fleet(id) else { return };
    let left = strength::sailing_left(sc, fleet);
    let price = |hex: HexId, cost: u16| {
        let troops: u32 =
            st.armies_at(hex).filter(|army| worth.own.has(army.id.power)).map(|army| total(&army.bands)).sum();
        let besieged = sc.hex(hex).city.is_some_and(|city| relations::port_besieged(sc, st, city));
        i64::from(cost) - i64::from(troops.min(8)) + if besieged { 40 } else { 0 }
    };
    let ports = ways(sketch, fleet.hex, left.max(1));
    let open =
        ports.into_iter().filter(|&(hex, cost)| cost <= left && port::open_port(sc, st, id.power, hex).is_some());
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
    let far = ways(sketch, fleet.hex, 90);
    let open = far.into_iter().filter(|&(hex, _)| port::open_port(sc, st, id.power, hex).is_some());
    let Some((to, _)) = open.min_by_key(|&(hex, cost)| (cost, hex)) else { return };
    let barred = |_: HexId| false;
    let terms = Terms { mode: Mode::Sea, winter: st.winter, barred: &barred, no_straits: false };
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
fn go(sketch: &mut Sketch<'_>, id: FleetId, to: HexId) -> bool {
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
