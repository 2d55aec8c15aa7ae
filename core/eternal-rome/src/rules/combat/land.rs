//! A combat on land, stage by stage (ER-17).

use super::armies::{defenders, garrison, powers, present};
use super::{battle, respond, retreat, seasoning};
use crate::model::frames::{Frame, LandCombat, LandStage};
use crate::model::state::{Army, ArmyId, ArmyStatus, total};
use crate::rules::engine::Engine;
use crate::rules::relations;
use crate::rules::{dissolution, siege};

/// Goes on with a combat.
pub fn go_on(eng: &mut Engine<'_>, mut combat: LandCombat) {
    match combat.next {
        LandStage::Begin => {
            if begin(eng, &mut combat) {
                eng.push(Frame::LandCombat(combat));
            }
        }
        LandStage::Respond => respond::ask_next(eng, combat),
        LandStage::Responded(seat) => {
            respond::carry_out(eng, &mut combat, seat);
            combat.next = LandStage::Respond;
            eng.push(Frame::LandCombat(combat));
        }
        LandStage::Fight => {
            battle::fight(eng, &mut combat);
            combat.next = LandStage::Retreat;
            eng.push(Frame::LandCombat(combat));
        }
        LandStage::Retreat => retreat::next(eng, combat),
        LandStage::Retreated => {
            retreat::carry_out(eng, &mut combat);
            combat.next = LandStage::Retreat;
            eng.push(Frame::LandCombat(combat));
        }
        LandStage::Season => seasoning::next(eng, combat),
        LandStage::Seasoned(seat) => {
            seasoning::carry_out(eng, &mut combat, seat);
            combat.next = LandStage::Season;
            eng.push(Frame::LandCombat(combat));
        }
        LandStage::Close => close(eng, &combat),
    }
}

/// Sees who attacks and who defends, after a woken minor has placed its reserves. False when there is nothing to fight.
pub(super) fn begin(eng: &mut Engine<'_>, combat: &mut LandCombat) -> bool {
    let (sc, st, hex) = (eng.sc, &*eng.st, combat.hex);
    combat.attackers.retain(|&id| st.army(id).is_some_and(|army| army.hex == hex && total(&army.bands) > 0));
    if combat.attackers.is_empty() {
        return false;
    }
    // Whoever is a friend of both sides keeps out.
    let side = relations::friends(sc, st, powers(&combat.attackers));
    combat.defenders = match combat.city {
        Some(_) => garrison(sc, st, hex, combat.targets),
        None => defenders(sc, st, hex, combat.targets),
    };
    combat.defenders.retain(|id| !side.has(id.power));
    // A neutral that wakes may come under the attacker's own control (ER-R29).
    let own = combat.city.is_some_and(|city| side.has(st.city(city).controller));
    if own || (combat.city.is_none() && combat.defenders.is_empty()) {
        return false;
    }
    combat.seats = if combat.interception || combat.city.is_some() { Vec::new() } else { respond::seats(eng, combat) };
    combat.next = LandStage::Respond;
    true
}

/// Sieges that begin and end with the combat, and the end of powers whose morale is gone (ER-R28 a, ER-R37).
fn close(eng: &mut Engine<'_>, combat: &LandCombat) {
    let city = eng.sc.hex(combat.hex).city;
    if let Some(city) = city.filter(|_| combat.walled && combat.loser != Some(true)) {
        let before = |army: &&Army| army.status == ArmyStatus::Field && total(&army.bands) > 0;
        let armies: Vec<ArmyId> =
            present(eng, combat, &combat.attackers).into_iter().filter(before).map(|army| army.id).collect();
        for army in armies {
            siege::stance::begin(eng, army, city);
        }
    }
    siege::stance::end_abandoned(eng);
    dissolution::settle(eng);
}
