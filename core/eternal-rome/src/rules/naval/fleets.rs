//! Fleets come together and part (ER-11.17, ER-R62).

use crate::model::ids::{HexId, LeaderId, PowerId, Powers};
use crate::model::names;
use crate::model::state::{Fleet, FleetId, LeaderPlace, State, add_band, take_bands};
use crate::model::units::Units;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::leaders;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::naval::{cargo, port};
use crate::rules::relations;

/// What one fleet gives to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Gift {
    /// Fleet units, those of `first` before others.
    pub ships: u8,
    /// Whose fleet units go first.
    pub first: PowerId,
    /// Units.
    pub units: Vec<Units>,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
}

/// Adds fleet units of a power, in the order of powers.
pub fn add_ships(ships: &mut Vec<(PowerId, u8)>, power: PowerId, count: u8) {
    if count == 0 {
        return;
    }
    match ships.binary_search_by_key(&power, |&(owner, _)| owner) {
        Ok(at) => ships[at].1 += count,
        Err(at) => ships.insert(at, (power, count)),
    }
}

/// Takes the fleet units of a gift: the ordering power's first, then in the order of powers.
pub fn take_ships(ships: &mut Vec<(PowerId, u8)>, gift: &Gift) -> Vec<(PowerId, u8)> {
    let mut taken = Vec::new();
    let mut wanted = gift.ships;
    for own in [true, false] {
        for (power, count) in ships.iter_mut().filter(|(power, _)| (*power == gift.first) == own) {
            let some = wanted.min(*count);
            *count -= some;
            wanted -= some;
            add_ships(&mut taken, *power, some);
        }
    }
    ships.retain(|&(_, count)| count > 0);
    taken
}

/// Whose flag a fleet of these fleet units flies: that of the power with most of them, the first of equals.
pub fn flag_of(ships: &[(PowerId, u8)]) -> PowerId {
    let most = ships.iter().max_by_key(|&&(power, count)| (count, std::cmp::Reverse(power)));
    most.map_or(PowerId(0), |&(power, _)| power)
}

/// A new fleet without ships where another is and as it is: split fleets keep what they have used, and the months they
/// were out (ER-R6, ER-R12).
pub fn twin(st: &mut State, of: FleetId, flag: PowerId) -> FleetId {
    let Some(old) = st.fleet(of).cloned() else { return of };
    let id = st.new_fleet(flag, old.hex, old.status);
    if let Some(new) = st.fleet_mut(id) {
        (new.used, new.fought, new.stopped) = (old.used, old.fought, old.stopped);
        (new.months_out, new.policy) = (old.months_out, old.policy);
    }
    id
}

/// One fleet gives to another. Whoever receives something takes the higher figures of both (ER-R6, ER-R12), so that
/// nobody gains moves by changing ships.
pub fn give(st: &mut State, from: FleetId, to: FleetId, gift: &Gift) {
    let nothing = gift.ships == 0 && gift.units.is_empty() && gift.leaders.is_empty();
    let Some(giver) = st.fleet_mut(from).filter(|_| !nothing) else { return };
    let ships = take_ships(&mut giver.ships, gift);
    let take = |units: &crate::model::units::Units| {
        take_bands(&mut giver.cargo.bands, units.kind, units.seasoned, units.count)
    };
    let bands: Vec<_> = gift.units.iter().flat_map(take).collect();
    let power = giver.cargo.power;
    if giver.cargo.bands.is_empty() {
        giver.cargo.power = None;
    }
    let giver = giver.clone();
    let Some(taker) = st.fleet_mut(to) else { return };
    ships.into_iter().for_each(|(owner, count)| add_ships(&mut taker.ships, owner, count));
    if !bands.is_empty() {
        taker.cargo.power = power;
    }
    bands.into_iter().for_each(|band| add_band(&mut taker.cargo.bands, band));
    level(taker, &giver);
    for &leader in &gift.leaders {
        st.leader_mut(leader).place = LeaderPlace::Fleet(to);
    }
}

fn level(taker: &mut Fleet, giver: &Fleet) {
    taker.used = taker.used.max(giver.used);
    taker.months_out = taker.months_out.max(giver.months_out);
    taker.stopped |= giver.stopped;
}

/// A fleet becomes part of another, which keeps its flag. The empty one is left for [`State::sweep`].
pub fn merge(st: &mut State, from: FleetId, into: FleetId) {
    let Some(old) = st.fleet(from).cloned() else { return };
    let moved = old.size() > 0 || !old.cargo.bands.is_empty() || st.leaders_aboard(from).next().is_some();
    let Some(new) = st.fleet_mut(into).filter(|_| moved) else { return };
    old.ships.iter().for_each(|&(power, count)| add_ships(&mut new.ships, power, count));
    if !old.cargo.bands.is_empty() {
        new.cargo.power = old.cargo.power;
    }
    old.cargo.bands.iter().for_each(|&band| add_band(&mut new.cargo.bands, band));
    level(new, &old);
    if let Some(old) = st.fleet_mut(from) {
        old.ships.clear();
        old.cargo = Default::default();
    }
    rehouse(st, from, into);
}

