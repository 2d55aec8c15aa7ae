//! A scenario: seats, colours, epochs and prelude.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::scenario::{Checked, one_line, read_text, wrong};

use super::super::raw::{ColourFile, DealFile, PreludeFile, ScenarioFile, TwoColoursFile};
use super::super::{Board, Colour, Prelude, Scenario, Seat, TwoColours};
use super::{cards, lookup};
use crate::model::ids::{CardId, Epoch, EventId, MOST_PLAYERS};

/// Reads a scenario from the text of its file; `file` is what errors call it. Every failure names line or key, and
/// reason.
pub fn load_scenario(file: &str, text: &str, board: &Arc<Board>) -> Checked<Scenario> {
    let raw: ScenarioFile = read_text(file, text)?;
    if !super::is_id(&raw.id) {
        return Err(wrong(file, "id", "an id has lower-case letters, digits, _ and - only"));
    }
    if !(1..=7).contains(&raw.last_epoch) {
        return Err(wrong(file, "last_epoch", "an epoch is 1 to 7"));
    }
    let colours = colours(file, &raw)?;
    let prelude = raw.prelude.as_ref().map(|prelude| Reader { file, board, colours: &colours }.prelude(prelude));
    Ok(Scenario {
        title: one_line(&raw.title),
        summary: one_line(&raw.summary),
        board: Arc::clone(board),
        prelude: prelude.transpose()?,
        colours,
        two_colours: match raw.two_colours {
            TwoColoursFile::Never => TwoColours::Never,
            TwoColoursFile::Optional => TwoColours::Option { default: false },
            TwoColoursFile::Always => TwoColours::Always,
        },
        last_epoch: Epoch(raw.last_epoch),
        id: raw.id,
        seats: raw
            .seat
            .into_iter()
            .map(|seat| Seat { key: seat.key, name: seat.name, description: one_line(&seat.description) })
            .collect(),
    })
}

/// The colours in order: each seat's first, then each seat's second (HW-31.1).
fn colours(file: &str, raw: &ScenarioFile) -> Checked<Vec<Colour>> {
    let seats = raw.seat.len();
    let players = if raw.two_colours == TwoColoursFile::Never { seats } else { 2 * seats };
    if !(2..=MOST_PLAYERS).contains(&seats) {
        return Err(wrong(file, "seat", "a scenario has 2 to 6 seats (HW-20.1)"));
    }
    if players > MOST_PLAYERS {
        return Err(wrong(file, "two_colours", "two colours each are for 2 or 3 seats (HW-31.1)"));
    }
    if seats < 3 && raw.two_colours != TwoColoursFile::Always {
        return Err(wrong(file, "two_colours", "two seats play two colours each, always (HW-31.1)"));
    }
    if raw.colour.len() != players {
        return Err(wrong(file, "colour", format!("{players} colours are needed, {} are listed", raw.colour.len())));
    }
    let seat = lookup(file, "seat", MOST_PLAYERS, raw.seat.iter().map(|seat| seat.key.as_str()))?;
    lookup(file, "colour", MOST_PLAYERS, raw.colour.iter().map(|colour| colour.key.as_str()))?;
    let mut list: Vec<Colour> = Vec::new();
    for (index, colour) in raw.colour.iter().enumerate() {
        check_paint(file, colour)?;
        if list.iter().any(|other| other.colour == colour.colour || other.name == colour.name) {
            return Err(wrong(file, &colour.key, "has the name or the colour of another"));
        }
        let owner = seat.find(file, &format!("{}.seat", colour.key), &colour.seat)?;
        if owner != index % seats {
            let reason = "colours are listed seat by seat: every seat's first, then every seat's second";
            return Err(wrong(file, format!("{}.seat", colour.key), reason));
        }
        let (key, name, paint) = (colour.key.clone(), colour.name.clone(), colour.colour.clone());
        list.push(Colour { key, name, colour: paint, seat: owner as u8 });
    }
    Ok(list)
}

