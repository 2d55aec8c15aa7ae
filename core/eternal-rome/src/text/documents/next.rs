//! What is asked now, in words, and how to answer it.

use std::fmt::Display;

use kernel::{Document, QuickAnswer};

use super::{Paper, date, document, examples};
use crate::knowledge::Knowledge;
use crate::knowledge::view::{DecisionView, View};
use crate::model::scenario::Scenario;
use crate::model::state::Phase;
use crate::orders::Order;
use crate::text::events::words::{Words, list};
use crate::text::quick_answers::quick_answers;
use crate::text::shorthand;

pub fn next(sc: &Scenario, known: &Knowledge, view: &View) -> Document {
    let words = Words { sc };
    let title = format!("What to do next, {}", date(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    match (view.over, &view.decision, view.phase) {
        (true, ..) => paper.paragraph("The campaign is over."),
        (_, Some(decision), _) => decide(words, known, decision, &mut paper),
        (_, None, Some(phase)) if view.to_act => act(words, known, view, phase, &mut paper),
        (_, None, phase) => wait(words, view, phase, &mut paper),
    }
    document("next", title, paper)
}

fn decide(words: Words, known: &Knowledge, decision: &DecisionView, paper: &mut Paper) {
    paper.paragraph(&format!("A decision is asked of {}. {}", words.powers(&decision.powers), decision.question));
    if !decision.choices.is_empty() {
        paper.facts(&[("May be chosen", decision.choices.join(", "))]);
    }
    paper.facts(&[("At the deadline", decision.default.clone())]);
    let line = |answer: QuickAnswer<Order>| {
        let lines = answer.orders.iter().map(|order| shorthand::print(words.sc, order));
        (answer.title, lines.collect::<Vec<_>>().join("; "))
    };
    written(quick_answers(words.sc, known).into_iter().map(line).collect(), None, paper);
}

/// Things to do with the lines that do them, as a list.
fn written(examples: Vec<(impl Display, String)>, last: Option<&str>, paper: &mut Paper) {
    let items = examples.into_iter().map(|(permission, line)| format!("{permission}: {line}"));
    let items: Vec<String> = items.chain(last.map(str::to_owned)).collect();
    if !items.is_empty() {
        paper.list(&items);
    }
}

fn act(words: Words, known: &Knowledge, view: &View, phase: Phase, paper: &mut Paper) {
    let own: Vec<_> = view.acting.iter().filter(|power| view.powers.contains(power)).cloned().collect();
    paper.paragraph(&format!("It is your {}, for {}.", phase.title(), words.powers(&own)));
    let examples = examples::of_phase(words.sc, known, view, phase);
    if !examples.is_empty() {
        paper.paragraph("Orders that could be given now, one for each thing to do; write your own in the same way:");
    }
    written(examples, Some("Go on to the next phase: end"), paper);
    fights(words, view, phase, paper);
}

/// Where fighting is possible, and what will be fought anyhow.
fn fights(words: Words, view: &View, phase: Phase, paper: &mut Paper) {
    for caught in &view.caught {
        let (power, by) = (words.power(&caught.power), words.powers(&caught.by));
        let place = words.place(caught.hex);
        paper.paragraph(&format!("At {place} {by} will fight the army of {power} that was intercepted."));
    }
    if phase != Phase::LandCombat {
        return;
    }
    let mut places: Vec<String> = Vec::new();
    for army in view.armies.iter().filter(|army| army.own.is_some()) {
        let unknown = view.unknown.iter().filter(|seen| seen.hex == army.hex && !seen.at_sea).map(|seen| &seen.power);
        let known = view.armies.iter().filter(|other| other.own.is_none() && other.hex == army.hex);
        for power in unknown.chain(known.map(|other| &other.power)) {
            let line = format!("{} with {} at {}", army.army, words.power(power), words.place(army.hex));
            if !places.contains(&line) {
                places.push(line);
            }
        }
    }
    if !places.is_empty() {
        paper.paragraph(&format!("Armies in one hex with others: {}.", list(&places)));
    }
}

fn wait(words: Words, view: &View, phase: Option<Phase>, paper: &mut Paper) {
    let doing = match (&view.deciding, phase) {
        (Some(seat), _) => format!("{} has a decision to make", words.seat(seat)),
        (None, Some(phase)) => {
            let major = |power: &&crate::model::ids::PowerName| {
                view.all_powers.iter().any(|seen| seen.power.id == power.id && seen.kind.is_major())
            };
            let majors: Vec<_> = view.acting.iter().filter(major).cloned().collect();
            format!("It is the {} of {}", phase.title(), words.powers(&majors))
        }
        (None, None) => "The month goes on by itself".to_owned(),
    };
    paper.paragraph(&format!(
        "{doing}. Nothing is asked of you. Standing answers may be given at any time, for one: policy {} intercept 150% \
         attacked stand beaten nearest",
        view.powers.first().map(ToString::to_string).unwrap_or_default()
    ));
}