fn rehouse(st: &mut State, from: FleetId, into: FleetId) {
    for leader in st.leaders.iter_mut().filter(|leader| leader.place == LeaderPlace::Fleet(from)) {
        leader.place = LeaderPlace::Fleet(into);
    }
}

/// Gives a fleet another flag if its own has no fleet unit left in it; its id then.
pub fn reflag(st: &mut State, id: FleetId) -> FleetId {
    let Some(fleet) = st.fleet(id) else { return id };
    if fleet.ships.is_empty() || fleet.ships.iter().any(|&(owner, _)| owner == id.power) {
        return id;
    }
    let flag = flag_of(&fleet.ships);
    let new = twin(st, id, flag);
    merge(st, id, new);
    st.sweep();
    new
}

/// Splits fleets whose powers no longer have the same player, by power (ER-R62). To be called whenever patrons or
/// controllers change. Men aboard without fleet units of their power are in the hands of those who sail them; fleets in
/// ports that are friendly no longer, or before ports that are now, put to sea.
pub fn separate(eng: &mut Engine<'_>) {
    let mut account = MoraleAccount::default();
    let ids: Vec<FleetId> = eng.st.fleets.iter().map(|fleet| fleet.id).collect();
    for id in ids {
        let id = reflag(eng.st, id);
        part(eng, &mut account, id);
    }
    port::reconsider(eng);
    morale::apply(eng, &account, "ER-R62");
}

fn part(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: FleetId) {
    let Some(fleet) = eng.st.fleet(id) else { return };
    let sailing: Powers = fleet.ships.iter().map(|&(power, _)| power).collect();
    let aboard: Powers = eng.st.leaders_aboard(id).map(|(_, leader)| leader.power).chain(fleet.cargo.power).collect();
    let all = sailing.and(aboard);
    let seat = |power| relations::seat_of(eng.sc, eng.st, power);
    let flag = seat(id.power);
    if all.iter().all(|power| power == id.power || flag.is_some() && seat(power) == flag) {
        return;
    }
    let mut parts = vec![id];
    for power in sailing.iter().filter(|&power| power != id.power) {
        let new = twin(eng.st, id, power);
        depart(eng.st, id, new, power);
        parts.push(new);
    }
    hand_over(eng, account, id);
    eng.st.sweep();
    for part in parts {
        cargo::fit(eng, account, part, None);
    }
}

/// A power's fleet units, army and leaders go to a fleet of their own.
fn depart(st: &mut State, from: FleetId, to: FleetId, power: PowerId) {
    let Some(old) = st.fleet_mut(from) else { return };
    let count = old.ships.iter().find(|&&(owner, _)| owner == power).map_or(0, |&(_, count)| count);
    old.ships.retain(|&(owner, _)| owner != power);
    let cargo = (old.cargo.power == Some(power)).then(|| std::mem::take(&mut old.cargo));
    if let Some(new) = st.fleet_mut(to) {
        add_ships(&mut new.ships, power, count);
        new.cargo = cargo.unwrap_or_default();
    }
    for leader in st.leaders.iter_mut() {
        if leader.place == LeaderPlace::Fleet(from) && leader.power == power {
            leader.place = LeaderPlace::Fleet(to);
        }
    }
}

/// Men left aboard without ships of their power are taken by those who sail them, unless these are their friends.
fn hand_over(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: FleetId) {
    let (sc, st) = (eng.sc, &*eng.st);
    let foreign = |power: PowerId| !relations::friendly(sc, st, power, id.power);
    let stranded: Vec<_> =
        st.leaders_aboard(id).filter(|(_, leader)| foreign(leader.power)).map(|(leader, _)| leader).collect();
    let army = st.fleet(id).and_then(|fleet| fleet.cargo.power).filter(|&power| foreign(power));
    for leader in stranded {
        leaders::capture(eng, account, leader, id.power);
    }
    let Some((power, fleet)) = army.zip(eng.st.fleet_mut(id)) else { return };
    for band in std::mem::take(&mut fleet.cargo).bands {
        morale::units_lost(eng, account, power, band.kind, band.count, Some(id.power));
    }
}

/// Tells how fleets lie now.
pub fn arranged(eng: &mut Engine<'_>, power: PowerId, hex: HexId, fleets: &[FleetId]) {
    let forces = fleets.iter().map(|&id| names::fleet(eng.sc, id)).collect();
    let what = EventKind::ForcesArranged { power: eng.sc.power_name(power), hex, forces };
    eng.emit(eng.seats_of(Powers::one(power)), "ER-11.17", what);
}
