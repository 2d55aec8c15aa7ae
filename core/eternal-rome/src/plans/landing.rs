//! Armies across the sea: what a fleet could land where, and how it is done.

use super::aims::{self, Aim, Claims, Party};
use super::sea::{go, home, voyages};
use super::sketch::Sketch;
use super::troops;
use super::worth::Worth;
use crate::ids::{HexId, LeaderId, PowerId};
use crate::names;
use crate::orders::{Order, Units};
use crate::phases::naval::port;
use crate::relations;
use crate::state::{ArmyId, FleetId, FleetStatus, LeaderPlace, total};
use crate::strength;

/// A landing as it could be made this month.
#[derive(Clone, Copy)]
pub struct Landing {
    /// Where the army goes aboard.
    pub pickup: HexId,
    /// Which army.
    pub army: ArmyId,
    /// Where it lands.
    pub aim: Aim,
}

/// All landings that a fleet could make within the month, the best first.
pub fn landings(sketch: &Sketch<'_>, worth: &Worth, id: FleetId, claims: &Claims) -> Vec<Landing> {
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
    let out = voyages(sketch, fleet.hex, first);
    for city in sc.city_ids() {
        let pickup = sc.city(city).hex;
        let Some(cost) = out.to(pickup) else { continue };
        let Some(army) = waiting(sketch, id.power, pickup) else { continue };
        let (_, aboard) = load_for(sketch, worth, army, room);
        if aboard < 60 || !led(sketch, id, army) {
            continue;
        }
        let over = voyages(sketch, pickup, first - cost);
        for &city in &sketch.foes.cities {
            let hex = sc.city(city).hex;
            let Some(way) = over.to(hex).filter(|_| sc.hex(hex).is_mixed()) else { continue };
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
pub fn carry(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId, landing: &Landing) {
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
pub fn laden(sketch: &mut Sketch<'_>, worth: &Worth, id: FleetId, claims: &mut Claims) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(fleet) = st.fleet(id) else { return };
    let Some(power) = fleet.cargo.power else { return };
    let left = strength::sailing_left(sc, fleet);
    let aboard = strength::of_bands(sc, st, &fleet.cargo.bands).land4;
    let unload = u16::from(sc.constants.coast_transfer);
    let mut list: Vec<Aim> = Vec::new();
    for (hex, _) in voyages(sketch, fleet.hex, left.saturating_sub(unload)).all() {
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
