//! The draft: what each Empire card is worth on the present board, and to whom a poor one goes (HW-21).

use crate::orders::{KeepEmpire, PassEmpire};
use kernel::question::{Choice, Topic};

use super::decision::{DecisionContext, MILLE};
use super::expansion::{appear, draw};
use super::forces::PlannedForces;
use super::position::Position;
use super::posture::Posture;
use super::reader::Reader;
use crate::model::ids::{CardId, EmpireId, PlayerId};
use crate::model::scenario::Scenario;
use crate::model::state::{Draft, Modifiers, State};
use crate::orders::Command;
use crate::rules;

/// What a point of Strength costs in the order of the next draft, in thousandths of a VP (HW-21.3).
const STRENGTH: i32 = 40;
/// What one may hope for after passing a card, in per cent of the mean: others pass on what they do not want.
const HOPE: i32 = 78;
/// The most players named as recipients.
const RECIPIENTS: usize = 3;

/// What a card is worth to a player, in thousandths of a VP.
fn worth(sc: &Scenario, st: &State, context: &DecisionContext, card: CardId) -> i32 {
    let board = &sc.board;
    let position = Position::new(context, st, EmpireId::REMNANTS);
    let mut total = -STRENGTH * i32::from(board.card(card).strength);
    for empire in board.card(card).empires.iter().map(|empire| board.empire(*empire)) {
        let (position, start) = appear(context, &position, empire);
        let planned = PlannedForces::with(board, st.options.combat, empire.strength - 1, &Modifiers::default());
        total += start + draw(context, &position, &planned).worth;
    }
    total
}

/// Keep or pass.
pub fn decide(sc: &Scenario, st: &State, draft: &Draft, reader: &mut Reader) -> Option<Command> {
    let me = draft.drawer();
    let keep = rules::may_keep(st, draft);
    let mut to = rules::recipients(st, draft);
    let context = DecisionContext::new(sc, st, me, Posture::Balanced.bias());
    let card = draft.drawn?;
    let cards: Vec<CardId> = sc.board.cards_of(st.epoch).collect();
    let worths: Vec<i32> = cards.iter().map(|card| worth(sc, st, &context, *card)).collect();
    let mine = cards.iter().position(|other| *other == card).map_or(0, |at| worths[at]);
    let mean = worths.iter().sum::<i32>() / worths.len().max(1) as i32;
    // A poor card slows the leader, a good one goes to whoever is last; one's own other colour is no rival.
    let poor = mine < mean;
    let rank = |player: &PlayerId| {
        let vp = st.player(*player).vp;
        let friend = context.weight[player.index()] > 0;
        (if friend { poor } else { false }, if poor { -vp } else { vp }, *player)
    };
    to.sort_by_key(rank);
    if !poor && let Some(at) = to.iter().position(|player| context.weight[player.index()] > 0) {
        let friend = to.remove(at);
        to.insert(0, friend);
    }
    to.truncate(RECIPIENTS);
    let name = &sc.board.card(card).name;
    let mut options: Vec<(Command, Choice)> = to
        .iter()
        .map(|player| {
            let words = format!("pass {name} to {}", sc.colour(*player).name);
            (Command::PassEmpire(PassEmpire { to: *player }), Choice::new(words, 200))
        })
        .collect();
    if keep {
        let vp = mine / MILLE;
        let kept =
            (Command::KeepEmpire(KeepEmpire), Choice::new(format!("keep {name}, worth some {vp} VP"), 600).quiet());
        let at = usize::from(mine < mean * HOPE / 100).min(options.len());
        options.insert(at, kept);
    }
    let choices = || options.iter().map(|(_, choice)| choice.clone()).collect();
    let at = reader.ask(Topic::about("draft", name), choices);
    options.into_iter().nth(at).map(|(command, _)| command)
}
