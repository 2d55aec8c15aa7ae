//! The answer to an attack by odds (ER-R45).

use crate::model::frames::{Question, Reply, Response};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, AttackedPolicy, State};
use crate::rules::strength;

/// Strength of an attack in quarters as a seat that is attacked may take it: exact where it is known, else the assumption
/// of ER-R45.
pub fn attack(sc: &Scenario, strength: Option<u32>) -> u32 {
    strength.unwrap_or(4 * u32::from(sc.constants.policy.assumed_army))
}

/// The answer to an attack by a policy for each army: odds are the armies that attack to all defenders asked (ER-R45).
pub fn respond(sc: &Scenario, st: &State, question: &Question, policy: impl Fn(ArmyId) -> AttackedPolicy) -> Reply {
    let Question::RespondAttack { strength, armies, city, hexes, .. } = question else {
        return Reply::RespondAttack(Vec::new());
    };
    let attack = attack(sc, *strength);
    let defence = strength::of_armies(sc, st, armies.iter().filter_map(|&id| st.army(id)));
    let at_least = |percent: Option<u16>| percent.is_some_and(|percent| attack * 100 >= defence * u32::from(percent));
    let one = |&army: &ArmyId| {
        let response = match policy(army) {
            AttackedPolicy::Retreat { city_percent, .. } if city.is_some() && at_least(city_percent) => Response::City,
            AttackedPolicy::Retreat { hex_percent, .. } if at_least(hex_percent) => {
                hexes.first().map_or(Response::Stand, |&hex| Response::Hex(hex))
            }
            _ => Response::Stand,
        };
        (army, response)
    };
    Reply::RespondAttack(armies.iter().map(one).collect())
}
