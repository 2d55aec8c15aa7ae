//! Where beaten and shy armies go (ER-17.4, ER-R5, ER-R17, ER-R22).

use kernel::map::Mode;

use super::armies::{open_city, powers, present};
use super::casualties::{self, Loss};
use super::seasoning;
use crate::model::costs::{self, Terms};
use crate::model::frames::{Frame, LandCombat, LandStage, Question, Refuge, Reply};
use crate::model::ids::{HexId, Powers};
use crate::model::routes;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyId, ArmyStatus, State, total};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;
use crate::rules::siege::stance;
use crate::rules::strength;

/// Neighbouring hexes that the map and the relations open to a retreat, with their cost, ascending: by land, over no
/// strait, into no closed province, nor that of an inactive neutral or of the enemy's inactive client (ER-R22).
pub fn open_hexes(sc: &Scenario, st: &State, army: &Army) -> Vec<(HexId, u16)> {
    let sides = sc.hex(army.hex).sides.iter().flatten();
    let open = sides.filter(|side| side.strait == 0).filter_map(|side| {
        let cost = costs::land(sc, army.hex, side.to, st.winter)?;
        welcome(sc, st, army, side.to).then_some((side.to, cost))
    });
    let mut hexes: Vec<(HexId, u16)> = open.collect();
    hexes.sort_unstable();
    hexes
}

fn welcome(sc: &Scenario, st: &State, army: &Army, hex: HexId) -> bool {
    let Some(province) = sc.hex(hex).province else { return true };
    let power = army.id.power;
    let asleep = |owner| !st.power(owner).active && relations::hostile(sc, st, power, owner);
    let sleeper = st.province(province).controller.is_some_and(asleep);
    relations::may_enter(sc, st, power, province, false) && !sleeper
}

/// Whether the enemy's strength in a hex, and that which attacked from it, bars the retreat: a quarter of the
/// retreating army's or more (ER-17.4, ER-R22).
pub fn barred(eng: &Engine<'_>, combat: &LandCombat, army: &Army, hex: HexId) -> bool {
    let (sc, st) = (eng.sc, &*eng.st);
    let enemies = || st.armies_at(hex).filter(|other| relations::hostile(sc, st, army.id.power, other.id.power));
    let own = strength::of_armies(sc, st, [army]);
    if own == 0 {
        // Leaders alone pass where there is no enemy at all (ER-R22).
        return enemies().next().is_some();
    }
    let attacked = !combat.attackers.contains(&army.id);
    let from_there = present(eng, combat, &combat.attackers);
    let from_there = from_there.into_iter().filter(|foe| attacked && foe.came_from == Some(hex));
    4 * (strength::of_armies(sc, st, enemies()) + strength::of_armies(sc, st, from_there)) >= own
}

/// An army goes to a hex in retreat. It costs no movement points.
pub fn go(eng: &mut Engine<'_>, id: ArmyId, hex: HexId) {
    stance::leave_for_march(eng, id);
    if let Some(army) = eng.st.army_mut(id) {
        // How it came there is no way that it attacks from.
        (army.hex, army.came_from) = (hex, None);
    }
}

/// The refuges of a beaten army, the nearest first (ER-R17, ER-R20).
fn refuges(eng: &Engine<'_>, combat: &LandCombat, army: &Army) -> Vec<Refuge> {
    let mut hexes = open_hexes(eng.sc, eng.st, army);
    hexes.retain(|&(hex, _)| !barred(eng, combat, army, hex));
    if let Some((hex, cost)) = way_back(eng, combat, army)
        && hexes.iter().all(|&(other, _)| other != hex)
    {
        hexes.push((hex, cost));
    }
    hexes.sort_by_key(|&(hex, cost)| (cost, hex));
    let city = open_city(eng, army).map(Refuge::City);
    city.into_iter().chain(hexes.into_iter().map(|(hex, _)| Refuge::Hex(hex))).collect()
}

/// Where an attacker came from: open to it whoever stands there, but not over a strait (ER-R5, ER-R17). An interceptor
/// goes back to where it set out (reading ER-R17/a).
fn way_back(eng: &Engine<'_>, combat: &LandCombat, army: &Army) -> Option<(HexId, u16)> {
    let from = army.came_from.filter(|_| combat.attackers.contains(&army.id))?;
    let terms = Terms { mode: Mode::Land, winter: eng.st.winter, barred: &|_| false, no_straits: true };
    match eng.sc.side(army.hex, from) {
        Some(side) if side.strait > 0 => None,
        Some(_) => costs::land(eng.sc, army.hex, from, eng.st.winter).map(|cost| (from, cost)),
        None => routes::distance(eng.sc, army.hex, from, u16::MAX, &terms).map(|cost| (from, cost)),
    }
}

