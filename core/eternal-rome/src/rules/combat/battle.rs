//! The battle itself (ER-17.8 to ER-17.17, ER-R14, ER-R15, ER-R18, ER-R25, ER-R40).

use super::armies::{powers, present};
use super::casualties::{self, Loss, Unit};
use super::crt;
use super::retreat;
use super::side::{self, Shares};
use crate::model::frames::LandCombat;
use crate::model::ids::{CityId, PowerId, Powers};
use crate::model::state::{ArmyId, total};
use crate::rules::cities;
use crate::rules::engine::Engine;
use crate::rules::event::{EventKind, Losses, Modifiers, Strengths};
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::strength;

/// What both sides bring to a battle.
pub(super) struct Sides {
    attackers: Vec<Unit>,
    defenders: Vec<Unit>,
    /// Strengths in quarters: attackers, defenders unmodified, defence as it counts.
    pub attack: u32,
    pub defended: u32,
    pub defence: u32,
}

/// Strengths of both sides; in a city those inside count twice or three times, and the walls besides (ER-17.8 to
/// ER-17.11).
pub(super) fn sides(eng: &Engine<'_>, combat: &LandCombat) -> Sides {
    let attackers = casualties::units(eng, &combat.attackers, None);
    let defenders = casualties::units(eng, &combat.defenders, combat.city);
    let attack = casualties::strength(eng, &attackers);
    let defended = casualties::strength(eng, &defenders);
    let defence = combat.city.map_or(defended, |city| {
        city_factor(eng, &attackers, city) * defended + 4 * u32::from(eng.st.fort(eng.sc, city))
    });
    Sides { attackers, defenders, attack, defended, defence }
}

/// What a city multiplies its defenders by: two; three against barbarians alone, or where wood is scarce (ER-17.9,
/// ER-17.10, ER-R40).
fn city_factor(eng: &Engine<'_>, attackers: &[Unit], city: CityId) -> u32 {
    let barbarians = attackers.iter().all(|unit| !eng.st.power(unit.power).kind.is_civilized());
    let no_wood = eng.sc.province(eng.sc.city(city).province).wood_scarce;
    if barbarians || no_wood { 3 } else { 2 }
}

/// The powers that speak for the attackers and for the defenders: for an empty city its controller (ER-R25).
pub fn leading(eng: &Engine<'_>, combat: &LandCombat) -> (Option<PowerId>, Option<PowerId>) {
    let shares = |units: &[Unit], armies: &[ArmyId]| {
        let mut shares = Shares::new();
        for &id in armies {
            side::add(&mut shares, id.power, 0);
        }
        for &unit in units {
            side::add(&mut shares, unit.power, casualties::strength(eng, &[unit]));
        }
        side::foremost(eng.sc, eng.st, &shares)
    };
    let Sides { attackers, defenders, .. } = sides(eng, combat);
    let holder = combat.city.map(|city| eng.st.city(city).controller);
    let defender =
        if defenders.is_empty() && holder.is_some() { holder } else { shares(&defenders, &combat.defenders) };
    (shares(&attackers, &combat.attackers), defender)
}

/// Fights the battle, unless all defenders have gone.
pub fn fight(eng: &mut Engine<'_>, combat: &mut LandCombat) {
    let there: Vec<ArmyId> = present(eng, combat, &combat.attackers).iter().map(|army| army.id).collect();
    combat.attackers = there;
    if combat.attackers.is_empty() || (combat.city.is_none() && combat.defenders.is_empty()) {
        return;
    }
    combat.leading = leading(eng, combat);
    let Sides { attackers, defenders, attack, defended, defence } = sides(eng, combat);
    combat.strength = (attack, defended);
    let modifiers = modifiers(eng, combat);
    let empty = |id: &&ArmyId| eng.st.army(**id).is_some_and(|army| total(&army.bands) == 0);
    let bare: Vec<ArmyId> = combat.defenders.iter().filter(empty).copied().collect();
    // Against nothing no die is rolled (ER-R14).
    let roll = if defence == 0 { 0 } else { eng.d6("land combat", combat.hex, "ER-17.12") };
    let modified =
        roll + i32::from(modifiers.attacker_quality) - i32::from(modifiers.defender_quality) + modifiers.morale;
    let (attacker_percent, defender_percent) = crt::losses(eng.sc, attack, defence, modified);
    combat.loser = Some(attacker_percent > defender_percent);

    let mut account = MoraleAccount::default();
    let by = combat.leading;
    let attacker_units = suffer(eng, &mut account, attacker_percent, attackers, combat, by.1);
    let defender_units = suffer(eng, &mut account, defender_percent, defenders, combat, by.0);
    let losses = Losses {
        attacker_percent,
        defender_percent,
        attacker_units,
        defender_units,
        attacker_ships: 0,
        defender_ships: 0,
    };
    let show = strength::show;
    let strength = Strengths { attacker: show(attack), defender: show(defended), defence: show(defence) };
    report(eng, combat, strength, modifiers, (roll, modified), losses);
    aftermath(eng, combat, &mut account, &bare);
    morale::apply(eng, &account, "ER-13.1");
}

