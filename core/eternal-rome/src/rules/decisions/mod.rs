//! Decisions of a seat during another's move (ER-R45): the questions in words, answers by order, by standing policy and
//! by default.

pub mod default;
pub mod policy;
pub mod response;

use crate::model::frames::{Question, Refuge, Reply};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{ForceId, State};
use crate::rules::strength;

/// A force that may try to intercept, from how far, and with which dice it succeeds.
pub fn candidate(sc: &Scenario, st: &State, force: ForceId, distance: u16) -> String {
    let dice = match strength::interception_die(sc, st, force, distance) {
        ..=1 => "any die".to_owned(),
        6 => "a 6".to_owned(),
        least => format!("{least} or more"),
    };
    format!("{} at {distance} MP, with {dice}", names::force(sc, force))
}

/// A question in words, for the seat that is asked.
pub fn words(sc: &Scenario, st: &State, question: &Question) -> String {
    match question {
        Question::Intercept { mover, hex, candidates } => {
            let one = |&(id, distance): &(ForceId, u16)| candidate(sc, st, id, distance);
            let list: Vec<String> = candidates.iter().map(one).collect();
            let power = &sc.power(mover.power()).name;
            let arm = if matches!(mover, ForceId::Army(_)) { "army" } else { "fleet" };
            let place = names::place(sc, *hex);
            format!("Intercept the {arm} of {power} at {place}? Possible: {}", list.join("; "))
        }
        Question::RespondAttack { hex, attackers, strength, armies, .. } => {
            let who: Vec<String> = attackers.iter().map(|power| sc.power(power).name.to_string()).collect();
            let who = match strength {
                Some(strength) => format!("{} with strength {}", who.join(" and "), strength::show(*strength)),
                None => format!("{}, strength unknown,", who.join(" and ")),
            };
            let whom: Vec<String> = armies.iter().map(|&id| names::army(sc, id)).collect();
            let place = names::place(sc, *hex);
            format!("{who} attacks at {place}. Stand or retreat: {}?", whom.join(", "))
        }
        Question::ChooseRetreat { hex, options, .. } => {
            let list: Vec<String> = options.iter().map(|&refuge| refuge_words(sc, refuge)).collect();
            format!("Retreat from {} to which of {}?", names::place(sc, *hex), list.join(", "))
        }
        Question::Season { limit, units, .. } => {
            let list: Vec<String> = units
                .iter()
                .map(|(power, kind, strength, count)| {
                    let each = strength::show(*strength);
                    format!("{count} {} of {} at {each}", kind.key(), sc.power(*power).code)
                })
                .collect();
            {
                let limit = strength::show(*limit);
                format!("Which units become seasoned, {limit} points in all: {}?", list.join(", "))
            }
        }
        Question::SetUp { power } => format!("Place the units of {}", sc.power(*power).name),
        Question::Alliance { from, to } => {
            format!("{} offers {} an alliance. Accept?", sc.power(*from).name, sc.power(*to).name)
        }
        Question::Unknown => "A decision is awaited".to_owned(),
    }
}

/// The order that answers a question.
pub fn order_for(question: &Question) -> &'static str {
    match question {
        Question::Intercept { mover: crate::model::state::ForceId::Army(_), .. } => "intercept_army",
        Question::Intercept { .. } => "intercept_fleet",
        Question::RespondAttack { .. } => "respond_attack",
        Question::ChooseRetreat { .. } => "choose_retreat",
        Question::Season { .. } => "season_units",
        Question::SetUp { .. } => "set_up_units",
        Question::Alliance { .. } => "respond_alliance",
        Question::Unknown => "",
    }
}

/// What is taken as the answer when the deadline passes, in words.
pub fn default_words(question: &Question) -> &'static str {
    match question {
        Question::Intercept { .. } => "no interception",
        Question::RespondAttack { .. } => {
            "into the city from odds of 2 to 1 on, to another hex from 3 to 1 on, else stand"
        }
        Question::ChooseRetreat { .. } => "the nearest place",
        Question::Season { .. } => "the strongest units first, as far as the points go",
        Question::SetUp { .. } => "land units in the capital, fleets in the port nearest to it",
        Question::Alliance { .. } => "the offer lapses",
        Question::Unknown => "the rules' default",
    }
}

/// A refuge in words.
pub fn refuge_words(sc: &Scenario, refuge: Refuge) -> String {
    match refuge {
        Refuge::City(city) => sc.city(city).name.to_string(),
        Refuge::Hex(hex) => names::place(sc, hex),
    }
}

/// An answer in words.
pub fn answer_words(sc: &Scenario, reply: &Reply) -> String {
    match reply {
        Reply::Intercept(forces) if forces.is_empty() => "no interception".to_owned(),
        Reply::Intercept(forces) => {
            let list: Vec<String> = forces.iter().map(|&id| names::force(sc, id)).collect();
            format!("{} try to intercept", list.join(", "))
        }
        Reply::RespondAttack(list) if list.is_empty() => "stand".to_owned(),
        Reply::RespondAttack(list) => {
            let words = list.iter().map(|(army, response)| {
                let what = match response {
                    crate::model::frames::Response::Stand => "stands".to_owned(),
                    crate::model::frames::Response::City => "into the city".to_owned(),
                    crate::model::frames::Response::Hex(hex) => format!("to {}", names::place(sc, *hex)),
                };
                format!("{} {what}", names::army(sc, *army))
            });
            words.collect::<Vec<_>>().join(", ")
        }
        Reply::Retreat(refuge) => format!("to {}", refuge_words(sc, *refuge)),
        Reply::Season(list) => {
            let words = list.iter().map(|(_, kind, count)| format!("{count} {}", kind.key()));
            words.collect::<Vec<_>>().join(", ")
        }
        Reply::SetUp(_) => "placed".to_owned(),
        Reply::Alliance(true) => "accepted".to_owned(),
        Reply::Alliance(false) => "declined".to_owned(),
    }
}

/// What may be chosen, as an order names it.
pub fn choices(sc: &Scenario, question: &Question) -> Vec<String> {
    match question {
        Question::Intercept { candidates, .. } => candidates.iter().map(|&(id, _)| names::force(sc, id)).collect(),
        Question::RespondAttack { city, hexes, .. } => {
            let city = city.map(|city| sc.city(city).name.to_string());
            city.into_iter().chain(hexes.iter().map(ToString::to_string)).collect()
        }
        Question::ChooseRetreat { options, .. } => {
            let word = |refuge: &Refuge| match refuge {
                Refuge::City(city) => sc.city(*city).name.to_string(),
                Refuge::Hex(hex) => hex.to_string(),
            };
            options.iter().map(word).collect()
        }
        Question::Season { units, .. } => units
            .iter()
            .map(|(power, kind, _, count)| format!("{} {count} {}", sc.power(*power).code, kind.key()))
            .collect(),
        Question::SetUp { .. } | Question::Alliance { .. } | Question::Unknown => Vec::new(),
    }
}