fn check_paint(file: &str, colour: &ColourFile) -> Checked<()> {
    let digits = colour.colour.strip_prefix('#').unwrap_or("");
    let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    if digits.len() == 6 && digits.chars().all(hex) {
        Ok(())
    } else {
        Err(wrong(file, format!("{}.colour", colour.key), "write a colour as #rrggbb, in lower case"))
    }
}

struct Reader<'a> {
    file: &'a str,
    board: &'a Board,
    colours: &'a [Colour],
}

impl Reader<'_> {
    fn colour(&self, place: &str, key: &str) -> Checked<usize> {
        let found = self.colours.iter().position(|colour| colour.key == key);
        found.ok_or_else(|| wrong(self.file, place, format!("there is no colour {key}")))
    }

    fn prelude(&self, raw: &PreludeFile) -> Checked<Prelude> {
        Ok(Prelude { hands: self.hands(&raw.hands)?, deals: self.deals(&raw.deal)? })
    }

    /// A hand for every colour or none at all; no card more often than its pile has it.
    fn hands(&self, raw: &BTreeMap<String, Vec<String>>) -> Checked<Vec<Vec<EventId>>> {
        if raw.is_empty() {
            return Ok(Vec::new());
        }
        let mut hands: Vec<Vec<EventId>> = vec![Vec::new(); self.colours.len()];
        for (key, names) in raw {
            let place = format!("prelude.hands.{key}");
            let hand = &mut hands[self.colour(&place, key)?];
            for name in names {
                let found = self.board.events.iter().position(|event| event.id == *name);
                let event = found.ok_or_else(|| wrong(self.file, &place, format!("there is no event card {name}")))?;
                hand.push(EventId::at(event));
            }
            if hand.len() != self.board.piles.len() {
                let reason = format!("a hand has {} cards, this has {}", self.board.piles.len(), hand.len());
                return Err(wrong(self.file, place, reason));
            }
            hand.sort();
        }
        if let Some(index) = hands.iter().position(Vec::is_empty) {
            let reason = format!("{} has no hand; deal to all or to none", self.colours[index].key);
            return Err(wrong(self.file, "prelude.hands", reason));
        }
        for (index, event) in self.board.events.iter().enumerate() {
            let dealt = hands.iter().flatten().filter(|card| card.index() == index).count();
            if dealt > usize::from(event.count) {
                let reason = format!("{} is dealt {dealt} times, its pile has {}", event.id, event.count);
                return Err(wrong(self.file, "prelude.hands", reason));
            }
        }
        Ok(hands)
    }

    /// By epoch up to the last one dealt; nothing where the epoch is drafted.
    fn deals(&self, raw: &[DealFile]) -> Checked<Vec<Vec<Option<CardId>>>> {
        let mut deals: Vec<Vec<Option<CardId>>> = Vec::new();
        for deal in raw {
            let place = format!("prelude.deal, epoch {}", deal.epoch);
            let bad = |reason: String| Err(wrong(self.file, &place, reason));
            if !(1..=7).contains(&deal.epoch) {
                return bad("an epoch is 1 to 7".into());
            }
            let at = Epoch(deal.epoch).index();
            deals.resize(deals.len().max(at + 1), Vec::new());
            if !deals[at].is_empty() {
                return bad("this epoch is dealt twice".into());
            }
            let mut dealt: Vec<Option<CardId>> = vec![None; self.colours.len()];
            for (key, name) in &deal.cards {
                let who = self.colour(&place, key)?;
                let card =
                    cards::card_named(&self.board.cards, name).filter(|c| self.board.card(*c).epoch.index() == at);
                let Some(card) = card else {
                    return bad(format!("there is no Empire card {name} in this epoch"));
                };
                if dealt.contains(&Some(card)) {
                    return bad(format!("{name} is dealt twice"));
                }
                dealt[who] = Some(card);
            }
            deals[at] = dealt;
        }
        Ok(deals)
    }
}
