//! What the answers to decisions share (ER-R45): the question that is open, and an answer as an order.

use super::prelude::*;
use crate::model::frames::Ask;
use crate::orders::{
    ChooseRetreat, InterceptArmy, InterceptFleet, RespondAlliance, RespondAttack, SeasonUnits, SetUpUnits,
};

impl<'a> OptionContext<'a> {
    /// The question that is open for this seat.
    pub(super) fn question(&self) -> Option<&'a Question> {
        match self.st.stack.last() {
            Some(Frame::Ask(ask)) if ask.seat == self.seat && self.st.ending.is_none() => Some(&ask.question),
            _ => None,
        }
    }
}

pub(super) fn answering(reply: Reply) -> Result<Permission, Refusal> {
    Ok(Box::new(move |eng| eng.answer(reply)))
}

pub(super) fn other_question(question: &Question) -> Refusal {
    let detail = "another decision is awaited now";
    Refusal::new("other_decision", "ER-R45", detail).hint(format!("answer with {}", decisions::order_for(question)))
}

pub(super) fn other_combat(asked: u16, given: Option<u16>) -> Result<(), Refusal> {
    if given.is_none_or(|given| given == asked) {
        return Ok(());
    }
    Err(Refusal::new("other_combat", "ER-R45", format!("the decision is about combat {asked}")).at("combat"))
}

/// The power that answers, and the number of the combat that it is about.
pub(super) fn combat_of(ask: &OptionContext<'_>, order: &PartialOrder, combat: u16) -> NextField {
    ask.power(order, |_| true)?;
    let value = vec![OptionValue::new(combat, format!("combat {combat}"))];
    ask.field(order, "/combat", "Which combat?", value, |_| true)
}

/// `intercept_fleet`, `intercept_army` (ER-15), and what the seat wishes not to be asked again (reading ER-R44/b).
pub(super) fn intercept(
    ctx: &OrderContext<'_>, power: &str, list: &[String], arm: Arm, not_again: Option<NotAgain>,
) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::Intercept { mover, candidates, .. } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    if Arm::of(*mover) != arm {
        return Err(other_question(&ask.question));
    }
    let mut chosen = Vec::new();
    for text in list {
        let named = names::find_force(ctx.sc, text);
        let candidate = named.filter(|id| candidates.iter().any(|(candidate, _)| candidate == id));
        let able: Vec<String> = candidates.iter().map(|(id, _)| names::force(ctx.sc, *id)).collect();
        let refuse = || {
            Refusal::new("cannot_intercept", "ER-15.8", format!("{text} cannot try to intercept"))
                .hint(format!("able are {}", able.join(", ")))
                .at("interceptors")
        };
        let id = candidate.ok_or_else(refuse)?;
        if !chosen.contains(&id) {
            chosen.push(id);
        }
    }
    let (seat, mover) = (ctx.seat, *mover);
    Ok(Box::new(move |eng| {
        match not_again {
            Some(NotAgain::March) => eng.st.let_pass.push((seat, Some(mover))),
            Some(NotAgain::Phase) => eng.st.let_pass.push((seat, None)),
            None => {}
        }
        eng.answer(Reply::Intercept(chosen));
    }))
}

/// Who may try to intercept, and whether the seat is asked again.
pub(super) fn interceptors(ask: &OptionContext<'_>, order: &PartialOrder, arm: Arm) -> NextField {
    let Some(Question::Intercept { mover, candidates, .. }) = ask.question() else { return NextField::Break(None) };
    if Arm::of(*mover) != arm {
        return NextField::Break(None);
    }
    ask.power(order, |_| true)?;
    if !order.answered("/interceptors") {
        let value = |&(force, distance): &(ForceId, u16)| {
            let name = names::force(ask.sc, force);
            OptionValue::new(name, crate::rules::decisions::candidate(ask.sc, ask.st, force, distance))
        };
        let values: Vec<OptionValue> = candidates.iter().map(value).collect();
        let most = values.len() as u32;
        let several = FieldValues::Several { values, least: 0, most };
        return NextField::Break(Some(FieldOptions::new("/interceptors", "Who tries to intercept?", several)));
    }
    let scopes =
        vec![OptionValue::new("march", "not about this force"), OptionValue::new("phase", "not in this phase")];
    ask.optional(order, "/not_again", "Be asked again?", scopes, |_| true)
}

/// What need not be asked again, as a line says it.
pub(super) fn not_again(again: Option<NotAgain>) -> &'static str {
    match again {
        Some(NotAgain::March) => " march",
        Some(NotAgain::Phase) => " phase",
        None => "",
    }
}

/// The order that gives `reply` to a question; `None` when they do not fit.
pub fn of(sc: &Scenario, st: &State, ask: &Ask, reply: &Reply) -> Option<Order> {
    let own = |power: &PowerId| relations::seat_of(sc, st, *power) == Some(ask.seat);
    let code = |power: PowerId| sc.power(power).code.to_string();
    let power = code(ask.powers.iter().find(own)?);
    Some(match (&ask.question, reply) {
        (Question::Intercept { mover, .. }, Reply::Intercept(forces)) => {
            let interceptors = forces.iter().map(|&id| names::force(sc, id)).collect();
            match mover {
                ForceId::Army(_) => Order::InterceptArmy(InterceptArmy { power, interceptors, not_again: None }),
                ForceId::Fleet(_) => Order::InterceptFleet(InterceptFleet { power, interceptors, not_again: None }),
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
            Order::RespondAttack(RespondAttack { power, combat: Some(*combat), responses: responses.collect() })
        }
        (Question::ChooseRetreat { combat, .. }, Reply::Retreat(refuge)) => {
            let to = match refuge {
                Refuge::City(city) => sc.city(*city).name.to_string(),
                Refuge::Hex(hex) => hex.to_string(),
            };
            Order::ChooseRetreat(ChooseRetreat { power, combat: Some(*combat), to })
        }
        (Question::Season { combat, .. }, Reply::Season(list)) => {
            let units =
                list.iter().map(|&(whose, kind, count)| SeasonedUnits { kind, count, power: Some(code(whose)) });
            Order::SeasonUnits(SeasonUnits { power, combat: Some(*combat), units: units.collect() })
        }
        (Question::SetUp { power: minor }, Reply::SetUp(list)) => {
            let placements = list.iter().map(|placement| placed(sc, *minor, placement)).collect();
            Order::SetUpUnits(SetUpUnits { power, placements })
        }
        (Question::Alliance { from, .. }, Reply::Alliance(accept)) => {
            Order::RespondAlliance(RespondAlliance { power, with: code(*from), accept: *accept })
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
