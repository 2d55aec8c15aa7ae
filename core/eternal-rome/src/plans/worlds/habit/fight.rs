//! Land combat: battles that are likely to be won, assaults on what is weak, sieges of the rest.

use super::Hand;
use crate::ids::{CityId, HexId, PowerId};
use crate::names;
use crate::orders::Order;
use crate::state::{Army, ArmyStatus, total};

pub(super) fn fight(hand: &mut Hand<'_, '_>) {
    let mut places: Vec<HexId> =
        hand.st.armies.iter().filter(|army| hand.own.has(army.id.power)).map(|army| army.hex).collect();
    places.sort_unstable();
    places.dedup();
    for hex in places {
        if !battle(hand, hex) {
            storm(hand, hex);
        }
    }
}

/// Own armies of a hex that may attack `foe`, with their strength.
fn able(hand: &Hand<'_, '_>, hex: HexId, foe: PowerId) -> (u32, Vec<Army>) {
    let armies = hand.st.armies_at(hex).filter(|army| {
        hand.own.has(army.id.power) && !army.attacked && total(&army.bands) > 0 && hand.foe(army.id.power, foe)
    });
    let armies: Vec<Army> = armies.cloned().collect();
    (armies.iter().map(|army| hand.land4(army)).sum(), armies)
}

fn names_of(hand: &Hand<'_, '_>, armies: &[Army]) -> Vec<String> {
    armies.iter().map(|army| names::army(hand.sc, army.id)).collect()
}

/// Attacks the enemies in the open.
fn battle(hand: &mut Hand<'_, '_>, hex: HexId) -> bool {
    let hostile = |army: &&Army| {
        army.status != ArmyStatus::Garrison && hand.own.iter().any(|power| hand.foe(power, army.id.power))
    };
    let Some(target) =
        hand.st.armies_at(hex).filter(hostile).max_by_key(|army| hand.land4(army)).map(|army| army.id.power)
    else {
        return false;
    };
    let (own, armies) = able(hand, hex, target);
    let Some(first) = armies.first().map(|army| army.id.power) else { return false };
    let open =
        hand.st.armies_at(hex).filter(|army| army.status != ArmyStatus::Garrison && hand.foe(first, army.id.power));
    let foes: u32 = open.map(|army| hand.land4(army)).sum();
    if own * 10 < foes * 11 {
        return true;
    }
    let (power, targets) = (hand.code(first), vec![hand.code(target)]);
    let armies = names_of(hand, &armies);
    hand.give(Order::AttackArmy { power, armies, targets })
}

/// Storms or besieges the enemy city of the hex.
fn storm(hand: &mut Hand<'_, '_>, hex: HexId) {
    let Some(city) = hand.sc.hex(hex).city else { return };
    let holder = hand.st.city(city).controller;
    let (own, armies) = able(hand, hex, holder);
    let Some(first) = armies.first().map(|army| army.id.power) else { return };
    if own * 5 >= hand.walls(first, city) * 6 && assault(hand, first, &armies, city) {
        return;
    }
    for army in armies.iter().filter(|army| army.status == ArmyStatus::Field) {
        let (power, army) = (hand.code(army.id.power), names::army(hand.sc, army.id));
        hand.give(Order::LaySiege { power, army, city: None });
    }
}

fn assault(hand: &mut Hand<'_, '_>, power: PowerId, armies: &[Army], city: CityId) -> bool {
    let (power, armies, city) = (hand.code(power), names_of(hand, armies), hand.sc.city(city).name.to_string());
    hand.give(Order::AssaultCity { power, armies, city })
}
