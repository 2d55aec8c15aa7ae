//! Generals: appointed, reassigned, promoted, replaced, dead (UM-13).

use kernel::RuleRef;

use crate::event::{Scope, What};
use crate::ids::{Factions, GeneralId, NameId, NationId, ProvinceId};
use crate::orders::Arm;
use crate::phases::{Turn, setup};
use crate::scenario::Scenario;
use crate::state::{General, State};

/// A general dies or leaves play in the conflict phase. See [`die_in`].
pub fn die(turn: &mut Turn, id: GeneralId, cause: &str, rule: &'static str) {
    die_in(turn, "P11", id, cause, rule);
}

/// A general dies. If he was commander-in-chief, his nation is shaken (UM-13.11, UM-R29); the next senior succeeds him,
/// which [`commander_in_chief`](State::commander_in_chief) sees by itself.
pub fn die_in(turn: &mut Turn, phase: &'static str, id: GeneralId, cause: &str, rule: &'static str) {
    if !turn.st.general(id).alive {
        return;
    }
    leave_play(turn, id);
    let general = turn.st.general(id);
    let scope = Scope::Near(general.province, Factions::one(general.nation));
    turn.tell_in(phase, scope, rule, |sc, st| {
        let dead = st.general(id);
        What::GeneralDied {
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
        let lost = turn.passing.generals_at_start[nation.index()].saturating_sub(living);
        for _ in 0..free_replacements(turn.sc.constants.R43.least_generals, lost, living) {
            let Some(id) = newcomer(turn, nation, None, Arm::Land) else { break };
            turn.tell_in("P20", Scope::only(nation), "UM-13.12", |sc, st| appointed(sc, st, id, true));
        }
    }
}

/// The event of a general taking service.
fn appointed(sc: &Scenario, st: &State, id: GeneralId, free: bool) -> What {
    let general = st.general(id);
    What::GeneralAppointed {
        nation: sc.party(general.nation),
        general: st.captain(sc, id),
        place: st.place(sc, general.province),
        free,
    }
}

/// UM-R36: a new general with ratings drawn by lot, at the place of UM-R43; none when the nation owns no province.
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
