//! Where beaten and unwilling forces go (UM-18.11, UM-20.5 to UM-20.8, UM-R15, UM-R65, UM-R78, UM-R79).

use kernel::map::Mode;

use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, TypeId};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::movement::losses::{self, land_level, land_loss_pct};
use crate::rules::turn::{Turn, units};
use crate::rules::{captives, morale};

/// UM-18.11, UM-R65: the adjacent province to which a side may retreat, and the route: owned by one of its nations, no
/// hostile forces of the arm there, passable to all its types; least cost, then highest revenue, then first.
pub fn adjacent_refuge(turn: &Turn, place: ProvinceId, arm: Arm, members: Factions) -> Option<(ProvinceId, u32)> {
    let (sc, st) = (turn.sc, &*turn.st);
    let slowest = longest_stage(turn, place, arm, members);
    let steps = sc.graph.steps(place.0, arm.mode()).iter();
    let fit = steps.filter(|step| {
        let to = ProvinceId(step.to);
        let owner = st.province(to).owner;
        owner != sc.ind()
            && members.has(owner)
            && sc.route(step.route).mp <= slowest
            && members.iter().all(|faction| st.hostile_units(sc, to, faction, arm) == 0)
    });
    let best = fit.min_by_key(|step| {
        let revenue = st.province(ProvinceId(step.to)).rev_current;
        (sc.route(step.route).mp, std::cmp::Reverse(revenue), step.to)
    });
    best.map(|step| (ProvinceId(step.to), step.route))
}

/// The dearest stage that every unit of the side and arm can pass.
fn longest_stage(turn: &Turn, place: ProvinceId, arm: Arm, members: Factions) -> i64 {
    let fleet = arm == Arm::Sea;
    let kinds = turn.sc.type_ids().filter(|&kind| {
        turn.sc.unit(kind).is_fleet() == fleet
            && members.iter().any(|faction| turn.st.stacks.count(place, faction, kind) > 0)
    });
    kinds.map(|kind| turn.sc.unit(kind).longest_stage()).min().unwrap_or(i64::MAX)
}

/// Takes a side's units of one arm to a neighbouring province, with the attrition of the route (UM-18.12). Independents
/// who leave their home cease to exist (UM-18.13).
pub fn withdraw(turn: &mut Turn, place: ProvinceId, arm: Arm, members: Factions, to: ProvinceId, route: Option<u32>) {
    for nation in members.iter() {
        if turn.st.units_of(turn.sc, place, nation, arm) == 0 {
            continue;
        }
        if nation == turn.sc.ind() {
            disperse_independents(turn, place, arm);
            continue;
        }
        tell_withdrawal(turn, place, nation, members, to, arm, "UM-18.11");
        if let Some(route) = route {
            attrition(turn, place, nation, arm, to, route);
        }
        relocate(turn, place, nation, arm, to);
    }
}

/// Where a force goes is known to it and to those who go with it; whoever else has troops on the spot sees it leave
/// (section 6).
fn tell_withdrawal(
    turn: &mut Turn, place: ProvinceId, nation: NationId, with: Factions, to: ProvinceId, arm: Arm, rule: &'static str,
) {
    let others = witnesses(turn, place, with);
    for (readers, told) in [(with, true), (others, false)] {
        turn.tell(EventScope::Private(readers), rule, |sc, st| EventKind::ForceWithdrew {
            nation: sc.party(nation),
            place: st.place(sc, place),
            to: told.then(|| st.place(sc, to)),
            arm,
        });
    }
}

/// Those who have troops on the spot, except some.
pub(super) fn witnesses(turn: &Turn, place: ProvinceId, except: Factions) -> Factions {
    turn.st.stacks.present(place).iter().filter(|&other| !except.has(other)).collect()
}

/// Attrition of a withdrawal: by land UM-R52 with its exemptions, by sea UM-R53.
fn attrition(turn: &mut Turn, place: ProvinceId, nation: NationId, arm: Arm, to: ProvinceId, route: u32) {
    let (sc, season) = (turn.sc, turn.sc.turn_type(turn.st.turn).season);
    let key = 0x2000 + u16::from(nation.0);
    let count = i64::from(turn.st.units_of(sc, place, nation, arm));
    if arm == Arm::Sea {
        losses::flee_by_sea(turn, route, nation, place, key);
        return;
    }
    let st = &*turn.st;
    let owns_both = st.province(place).owner == nation && st.province(to).owner == nation;
    if owns_both || !(st.threatened(sc, place, nation) || st.threatened(sc, to, nation)) {
        return;
    }
    let pct = land_loss_pct(&sc.constants, land_level(sc.route(route), season));
    let (a, whole) = morale::arrears(sc, st, nation);
    let losses =
        turn.stochastic_round(count * pct * (whole + a), 100 * whole, "land_attrition", place.0, key, "UM-R52");
    for (nation, lost) in turn.spread_losses(place, Factions::one(nation), arm, losses.max(0) as u32) {
        turn.tell_in("P11", EventScope::only(nation), "UM-15.19", |sc, st| EventKind::MarchLosses {
            nation: sc.party(nation),
            place: st.place(sc, place),
            units: units(sc, &lost),
        });
    }
}