/// The next beaten army finds a refuge; when none is left, whoever had to stay pays for it.
pub fn next(eng: &mut Engine<'_>, mut combat: LandCombat) {
    while let Some(&id) = combat.leaving.last() {
        let options = match eng.st.army(id).filter(|army| army.hex == combat.hex) {
            Some(army) => refuges(eng, &combat, army),
            None => {
                combat.leaving.pop();
                continue;
            }
        };
        match options.len() {
            0 => {
                combat.leaving.pop();
                combat.staying.push(id);
            }
            1 => {
                combat.leaving.pop();
                take_refuge(eng, &mut combat, id, options[0]);
            }
            _ => {
                let question =
                    Question::ChooseRetreat { combat: combat.number, arm: Mode::Land, hex: combat.hex, options };
                combat.next = LandStage::Retreated;
                return eng.ask_powers(Frame::LandCombat(combat), Powers::one(id.power), question);
            }
        }
    }
    stay(eng, &mut combat);
    combat.next = LandStage::Season;
    seasoning::begin(eng, &mut combat);
    eng.push(Frame::LandCombat(combat));
}

/// Carries the choice of an army out.
pub fn carry_out(eng: &mut Engine<'_>, combat: &mut LandCombat) {
    let chosen = match eng.reply.take() {
        Some(Reply::Retreat(refuge)) => Some(refuge),
        _ => None,
    };
    let Some(id) = combat.leaving.pop() else { return };
    let Some(army) = eng.st.army(id) else { return };
    let options = refuges(eng, combat, army);
    match chosen.filter(|refuge| options.contains(refuge)).or(options.first().copied()) {
        Some(refuge) => take_refuge(eng, combat, id, refuge),
        None => combat.staying.push(id),
    }
}

fn take_refuge(eng: &mut Engine<'_>, combat: &mut LandCombat, id: ArmyId, refuge: Refuge) {
    match refuge {
        Refuge::City(_) => {
            if let Some(army) = eng.st.army_mut(id) {
                army.status = ArmyStatus::Garrison;
            }
            combat.walled = true;
        }
        Refuge::Hex(hex) => go(eng, id, hex),
    }
    let to = crate::rules::decisions::refuge_words(eng.sc, refuge);
    eng.tell("ER-R17", EventKind::LoserRetreated { power: eng.sc.power_name(id.power), from: combat.hex, to });
}

/// Beaten armies without refuge: their side loses one more unit, chosen at random, and they stay. When none
/// is left their leaders are captured (ER-R17, ER-R26).
fn stay(eng: &mut Engine<'_>, combat: &mut LandCombat) {
    let staying = std::mem::take(&mut combat.staying);
    let Some(first) = staying.first().copied() else { return };
    let winner = if combat.loser == Some(true) { combat.leading.1 } else { combat.leading.0 };
    let mut account = MoraleAccount::default();
    // A power that the battle has undone gains nothing any more (ER-13.7).
    if let Some(undone) = winner.filter(|&power| eng.st.power(power).morale == 0) {
        account.ruin(undone, eng.st.power(undone).undone_by);
    }
    let mut units = casualties::units(eng, &staying, None);
    let alone = |id: &&ArmyId| eng.st.army(**id).is_some_and(|army| total(&army.bands) == 0);
    let bare: Vec<ArmyId> = staying.iter().filter(alone).copied().collect();
    if !units.is_empty() {
        let alike = units.iter().all(|unit| *unit == units[0]);
        let at = if alike { 0 } else { eng.pick("no retreat", combat.hex, units.len(), "ER-R17") };
        let unit = units.swap_remove(at);
        let (power, kind) = (unit.power, unit.kind);
        let mut loss = Loss::default();
        casualties::remove(eng, &mut account, unit, winner, &mut loss);
        let what = |unit| EventKind::NoRetreat { power: eng.sc.power_name(power), hex: combat.hex, unit };
        let fought = powers(&combat.attackers).and(powers(&combat.defenders));
        eng.emit(eng.seats_of(fought), "ER-R17", what(Some(kind)));
        eng.emit(eng.others(fought), "ER-R17", what(None));
    } else {
        let what = EventKind::NoRetreat { power: eng.sc.power_name(first.power), hex: combat.hex, unit: None };
        eng.tell("ER-R17", what);
    }
    // Leaders without units stay with those that have some (reading ER-R26/a).
    let held = !casualties::units(eng, &staying, None).is_empty();
    let doomed: Vec<ArmyId> = staying.iter().filter(|id| !(held && bare.contains(id))).copied().collect();
    casualties::capture_leaders(eng, &mut account, &doomed, winner);
    morale::apply(eng, &account, "ER-13.1");
    // Besiegers beaten by a sortie besiege no more, even if they stay (ER-R18).
    let sortie = |army: &&Army| army.status == ArmyStatus::Garrison;
    let by_sortie = combat.loser == Some(false) && present(eng, combat, &combat.attackers).iter().any(sortie);
    for id in staying.into_iter().filter(|_| by_sortie) {
        if let Some(army) = eng.st.army_mut(id).filter(|army| army.status == ArmyStatus::Besieging) {
            army.status = ArmyStatus::Field;
        }
    }
}

/// The armies of the beaten side that must leave, the first last: those in the open. Sallies go back into their city
/// (ER-R17, ER-R18).
pub fn leaving(eng: &Engine<'_>, combat: &LandCombat, side: &[ArmyId]) -> Vec<ArmyId> {
    let open = |army: &&Army| army.status != ArmyStatus::Garrison;
    let there = |army: &&Army| total(&army.bands) > 0 || eng.st.leaders_of(army.id).next().is_some();
    let mut armies: Vec<ArmyId> =
        present(eng, combat, side).into_iter().filter(open).filter(there).map(|army| army.id).collect();
    armies.reverse();
    armies
}
