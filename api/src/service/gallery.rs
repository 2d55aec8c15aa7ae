//! The press gallery: what everybody may know of a game, whether he plays or not, some steps late where the game says so.

use kernel::paper::Paper;
use kernel::{Document, EventRecord, Figure};

use crate::context::AppContext;
use crate::context::answers::Packed;
use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::game::transaction::GameTransaction;
use crate::model::GameEvent;
use crate::service::figures::{FigureOverTime, FigureStep};
use crate::service::maps::MapWanted;
use crate::service::record::{MOST_ENTRIES, embargo_for, may_read, taken_back};
use crate::service::seat_answers::{SeatAnswer, seat_tag};
use crate::store::games::GameRow;
use crate::store::{AnyConn, events, ledger};

/// What is told in the place of a seat's key where the public is meant.
const PUBLIC: &str = "*";

/// What everybody may know of a step.
#[derive(Debug, Clone)]
pub struct GalleryReport {
    pub step: i32,
    /// The newest step that is shown to the caller.
    pub newest: i32,
    /// Steps by which the caller is behind.
    pub embargo: u16,
    pub label: String,
    /// When the step was resolved; nothing before the first.
    pub resolved_at: Option<i64>,
    pub entries: Vec<EventRecord>,
    pub documents: Vec<Document>,
    pub figures: Vec<Figure>,
}

/// Public figures from step to step.
#[derive(Debug)]
pub struct PublicFigures {
    pub steps: Vec<FigureStep>,
    pub figures: Vec<FigureOverTime>,
}

/// How far somebody may see.
struct Sight {
    newest: i32,
    embargo: u16,
}

impl Sight {
    fn step(&self, tx: &GameTransaction, asked: Option<i32>) -> Result<i32, Fault> {
        let step = asked.unwrap_or(self.newest);
        if (0..=self.newest).contains(&step) {
            return Ok(step);
        }
        let detail = match self.embargo {
            0 => format!("There is no step {step}; the game is at step {}.", tx.game.step),
            late => {
                let behind = if late == 1 { "1 step".to_owned() } else { format!("{late} steps") };
                format!("Who only watches is {behind} behind in this game: step {} is shown by now.", self.newest)
            }
        };
        Err(Fault::absent(detail))
    }
}

fn sight(conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&Caller>) -> Result<Sight, Fault> {
    tx.must_see(caller)?;
    let held = caller.map(|caller| tx.held_by(&caller.account_id)).unwrap_or_default();
    let embargo = embargo_for(conn, tx, &held)?;
    Ok(Sight { newest: (tx.game.step - i32::from(embargo)).max(0), embargo })
}

