//! An answer written as the order that gives it.

use crate::model::frames::{Ask, Placement, Question, Refuge, Reply, Response};
use crate::model::ids::{LeaderId, PowerId};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{ForceId, State};
use crate::model::units::Units;
use crate::orders::{ArmyResponse, Order, PlaceUnits, Reaction, SeasonedUnits};
use crate::rules::relations;

/// The order that gives `reply` to a question; `None` when they do not fit.
pub fn of(sc: &Scenario, st: &State, ask: &Ask, reply: &Reply) -> Option<Order> {
    let own = |power: &PowerId| relations::seat_of(sc, st, *power) == Some(ask.seat);
    let code = |power: PowerId| sc.power(power).code.to_string();
    let power = code(ask.powers.iter().find(own)?);
    Some(match (&ask.question, reply) {
        (Question::Intercept { mover, .. }, Reply::Intercept(forces)) => {
            let interceptors = forces.iter().map(|&id| names::force(sc, id)).collect();
            match mover {
                ForceId::Army(_) => Order::InterceptArmy { power, interceptors, not_again: None },
                ForceId::Fleet(_) => Order::InterceptFleet { power, interceptors, not_again: None },
            }
        }
        (Question::RespondAttack { combat, .. }, Reply::RespondAttack(list)) => {
            let responses = list.iter().map(|&(army, response)| {
                let (action, hex) = match response {
                    Response::Stand => (Reaction::Stand, None),
                    Response::City => (Reaction::RetreatCity, None),
                    Response::Hex(hex) => (Reaction::RetreatHex, Some(hex.to_string())),
                };
                ArmyResponse { army: names::army(sc, army), action, hex }
            });
            Order::RespondAttack { power, combat: Some(*combat), responses: responses.collect() }
        }
        (Question::ChooseRetreat { combat, .. }, Reply::Retreat(refuge)) => {
            let to = match refuge {
                Refuge::City(city) => sc.city(*city).name.to_string(),
                Refuge::Hex(hex) => hex.to_string(),
            };
            Order::ChooseRetreat { power, combat: Some(*combat), to }
        }
        (Question::Season { combat, .. }, Reply::Season(list)) => {
            let units =
                list.iter().map(|&(whose, kind, count)| SeasonedUnits { kind, count, power: Some(code(whose)) });
            Order::SeasonUnits { power, combat: Some(*combat), units: units.collect() }
        }
        (Question::SetUp { power: minor }, Reply::SetUp(list)) => {
            let placements = list.iter().map(|placement| placed(sc, *minor, placement)).collect();
            Order::SetUpUnits { power, placements }
        }
        (Question::Alliance { from, .. }, Reply::Alliance(accept)) => {
            Order::RespondAlliance { power, with: code(*from), accept: *accept }
        }
        _ => return None,
    })
}

fn placed(sc: &Scenario, minor: PowerId, placement: &Placement) -> PlaceUnits {
    let seasoned = sc.reserves.iter().find(|reserve| reserve.power == minor).is_none_or(|reserve| reserve.seasoned);
    let leader = |&id: &LeaderId| sc.leader(id).name.to_string();
    PlaceUnits {
        hex: placement.hex.to_string(),
        units: placement.units.iter().map(|&(kind, count)| Units { kind, count, seasoned }).collect(),
        leaders: placement.leaders.iter().map(leader).collect(),
        fleet_units: placement.ships,
    }
}
