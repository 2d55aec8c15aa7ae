//! The land movement phase: every army that can be spared goes for what it can reach.

use kernel::Choice;
use kernel::map::Mode;

use super::aims::{self, Aim, Claims, Party};
use super::sketch::Sketch;
use super::troops;
use super::worth::{self, Worth};
use crate::costs::Terms;
use crate::ids::{HexId, PowerId};
use crate::map;
use crate::names;
use crate::orders::Order;
use crate::relations;
use crate::routes::{self, Costs};
use crate::state::{Army, ArmyId, ArmyStatus, State, total};
use crate::strength;

/// Movement points of a month, for aims farther off.
const MONTH: u16 = 20;
/// Detachments that leave one army in a month.
const DETACHMENTS: usize = 4;
/// Enemies of unknown strength so near, in hexes, may intercept.
const WATCHED: u32 = 6;

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
        let (hex, left) = (army.hex, strength::moves_left(sketch.sc, &sketch.st, army));
        let all = strength::of_bands(sketch.sc, &sketch.st, &army.bands).land4;
        let shut = army.status == ArmyStatus::Garrison
            && sketch.sc.hex(hex).city.is_some_and(|city| relations::besieged(&sketch.st, city));
        if left == 0 || shut || !sketch.st.power(id.power).active {
            return;
        }
        let spare = all.saturating_sub(troops::kept(sketch, worth, id));
        if spare < 8 {
            return;
        }
        // What is left behind by a detachment has the same ways as before.
        if ways.as_ref().is_none_or(|ways| (ways.from, ways.left) != (hex, left)) {
            // A handful of men takes no city: it fills a gap nearby, or joins others.
            let months = if spare < aims::LEAST { 2 } else { sketch.posture.horizon() };
            ways = Some(Ways::of(sketch, id.power, hex, left, months));
        }
        let Some(known) = &ways else { return };
        let list = options(sketch, worth, id, spare, known, claims);
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

/// Where an army could go within the horizon.
struct Ways<'a> {
    from: HexId,
    left: u16,
    costs: Costs<'a>,
}

impl<'a> Ways<'a> {
    fn of(sketch: &Sketch<'a>, power: PowerId, from: HexId, left: u16, months: u16) -> Self {
        let shut = relations::shut_out(sketch.sc, &sketch.st, power, false);
        let barred = |hex: HexId| sketch.sc.hex(hex).province.is_some_and(|province| shut[province.index()]);
        let terms = Terms { mode: Mode::Land, winter: sketch.st.winter, barred: &barred, no_straits: false };
        let limit = left + MONTH * months;
        Self { from, left, costs: routes::costs(sketch.sc, from, limit, &terms) }
    }

    /// Months until the army is there; 0: this month.
    fn months(&self, hex: HexId) -> Option<u16> {
        let cost = self.costs.of(hex)?;
        Some(if cost <= self.left { 0 } else { 1 + (cost - self.left - 1) / MONTH })
    }
}

fn choose(sketch: &mut Sketch<'_>, id: ArmyId, list: &[Aim]) -> Option<Aim> {
    let best = list.first()?;
    let stay = Choice::new("stay", 100).quiet();
    let far = |aim: &Aim| if aim.months > 0 { format!(" ({} months)", aim.months) } else { String::new() };
    let shown: Vec<Choice> = list.iter().take(4).map(|aim| Choice::new(aim.words.clone() + &far(aim), 300)).collect();
    let name = names::army(sketch.sc, id);
    if best.score <= 0 {
        return None;
    }
    let answer = sketch.choose("army", &name, shown.into_iter().chain([stay]).collect());
    list.get(answer).filter(|_| answer < 4).cloned()
}

