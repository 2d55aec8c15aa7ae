//! Standing policies (ER-R45): set by order, asked before the player is.

use super::response;
use crate::model::frames::{Ask, Question, Refuge, Reply};
use crate::model::ids::{HexId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{
    Army, ArmyId, AttackedPolicy, Fleet, ForceId, InterceptPolicy, Policy, RetreatPolicy, State,
};
use crate::rules::relations;
use crate::rules::strength;

/// The answer of the policies that are set, if they answer the whole question.
pub fn answer(sc: &Scenario, st: &State, ask: &Ask) -> Option<Reply> {
    match &ask.question {
        Question::Intercept { mover, hex, candidates } => {
            let mut willing = Vec::new();
            for &(force, _) in candidates {
                match of_force(st, force, |policy| policy.intercept)? {
                    InterceptPolicy::Ask => return None,
                    InterceptPolicy::Never => {}
                    InterceptPolicy::Always => willing.push(force),
                    InterceptPolicy::Odds { percent } => {
                        let (own, foe) = (own_strength(sc, st, force), assumed(sc, st, force.power(), *mover, *hex));
                        if own * 100 >= foe * u32::from(percent) {
                            willing.push(force);
                        }
                    }
                }
            }
            Some(Reply::Intercept(willing))
        }
        Question::RespondAttack { armies, .. } => {
            let mut policies = Vec::new();
            for &army in armies {
                match of_force(st, ForceId::Army(army), |policy| policy.attacked)? {
                    AttackedPolicy::Ask => return None,
                    policy => policies.push((army, policy)),
                }
            }
            let policy_of = |army: ArmyId| {
                policies.iter().find(|(id, _)| *id == army).map_or(AttackedPolicy::Stand, |(_, policy)| *policy)
            };
            Some(response::respond(sc, st, &ask.question, policy_of))
        }
        Question::ChooseRetreat { options, .. } => {
            let head = ask.powers.iter().find_map(|power| st.power(power).policy.retreat)?;
            match head {
                RetreatPolicy::Ask => None,
                RetreatPolicy::Nearest => options.first().map(|&first| Reply::Retreat(first)),
                RetreatPolicy::City(city) => {
                    let named = options.iter().find(|&&option| option == Refuge::City(city));
                    named.or(options.first()).map(|&refuge| Reply::Retreat(refuge))
                }
            }
        }
        Question::Season { .. } => {
            automatic(st, ask.powers, |policy| policy.season).then(|| super::default::answer(sc, st, ask))?
        }
        Question::SetUp { .. } => {
            automatic(st, heads(st, ask.powers), |policy| policy.set_up).then(|| super::default::answer(sc, st, ask))?
        }
        Question::Alliance { .. } | Question::Unknown => None,
    }
}

fn heads(st: &State, powers: Powers) -> Powers {
    powers.iter().filter_map(|power| relations::head(st, power)).collect()
}

fn automatic(st: &State, powers: Powers, field: impl Fn(&Policy) -> Option<bool>) -> bool {
    !powers.is_empty() && powers.iter().all(|power| field(&st.power(power).policy) == Some(true))
}

/// What the force says, else its power, else the major that acts for it.
fn of_force<T>(st: &State, force: ForceId, field: impl Fn(&Policy) -> Option<T>) -> Option<T> {
    let own = match force {
        ForceId::Army(id) => st.army(id).and_then(|army| field(&army.policy)),
        ForceId::Fleet(id) => st.fleet(id).and_then(|fleet| field(&fleet.policy)),
    };
    let power = force.power();
    own.or_else(|| field(&st.power(power).policy))
        .or_else(|| relations::head(st, power).and_then(|head| field(&st.power(head).policy)))
}

fn own_strength(sc: &Scenario, st: &State, force: ForceId) -> u32 {
    match force {
        ForceId::Army(id) => st.army(id).map_or(0, |army| strength::of_bands(sc, st, &army.bands).land4),
        ForceId::Fleet(id) => st.fleet(id).map_or(0, |fleet| strength::of_fleet(sc, st, fleet)),
    }
}

/// Strength of an enemy force in quarters as `power` may take it: exact where it is known, else the assumption of
/// ER-R45.
fn assumed(sc: &Scenario, st: &State, power: PowerId, foe: ForceId, hex: HexId) -> u32 {
    let (known, guess) = match foe {
        ForceId::Army(_) => (sees_armies(sc, st, power, hex), sc.constants.policy.assumed_army),
        ForceId::Fleet(_) => (sees_fleets(sc, st, power, hex), sc.constants.policy.assumed_fleet),
    };
    if known { own_strength(sc, st, foe) } else { 4 * u32::from(guess) }
}

/// Whether a power knows the land units of a hex: it or a friend has some there (ER-7.2), or all is open (ER-7.3).
pub fn sees_armies(sc: &Scenario, st: &State, power: PowerId, hex: HexId) -> bool {
    let friend = |army: &Army| !army.bands.is_empty() && relations::friendly(sc, st, power, army.id.power);
    st.options.intelligence || st.armies_at(hex).any(friend)
}

/// Whether a power knows the fleets of a hex (ER-7.2, ER-7.3).
pub fn sees_fleets(sc: &Scenario, st: &State, power: PowerId, hex: HexId) -> bool {
    let friend = |fleet: &Fleet| fleet.ships.iter().any(|&(owner, _)| relations::friendly(sc, st, power, owner));
    st.options.intelligence || st.fleets_at(hex).any(friend)
}
