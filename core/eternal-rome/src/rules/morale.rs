//! Morale (ER-13, ER-R24): the changes of one event are gathered, netted, and applied together.

use crate::model::ids::{FLEET, LeaderId, PowerId, UnitKind};
use crate::model::scenario::{Ruler, Scenario};
use crate::model::state::State;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::succession::{Vacancy, succeed};

/// Losses and gains of one event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoraleAccount {
    changes: Vec<Change>,
    vacancies: Vec<Vacancy>,
    ruined: Vec<(PowerId, Option<PowerId>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    power: PowerId,
    points: i32,
    by: Option<PowerId>,
}

impl MoraleAccount {
    /// A power loses morale, by the action of another or of nobody.
    pub fn lose(&mut self, power: PowerId, points: u32, by: Option<PowerId>) {
        self.changes.push(Change { power, points: -(points as i32), by });
    }

    /// A power gains morale.
    pub fn gain(&mut self, power: PowerId, points: u32) {
        self.changes.push(Change { power, points: points as i32, by: None });
    }

    /// A power has lost its ruler: who succeeds him is settled when the account is applied.
    pub fn vacate(&mut self, vacancy: Vacancy) {
        self.vacancies.push(vacancy);
    }

    /// A power's morale falls to nothing, whatever else happens.
    pub fn ruin(&mut self, power: PowerId, by: Option<PowerId>) {
        self.ruined.push((power, by));
    }

    fn net(&self, power: PowerId) -> i32 {
        self.changes.iter().filter(|change| change.power == power).map(|change| change.points).sum()
    }
}

/// Counts units as eliminated: into the owner's pool, off its morale, and onto that of `by` (ER-13.1, ER-13.2, ER-R48).
/// The units themselves must have been taken off the map.
pub fn units_lost(
    eng: &mut Engine<'_>, account: &mut MoraleAccount, power: PowerId, kind: UnitKind, count: u8, by: Option<PowerId>,
) {
    let points = u32::from(eng.sc.unit(kind).stacking) * u32::from(count);
    eng.st.power_mut(power).lost[kind.index()] += u16::from(count);
    eliminated(account, power, points, by);
}

/// The same for fleet units (ER-R13).
pub fn ships_lost(eng: &mut Engine<'_>, account: &mut MoraleAccount, power: PowerId, count: u8, by: Option<PowerId>) {
    let points = u32::from(eng.sc.constants.fleet_unit.stacking_equivalent) * u32::from(count);
    eng.st.power_mut(power).lost[FLEET] += u16::from(count);
    eliminated(account, power, points, by);
}

fn eliminated(account: &mut MoraleAccount, power: PowerId, points: u32, by: Option<PowerId>) {
    account.lose(power, points, by);
    if let Some(by) = by {
        account.gain(by, points);
    }
}

/// What a leader counts for morale (ER-13.3, ER-R27).
pub fn leader_value(sc: &Scenario, st: &State, leader: LeaderId) -> u32 {
    let info = sc.leader(leader);
    let base = 1 + u32::from(info.land);
    match st.leader(leader).ruler {
        Some(Ruler::Imperator) => 10 * base,
        _ if info.named => 2 * base,
        _ => base,
    }
}

/// Applies an account (ER-R24), after rulers who are lost have been succeeded. Where a Roman ruler has no successor, his
/// power's morale falls to nothing, whatever else happens (ER-14.11). Whoever calls it calls [`dissolution::settle`](super::dissolution::settle) once the
/// combat, check or retreat is wholly resolved (ER-R28 a).
pub fn apply(eng: &mut Engine<'_>, account: &MoraleAccount, rule: &'static str) {
    let undone = succeed(eng, &account.vacancies);
    for power in eng.sc.power_ids() {
        let ruin = account.ruined.iter().chain(&undone).find(|(ruined, _)| *ruined == power);
        let before = eng.st.power(power).morale;
        let net = (i32::from(before) + account.net(power)).clamp(0, i32::from(u16::MAX)) as u16;
        let after = if ruin.is_some() { 0 } else { net };
        if after == before {
            continue;
        }
        eng.st.power_mut(power).morale = after;
        if after < before {
            let reductions = account.changes.iter().rev().find(|change| change.power == power && change.points < 0);
            let by = ruin.map_or_else(|| reductions.and_then(|change| change.by), |(_, by)| *by);
            // A minor's deed is its controller's (ER-R28 b).
            eng.st.power_mut(power).undone_by = by.map(|by| relations::head(eng.st, by).unwrap_or(by));
        }
        let by = i32::from(after) - i32::from(before);
        eng.tell(rule, EventKind::MoraleChanged { power: eng.sc.power_name(power), by, morale: after });
    }
}

/// What a difference in morale adds to the die (ER-12.4, ER-17.13).
pub fn modifier(attacker: u16, defender: u16) -> i32 {
    (i32::from(attacker) - i32::from(defender)) / 50
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BLU, RED, land_phase, world};

    #[test]
    fn every_full_fifty_points_count_one() {
        let rows = [(149, 100, 0), (150, 100, 1), (100, 150, -1), (100, 199, -1), (300, 100, 4), (100, 149, 0)];
        for (attacker, defender, expected) in rows {
            assert_eq!(modifier(attacker, defender), expected, "V-18: {attacker} against {defender}");
        }
    }

    #[test]
    fn losses_and_gains_of_a_combat_are_netted() {
        let sc = world();
        let mut st = land_phase(&sc);
        (st.powers[0].morale, st.powers[1].morale) = (150, 150);
        let mut dice = kernel::Dice::scripted([]);
        let mut eng = Engine::new(&sc, &mut st, &mut dice);
        let mut account = MoraleAccount::default();
        units_lost(&mut eng, &mut account, RED, UnitKind::Legion2, 2, Some(BLU));
        units_lost(&mut eng, &mut account, BLU, UnitKind::HeavyCav, 1, Some(RED));
        units_lost(&mut eng, &mut account, BLU, UnitKind::LightInf, 1, Some(RED));
        apply(&mut eng, &account, "ER-13.1");
        assert_eq!((st.powers[0].morale, st.powers[1].morale), (151, 149), "V-32");
        assert_eq!(st.powers[1].undone_by, Some(RED));
        assert_eq!(
            (st.powers[0].lost[UnitKind::Legion2.index()], st.powers[1].lost[UnitKind::HeavyCav.index()]),
            (2, 1)
        );
    }
}