/// What an army could go for, the best first.
fn options(sketch: &Sketch<'_>, worth: &Worth, id: ArmyId, spare: u32, ways: &Ways, claims: &Claims) -> Vec<Aim> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(army) = st.army(id) else { return Vec::new() };
    let party = Party { power: id.power, army: Some(id), strength: spare };
    // A ruler with few men keeps to his own cities.
    let bold = spare >= troops::ESCORT || !troops::rules(sketch, id);
    let mut list = Vec::new();
    let mut rally: Option<(u32, Aim)> = None;
    for city in sc.city_ids() {
        let hex = sc.city(city).hex;
        let Some(months) = ways.months(hex) else { continue };
        list.extend(aims::city(sketch, worth, party, city, months, claims).filter(|_| bold));
        list.extend(aims::gap(sketch, worth, city, months, claims));
        let stack = host(sketch, id, hex) / (2 + u32::from(months));
        if stack > 0 && rally.as_ref().is_none_or(|(best, aim)| (stack, aim.hex) > (*best, hex)) {
            let words = format!("join the army at {}", names::place(sc, hex));
            rally = Some((stack, Aim { hex, need: spare, months, score: 1, words }));
        }
    }
    for place in sketch.foes.places.iter().filter(|place| bold && place.open > 0) {
        let months = ways.months(place.hex).filter(|&months| months <= 1);
        list.extend(months.and_then(|months| aims::field(sketch, worth, party, place.hex, months, claims)));
    }
    list.extend(rally.map(|(_, aim)| aim));
    if army.status == ArmyStatus::Besieging {
        // A siege under way is worth more than one to be begun.
        let here = army.hex;
        list.iter_mut().filter(|aim| aim.hex == here).for_each(|aim| aim.score = aim.score * 3 / 2);
    }
    list.sort_by_key(|aim| (std::cmp::Reverse(aim.score), aim.hex));
    list.truncate(8);
    list
}

/// Strength in quarters of the power's army in a friendly city elsewhere, where it is the greater one: to be joined.
fn host(sketch: &Sketch<'_>, id: ArmyId, hex: HexId) -> u32 {
    let (sc, st) = (sketch.sc, &sketch.st);
    let size = |army: &Army| (strength::of_bands(sc, st, &army.bands).land4, army.id);
    let Some(own) = st.army(id).filter(|army| army.hex != hex) else { return 0 };
    let open = relations::friendly_city(sc, st, id.power, hex).is_some_and(|city| !relations::besieged(st, city));
    let others = st.armies_at(hex).filter(|other| open && other.id.power == id.power && size(other) > size(own));
    others.map(|other| size(other).0).max().unwrap_or(0)
}

/// Marches as far as the month allows.
fn go(sketch: &mut Sketch<'_>, id: ArmyId, to: HexId) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let Some(army) = st.army(id) else { return };
    let own = strength::of_bands(sc, st, &army.bands).land4;
    let shut = relations::shut_out(sc, st, id.power, false);
    let closed = |hex: HexId| sc.hex(hex).province.is_some_and(|province| shut[province.index()]);
    let barred = |hex: HexId| closed(hex) || hex != to && worth::foes_at(sketch, hex).0 > own;
    let terms = Terms { mode: Mode::Land, winter: st.winter, barred: &barred, no_straits: false };
    let Some(route) = routes::shortest(sc, army.hex, to, &terms) else { return };
    let path = affordable(sketch, st, id, &route.hexes);
    if path.is_empty() {
        return;
    }
    let watched = path.iter().any(|&hex| {
        sketch.dim.iter().any(|&(at, power)| worth::foe(sketch, power) && map::distance(at, hex) <= WATCHED)
    });
    let path = path.iter().map(ToString::to_string).collect();
    let order = Order::MoveArmy { power: sketch.code(id.power), army: names::army(sc, id), path, invade: false };
    if sketch.give(order) {
        sketch.over |= watched;
    }
}

fn affordable(sketch: &Sketch<'_>, st: &State, id: ArmyId, hexes: &[HexId]) -> Vec<HexId> {
    let left = st.army(id).map_or(0, |army| strength::moves_left(sketch.sc, st, army));
    let mut spent = 0;
    let mut path = Vec::new();
    for step in hexes.windows(2) {
        let Some(cost) = crate::costs::land(sketch.sc, step[0], step[1], st.winter) else { break };
        spent += cost;
        if spent > left {
            break;
        }
        path.push(step[1]);
    }
    path
}
