//! Generals: appointed, reassigned, promoted, replaced, dead (UM-13).

use kernel::{Refusal, RuleRef};

use super::{EarlierOrders, spend};
use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, GeneralId, NameId, NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::{General, State};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::setup;
use crate::rules::turn::Turn;

/// A general dies or leaves play in the phase under way. See [`die_in`].
pub fn die(turn: &mut Turn, id: GeneralId, cause: &str, rule: &'static str) {
    die_in(turn, turn.phase, id, cause, rule);
}

/// A general dies. If he was commander-in-chief, his nation is shaken (UM-13.11, UM-R29); the next senior succeeds him,
/// which [`commander_in_chief`](State::commander_in_chief) sees by itself.
pub fn die_in(turn: &mut Turn, phase: &'static str, id: GeneralId, cause: &str, rule: &'static str) {
    let general = turn.st.general(id);
    let scope = EventScope::Near(general.province, Factions::one(general.nation));
    die_told(turn, phase, id, cause, rule, scope);
}

/// The same where some know of it already and hear no more: they are left out of the scope.
pub fn die_told(
    turn: &mut Turn, phase: &'static str, id: GeneralId, cause: &str, rule: &'static str, scope: EventScope,
) {
    if !turn.st.general(id).alive {
        return;
    }
    leave_play(turn, id);
    turn.tell_in(phase, scope, rule, |sc, st| {
        let dead = st.general(id);
        EventKind::GeneralDied {
            general: st.captain(sc, id),
            nation: sc.party(dead.nation),
            place: st.place(sc, dead.province),
            cause: cause.to_owned(),
        }
    });
}

/// A general is gone, dead or in revolt; the loss of a commander-in-chief shakes his nation (UM-R29).
pub fn leave_play(turn: &mut Turn, id: GeneralId) {
    let nation = turn.st.general(id).nation;
    let chief = turn.st.commander_in_chief(nation) == Some(id);
    turn.st.general_mut(id).alive = false;
    if chief {
        let now = turn.st.turn;
        let bereft = turn.st.nation_mut(nation);
        bereft.shock = turn.sc.constants.R29.morale_shock;
        bereft.cic_died = now;
    }
}

/// P3: hires a general (UM-13.14). Refused when nobody is left to serve.
pub fn appoint(turn: &mut Turn, nation: NationId, chosen: Option<ProvinceId>, arm: Arm) -> Result<(), Refusal> {
    let Some(id) = newcomer(turn, nation, chosen, arm) else {
        return Err(Refusal::new("nobody_to_hire", "UM-13.14", "nobody is left who would take service with you"));
    };
    turn.memory.generals_at_start[nation.index()] += 1;
    spend(turn.st, nation, turn.sc.economy.general_cost);
    turn.tell(EventScope::only(nation), "UM-13.14", |sc, st| appointed(sc, st, id, false));
    Ok(())
}

/// P3: gives a general another arm (UM-13.15).
pub fn reassign(turn: &mut Turn, nation: NationId, id: GeneralId, arm: Arm) {
    spend(turn.st, nation, turn.sc.economy.reassign_cost);
    turn.st.general_mut(id).arm = arm;
    turn.tell(EventScope::only(nation), "UM-13.15", |sc, st| EventKind::GeneralReassigned {
        nation: sc.party(nation),
        general: st.captain(sc, id),
        arm,
    });
}

/// P3: promotes or demotes a general. He who falls may resent it, and so may each over whose head he is raised
/// (UM-13.16, UM-R42); nobody is told.
pub fn set_seniority(turn: &mut Turn, earlier: &mut EarlierOrders, nation: NationId, id: GeneralId, level: u8) {
    const R42: RuleRef = RuleRef::new("UM-R42");
    let of = &turn.sc.constants.R42;
    let before = turn.st.general(id).seniority;
    let counter = earlier.promotions;
    earlier.promotions += 1;
    let was_over = |st: &State, other: GeneralId| st.senior([id, other]) == Some(other);
    let seniors: Vec<GeneralId> = turn
        .st
        .living()
        .filter(|(other, general)| general.nation == nation && *other != id && was_over(turn.st, *other))
        .map(|(other, _)| other)
        .collect();
    turn.st.general_mut(id).seniority = level;
    if level < before && turn.dice.stream("demotion", id.0, counter).chance(of.demoted_chance as i32, R42) {
        let loss = demotion_loss(&turn.sc.constants, before - level);
        let loyalty = &mut turn.st.general_mut(id).loyalty_true;
        *loyalty = loyalty.saturating_sub(loss);
    }
    for other in seniors {
        if was_over(turn.st, other) {
            continue;
        }
        if turn.dice.stream("promotion", other.0, counter).chance(of.passed_over_chance as i32, R42) {
            let loyalty = &mut turn.st.general_mut(other).loyalty_true;
            *loyalty = loyalty.saturating_sub(of.passed_over_loss);
        }
    }
    turn.tell(EventScope::only(nation), "UM-13.16", |sc, st| EventKind::SenioritySet {
        nation: sc.party(nation),
        general: st.captain(sc, id),
        level,
    });
}

