//! Steps 1.1 and 1.2: minors wake (ER-5.9 to ER-5.14, ER-R29, ER-R30).

use std::cmp::Reverse;

use crate::model::frames::{Frame, SetUp};
use crate::model::ids::{HexId, PowerId, Powers, ProvinceId};
use crate::model::map;
use crate::model::scenario::{Condition, Scenario, WarTarget, Whose};
use crate::model::state::{Stage, State};
use crate::rules::diplomacy;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::strength;

/// Checks one entry of the scenario's list, and goes on to the next (ER-5.14).
pub fn check_next(eng: &mut Engine<'_>, next: u8) {
    let sc = eng.sc;
    let Some(entry) = sc.activations.get(usize::from(next)) else {
        eng.st.stage = Stage::Control;
        return;
    };
    eng.st.stage = Stage::Activation { next: next + 1 };
    let (st, power) = (&*eng.st, entry.power);
    let minor = !st.power(power).kind.is_major() && !st.power(power).active;
    let due = entry.months[usize::from(st.month.of_year()) - 1] && st.month >= entry.from;
    if !(minor && due && entry.condition.as_ref().is_none_or(|condition| holds(sc, st, condition))) {
        return;
    }
    if let Some(needed) = entry.die_min {
        let roll = eng.d6("activation", HexId(u16::from(power.0)), "ER-5.14");
        eng.tell("ER-5.14", EventKind::ActivationRolled { power: sc.power_name(power), roll, needed });
        if roll < i32::from(needed) {
            return;
        }
    }
    let target = |target: &WarTarget| match *target {
        WarTarget::Power(power) => Some(power),
        WarTarget::ControllerOf(province) => eng.st.province(province).controller,
    };
    let targets: Powers = entry.war_targets.iter().filter_map(target).filter(|&target| target != power).collect();
    wake(eng, power, targets, None);
}

/// Whether a condition holds now (ER-5.14).
pub fn holds(sc: &Scenario, st: &State, condition: &Condition) -> bool {
    match condition {
        Condition::StrengthBelow { of, provinces, below } => {
            let counts = |power: &PowerId| match *of {
                Whose::Power(one) => *power == one,
                Whose::Roman => st.power(*power).kind == crate::model::scenario::PowerKind::Roman,
            };
            let there = |province: ProvinceId| -> u32 {
                sc.power_ids().filter(counts).map(|power| strength::in_province(sc, st, power, province)).sum()
            };
            provinces.iter().map(|&province| there(province)).sum::<u32>() < 4 * u32::from(*below)
        }
        Condition::ControlsCapital { power, province } => {
            sc.province(*province).capital.is_some_and(|city| st.city(city).controller == *power)
        }
        Condition::MoraleBelow { power, than } => st.power(*power).morale < st.power(*than).morale,
        Condition::Any(list) => list.iter().any(|condition| holds(sc, st, condition)),
    }
}

/// A minor is invaded and wakes at once (ER-5.9, ER-R30). Nothing happens when it is awake already.
pub fn invade(eng: &mut Engine<'_>, minor: PowerId, by: PowerId, hex: HexId) {
    if !eng.st.power(minor).active && !eng.st.power(minor).kind.is_major() {
        wake(eng, minor, Powers::one(by), Some((by, hex)));
    }
}

/// A minor becomes active: it gets its controller, its enemies and its reserves.
fn wake(eng: &mut Engine<'_>, minor: PowerId, targets: Powers, invaded: Option<(PowerId, HexId)>) {
    let neutral = relations::is_neutral(eng.st, minor);
    let now = eng.st.power_mut(minor);
    now.active = true;
    if neutral {
        now.war_targets = now.war_targets.and(targets);
        let controller = controller_of(eng.sc, eng.st, minor);
        eng.st.power_mut(minor).controller = controller;
    }
    let (controller, set_up) = (eng.st.power(minor).controller, !eng.st.power(minor).placed);
    let what = EventKind::PowerActivated {
        power: eng.sc.power_name(minor),
        controller: controller.map(|power| eng.sc.power_name(power)),
        invaded_by: invaded.map(|(power, _)| eng.sc.power_name(power)),
    };
    eng.tell(if invaded.is_some() { "ER-5.9" } else { "ER-5.14" }, what);
    if set_up {
        eng.push(Frame::SetUp(SetUp { power: minor, invaded: invaded.map(|(_, hex)| hex), asked: false }));
    }
}

/// Determines anew who controls the active neutrals (ER-5.11 to ER-5.13).
pub fn assign_controllers(eng: &mut Engine<'_>) {
    let mut changed = false;
    for power in eng.sc.power_ids() {
        if !relations::is_neutral(eng.st, power) || !eng.st.power(power).active {
            continue;
        }
        let controller = controller_of(eng.sc, eng.st, power);
        if controller == eng.st.power(power).controller {
            continue;
        }
        changed = true;
        eng.st.power_mut(power).controller = controller;
        let controller = controller.map(|power| eng.sc.power_name(power));
        eng.tell("ER-5.13", EventKind::ControllerChanged { power: eng.sc.power_name(power), controller });
    }
    if changed {
        diplomacy::part_company(eng);
    }
}

/// Who controls an active neutral: the major named for it, or the farthest one (ER-5.11, ER-5.12, ER-R29).
pub fn controller_of(sc: &Scenario, st: &State, neutral: PowerId) -> Option<PowerId> {
    let major = |power: &PowerId| st.power(*power).kind.is_major();
    let entries = sc.activations.iter().filter(|entry| entry.power == neutral);
    let named = entries.filter_map(|entry| entry.controller).chain(sc.power(neutral).named_controller).find(major);
    if named.is_some() {
        return named;
    }
    let enemies = st.power(neutral).war_targets;
    let foe = |power: PowerId| enemies.iter().any(|enemy| enemy == power || relations::friendly(sc, st, enemy, power));
    let majors: Vec<PowerId> = sc.turn_order.iter().copied().filter(major).collect();
    let open: Vec<PowerId> = majors.iter().copied().filter(|&power| !foe(power)).collect();
    farthest(sc, st, neutral, if open.is_empty() { &majors } else { &open })
}

/// The major whose provinces and land units are farthest away; ties go to higher morale, then to the turn order.
fn farthest(sc: &Scenario, st: &State, neutral: PowerId, candidates: &[PowerId]) -> Option<PowerId> {
    if let [only] = candidates {
        return Some(*only);
    }
    let home = interests(sc, st, neutral);
    let away = |power: PowerId| {
        let theirs = interests(sc, st, power);
        theirs.iter().flat_map(|&a| home.iter().map(move |&b| map::distance(a, b))).min().unwrap_or(u32::MAX)
    };
    let ranked = candidates.iter().enumerate();
    ranked.max_by_key(|&(at, &power)| (away(power), st.power(power).morale, Reverse(at))).map(|(_, &power)| power)
}

/// The hexes of a power's provinces and of its land units (ER-R29).
fn interests(sc: &Scenario, st: &State, power: PowerId) -> Vec<HexId> {
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(power));
    let lands = own.flat_map(|id| sc.province(id).hexes.iter().copied());
    lands.chain(st.armies.iter().filter(|army| army.id.power == power).map(|army| army.hex)).collect()
}
