//! The land movement phase: every army that can be spared goes for what it can reach.

use kernel::Choice;

use super::aims::{self, Aim, Claims, Party, Purpose};
use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use super::reach::{self, Reach};
use super::troops;
use crate::model::ids::{HexId, PowerId};
use crate::model::map;
use crate::model::names;
use crate::model::state::{Army, ArmyId, ArmyStatus, total};
use crate::orders::Order;
use crate::orders::{ConcentrateArmies, MoveArmy};
use crate::rules::relations;
use crate::rules::strength;

/// Detachments that leave one army in a month.
const DETACHMENTS: usize = 4;
/// Enemies of unknown strength so near, in hexes, may intercept.
const WATCHED: u32 = 6;

/// Strength in quarters below which nobody is sent anywhere.
const HANDFUL: u32 = 8;

/// What it is worth to join a greater army: whatever else there is comes first.
const RALLY: i32 = 1;

/// Moves all armies.
pub fn march(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    gather(draft, evaluation);
    let mut armies: Vec<(u32, ArmyId)> = draft
        .st
        .armies
        .iter()
        .filter(|army| evaluation.own.has(army.id.power) && total(&army.bands) > 0)
        .map(|army| (strength::of_bands(draft.sc, &draft.st, &army.bands).land4, army.id))
        .collect();
    armies.sort_unstable_by_key(|&(strength, id)| (std::cmp::Reverse(strength), id));
    let mut claims = standing(draft, evaluation);
    for (_, id) in armies {
        if draft.over {
            return;
        }
        army(draft, evaluation, id, &mut claims);
    }
}

/// What armies are after that stand before it.
pub fn standing(draft: &Draft<'_>, evaluation: &Evaluation) -> Claims {
    let there = |army: &&Army| {
        let city = draft.sc.hex(army.hex).city.map(|city| draft.st.city(city).controller);
        evaluation.own.has(army.id.power)
            && (city.is_some_and(|holder| evaluation::foe(draft, holder)) || evaluation::foes_at(draft, army.hex).0 > 0)
    };
    let claim = |army: &Army| (army.hex, strength::of_bands(draft.sc, &draft.st, &army.bands).land4, Some(army.id));
    draft.st.armies.iter().filter(there).map(claim).collect()
}

/// Armies of one power that stand together become one.
fn gather(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    let mut places: Vec<(PowerId, HexId)> = Vec::new();
    let mut joined: Vec<(PowerId, HexId)> = Vec::new();
    for army in draft.st.armies.iter().filter(|army| evaluation.own.has(army.id.power) && !army.stopped) {
        let fresh = army.bands.iter().all(|band| band.spent == 0);
        let key = (army.id.power, army.hex);
        if fresh && places.contains(&key) && !joined.contains(&key) {
            joined.push(key);
        }
        places.push(key);
    }
    for (power, hex) in joined {
        let all = draft.st.armies_at(hex).filter(|army| army.id.power == power);
        if all.flat_map(|army| &army.bands).all(|band| band.spent == 0) {
            draft.give(Order::ConcentrateArmies(ConcentrateArmies { power: draft.code(power), hex: hex.to_string() }));
        }
    }
}

/// Sends an army, or what it can spare, where it does most good.
fn army(draft: &mut Draft<'_>, evaluation: &Evaluation, id: ArmyId, claims: &mut Claims) {
    let mut reach: Option<Reach> = None;
    for _ in 0..DETACHMENTS {
        let Some(army) = draft.st.army(id).filter(|_| !draft.over) else { return };
        let all = strength::of_bands(draft.sc, &draft.st, &army.bands).land4;
        if all < HANDFUL {
            return;
        }
        let (hex, left) = (army.hex, strength::moves_left(draft.sc, &draft.st, army));
        let shut = army.status == ArmyStatus::Garrison
            && draft.sc.hex(hex).city.is_some_and(|city| relations::besieged(&draft.st, city));
        if left == 0 || shut || !draft.st.power(id.power).active {
            return;
        }
        let spare = all.saturating_sub(troops::kept(draft, evaluation, id));
        if spare < HANDFUL {
            return;
        }
        // What is left behind by a detachment has the same ways as before.
        if reach.as_ref().is_none_or(|reach| (reach.from, reach.left) != (hex, left)) {
            // A handful of men takes no city: it fills a gap nearby, or joins others.
            let months = if spare < aims::LEAST { 2 } else { draft.posture.horizon() };
            reach = Some(Reach::of(draft, id.power, hex, left, months));
        }
        let Some(known) = &reach else { return };
        let list = options(draft, evaluation, (id, spare), known, claims);
        let Some(aim) = choose(draft, id, &list) else { return };
        if aim.hex == hex {
            return;
        }
        claims.push((aim.hex, aim.need.min(spare), None));
        let wanted = aim.need + aim.need / 8;
        // A distant aim takes all that can be spared; a near one what it needs.
        let part = if aim.months == 0 && wanted < spare { wanted } else { spare };
        let Some(going) = troops::detach(draft, id, part) else { return };
        go(draft, going, aim.hex);
        if going == id {
            return;
        }
    }
}