/// UM-R42: true loyalty lost by a general who resents his fall by so many levels.
pub fn demotion_loss(constants: &Constants, levels: u8) -> u8 {
    let of = &constants.R42;
    of.demoted_loss + if levels >= of.steep_levels { of.steep_extra_loss } else { 0 }
}

/// UM-13.12, UM-R43: how many generals come free of charge to a nation that lost some this turn.
pub fn free_replacements(least: usize, lost: usize, living: usize) -> usize {
    if lost == 0 { 0 } else { least.saturating_sub(living) }
}

/// P20: generals who were lost this turn are replaced where fewer than three are left (UM-13.12, UM-R43).
pub fn replace_the_fallen(turn: &mut Turn) {
    for nation in turn.sc.nation_ids() {
        if turn.st.nation(nation).eliminated {
            continue;
        }
        let living = turn.st.living().filter(|(_, general)| general.nation == nation).count();
        let lost = turn.memory.generals_at_start[nation.index()].saturating_sub(living);
        for _ in 0..free_replacements(turn.sc.constants.R43.least_generals, lost, living) {
            let Some(id) = newcomer(turn, nation, None, Arm::Land) else { break };
            turn.tell_in("P20", EventScope::only(nation), "UM-13.12", |sc, st| appointed(sc, st, id, true));
        }
    }
}

/// The event of a general taking service.
fn appointed(sc: &Scenario, st: &State, id: GeneralId, free: bool) -> EventKind {
    let general = st.general(id);
    EventKind::GeneralAppointed {
        nation: sc.party(general.nation),
        general: st.captain(sc, id),
        place: st.place(sc, general.province),
        free,
    }
}

/// UM-R36: a new general with ratings drawn at random, at the place of UM-R43; none when the nation owns no province.
fn newcomer(turn: &mut Turn, nation: NationId, chosen: Option<ProvinceId>, arm: Arm) -> Option<GeneralId> {
    const R36: RuleRef = RuleRef::new("UM-R36");
    let province = setup::place_for_general(turn.st, nation, chosen)?;
    let name = next_name(turn, nation)?;
    let id = GeneralId::at(turn.st.generals.len());
    let of = &turn.sc.constants.R36;
    let mut stream = turn.dice.stream("new_general", id.0, 0);
    let mut rating = || of.rating_dice.iter().map(|&most| stream.range(0, most, R36)).sum::<i32>().clamp(0, 7) as u8;
    let [reputation, loyalty, activity, popularity, health] = std::array::from_fn(|_| rating());
    let age = stream.range(of.age[0], of.age[1], R36) as u8;
    let (skill, loyalty_true) = setup::hidden_values(turn.sc, turn.dice, id, reputation, loyalty);
    turn.st.generals.push(General {
        name,
        nation,
        province,
        arm,
        reputation,
        loyalty,
        activity,
        popularity,
        health,
        age,
        seniority: 0,
        skill,
        loyalty_true,
        alive: true,
    });
    Some(id)
}

/// The next name of the nation's pool that no living general bears; used up, the pool is gone through again, for sons
/// bear their fathers' names.
fn next_name(turn: &mut Turn, nation: NationId) -> Option<NameId> {
    let pool = &turn.sc.general_names[nation.index()];
    let used = usize::from(turn.st.nation(nation).names_used);
    let free = |name: &NameId| turn.st.living().all(|(_, general)| general.name != *name);
    let skipped = (0..pool.len()).find(|next| free(&pool[(used + next) % pool.len()]))?;
    turn.st.nation_mut(nation).names_used = ((used + skipped + 1) % pool.len()) as u16;
    Some(pool[(used + skipped) % pool.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_are_replaced_only_up_to_three() {
        let replaced = |before: usize, killed: usize| free_replacements(3, killed, before - killed);
        assert_eq!([replaced(4, 2), replaced(5, 2), replaced(3, 3), replaced(2, 0)], [1, 0, 3, 0]);
    }

    #[test]
    fn a_steep_fall_hurts_more() {
        let constants = Constants::standard();
        assert_eq!([1, 4, 5].map(|levels| demotion_loss(&constants, levels)), [1, 1, 2]);
    }
}
