//! The land combat phase: battles, assaults, sieges, and the way into the cities for the rest of the month.

use kernel::Choice;

use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use super::odds::{self, Prospect};
use super::posture::Posture;
use crate::model::ids::{CityId, HexId, PowerId};
use crate::model::names;
use crate::model::state::{Army, ArmyId, ArmyStatus, total};
use crate::orders::Order;
use crate::orders::{AssaultCity, AttackArmy, EnterCity, LaySiege};
use crate::rules::relations;
use crate::rules::strength;

/// Fights what is worth fighting.
pub fn fight(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    let mut places: Vec<HexId> =
        draft.st.armies.iter().filter(|army| evaluation.own.has(army.id.power)).map(|a| a.hex).collect();
    places.sort_unstable();
    places.dedup();
    for &hex in &places {
        battle(draft, evaluation, hex);
        if !draft.over {
            storm(draft, evaluation, hex);
        }
        if draft.over {
            return;
        }
    }
    places.iter().for_each(|&hex| settle(draft, evaluation, hex));
}

/// Own armies of a hex that may still attack somebody there.
fn able(draft: &Draft<'_>, evaluation: &Evaluation, hex: HexId, foe: PowerId) -> Vec<ArmyId> {
    let (sc, st) = (draft.sc, &draft.st);
    let city = sc.hex(hex).city;
    let fits = |army: &&Army| {
        let inside = army.status == ArmyStatus::Garrison && city.is_some_and(|city| relations::besieged(st, city));
        evaluation.own.has(army.id.power)
            && !army.attacked
            && total(&army.bands) > 0
            && relations::may_fight(sc, st, army.id.power, foe)
            && (!inside || st.armies_at(hex).any(|other| other.status == ArmyStatus::Besieging))
    };
    st.armies_at(hex).filter(fits).map(|army| army.id).collect()
}

fn force(draft: &Draft<'_>, list: &[ArmyId]) -> u32 {
    strength::of_armies(draft.sc, &draft.st, list.iter().filter_map(|&id| draft.st.army(id)))
}

/// What leaders and morale add to the die.
fn modifier(draft: &Draft<'_>, own: &[ArmyId], foes: &[ArmyId], against: PowerId) -> i32 {
    let (sc, st) = (draft.sc, &draft.st);
    let best = |list: &[ArmyId]| {
        let led = list.iter().filter_map(|&id| st.army(id)).filter_map(|army| strength::land_quality(sc, st, army));
        led.max().map_or(0, i32::from)
    };
    let own_power = own.iter().max_by_key(|&&id| force(draft, &[id])).map_or(against, |id| id.power);
    best(own) - best(foes) + evaluation::morale(st, own_power, against)
}

/// Attacks enemies in the open.
fn battle(draft: &mut Draft<'_>, evaluation: &Evaluation, hex: HexId) {
    let open = |army: &&Army| army.status != ArmyStatus::Garrison && evaluation::foe(draft, army.id.power);
    let foes: Vec<ArmyId> = draft.st.armies_at(hex).filter(open).map(|army| army.id).collect();
    let Some(target) = foes.iter().max_by_key(|&&id| (force(draft, &[id]), id)).map(|id| id.power) else { return };
    let own = able(draft, evaluation, hex, target);
    if own.is_empty() {
        return;
    }
    let (attack, defence) = (force(draft, &own), force(draft, &foes));
    let shift = modifier(draft, &own, &foes, target);
    let prospect = odds::field(draft.sc, attack, defence, shift);
    if defence > 0 && (odds::is_outclassed(attack, defence) || prospect.is_hopeless()) {
        return;
    }
    let eager = prospect.foe * 100 >= prospect.own * (draft.posture.odds() - 30) && prospect.won >= 50
        || defence == 0
        || attack * 100 >= defence * draft.posture.odds() && prospect.won >= 50;
    if !decide(draft, "battle", hex, ("attack", "win", prospect), eager) {
        return;
    }
    let armies = own.iter().map(|&id| names::army(draft.sc, id)).collect();
    let order =
        Order::AttackArmy(AttackArmy { power: draft.code(own[0].power), armies, targets: vec![draft.code(target)] });
    // Whatever it comes to, the truth is not known before it is fought.
    draft.over |= draft.give(order) && !draft.through();
}

