//! Retreat before combat (ER-17.3 to ER-17.7, ER-R22, ER-R23, ER-R32).

use kernel::SeatId;

use super::armies::{open_city, powers};
use super::retreat;
use crate::model::frames::{Frame, LandCombat, LandStage, Question, Reply, Response};
use crate::model::ids::{HexId, Powers};
use crate::model::names;
use crate::model::state::{Army, ArmyId, ArmyStatus};
use crate::rules::decisions::policy;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;
use crate::rules::strength;

/// The seats that may let armies retreat before the combat, the next last: in seat order.
pub fn seats(eng: &Engine<'_>, combat: &LandCombat) -> Vec<SeatId> {
    let mut seats: Vec<SeatId> = eng.seats().filter(|&seat| question(eng, combat, seat).is_some()).collect();
    seats.reverse();
    seats
}

/// Asks the next seat, or lets the combat be fought.
pub fn ask_next(eng: &mut Engine<'_>, mut combat: LandCombat) {
    while let Some(seat) = combat.seats.pop() {
        let Some(question) = question(eng, &combat, seat) else { continue };
        let Question::RespondAttack { armies, .. } = &question else { continue };
        let powers = powers(armies);
        combat.next = LandStage::Responded(seat);
        return eng.ask(Frame::LandCombat(combat), crate::model::frames::Ask { seat, powers, question });
    }
    combat.next = LandStage::Fight;
    eng.push(Frame::LandCombat(combat));
}

/// What a seat is asked; `None` when it has no army that could retreat, or nowhere to.
fn question(eng: &Engine<'_>, combat: &LandCombat, seat: SeatId) -> Option<Question> {
    let armies: Vec<ArmyId> = asked(eng, combat, seat).map(|army| army.id).collect();
    let city = asked(eng, combat, seat).find_map(|army| open_city(eng, army));
    let mut hexes: Vec<HexId> = Vec::new();
    for army in asked(eng, combat, seat) {
        let open = retreat::open_hexes(eng.sc, eng.st, army).into_iter().map(|(hex, _)| hex);
        hexes.extend(open.filter(|hex| !hexes.contains(hex)).collect::<Vec<_>>());
    }
    if armies.is_empty() || (city.is_none() && hexes.is_empty()) {
        return None;
    }
    let side = powers(&armies);
    // Where enemies are is seen; how strong they are is not (ER-7.1).
    let foe = |army: &Army| side.iter().any(|power| relations::hostile(eng.sc, eng.st, power, army.id.power));
    hexes.sort_by_key(|&hex| (eng.st.armies_at(hex).any(foe), hex));
    // Not all armies of the attackers in the hex need be in the attack.
    let strength = side
        .iter()
        .any(|power| policy::sees_armies(eng.sc, eng.st, power, combat.hex))
        .then(|| strength::of_armies(eng.sc, eng.st, combat.attackers.iter().filter_map(|&id| eng.st.army(id))));
    let (combat, hex, attackers) = (combat.number, combat.hex, powers(&combat.attackers));
    Some(Question::RespondAttack { combat, hex, attackers, strength, armies, city, hexes })
}

/// The defending armies of a seat that may retreat: not those of minors that are inactive, or were so a moment ago.
fn asked<'a>(eng: &'a Engine<'_>, combat: &'a LandCombat, seat: SeatId) -> impl Iterator<Item = &'a Army> {
    let armies = combat.defenders.iter().filter_map(|&id| eng.st.army(id));
    armies.filter(move |army| {
        let power = army.id.power;
        eng.seat_for(power) == Some(seat) && eng.st.power(power).active && !combat.woken.has(power)
    })
}

/// Carries the answer of a seat out, and takes five points from each power that retreated for the first time
/// (ER-17.7, ER-R23).
pub fn carry_out(eng: &mut Engine<'_>, combat: &mut LandCombat, seat: SeatId) {
    let Some(Reply::RespondAttack(responses)) = eng.reply.take() else { return };
    let allowed: Vec<ArmyId> = asked(eng, combat, seat).map(|army| army.id).collect();
    let before = combat.retreated;
    for (army, response) in responses.into_iter().filter(|(army, _)| allowed.contains(army)) {
        let gone = match response {
            Response::Stand => false,
            Response::City => into_city(eng, combat, army),
            Response::Hex(hex) => to_hex(eng, combat, army, hex),
        };
        if gone {
            combat.defenders.retain(|&id| id != army);
            combat.retreated.add(army.power);
        }
    }
    let by = combat.attackers.first().map(|id| id.power);
    let by = super::battle::leading(eng, combat).0.or(by);
    let mut account = MoraleAccount::default();
    for power in combat.retreated.iter().filter(|&power| !before.has(power)) {
        account.lose(power, u32::from(eng.sc.constants.voluntary_retreat_morale), by);
    }
    morale::apply(eng, &account, "ER-17.7");
}

fn into_city(eng: &mut Engine<'_>, combat: &mut LandCombat, id: ArmyId) -> bool {
    let Some(city) = eng.st.army(id).and_then(|army| open_city(eng, army)) else { return false };
    if let Some(army) = eng.st.army_mut(id) {
        army.status = ArmyStatus::Garrison;
    }
    combat.walled = true;
    let to = eng.sc.city(city).name.to_string();
    eng.tell("ER-17.3", EventKind::RetreatedBeforeCombat { power: eng.sc.power_name(id.power), from: combat.hex, to });
    true
}

fn to_hex(eng: &mut Engine<'_>, combat: &LandCombat, id: ArmyId, hex: HexId) -> bool {
    let Some(army) = eng.st.army(id) else { return false };
    let power = eng.sc.power_name(id.power);
    let open = retreat::open_hexes(eng.sc, eng.st, army).iter().any(|&(open, _)| open == hex);
    if !open || retreat::barred(eng, combat, army, hex) {
        let what = EventKind::RetreatBarred { power, from: combat.hex, to: hex };
        eng.emit(eng.seats_of(Powers::one(id.power)), "ER-17.4", what);
        return false;
    }
    retreat::go(eng, id, hex);
    let to = names::place(eng.sc, hex);
    eng.tell("ER-17.4", EventKind::RetreatedBeforeCombat { power, from: combat.hex, to });
    true
}
