//! The event cards in hand: what each does, when, and what it must be aimed at.

use kernel::Document;

use super::{Paper, document, epoch};
use crate::knowledge::view::{HandView, View};
use crate::model::scenario::{EventCard, Scenario, Timing};
use crate::model::state::CombatMode;
use crate::rules::needs;
use crate::text::tell::words::{Words, capital};

pub fn hand(sc: &Scenario, view: &View) -> Document {
    let title = format!("Hand, {}", epoch(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    let most = sc.board.constants.events_a_turn;
    paper.paragraph(&format!(
        "Nine cards for the whole game; a card played is gone. At most {most} in a turn, each in its time."
    ));
    for hand in &view.hands {
        if view.hands.len() > 1 {
            paper.heading(3, &Words { sc }.player(&hand.player));
        }
        cards(sc, view, hand, &mut paper);
    }
    document("hand", title, paper)
}

fn cards(sc: &Scenario, view: &View, hand: &HandView, paper: &mut Paper) {
    if hand.cards.is_empty() {
        paper.paragraph("No cards are left.");
        return;
    }
    let mut lines: Vec<String> = Vec::new();
    for held in &hand.cards {
        if let Some(card) = sc.board.events.iter().find(|card| card.id == held.card) {
            let now = if held.playable { " Can be played now." } else { "" };
            lines.push(format!("{}{now}", describe(card, view.options.combat_mode)));
        }
    }
    paper.list(&lines);
}

/// A card in words: *Flood (before the turn, Epochs I to VII). …*
fn describe(card: &EventCard, mode: CombatMode) -> String {
    let when = match card.timing {
        Timing::BeforeTurn => "before the turn",
        Timing::DuringTurn => "during the turn",
    };
    let (first, last) = card.epochs;
    let epochs = match first == last {
        true => format!("Epoch {}", first.roman()),
        false => format!("Epochs {} to {}", first.roman(), last.roman()),
    };
    let text = match mode {
        CombatMode::Dice => card.text.0.clone(),
        CombatMode::Tables => match card.text.1.strip_prefix("The same: ") {
            Some(more) => format!("{} {more}", card.text.0),
            None => card.text.1.clone(),
        },
    };
    let needs = match needs(card.effect) {
        "" => String::new(),
        needs => format!(" {}.", capital(&format!("needs {needs}"))),
    };
    format!("{} ({when}, {epochs}). {text}{needs}", card.name)
}
