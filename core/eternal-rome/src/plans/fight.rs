//! The land combat phase: battles, assaults, sieges, and the way into the cities for the rest of the month.

use kernel::Choice;

use super::odds::{self, Prospect};
use super::posture::Posture;
use super::sketch::Sketch;
use super::worth::{self, Worth};
use crate::ids::{CityId, HexId, PowerId};
use crate::names;
use crate::orders::Order;
use crate::relations;
use crate::state::{Army, ArmyId, ArmyStatus, total};
use crate::strength;

/// Fights what is worth fighting.
pub fn fight(sketch: &mut Sketch<'_>, worth: &Worth) {
    let mut places: Vec<HexId> =
        sketch.st.armies.iter().filter(|army| worth.own.has(army.id.power)).map(|a| a.hex).collect();
    places.sort_unstable();
    places.dedup();
    for &hex in &places {
        battle(sketch, worth, hex);
        if !sketch.over {
            storm(sketch, worth, hex);
        }
        if sketch.over {
            return;
        }
    }
    places.iter().for_each(|&hex| settle(sketch, worth, hex));
}

/// Own armies of a hex that may still attack somebody there.
fn able(sketch: &Sketch<'_>, worth: &Worth, hex: HexId, foe: PowerId) -> Vec<ArmyId> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let city = sc.hex(hex).city;
    let fits = |army: &&Army| {
        let inside = army.status == ArmyStatus::Garrison && city.is_some_and(|city| relations::besieged(st, city));
        worth.own.has(army.id.power)
            && !army.attacked
            && total(&army.bands) > 0
            && relations::may_fight(sc, st, army.id.power, foe)
            && (!inside || st.armies_at(hex).any(|other| other.status == ArmyStatus::Besieging))
    };
    st.armies_at(hex).filter(fits).map(|army| army.id).collect()
}

fn force(sketch: &Sketch<'_>, list: &[ArmyId]) -> u32 {
    strength::of_armies(sketch.sc, &sketch.st, list.iter().filter_map(|&id| sketch.st.army(id)))
}

/// What leaders and morale add to the die.
fn modifier(sketch: &Sketch<'_>, own: &[ArmyId], foes: &[ArmyId], against: PowerId) -> i32 {
    let (sc, st) = (sketch.sc, &sketch.st);
    let best = |list: &[ArmyId]| {
        let led = list.iter().filter_map(|&id| st.army(id)).filter_map(|army| strength::land_quality(sc, st, army));
        led.max().map_or(0, i32::from)
    };
    let own_power = own.iter().max_by_key(|&&id| force(sketch, &[id])).map_or(against, |id| id.power);
    best(own) - best(foes) + worth::morale(st, own_power, against)
}

/// Attacks enemies in the open.
fn battle(sketch: &mut Sketch<'_>, worth: &Worth, hex: HexId) {
    let open = |army: &&Army| army.status != ArmyStatus::Garrison && worth::foe(sketch, army.id.power);
    let foes: Vec<ArmyId> = sketch.st.armies_at(hex).filter(open).map(|army| army.id).collect();
    let Some(target) = foes.iter().max_by_key(|&&id| (force(sketch, &[id]), id)).map(|id| id.power) else { return };
    let own = able(sketch, worth, hex, target);
    if own.is_empty() {
        return;
    }
    let (attack, defence) = (force(sketch, &own), force(sketch, &foes));
    let shift = modifier(sketch, &own, &foes, target);
    let prospect = odds::field(sketch.sc, attack, defence, shift);
    let eager = prospect.foe * 100 >= prospect.own * (sketch.posture.odds() - 30) && prospect.won >= 50
        || defence == 0
        || attack * 100 >= defence * sketch.posture.odds() && prospect.won >= 50;
    if !decide(sketch, "battle", hex, ("attack", "win", prospect), eager) {
        return;
    }
    let armies = own.iter().map(|&id| names::army(sketch.sc, id)).collect();
    let order = Order::AttackArmy { power: sketch.code(own[0].power), armies, targets: vec![sketch.code(target)] };
    // Whatever it comes to, the truth is not known before it is fought.
    sketch.over |= sketch.give(order) && !sketch.through();
}