/// Moves a nation's units of one arm, and its generals as UM-R15 says. They fight no more this turn (UM-R60).
pub fn relocate(turn: &mut Turn, place: ProvinceId, nation: NationId, arm: Arm, to: ProvinceId) {
    let sc = turn.sc;
    let fleet = arm == Arm::Sea;
    // Who comes to fresh troops of his nation fights with them: a garrison is not paralysed by newcomers.
    let rested = [Arm::Land, Arm::Sea].map(|arm| {
        let spent = if arm == Arm::Sea { &turn.memory.spent_fleets } else { &turn.memory.spent_armies };
        !spent[to.index()].has(nation) && turn.st.units_of(sc, to, nation, arm) > 0
    });
    for kind in sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet() == fleet) {
        let moved = turn.st.stacks.take(place, nation, kind, u16::MAX);
        turn.st.stacks.add(to, nation, kind, moved);
    }
    if fleet {
        // UM-R55: whoever is still aboard goes along.
        let aboard = std::mem::take(&mut turn.memory.aboard);
        for entry in aboard {
            if entry.place != place || entry.nation != nation {
                turn.memory.aboard.push(entry);
                continue;
            }
            for (kind, count) in entry.units {
                let moved = turn.st.stacks.take(place, nation, kind, count);
                turn.st.stacks.add(to, nation, kind, moved);
            }
            if !rested[Arm::Land as usize] {
                turn.memory.spent_armies[to.index()].add(nation);
            }
        }
    }
    let with_army = arm == Arm::Land || turn.st.armies(sc, place, nation) == 0;
    if with_army {
        take_generals_along(turn, place, nation, to);
    }
    if !rested[arm as usize] {
        let spent = if fleet { &mut turn.memory.spent_fleets } else { &mut turn.memory.spent_armies };
        spent[to.index()].add(nation);
    }
}

/// UM-R15: all generals of a nation in a province go along, save prisoners.
pub fn take_generals_along(turn: &mut Turn, place: ProvinceId, nation: NationId, to: ProvinceId) {
    for (index, general) in turn.st.generals.iter_mut().enumerate() {
        let here = general.alive && general.nation == nation && general.province == place;
        if here && !turn.memory.prisoners.iter().any(|(taken, _)| *taken == GeneralId::at(index)) {
            general.province = to;
        }
    }
}

/// UM-18.13: Independents who have to leave their home cease to exist.
pub fn disperse_independents(turn: &mut Turn, place: ProvinceId, arm: Arm) {
    let (sc, ind) = (turn.sc, turn.sc.ind());
    let fleet = arm == Arm::Sea;
    for kind in sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet() == fleet) {
        turn.st.stacks.take(place, ind, kind, u16::MAX);
    }
    let witnesses = witnesses(turn, place, Factions::one(ind));
    turn.tell(EventScope::Private(witnesses), "UM-18.13", |sc, st| EventKind::IndependentsDispersed {
        place: st.place(sc, place),
    });
}

/// UM-20.5 to UM-20.8: a side that lost an open battle and has no city to go to.
pub(super) fn flee(turn: &mut Turn, place: ProvinceId, arm: Arm, losers: Factions, winners: Factions) {
    let mut stranded = Factions::NONE;
    for nation in losers.iter() {
        if turn.st.units_of(turn.sc, place, nation, arm) == 0 {
            continue;
        }
        if nation == turn.sc.ind() {
            disperse_independents(turn, place, arm);
            continue;
        }
        match refuge_after_battle(turn, place, nation, arm, losers) {
            Some((to, hardest)) => {
                lose_those_who_cannot_pass(turn, place, nation, arm, hardest);
                withdraw(turn, place, arm, Factions::one(nation), to, None);
            }
            None if arm == Arm::Land => stranded.add(nation),
            None => destroyed(turn, place, nation, arm, winners),
        }
    }
    if !stranded.is_empty() {
        to_the_ships(turn, place, stranded, losers, winners);
    }
}

