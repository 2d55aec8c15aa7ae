//! Land movement: each army that is strong enough goes for the nearest thing that it can take within the month.

use kernel::map::Mode;

use super::{Hand, RULE};
use crate::costs::Terms;
use crate::ids::{CityId, HexId};
use crate::map;
use crate::names;
use crate::orders::{Order, Units};
use crate::relations;
use crate::routes;
use crate::state::{Army, ArmyStatus, total};
use crate::strength;

/// Armies moved on one sheet.
const MOST: usize = 4;
/// Below this strength in quarters an army is a garrison.
const FIELD: u32 = 4 * 40;
/// Per cent of chance that an army that could march does.
const BOLD: i32 = 80;
/// Goals tried before an army stays.
const TRIES: usize = 2;

pub(super) fn march(hand: &mut Hand<'_, '_>) {
    let st = hand.st;
    let mut able: Vec<(u32, &Army)> = st
        .armies
        .iter()
        .filter(|army| hand.own.has(army.id.power) && !army.stopped && st.power(army.id.power).active)
        .map(|army| (hand.land4(army), army))
        .filter(|(land, army)| *land >= FIELD && !busy(hand, army))
        .collect();
    able.sort_by_key(|&(land, army)| (std::cmp::Reverse(land), army.id));
    able.truncate(MOST);
    let mut taken: Vec<HexId> = Vec::new();
    for (land, army) in able {
        if hand.luck.chance(BOLD, RULE) {
            go(hand, army, land, &mut taken);
        }
    }
}

/// Shut in, or before a city that is worth the wait.
fn busy(hand: &Hand<'_, '_>, army: &Army) -> bool {
    let Some(city) = hand.sc.hex(army.hex).city else { return false };
    let shut = army.status == ArmyStatus::Garrison && relations::besieged(hand.st, city);
    shut || hand.foe(army.id.power, hand.st.city(city).controller)
}

fn go(hand: &mut Hand<'_, '_>, army: &Army, land: u32, taken: &mut Vec<HexId>) {
    // A step costs 2 movement points at least (ER-R4), twice that in winter.
    let moves = strength::moves_left(hand.sc, hand.st, army);
    let reach = u32::from(moves) / if hand.st.winter { 3 } else { 2 };
    let mut goals: Vec<(i32, HexId)> = Vec::new();
    for city in hand.sc.city_ids() {
        let far = map::distance(army.hex, hand.sc.city(city).hex);
        if far <= reach {
            goals.extend(prize(hand, army, land, city, far));
        }
    }
    for other in &hand.st.armies {
        let far = map::distance(army.hex, other.hex);
        if far <= reach && other.status != ArmyStatus::Garrison && hand.foe(army.id.power, other.id.power) {
            let foes = hand.foes_at(army.id.power, other.hex);
            if land * 4 >= foes * 5 {
                goals.push(((foes / 8) as i32 * 10 / (far as i32 + 4), other.hex));
            }
        }
    }
    goals.retain(|(_, hex)| !taken.contains(hex));
    goals.sort_by_key(|&(worth, hex)| (std::cmp::Reverse(worth), hex));
    goals.dedup_by_key(|(_, hex)| *hex);
    if goals.is_empty() {
        return;
    }
    let shut = relations::shut_out(hand.sc, hand.st, army.id.power, false);
    let barred = |hex: HexId| hand.sc.hex(hex).province.is_none_or(|province| shut[province.index()]);
    let terms = Terms { mode: Mode::Land, winter: hand.st.winter, barred: &barred, no_straits: false };
    let ways = routes::costs(hand.sc, army.hex, moves, &terms);
    let open = goals.into_iter().filter_map(|(_, hex)| Some((hex, ways.way(hex)?))).take(TRIES);
    for (hex, way) in open.collect::<Vec<_>>() {
        let (power, name) = (hand.code(army.id.power), names::army(hand.sc, army.id));
        let path = way.iter().map(HexId::to_string).collect();
        if hand.give(Order::MoveArmy { power, army: name, path, invade: false }) {
            taken.push(hex);
            leave_guard(hand, army);
            return;
        }
    }
}

/// What a city promises to an army so far away; `None` where it is too strong.
fn prize(hand: &Hand<'_, '_>, army: &Army, land: u32, city: CityId, far: u32) -> Option<(i32, HexId)> {
    let (info, now) = (hand.sc.city(city), hand.st.city(city));
    let province = hand.sc.province(info.province);
    if !hand.foe(army.id.power, now.controller) {
        return None;
    }
    let need = hand.walls(army.id.power, city).max(hand.foes_at(army.id.power, info.hex));
    if land * 5 < need * 4 {
        return None;
    }
    let value = 4 + i32::from(province.tax) * if province.capital == Some(city) { 3 } else { 1 };
    let easy = if land * 4 >= need * 5 { 2 } else { 1 };
    Some((value * easy * 10 / (far as i32 + 4), info.hex))
}

/// A unit stays behind where an army leaves a city of its side alone.
fn leave_guard(hand: &mut Hand<'_, '_>, army: &Army) {
    let (sc, st) = (hand.sc, hand.st);
    let alone = st.armies_at(army.hex).all(|other| other.id == army.id || !hand.own.has(other.id.power));
    let city = relations::friendly_city(sc, st, army.id.power, army.hex);
    if !alone || city.is_none() || army.status != ArmyStatus::Garrison || total(&army.bands) < 3 {
        return;
    }
    let weakest =
        army.bands.iter().min_by_key(|band| (strength::unit_land4(sc, st, band.kind, band.seasoned), band.spent));
    let Some(band) = weakest else { return };
    let units = vec![Units { kind: band.kind, count: 1, seasoned: band.seasoned }];
    let (power, name) = (hand.code(army.id.power), names::army(sc, army.id));
    let marching = hand.orders.pop();
    hand.give(Order::SplitArmy { power, army: name, units, leaders: Vec::new() });
    hand.orders.extend(marching);
}