/// ER-17.12: the best leader of each side, and the morale of those that speak for them.
pub(super) fn modifiers(eng: &Engine<'_>, combat: &LandCombat) -> Modifiers {
    let best = |armies: &[ArmyId]| {
        let armies = armies.iter().filter_map(|&id| eng.st.army(id));
        armies.filter_map(|army| strength::land_quality(eng.sc, eng.st, army)).max().unwrap_or(0)
    };
    let morale = |power: Option<PowerId>| power.map_or(0, |power| eng.st.power(power).morale);
    Modifiers {
        attacker_quality: best(&combat.attackers),
        defender_quality: best(&combat.defenders),
        morale: morale::modifier(morale(combat.leading.0), morale(combat.leading.1)),
    }
}

fn suffer(
    eng: &mut Engine<'_>, account: &mut MoraleAccount, percent: u8, units: Vec<Unit>, combat: &LandCombat,
    by: Option<PowerId>,
) -> Loss {
    let mut loss = Loss::new();
    for unit in casualties::fall(eng, percent, units, combat.hex) {
        casualties::remove(eng, account, unit, by, &mut loss);
    }
    loss
}

/// Who took part; the holder of a city does even when it is empty.
fn parties(combat: &LandCombat) -> (Powers, Powers) {
    let holder = if combat.city.is_some() { combat.targets } else { Powers::NONE };
    (powers(&combat.attackers), powers(&combat.defenders).and(holder))
}

fn report(
    eng: &mut Engine<'_>, combat: &LandCombat, strength: Strengths, modifiers: Modifiers, (roll, modified): (i32, i32),
    losses: Losses,
) {
    let (attacking, defending) = parties(combat);
    let (attackers, defenders) = (eng.parties(attacking), eng.parties(defending));
    let (hex, city) = (combat.hex, combat.city.map(|city| eng.sc.city_name(city)));
    let name = |attackers: bool| Some(if attackers { "attackers" } else { "defenders" }.to_owned());
    let lost = combat.loser == Some(true);
    let heard = EventKind::BattleHeard {
        hex,
        city: city.clone(),
        at_sea: false,
        attackers: attackers.clone(),
        defenders: defenders.clone(),
        winner: name(!lost),
    };
    let fought = EventKind::BattleFought {
        number: combat.number,
        hex,
        city,
        at_sea: false,
        attackers,
        defenders,
        strength,
        modifiers,
        roll,
        modified,
        losses,
        loser: name(lost),
    };
    let all = attacking.and(defending);
    eng.emit(eng.seats_of(all), "ER-7.4", fought);
    eng.emit(eng.others(all), "ER-R58", heard);
}

/// Leaders of armies that are no more, the fall of a city, and who must leave (ER-17.15, ER-R17, ER-R18, ER-R26).
fn aftermath(eng: &mut Engine<'_>, combat: &mut LandCombat, account: &mut MoraleAccount, bare: &[ArmyId]) {
    let (attackers, defenders) = combat.leading;
    let lost = combat.loser == Some(true);
    let held = !casualties::units(eng, &combat.defenders, combat.city).is_empty();
    casualties::capture_leaders(eng, account, &combat.attackers, defenders);
    // Leaders who had no units share the fate of their side (reading ER-R26/a); in a city, that of the city.
    let spared = held || combat.city.is_some();
    let doomed: Vec<ArmyId> = combat.defenders.iter().filter(|id| !(spared && bare.contains(id))).copied().collect();
    casualties::capture_leaders(eng, account, &doomed, attackers);
    match (combat.city, attackers) {
        (Some(city), Some(by)) if !lost && !held => cities::take(eng, account, city, by),
        (Some(_), _) => {}
        (None, _) => {
            let side = if lost { &combat.attackers } else { &combat.defenders };
            combat.leaving = retreat::leaving(eng, combat, side);
        }
    }
}