/// UM-R78: the nearest province of the nation or its partners: least cost, up to two legs, nothing hostile on the way
/// or there. With it the cost of the hardest leg.
fn refuge_after_battle(
    turn: &Turn, place: ProvinceId, nation: NationId, arm: Arm, partners: Factions,
) -> Option<(ProvinceId, i64)> {
    let (sc, st) = (turn.sc, &*turn.st);
    let legs = sc.constants.R78.max_legs;
    let fleet = arm == Arm::Sea;
    // Impassable only where no type of the force can go.
    let longest = sc
        .type_ids()
        .filter(|&kind| sc.unit(kind).is_fleet() == fleet && st.stacks.count(place, nation, kind) > 0)
        .map(|kind| sc.unit(kind).longest_stage())
        .max()
        .unwrap_or(0);
    let reach = sc.graph.reach(place.0, arm.mode(), legs, |_, step| {
        let mp = sc.route(step.route).mp;
        let free = st.hostile_units(sc, ProvinceId(step.to), nation, arm) == 0;
        (free && mp <= longest).then_some(mp)
    });
    let fit = sc.province_ids().filter(|&to| {
        let owner = st.province(to).owner;
        to != place && owner != sc.ind() && (owner == nation || partners.has(owner)) && reach[to.index()].is_some()
    });
    let refuge = fit.min_by_key(|&to| {
        let revenue = st.province(to).rev_current;
        (reach[to.index()].map(|way| way.cost), std::cmp::Reverse(revenue), to)
    })?;
    let (mut here, mut hardest) = (refuge, 0);
    while here != place {
        let before = ProvinceId(reach[here.index()]?.before);
        hardest = hardest.max(sc.route(sc.graph.route(before.0, here.0, arm.mode())?).mp);
        here = before;
    }
    Some((refuge, hardest))
}

/// UM-R78: types for which a stage of the way is impassable are lost.
fn lose_those_who_cannot_pass(turn: &mut Turn, place: ProvinceId, nation: NationId, arm: Arm, mp: i64) {
    let sc = turn.sc;
    let fleet = arm == Arm::Sea;
    let mut lost: Vec<(TypeId, u16)> = Vec::new();
    for kind in sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet() == fleet && sc.unit(kind).longest_stage() < mp) {
        lost.push((kind, turn.st.stacks.take(place, nation, kind, u16::MAX)));
    }
    tell_destroyed(turn, place, nation, &lost);
}

fn tell_destroyed(turn: &mut Turn, place: ProvinceId, nation: NationId, lost: &[(TypeId, u16)]) {
    if lost.iter().any(|(_, count)| *count > 0) {
        turn.tell(EventScope::only(nation), "UM-20.8", |sc, st| EventKind::ForceDestroyed {
            nation: sc.party(nation),
            place: st.place(sc, place),
            units: units(sc, lost),
        });
    }
}

/// UM-R79: with no way out by land, survivors take to the ships of their side that are still there: to those of the
/// nations in need, and, as far as these do not hold them all, to those of their partners.
fn to_the_ships(turn: &mut Turn, place: ProvinceId, stranded: Factions, side: Factions, winners: Factions) {
    let sc = turn.sc;
    let army: u32 = stranded.iter().map(|nation| turn.st.armies(sc, place, nation)).sum();
    let losses = i64::from(army) * sc.constants.R79.loss_pct;
    let key = stranded.iter().next().map_or(0, |nation| u16::from(nation.0));
    let losses = turn.stochastic_round(losses, 100, "to_the_ships", place.0, key, "UM-R79").max(0) as u32;
    let side = side.and(partners_afloat(turn, place, stranded, winners));
    let (ships, room) = ships_for(turn, place, army - losses.min(army), stranded, side);
    let Some(to) = haven(turn, place, stranded.and(ships), side).filter(|_| room > 0) else {
        return stranded.iter().for_each(|nation| destroyed(turn, place, nation, Arm::Land, winners));
    };
    let losses = losses.max(army.saturating_sub(room));
    for (nation, lost) in turn.spread_losses(place, stranded, Arm::Land, losses) {
        tell_destroyed(turn, place, nation, &lost);
    }
    for (arm, members) in [(Arm::Land, stranded), (Arm::Sea, ships)] {
        for nation in members.iter().filter(|&nation| turn.st.units_of(sc, place, nation, arm) > 0).collect::<Vec<_>>()
        {
            tell_withdrawal(turn, place, nation, stranded.and(ships), to, arm, "UM-20.8");
            relocate(turn, place, nation, arm, to);
        }
    }
}

