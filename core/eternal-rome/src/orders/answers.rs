//! Answers to decisions given by order (ER-R45).

use kernel::Refusal;

use crate::model::frames::{Placement, Question, Refuge, Reply, Response};
use crate::model::ids::{PowerId, UnitKind};
use crate::model::names;
use crate::model::state::ForceId;
use crate::orders::OrderContext;
use crate::orders::{ArmyResponse, NotAgain, PlaceUnits, Reaction, SeasonedUnits};
use crate::rules::decisions;
use crate::rules::engine::Permission;
use crate::rules::{combat, setup};

fn answering(reply: Reply) -> Result<Permission, Refusal> {
    Ok(Box::new(move |eng| eng.answer(reply)))
}

fn other_question(question: &Question) -> Refusal {
    let detail = "another decision is awaited now";
    Refusal::new("other_decision", "ER-R45", detail).hint(format!("answer with {}", decisions::order_for(question)))
}

fn other_combat(asked: u16, given: Option<u16>) -> Result<(), Refusal> {
    if given.is_none_or(|given| given == asked) {
        return Ok(());
    }
    Err(Refusal::new("other_combat", "ER-R45", format!("the decision is about combat {asked}")).at("combat"))
}

/// `intercept_fleet`, `intercept_army` (ER-15), and what the seat wishes not to be asked again (reading ER-R44/b).
pub fn intercept(
    ctx: &OrderContext<'_>, power: &str, list: &[String], fleets: bool, not_again: Option<NotAgain>,
) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::Intercept { mover, candidates, .. } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    if matches!(mover, ForceId::Fleet(_)) != fleets {
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

/// `respond_attack` (ER-17.3, ER-17.4). Armies not named stand.
pub fn respond(
    ctx: &OrderContext<'_>, power: &str, number: Option<u16>, responses: &[ArmyResponse],
) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::RespondAttack { combat, armies, city, hexes, .. } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    other_combat(*combat, number)?;
    let mut chosen = Vec::new();
    for response in responses {
        let id = match names::find_force(ctx.sc, &response.army) {
            Some(ForceId::Army(id)) if armies.contains(&id) => id,
            _ => {
                let able: Vec<String> = armies.iter().map(|&id| names::army(ctx.sc, id)).collect();
                let detail = format!("{} is not asked", response.army);
                let hint = format!("asked are {}", able.join(", "));
                return Err(Refusal::new("not_asked", "ER-17.3", detail).hint(hint).at("responses"));
            }
        };
        let what = match (response.action, &response.hex) {
            (Reaction::Stand, _) => Response::Stand,
            (Reaction::RetreatCity, _) if city.is_some() => Response::City,
            (Reaction::RetreatCity, _) => {
                let detail = "there is no friendly unbesieged city in the hex";
                return Err(Refusal::new("no_city", "ER-17.3", detail).at("responses"));
            }
            (Reaction::RetreatHex, None) => {
                let detail = "a retreat to a hex needs the hex";
                return Err(Refusal::new("no_hex", "ER-17.4", detail).at("responses"));
            }
            (Reaction::RetreatHex, Some(text)) => {
                let hex = ctx.hex(text, "responses")?;
                if !hexes.contains(&hex) {
                    let able: Vec<String> = hexes.iter().map(ToString::to_string).collect();
                    let detail = format!("{text} is no hex to retreat to");
                    let hint = format!("possible are {}", able.join(", "));
                    return Err(Refusal::new("no_way_out", "ER-R22", detail).hint(hint).at("responses"));
                }
                Response::Hex(hex)
            }
        };
        chosen.retain(|(army, _)| *army != id);
        chosen.push((id, what));
    }
    answering(Reply::RespondAttack(chosen))
}

/// `choose_retreat` (ER-12.7, ER-R17).
pub fn retreat(ctx: &OrderContext<'_>, power: &str, number: Option<u16>, to: &str) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::ChooseRetreat { combat, options, .. } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    other_combat(*combat, number)?;
    let city = names::find_city(ctx.sc, to).map(Refuge::City);
    let hex = names::find_hex(ctx.sc, to).map(Refuge::Hex);
    let offered = |refuge: &Refuge| options.contains(refuge);
    let refuge = city.filter(offered).or(hex.filter(offered)).ok_or_else(|| {
        let able: Vec<String> = options.iter().map(|&refuge| decisions::refuge_words(ctx.sc, refuge)).collect();
        Refusal::new("not_offered", "ER-12.7", format!("{to} is not among the places offered"))
            .hint(format!("offered are {}", able.join(", ")))
            .at("to")
    })?;
    answering(Reply::Retreat(refuge))
}

/// `season_units` (ER-17.18, ER-R56).
pub fn season(
    ctx: &OrderContext<'_>, power: &str, number: Option<u16>, list: &[SeasonedUnits],
) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::Season { combat, limit, units } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    other_combat(*combat, number)?;
    let acting = ctx.power(power)?;
    let mut chosen: Vec<(PowerId, UnitKind, u8)> = Vec::new();
    for seasoned in list {
        let whose = seasoned.power.as_deref().map_or(Ok(acting), |text| ctx.any_power(text, "units"))?;
        chosen.push((whose, seasoned.kind, seasoned.count));
    }
    combat::season::fits(ctx.sc, *limit, units, &chosen)?;
    answering(Reply::Season(chosen))
}

/// `set_up_units` (ER-5.15, ER-5.16): every unit of the reserve is placed, legally.
pub fn set_up(ctx: &OrderContext<'_>, power: &str, list: &[PlaceUnits]) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::SetUp { power: minor } = ask.question else { return Err(other_question(&ask.question)) };
    let placements: Vec<Placement> = setup::judge(ctx, minor, list)?;
    answering(Reply::SetUp(placements))
}

/// `respond_alliance` (ER-R53).
pub fn alliance(ctx: &OrderContext<'_>, power: &str, with: &str, accept: bool) -> Result<Permission, Refusal> {
    let ask = ctx.asked(power)?;
    let Question::Alliance { from, .. } = ask.question else { return Err(other_question(&ask.question)) };
    if ctx.any_power(with, "with")? != from {
        let detail = format!("the offer comes from {}", ctx.sc.power(from).name);
        return Err(Refusal::new("other_offer", "ER-R53", detail).at("with"));
    }
    answering(Reply::Alliance(accept))
}