fn decide(
    sketch: &mut Sketch<'_>, kind: &str, hex: HexId, (verb, aim, prospect): (&str, &str, Prospect), eager: bool,
) -> bool {
    let sc = sketch.sc;
    sketch.decide(kind, eager, || {
        let words = format!("{verb}: {} per cent to {aim}, losing {}", prospect.won, strength::show(prospect.own));
        (names::place(sc, hex), Choice::new(words, 600), Choice::new("hold back", 400).quiet())
    })
}

/// What an assault by these armies promises, and what going on with it does.
pub fn prospect(sketch: &Sketch<'_>, own: &[ArmyId], city: CityId) -> (Prospect, Prospect) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let (hex, holder) = (sc.city(city).hex, st.city(city).controller);
    let inside = |army: &&Army| army.status == ArmyStatus::Garrison && worth::foe(sketch, army.id.power);
    let foes: Vec<ArmyId> = st.armies_at(hex).filter(inside).map(|army| army.id).collect();
    let power = own.first().map_or(holder, |id| id.power);
    let against = foes.iter().max_by_key(|&&id| (force(sketch, &[id]), id)).map_or(holder, |id| id.power);
    let shift = modifier(sketch, own, &foes, against);
    let fort = 4 * u32::from(st.fort(sc, city));
    let (attack, inside, times) = (force(sketch, own), force(sketch, &foes), worth::times(sketch, power, city));
    (odds::assault(sc, attack, inside, times, fort, shift), odds::assaults(sc, attack, inside, times, fort, shift))
}

/// Storms or besieges the enemy city of a hex.
fn storm(sketch: &mut Sketch<'_>, worth: &Worth, hex: HexId) {
    let Some(city) = sketch.sc.hex(hex).city else { return };
    let holder = sketch.st.city(city).controller;
    if !worth::foe(sketch, holder) {
        return;
    }
    let own = able(sketch, worth, hex, holder);
    if own.is_empty() {
        return;
    }
    let (prospect, series) = prospect(sketch, &own, city);
    let value = u32::try_from(worth.city[city.index()]).unwrap_or(0);
    // A city is worth some blood: its value in points of strength.
    let gain = prospect.foe + prospect.won * value * 4 / 100;
    let price = prospect.own * sketch.posture.odds() / 130;
    let lasting = series.won == 100 && series.foe + value * 4 > series.own * sketch.posture.odds() / 130;
    let starve = sketch.posture == Posture::Siege && prospect.won < 90;
    let eager = (gain > price && prospect.won >= 30 || prospect.foe > price * 3 / 2 || lasting) && !starve;
    if decide(sketch, "assault", hex, ("storm", "take it", prospect), eager) {
        let armies = own.iter().map(|&id| names::army(sketch.sc, id)).collect();
        let name = sketch.sc.city(city).name.to_string();
        let order = Order::AssaultCity { power: sketch.code(own[0].power), armies, city: name };
        if sketch.give(order) {
            // Who is aboard the ships in the port is seen when it is fought.
            sketch.over |= !sketch.through();
            return;
        }
    }
    for id in own {
        let order = Order::LaySiege { power: sketch.code(id.power), army: names::army(sketch.sc, id), city: None };
        sketch.give(order);
    }
}

/// Into friendly walls for the rest of the month.
fn settle(sketch: &mut Sketch<'_>, worth: &Worth, hex: HexId) {
    let outside = |army: &&Army| army.status == ArmyStatus::Field && worth.own.has(army.id.power);
    let list: Vec<ArmyId> = sketch.st.armies_at(hex).filter(outside).map(|army| army.id).collect();
    for id in list {
        if relations::friendly_city(sketch.sc, &sketch.st, id.power, hex).is_some() {
            let order = Order::EnterCity { power: sketch.code(id.power), army: names::army(sketch.sc, id) };
            sketch.give(order);
        }
    }
}