fn choose(draft: &mut Draft<'_>, id: ArmyId, list: &[Aim]) -> Option<Aim> {
    let best = list.first()?;
    if best.score <= 0 {
        return None;
    }
    let sc = draft.sc;
    let far = |aim: &Aim| if aim.months > 0 { format!(" ({} months)", aim.months) } else { String::new() };
    let answer = draft.choose("army", || {
        let shown = list.iter().take(4).map(|aim| Choice::new(aim.purpose.words(sc) + &far(aim), 300));
        (names::army(sc, id), shown.chain([Choice::new("stay", 100).quiet()]).collect())
    });
    list.get(answer).filter(|_| answer < 4).copied()
}

/// What an army could go for, the best first.
fn options(
    draft: &Draft<'_>, evaluation: &Evaluation, (id, spare): (ArmyId, u32), reach: &Reach, claims: &Claims,
) -> Vec<Aim> {
    let (sc, st) = (draft.sc, &draft.st);
    let Some(army) = st.army(id) else { return Vec::new() };
    let party = Party { power: id.power, army: Some(id), strength: spare };
    // A ruler with few men keeps to his own cities.
    let bold = spare >= troops::ESCORT || !troops::rules(draft, id);
    // A siege under way is worth more than one to be begun.
    let siege = Some(army.hex).filter(|_| army.status == ArmyStatus::Besieging);
    let raised = |hex: HexId, score: i32| if siege == Some(hex) { score * 3 / 2 } else { score };
    // Whoever has come to an own city this month stays there, unless there is something to take: else legions march in circles.
    let marched = army.bands.iter().any(|band| band.spent > 0);
    let settled = marched && relations::friendly_city(sc, st, id.power, army.hex).is_some();
    let (mut list, mut best) = (Vec::new(), 0);
    // Where nobody is asked, the best alone counts: what cannot come up to it is not looked into.
    let mut meet = |hex: HexId, most: i32, look: &dyn Fn() -> Option<Aim>| {
        if draft.through() && raised(hex, most) < best {
            return;
        }
        let Some(aim) = look() else { return };
        let aim = Aim { score: raised(hex, aim.score), ..aim };
        best = best.max(aim.score);
        list.push(aim);
    };
    for &city in draft.foes.cities.iter().filter(|_| bold) {
        let Some(months) = reach.months_to(sc, city).filter(|&months| !settled || months == 0) else { continue };
        let most = aims::most_of_city(draft, evaluation, city, months);
        meet(sc.city(city).hex, most, &|| aims::city(draft, evaluation, party, city, months, claims));
    }
    for city in sc.city_ids().filter(|_| !settled) {
        let Some(months) = reach.months_to(sc, city) else { continue };
        let most = aims::most_of_gap(evaluation, city, months);
        meet(sc.city(city).hex, most, &|| aims::gap(draft, evaluation, city, months, claims));
    }
    for place in draft.foes.places.iter().filter(|place| bold && place.open > 0) {
        let Some(months) = reach.months(place.hex).filter(|&months| months <= 1) else { continue };
        meet(place.hex, i32::MAX / 3, &|| aims::field(draft, evaluation, party, place.hex, months, claims));
    }
    if !settled && (!draft.through() || best <= RALLY) {
        list.extend(rally(draft, id, spare, reach));
    }
    let order = |aim: &Aim| (std::cmp::Reverse(aim.score), aim.hex);
    if draft.through() {
        return list.into_iter().min_by_key(order).into_iter().collect();
    }
    list.sort_by_key(order);
    list.truncate(8);
    list
}

/// A greater army of the same power in a friendly city elsewhere, to be joined: the strongest for the way.
fn rally(draft: &Draft<'_>, id: ArmyId, spare: u32, reach: &Reach) -> Option<Aim> {
    let (sc, st) = (draft.sc, &draft.st);
    let size = |army: &Army| (strength::of_bands(sc, st, &army.bands).land4, army.id);
    let own = st.army(id)?;
    let (strength, hex) = (size(own), own.hex);
    let hosts = st.armies.iter().filter(|other| other.id.power == id.power && other.hex != hex);
    let stacks = hosts.filter_map(|other| {
        let months = reach.months(other.hex)?;
        let city = relations::friendly_city(sc, st, id.power, other.hex)?;
        let host = Some(size(other)).filter(|&size| size > strength && !relations::besieged(st, city))?;
        let stack = Some(host.0 / (2 + u32::from(months))).filter(|&stack| stack > 0)?;
        Some((stack, other.hex, months))
    });
    let (_, hex, months) = stacks.max_by_key(|&(stack, hex, _)| (stack, std::cmp::Reverse(hex)))?;
    Some(Aim { hex, need: spare, months, score: RALLY, purpose: Purpose::Join(hex) })
}

/// Marches as far as the month allows.
fn go(draft: &mut Draft<'_>, id: ArmyId, to: HexId) {
    let path = reach::path(draft, id, to);
    if path.is_empty() {
        return;
    }
    let hexes = path.iter().map(ToString::to_string).collect();
    let army = names::army(draft.sc, id);
    let order = Order::MoveArmy(MoveArmy { power: draft.code(id.power), army, path: hexes, invade: false });
    if draft.give(order) && !draft.through() {
        draft.over |= watched(draft, &path);
    }
}

/// Whether enemies of unknown strength are so near a way that they may intercept.
fn watched(draft: &Draft<'_>, path: &[HexId]) -> bool {
    let foes = || draft.unknown.ashore.iter().filter(|(_, power)| evaluation::foe(draft, *power));
    path.iter().any(|&hex| foes().any(|&(at, _)| map::distance(at, hex) <= WATCHED))
}
