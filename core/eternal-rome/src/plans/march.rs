//! The land movement phase: every army that can be spared goes for what it can reach.

use kernel::Choice;

use super::aims::{self, Aim, Claims, Party, Purpose};
use super::sketch::Sketch;
use super::troops;
use super::ways::{self, Ways};
use super::worth::{self, Worth};
use crate::ids::{HexId, PowerId};
use crate::map;
use crate::names;
use crate::orders::Order;
use crate::relations;
use crate::state::{Army, ArmyId, ArmyStatus, total};
use crate::strength;

/// Detachments that leave one army in a month.
const DETACHMENTS: usize = 4;
/// Enemies of unknown strength so near, in hexes, may intercept.
const WATCHED: u32 = 6;

/// Strength in quarters below which nobody is sent anywhere.
const HANDFUL: u32 = 8;

/// What it is worth to join a greater army: whatever else there is comes first.
const RALLY: i32 = 1;

/// Moves all armies.
pub fn march(sketch: &mut Sketch<'_>, worth: &Worth) {
    gather(sketch, worth);
    let mut armies: Vec<(u32, ArmyId)> = sketch
        .st
        .armies
        .iter()
        .filter(|army| worth.own.has(army.id.power) && total(&army.bands) > 0)
        .map(|army| (strength::of_bands(sketch.sc, &sketch.st, &army.bands).land4, army.id))
        .collect();
    armies.sort_unstable_by_key(|&(strength, id)| (std::cmp::Reverse(strength), id));
    let mut claims = standing(sketch, worth);
    for (_, id) in armies {
        if sketch.over {
            return;
        }
        army(sketch, worth, id, &mut claims);
    }
}

/// What armies are after that stand before it.
pub fn standing(sketch: &Sketch<'_>, worth: &Worth) -> Claims {
    let there = |army: &&Army| {
        let city = sketch.sc.hex(army.hex).city.map(|city| sketch.st.city(city).controller);
        worth.own.has(army.id.power)
            && (city.is_some_and(|holder| worth::foe(sketch, holder)) || worth::foes_at(sketch, army.hex).0 > 0)
    };
    let claim = |army: &Army| (army.hex, strength::of_bands(sketch.sc, &sketch.st, &army.bands).land4, Some(army.id));
    sketch.st.armies.iter().filter(there).map(claim).collect()
}

/// Armies of one power that stand together become one.
fn gather(sketch: &mut Sketch<'_>, worth: &Worth) {
    let mut places: Vec<(PowerId, HexId)> = Vec::new();
    let mut joined: Vec<(PowerId, HexId)> = Vec::new();
    for army in sketch.st.armies.iter().filter(|army| worth.own.has(army.id.power) && !army.stopped) {
        let fresh = army.bands.iter().all(|band| band.spent == 0);
        let key = (army.id.power, army.hex);
        if fresh && places.contains(&key) && !joined.contains(&key) {
            joined.push(key);
        }
        places.push(key);
    }
    for (power, hex) in joined {
        let all = sketch.st.armies_at(hex).filter(|army| army.id.power == power);
        if all.flat_map(|army| &army.bands).all(|band| band.spent == 0) {
            sketch.give(Order::ConcentrateArmies { power: sketch.code(power), hex: hex.to_string() });
        }
    }
}

/// Sends an army, or what it can spare, where it does most good.
fn army(sketch: &mut Sketch<'_>, worth: &Worth, id: ArmyId, claims: &mut Claims) {
    let mut ways: Option<Ways> = None;
    for _ in 0..DETACHMENTS {
        let Some(army) = sketch.st.army(id).filter(|_| !sketch.over) else { return };
        let all = strength::of_bands(sketch.sc, &sketch.st, &army.bands).land4;
        if all < HANDFUL {
            return;
        }
        let (hex, left) = (army.hex, strength::moves_left(sketch.sc, &sketch.st, army));
        let shut = army.status == ArmyStatus::Garrison
            && sketch.sc.hex(hex).city.is_some_and(|city| relations::besieged(&sketch.st, city));
        if left == 0 || shut || !sketch.st.power(id.power).active {
            return;
        }
        let spare = all.saturating_sub(troops::kept(sketch, worth, id));
        if spare < HANDFUL {
            return;
        }
        // What is left behind by a detachment has the same ways as before.
        if ways.as_ref().is_none_or(|ways| (ways.from, ways.left) != (hex, left)) {
            // A handful of men takes no city: it fills a gap nearby, or joins others.
            let months = if spare < aims::LEAST { 2 } else { sketch.posture.horizon() };
            ways = Some(Ways::of(sketch, id.power, hex, left, months));
        }
        let Some(known) = &ways else { return };
        let list = options(sketch, worth, (id, spare), known, claims);
        let Some(aim) = choose(sketch, id, &list) else { return };
        if aim.hex == hex {
            return;
        }
        claims.push((aim.hex, aim.need.min(spare), None));
        let wanted = aim.need + aim.need / 8;
        // A distant aim takes all that can be spared; a near one what it needs.
        let part = if aim.months == 0 && wanted < spare { wanted } else { spare };
        let Some(going) = troops::detach(sketch, id, part) else { return };
        go(sketch, going, aim.hex);
        if going == id {
            return;
        }
    }
}