impl AppContext {
    /// What everybody may know of a step, or of the newest that is shown.
    ///
    /// # Errors
    /// `not-found` where there is no such step, or it is not shown yet; `not-started` before the first.
    pub fn gallery(&self, caller: Option<&Caller>, game: &str, step: Option<i32>) -> Result<GalleryReport, Fault> {
        may_read(caller)?;
        let (sight, step, campaign, line, was, entries) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let sight = sight(conn, &tx, caller)?;
            let step = sight.step(&tx, step)?;
            let campaign = self.campaign_at(conn, &tx.game, step)?;
            let line = match step {
                0 => None,
                step => ledger::list_steps(conn, game, step - 1, 1)?.into_iter().next(),
            };
            let entries = public_entries(conn, game, step)?;
            let was = line.as_ref().map(|line| line.label.clone());
            Ok::<_, Fault>((sight, step, campaign, line, was, entries))
        })?;
        let label = campaign.label();
        let mut documents = Vec::new();
        if let Some(was) = &was {
            documents.extend(line.as_ref().and_then(|line| line.restores).map(|to| taken_back(was, &label, to)));
            documents.push(newsheet(was, &entries));
        }
        Ok(GalleryReport {
            step,
            newest: sight.newest,
            embargo: sight.embargo,
            label,
            resolved_at: line.map(|line| line.resolved_at),
            entries,
            documents,
            figures: campaign.public_figures(),
        })
    }

    /// The map of a step as everybody may see it, with where there were movements and fights where that is wanted.
    ///
    /// # Errors
    /// As [`AppContext::gallery`].
    pub fn public_map(
        &self, caller: Option<&Caller>, game: &str, step: Option<i32>, wanted: &MapWanted, had: impl Fn(&str) -> bool,
    ) -> Result<SeatAnswer, Fault> {
        may_read(caller)?;
        let found = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let step = sight(conn, &tx, caller)?.step(&tx, step)?;
            let shows_moves = wanted.moves.is_some() && step > 0;
            let kind = if shows_moves { format!("{}:moves", wanted.kind()) } else { wanted.kind() };
            let tag = seat_tag(&kind, &tx.game.id, PUBLIC, step);
            if had(&tag) {
                return Ok(Err(SeatAnswer::Known(tag)));
            }
            if let Some(answer) = self.answers.get(&tag) {
                return Ok(Err(SeatAnswer::Bytes(tag, answer)));
            }
            let campaign = self.campaign_at(conn, &tx.game, step)?;
            let entries = if shows_moves { public_entries(conn, game, step)? } else { Vec::new() };
            Ok::<_, Fault>(Ok((tag, campaign, entries)))
        })?;
        let (tag, campaign, entries) = match found {
            Ok(missing) => missing,
            Err(answer) => return Ok(answer),
        };
        let mut options = wanted.options.clone();
        options.marks = campaign.marks_of_events(&entries);
        let answer = Packed::new(campaign.public_map_svg(&options).into_bytes());
        self.answers.put(tag.clone(), answer.clone());
        Ok(SeatAnswer::Bytes(tag, answer))
    }

    /// Public figures at `most` steps or fewer, as they go out: `encode` makes their bytes, where nobody has asked for them yet.
    ///
    /// # Errors
    /// `not-started` before the first step.
    pub fn public_figures(
        &self, caller: Option<&Caller>, game: &str, most: usize, had: impl Fn(&str) -> bool,
        encode: impl FnOnce(PublicFigures) -> Result<Vec<u8>, Fault>,
    ) -> Result<SeatAnswer, Fault> {
        may_read(caller)?;
        let _place = caller.map(|caller| self.judging.enter(&caller.account_id)).transpose()?;
        let (row, newest): (GameRow, i32) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let newest = sight(conn, &tx, caller)?.newest;
            Ok::<_, Fault>((tx.game, newest))
        })?;
        let tag = seat_tag(&format!("figures:{most}"), &row.id, PUBLIC, newest);
        if had(&tag) {
            return Ok(SeatAnswer::Known(tag));
        }
        if let Some(answer) = self.answers.get(&tag) {
            return Ok(SeatAnswer::Bytes(tag, answer));
        }
        let (steps, figures) = self.figures_at(&row, newest, most, |campaign| campaign.public_figures())?;
        let answer = Packed::new(encode(PublicFigures { steps, figures })?);
        self.answers.put(tag.clone(), answer.clone());
        Ok(SeatAnswer::Bytes(tag, answer))
    }
}

/// What of a step everybody learnt.
fn public_entries(conn: &mut AnyConn, game: &str, step: i32) -> Result<Vec<EventRecord>, Fault> {
    let rows = events::list_public_entries(conn, game, step, MOST_ENTRIES)?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in &rows {
        if let GameEvent::Entry(entry) = row.event()? {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// What everybody learnt in a step, to read.
fn newsheet(label: &str, entries: &[EventRecord]) -> Document {
    let mut paper = Paper::default();
    match entries {
        [] => paper.paragraph("Nothing happened of which everybody heard."),
        entries => paper.list(&entries.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>()),
    }
    let (text, html) = paper.finish("newsheet");
    Document { kind: "newsheet".into(), title: format!("The news of {label}"), text, html }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newsheet_says_what_happened_or_that_nothing_did() {
        assert!(newsheet("March", &[]).text.starts_with("Nothing happened"));
        let entry = EventRecord {
            kind: "sold".into(),
            rule: kernel::RuleRef::new("TS-1"),
            phase: "bids".into(),
            place: None,
            text: "The prize goes to <B>".into(),
            data: kernel::Value::Null,
        };
        let sheet = newsheet("March", &[entry]);
        assert_eq!((sheet.title.as_str(), sheet.text.trim()), ("The news of March", "* The prize goes to <B>"));
        assert!(sheet.html.contains("&lt;B&gt;"));
    }
}