/// Who else has fleets here on the side of those in need: no enemy of theirs, and an enemy of their enemy.
fn partners_afloat(turn: &Turn, place: ProvinceId, stranded: Factions, winners: Factions) -> Factions {
    let (sc, st) = (turn.sc, &*turn.st);
    let against = |one: NationId, others: Factions| others.iter().any(|other| st.hostile(sc, place, one, other));
    let partner = |&one: &NationId| st.fleets(sc, place, one) > 0 && !against(one, stranded) && against(one, winners);
    st.stacks.present(place).iter().filter(partner).collect()
}

/// The fleets that carry so many men off, and their room.
fn ships_for(turn: &Turn, place: ProvinceId, men: u32, stranded: Factions, side: Factions) -> (Factions, u32) {
    let (sc, st) = (turn.sc, &*turn.st);
    let room_of = |nation: NationId| -> u32 {
        let fleets = sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet());
        fleets.map(|kind| u32::from(st.stacks.count(place, nation, kind)) * sc.unit(kind).capacity).sum()
    };
    let partners = side.iter().filter(|&nation| !stranded.has(nation) && nation != sc.ind());
    let (mut ships, mut room) = (Factions::NONE, 0);
    for nation in stranded.iter().chain(partners) {
        let more = room_of(nation);
        if more > 0 && (stranded.has(nation) || room < men) {
            ships.add(nation);
            room += more;
        }
    }
    (ships, room)
}

/// The nearest friendly coast for ships in flight with those aboard.
fn haven(turn: &Turn, place: ProvinceId, fleeing: Factions, side: Factions) -> Option<ProvinceId> {
    let (sc, st) = (turn.sc, &*turn.st);
    let reach = sc.graph.reach(place.0, Mode::Sea, sc.constants.R79.max_legs, |_, step| {
        let to = ProvinceId(step.to);
        let free = fleeing.iter().all(|nation| st.hostile_units(sc, to, nation, Arm::Sea) == 0);
        free.then(|| sc.route(step.route).mp)
    });
    let fit = sc.province_ids().filter(|&to| {
        let owner = st.province(to).owner;
        to != place
            && owner != sc.ind()
            && side.has(owner)
            && reach[to.index()].is_some()
            && fleeing.iter().all(|nation| !st.contested(sc, to, nation))
    });
    fit.min_by_key(|&to| (reach[to.index()].map(|way| way.cost), to))
}

/// UM-20.8: no escape at all. Generals of the arm fall into the winners' hands (UM-R39).
fn destroyed(turn: &mut Turn, place: ProvinceId, nation: NationId, arm: Arm, winners: Factions) {
    lose_all(turn, place, nation, arm);
    let captor = strongest(turn, place, winners);
    let taken: Vec<_> = turn.st.generals_at(place, nation).filter(|(_, g)| g.arm == arm).map(|(id, _)| id).collect();
    for general in taken {
        captives::capture(turn, general, captor);
    }
}

/// All units of one arm of a nation in a province are lost, and those aboard with its ships.
pub(super) fn lose_all(turn: &mut Turn, place: ProvinceId, nation: NationId, arm: Arm) {
    let sc = turn.sc;
    let fleet = arm == Arm::Sea;
    let mut lost: Vec<(TypeId, u16)> = Vec::new();
    for kind in sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet() == fleet) {
        let gone = turn.st.stacks.take(place, nation, kind, u16::MAX);
        if gone > 0 {
            lost.push((kind, gone));
        }
    }
    if fleet {
        let aboard = std::mem::take(&mut turn.memory.aboard);
        let (sunk, afloat): (Vec<_>, Vec<_>) =
            aboard.into_iter().partition(|entry| entry.place == place && entry.nation == nation);
        turn.memory.aboard = afloat;
        for (kind, count) in sunk.into_iter().flat_map(|entry| entry.units) {
            lost.push((kind, turn.st.stacks.take(place, nation, kind, count)));
        }
    }
    tell_destroyed(turn, place, nation, &lost);
}

/// The faction with the most units on a side.
pub(super) fn strongest(turn: &Turn, place: ProvinceId, side: Factions) -> NationId {
    let best = side.iter().max_by_key(|&faction| (turn.st.all_units(place, faction), std::cmp::Reverse(faction)));
    best.unwrap_or(turn.sc.ind())
}
