//! Armies across the sea: what a fleet could land where, and how it is done.

use super::aims::{self, Aim, Claims, Party};
use super::draft::Draft;
use super::evaluation::Evaluation;
use super::sailing::{go, home, voyages};
use super::troops;
use crate::model::ids::{HexId, LeaderId, PowerId};
use crate::model::names;
use crate::model::state::{ArmyId, FleetId, FleetStatus, LeaderPlace, total};
use crate::model::units::Units;
use crate::orders::Order;
use crate::orders::{DisembarkToPort, DisembarkUnits, EmbarkUnits};
use crate::rules::naval::port;
use crate::rules::relations;
use crate::rules::strength;

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
pub fn landings(draft: &Draft<'_>, evaluation: &Evaluation, id: FleetId, claims: &Claims) -> Vec<Landing> {
    let (sc, st) = (draft.sc, &draft.st);
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
    let out = voyages(draft, fleet.hex, first);
    for city in sc.city_ids() {
        let pickup = sc.city(city).hex;
        let Some(cost) = out.to(pickup) else { continue };
        let Some(army) = waiting(draft, id.power, pickup) else { continue };
        let (_, aboard) = load_for(draft, evaluation, army, room);
        if aboard < 60 || !led(draft, id, army) {
            continue;
        }
        let over = voyages(draft, pickup, first - cost);
        for &city in &draft.foes.cities {
            let hex = sc.city(city).hex;
            let Some(way) = over.to(hex).filter(|_| sc.hex(hex).is_mixed()) else { continue };
            let aim = aims::city(draft, evaluation, party(id.power, aboard), city, 0, claims);
            if let Some(mut aim) = aim.filter(|_| way + cost + load + unload <= left) {
                aim.score = aim.score * draft.posture.sea() / 100;
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
fn waiting(draft: &Draft<'_>, power: PowerId, hex: HexId) -> Option<ArmyId> {
    let (sc, st) = (draft.sc, &draft.st);
    port::open_port(sc, st, power, hex)?;
    let city = sc.hex(hex).city?;
    if relations::besieged(st, city) {
        return None;
    }
    let own = st.armies_at(hex).filter(|army| army.id.power == power && total(&army.bands) > 0);
    own.max_by_key(|army| (strength::of_bands(sc, st, &army.bands).land4, army.id)).map(|army| army.id)
}

/// What of an army goes aboard.
fn load_for(draft: &Draft<'_>, evaluation: &Evaluation, id: ArmyId, room: u32) -> (Vec<Units>, u32) {
    let Some(army) = draft.st.army(id) else { return (Vec::new(), 0) };
    let all = strength::of_bands(draft.sc, &draft.st, &army.bands).land4;
    let spare = all.saturating_sub(troops::kept(draft, evaluation, id));
    troops::at_most(draft, army, spare, room)
}

/// Whether somebody of fleet or army knows how to land on a hostile coast (ER-11.14, ER-11.15).
fn led(draft: &Draft<'_>, fleet: FleetId, army: ArmyId) -> bool {
    let wanted = if draft.st.options.amphibious_invasion { 1 } else { 2 };
    let best = |place| draft.st.leaders_in(place).map(|(id, _)| draft.sc.leader(id).naval).max().unwrap_or(0);
    best(LeaderPlace::Fleet(fleet)).max(best(LeaderPlace::Army(army))) >= wanted
}

/// Who goes aboard with part of an army: the best seaman and the best soldier, but never the ruler while others stay.
fn crew(draft: &Draft<'_>, army: ArmyId, whole: bool) -> Vec<LeaderId> {
    let all: Vec<LeaderId> = draft.st.leaders_of(army).map(|(leader, _)| leader).collect();
    if whole {
        return all;
    }
    let common: Vec<LeaderId> = all.iter().copied().filter(|&leader| draft.st.leader(leader).ruler.is_none()).collect();
    let seaman = common.iter().copied().max_by_key(|&leader| (draft.sc.leader(leader).naval, leader));
    let soldier = common.iter().copied().max_by_key(|&leader| (draft.sc.leader(leader).land, leader));
    let mut crew: Vec<LeaderId> = seaman.into_iter().collect();
    crew.extend(soldier.filter(|leader| Some(*leader) != seaman && common.len() > 2));
    crew
}

/// To the army, aboard, to the enemy's coast, ashore.
pub fn carry(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId, landing: &Landing) {
    if !go(draft, id, landing.pickup) {
        return;
    }
    let Some(fleet) = draft.st.fleet(id) else { return };
    let room = strength::capacity(draft.sc, fleet.size());
    let (units, _) = load_for(draft, evaluation, landing.army, room);
    let going: u32 = units.iter().map(|units| u32::from(units.count)).sum();
    let Some(army) = draft.st.army(landing.army) else { return };
    let leaders = crew(draft, landing.army, going >= total(&army.bands));
    let leaders = troops::names_of(draft, leaders);
    let order = Order::EmbarkUnits(EmbarkUnits {
        power: draft.code(id.power),
        fleet: names::fleet(draft.sc, id),
        army: Some(names::army(draft.sc, landing.army)),
        units,
        leaders,
        ashore: None,
    });
    if draft.give(order) && go(draft, id, landing.aim.hex) {
        ashore(draft, id);
    }
}

/// Lands everything: in the port where it is friendly, else on the coast.
fn ashore(draft: &mut Draft<'_>, id: FleetId) -> bool {
    let Some(power) = draft.st.fleet(id).and_then(|fleet| fleet.cargo.power) else { return false };
    let (power, fleet) = (draft.code(power), names::fleet(draft.sc, id));
    let (units, leaders) = (Vec::new(), Vec::new());
    let port = Order::DisembarkToPort(DisembarkToPort { power: power.clone(), fleet: fleet.clone(), units, leaders });
    if draft.give(port) {
        return true;
    }
    let (units, leaders) = (Vec::new(), Vec::new());
    draft.give(Order::DisembarkUnits(DisembarkUnits { power, fleet, units, leaders, invade: false }))
}

/// Into port, whatever else the fleet could do, and what it carries ashore.
pub fn save(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId) {
    if draft.st.fleet(id).is_some_and(|fleet| fleet.status == FleetStatus::AtSea) {
        home(draft, evaluation, id);
        ashore(draft, id);
    }
}

/// A fleet with an army aboard: it lands where it pays, or in the next friendly port.
pub fn laden(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId, claims: &mut Claims) {
    let (sc, st) = (draft.sc, &draft.st);
    let Some(fleet) = st.fleet(id) else { return };
    let Some(power) = fleet.cargo.power else { return };
    let left = strength::sailing_left(sc, fleet);
    let aboard = strength::of_bands(sc, st, &fleet.cargo.bands).land4;
    let unload = u16::from(sc.constants.coast_transfer);
    let mut list: Vec<Aim> = Vec::new();
    for (hex, _) in voyages(draft, fleet.hex, left.saturating_sub(unload)).all() {
        let city = sc.hex(hex).city.filter(|_| sc.hex(hex).is_mixed());
        list.extend(city.and_then(|city| aims::city(draft, evaluation, party(power, aboard), city, 0, claims)));
    }
    list.sort_by_key(|aim| (std::cmp::Reverse(aim.score), aim.hex));
    if let Some(aim) = list.into_iter().next() {
        claims.push((aim.hex, aim.need, None));
        if go(draft, id, aim.hex) && ashore(draft, id) {
            return;
        }
    }
    home(draft, evaluation, id);
    ashore(draft, id);
}