fn decide(
    draft: &mut Draft<'_>, kind: &str, hex: HexId, (verb, aim, prospect): (&str, &str, Prospect), eager: bool,
) -> bool {
    let sc = draft.sc;
    draft.decide(kind, eager, || {
        let words = format!("{verb}: {} per cent to {aim}, losing {}", prospect.won, strength::show(prospect.own));
        (names::place(sc, hex), Choice::new(words, 600), Choice::new("hold back", 400).quiet())
    })
}

/// What storming a city promises.
#[derive(Clone, Copy)]
pub struct Storm {
    /// One assault.
    pub prospect: Prospect,
    /// Going on with it.
    pub series: Prospect,
    /// Whether the walls and those behind them are out of all proportion to the attackers.
    pub is_outclassed: bool,
}

/// What an assault by these armies promises, and what going on with it does.
pub fn prospect(draft: &Draft<'_>, own: &[ArmyId], city: CityId) -> Storm {
    let (sc, st) = (draft.sc, &draft.st);
    let (hex, holder) = (sc.city(city).hex, st.city(city).controller);
    let inside = |army: &&Army| army.status == ArmyStatus::Garrison && evaluation::foe(draft, army.id.power);
    let foes: Vec<ArmyId> = st.armies_at(hex).filter(inside).map(|army| army.id).collect();
    let power = own.first().map_or(holder, |id| id.power);
    let against = foes.iter().max_by_key(|&&id| (force(draft, &[id]), id)).map_or(holder, |id| id.power);
    let shift = modifier(draft, own, &foes, against);
    let fort = 4 * u32::from(st.fort(sc, city));
    let (attack, inside, times) = (force(draft, own), force(draft, &foes), evaluation::times(draft, power, city));
    Storm {
        prospect: odds::assault(sc, attack, inside, times, fort, shift),
        series: odds::assaults(sc, attack, inside, times, fort, shift),
        is_outclassed: odds::is_outclassed(attack, inside * times + fort),
    }
}

/// Storms or besieges the enemy city of a hex.
fn storm(draft: &mut Draft<'_>, evaluation: &Evaluation, hex: HexId) {
    let Some(city) = draft.sc.hex(hex).city else { return };
    let holder = draft.st.city(city).controller;
    if !evaluation::foe(draft, holder) {
        return;
    }
    let own = able(draft, evaluation, hex, holder);
    if own.is_empty() {
        return;
    }
    let Storm { prospect, series, is_outclassed } = prospect(draft, &own, city);
    let value = u32::try_from(evaluation.city[city.index()]).unwrap_or(0);
    // A city is worth some blood: its value in points of strength.
    let gain = prospect.foe + prospect.won * value * 4 / 100;
    let price = prospect.own * draft.posture.odds() / 130;
    let lasting = series.won == 100 && series.foe + value * 4 > series.own * draft.posture.odds() / 130;
    let starve = draft.posture == Posture::Siege && prospect.won < 90;
    let eager = (gain > price && prospect.won >= 30 || prospect.foe > price * 3 / 2 || lasting) && !starve;
    let hopeless = is_outclassed || prospect.is_hopeless() && !lasting;
    if !hopeless && decide(draft, "assault", hex, ("storm", "take it", prospect), eager) {
        let armies = own.iter().map(|&id| names::army(draft.sc, id)).collect();
        let name = draft.sc.city(city).name.to_string();
        let order = Order::AssaultCity(AssaultCity { power: draft.code(own[0].power), armies, city: name });
        if draft.give(order) {
            // Who is aboard the ships in the port is seen when it is fought.
            draft.over |= !draft.through();
            return;
        }
    }
    for id in own {
        let order =
            Order::LaySiege(LaySiege { power: draft.code(id.power), army: names::army(draft.sc, id), city: None });
        draft.give(order);
    }
}

/// Into friendly walls for the rest of the month.
fn settle(draft: &mut Draft<'_>, evaluation: &Evaluation, hex: HexId) {
    let outside = |army: &&Army| army.status == ArmyStatus::Field && evaluation.own.has(army.id.power);
    let list: Vec<ArmyId> = draft.st.armies_at(hex).filter(outside).map(|army| army.id).collect();
    for id in list {
        if relations::friendly_city(draft.sc, &draft.st, id.power, hex).is_some() {
            let order = Order::EnterCity(EnterCity { power: draft.code(id.power), army: names::army(draft.sc, id) });
            draft.give(order);
        }
    }
}
