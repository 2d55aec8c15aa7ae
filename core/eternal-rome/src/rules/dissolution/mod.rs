//! Powers whose morale is gone (ER-14.1 to ER-14.9, ER-R28).

mod home;
mod legacy;

use crate::model::ids::{PowerId, Powers};
use crate::model::scenario::PowerKind;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::{naval, siege, victory};

/// Dissolves every power whose morale is 0. To be called when a combat, a siege check, plunder or a retreat is wholly
/// resolved (ER-R28 a).
pub fn settle(eng: &mut Engine<'_>) {
    let mut dissolved = false;
    while let Some(power) = eng.sc.power_ids().find(|&power| eng.st.power(power).morale == 0) {
        dissolve(eng, power);
        dissolved = true;
    }
    if dissolved {
        victory::last_standing(eng);
    }
}

fn dissolve(eng: &mut Engine<'_>, power: PowerId) {
    let kind = eng.st.power(power).kind;
    let heirs = if kind == PowerKind::Roman { legacy::candidates(eng, power) } else { Vec::new() };
    let cause = eng.st.power(power).undone_by.filter(|&by| guilty(eng, power, by));
    let patron = cause.filter(|_| !kind.is_major());
    let what = EventKind::PowerDissolved {
        power: eng.sc.power_name(power),
        patron: patron.map(|patron| eng.sc.power_name(patron)),
    };
    eng.tell("ER-13.7", what);
    // What goes to whom is seen before anything changes hands.
    let will = (!heirs.is_empty()).then(|| legacy::Will::of(eng, power, &heirs));
    let released = demote(eng, power, patron);
    naval::fleets::separate(eng);
    match will {
        Some(will) => legacy::carry_out(eng, power, &will),
        None => home::bring(eng, power),
    }
    for client in released.iter() {
        home::bring(eng, client);
    }
    siege::stance::reconsider(eng);
    naval::port::reconsider(eng);
    eng.st.sweep();
}

/// Whether a power is to blame for another's end: an enemy that is a major still (ER-R28 b).
fn guilty(eng: &Engine<'_>, power: PowerId, by: PowerId) -> bool {
    eng.st.power(by).kind.is_major() && !relations::friendly(eng.sc, eng.st, power, by)
}

/// A dissolved power is an inactive minor: a client of `patron`, or a neutral (ER-14.1 to ER-14.3). Its own clients
/// become inactive neutrals (ER-R28 i); these are returned.
fn demote(eng: &mut Engine<'_>, power: PowerId, patron: Option<PowerId>) -> Powers {
    let clients: Powers = eng.sc.power_ids().filter(|&other| eng.st.power(other).patron == Some(power)).collect();
    let share = eng.sc.constants.dissolved_morale;
    let initial = u32::from(eng.sc.power(power).morale);
    let left = (initial * share.num).div_ceil(share.den) as u16;
    let least = eng.sc.constants.dissolved_morale_minimum;
    let now = eng.st.power_mut(power);
    now.dissolved |= now.kind.is_major();
    (now.morale, now.undone_by) = (left.max(least).max(1), None);
    for other in clients.iter() {
        make_minor(eng, other, None);
    }
    make_minor(eng, power, patron);
    eng.st.alliances.retain(|&(a, b)| a != power && b != power);
    for now in eng.st.powers.iter_mut().filter(|now| now.controller == Some(power)) {
        now.controller = None;
    }
    clients
}

fn make_minor(eng: &mut Engine<'_>, power: PowerId, patron: Option<PowerId>) {
    let now = eng.st.power_mut(power);
    now.kind = match (now.kind.is_civilized(), patron) {
        (true, Some(_)) => PowerKind::CivilizedClient,
        (true, None) => PowerKind::CivilizedNeutral,
        (false, Some(_)) => PowerKind::BarbarianClient,
        (false, None) => PowerKind::BarbarianNeutral,
    };
    (now.active, now.patron, now.controller, now.war_targets) = (false, patron, None, Powers::NONE);
}

#[cfg(test)]
mod tests;
