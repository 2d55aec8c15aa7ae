//! Decisions that others' orders put to a seat (ER-R45).

use kernel::Choice;

use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use crate::model::frames::{Ask, Question, Reply, Response};
use crate::model::ids::HexId;
use crate::model::state::{ArmyId, ForceId};
use crate::orders::Order;
use crate::orders::answers;
use crate::rules::decisions;
use crate::rules::strength;

/// Answers the seat's open decision.
pub fn answer(draft: &mut Draft<'_>, evaluation: &Evaluation, ask: &Ask) -> Option<Order> {
    let reply = match &ask.question {
        Question::Intercept { mover, hex, candidates } => {
            let (mover, hex, candidates) = (*mover, *hex, candidates.clone());
            Reply::Intercept(intercept(draft, evaluation, mover, hex, &candidates))
        }
        Question::RespondAttack { .. } => respond(draft, &ask.question),
        _ => decisions::default::answer(draft.sc, &draft.st, ask)?,
    };
    answers::of(draft.sc, &draft.st, ask, &reply)
}

/// Those that are strong enough for the mover, and can be spared; nobody goes at hopeless odds.
fn intercept(
    draft: &mut Draft<'_>, evaluation: &Evaluation, mover: ForceId, hex: HexId, candidates: &[(ForceId, u16)],
) -> Vec<ForceId> {
    let st = &draft.st;
    let foe = match mover {
        ForceId::Army(id) => {
            st.army(id).map(|army| draft.seems(army)).unwrap_or(0).max(evaluation::foes_at(draft, hex).0)
        }
        ForceId::Fleet(id) => st.fleet(id).map_or(0, |fleet| draft.fleet_seems(fleet)).max(4 * 40),
    };
    let (mut willing, mut able) = (Vec::new(), Vec::new());
    for &(id, _) in candidates {
        let own = match id {
            ForceId::Army(id) => {
                let army = st.army(id);
                let all = army.map_or(0, |army| strength::of_bands(draft.sc, st, &army.bands).land4);
                let kept = super::troops::kept(draft, evaluation, id);
                if kept * 2 > all { 0 } else { all }
            }
            ForceId::Fleet(id) => st.fleet(id).map_or(0, |fleet| strength::of_fleet(draft.sc, st, fleet)),
        };
        if own * 100 >= foe * draft.posture.odds() {
            willing.push(id);
        }
        if own * 2 >= foe {
            able.push(id);
        }
    }
    if able.is_empty() {
        return able;
    }
    let (sc, eager) = (draft.sc, !willing.is_empty());
    let goes = draft.decide("intercept", eager, || {
        (crate::model::names::place(sc, hex), Choice::new("intercept", 500), Choice::new("let them pass", 500).quiet())
    });
    match goes {
        true if eager => willing,
        true => able,
        false => Vec::new(),
    }
}

/// Behind walls when outnumbered, away when hopeless.
fn respond(draft: &mut Draft<'_>, question: &Question) -> Reply {
    let Question::RespondAttack { hex, strength, armies, city, hexes, .. } = question else {
        return Reply::RespondAttack(Vec::new());
    };
    let (sc, st) = (draft.sc, &draft.st);
    let attack = decisions::response::attack(sc, *strength);
    let defence = strength::of_armies(sc, st, armies.iter().filter_map(|&id| st.army(id)));
    let mut list = vec![(Response::Stand, Choice::new("stand", 500).quiet().keyed("stand"))];
    if city.is_some() {
        let at = if attack * 2 >= defence * 3 { 0 } else { 1 };
        list.insert(at, (Response::City, Choice::new("retreat into the city", 300)));
    }
    if let Some(&to) = hexes.first() {
        let at = if city.is_none() && attack >= defence * 2 { 0 } else { list.len() };
        list.insert(at, (Response::Hex(to), Choice::new("retreat to a neighbouring hex", 200)));
    }
    let shown = || (crate::model::names::place(sc, *hex), list.iter().map(|(_, choice)| choice.clone()).collect());
    let answer = draft.choose("attacked", shown);
    let response = list[answer].0;
    Reply::RespondAttack(armies.iter().map(|&id: &ArmyId| (id, response)).collect())
}