fn choose(sketch: &mut Sketch<'_>, id: ArmyId, list: &[Aim]) -> Option<Aim> {
    let best = list.first()?;
    if best.score <= 0 {
        return None;
    }
    let sc = sketch.sc;
    let far = |aim: &Aim| if aim.months > 0 { format!(" ({} months)", aim.months) } else { String::new() };
    let answer = sketch.choose("army", || {
        let shown = list.iter().take(4).map(|aim| Choice::new(aim.purpose.words(sc) + &far(aim), 300));
        (names::army(sc, id), shown.chain([Choice::new("stay", 100).quiet()]).collect())
    });
    list.get(answer).filter(|_| answer < 4).copied()
}

/// What an army could go for, the best first.
fn options(sketch: &Sketch<'_>, worth: &Worth, (id, spare): (ArmyId, u32), ways: &Ways, claims: &Claims) -> Vec<Aim> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(army) = st.army(id) else { return Vec::new() };
    let party = Party { power: id.power, army: Some(id), strength: spare };
    // A ruler with few men keeps to his own cities.
    let bold = spare >= troops::ESCORT || !troops::rules(sketch, id);
    // A siege under way is worth more than one to be begun.
    let siege = Some(army.hex).filter(|_| army.status == ArmyStatus::Besieging);
    let raised = |hex: HexId, score: i32| if siege == Some(hex) { score * 3 / 2 } else { score };
    let (mut list, mut best) = (Vec::new(), 0);
    // Where nobody is asked, the best alone counts: what cannot come up to it is not looked into.
    let mut meet = |hex: HexId, most: i32, look: &dyn Fn() -> Option<Aim>| {
        if sketch.through() && raised(hex, most) < best {
            return;
        }
        let Some(aim) = look() else { return };
        let aim = Aim { score: raised(hex, aim.score), ..aim };
        best = best.max(aim.score);
        list.push(aim);
    };
    for &city in sketch.foes.cities.iter().filter(|_| bold) {
        let Some(months) = ways.months_to(sc, city) else { continue };
        let most = aims::most_of_city(sketch, worth, city, months);
        meet(sc.city(city).hex, most, &|| aims::city(sketch, worth, party, city, months, claims));
    }
    for city in sc.city_ids() {
        let Some(months) = ways.months_to(sc, city) else { continue };
        let most = aims::most_of_gap(worth, city, months);
        meet(sc.city(city).hex, most, &|| aims::gap(sketch, worth, city, months, claims));
    }
    for place in sketch.foes.places.iter().filter(|place| bold && place.open > 0) {
        let Some(months) = ways.months(place.hex).filter(|&months| months <= 1) else { continue };
        meet(place.hex, i32::MAX / 3, &|| aims::field(sketch, worth, party, place.hex, months, claims));
    }
    if !sketch.through() || best <= RALLY {
        list.extend(rally(sketch, id, spare, ways));
    }
    let order = |aim: &Aim| (std::cmp::Reverse(aim.score), aim.hex);
    if sketch.through() {
        return list.into_iter().min_by_key(order).into_iter().collect();
    }
    list.sort_by_key(order);
    list.truncate(8);
    list
}

/// A greater army of the same power in a friendly city elsewhere, to be joined: the strongest for the way.
fn rally(sketch: &Sketch<'_>, id: ArmyId, spare: u32, ways: &Ways) -> Option<Aim> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let size = |army: &Army| (strength::of_bands(sc, st, &army.bands).land4, army.id);
    let own = st.army(id)?;
    let (strength, hex) = (size(own), own.hex);
    let hosts = st.armies.iter().filter(|other| other.id.power == id.power && other.hex != hex);
    let stacks = hosts.filter_map(|other| {
        let months = ways.months(other.hex)?;
        let city = relations::friendly_city(sc, st, id.power, other.hex)?;
        let host = Some(size(other)).filter(|&size| size > strength && !relations::besieged(st, city))?;
        let stack = Some(host.0 / (2 + u32::from(months))).filter(|&stack| stack > 0)?;
        Some((stack, other.hex, months))
    });
    let (_, hex, months) = stacks.max_by_key(|&(stack, hex, _)| (stack, std::cmp::Reverse(hex)))?;
    Some(Aim { hex, need: spare, months, score: RALLY, purpose: Purpose::Join(hex) })
}

/// Marches as far as the month allows.
fn go(sketch: &mut Sketch<'_>, id: ArmyId, to: HexId) {
    let path = ways::path(sketch, id, to);
    if path.is_empty() {
        return;
    }
    let hexes = path.iter().map(ToString::to_string).collect();
    let army = names::army(sketch.sc, id);
    let order = Order::MoveArmy { power: sketch.code(id.power), army, path: hexes, invade: false };
    if sketch.give(order) && !sketch.through() {
        sketch.over |= watched(sketch, &path);
    }
}

/// Whether enemies of unknown strength are so near a way that they may intercept.
fn watched(sketch: &Sketch<'_>, path: &[HexId]) -> bool {
    let foes = || sketch.dim.iter().filter(|(_, power)| worth::foe(sketch, *power));
    path.iter().any(|&hex| foes().any(|&(at, _)| map::distance(at, hex) <= WATCHED))
}
