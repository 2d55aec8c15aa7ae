//! Games in lists and one by one, and when their deadlines lie.

use kernel::AwaitKind;
use serde_json::Value;

use super::caller::{Caller, Scope};
use super::fault::Fault;
use super::record::may_read;
use super::settings::Absence;
use super::table::{Table, outcome_of};
use super::{Desk, moment, names};
use crate::clock::{Timing, ics::Feed};
use crate::model::{GameOutcome, GameStatus};
use crate::store::games::{self, GameFilter, GameRow};
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, accounts, archived_holders};

/// How many deadlines a preview shows.
pub const PREVIEW: usize = 10;

#[derive(Debug, Clone)]
pub struct Game {
    pub row: GameRow,
    pub seats: Vec<Seat>,
    pub timing: Timing,
    pub absence: Absence,
    pub options: Value,
    pub outcome: Option<GameOutcome>,
    pub creator: Option<String>,
    pub organiser: Option<String>,
    /// The caller's seats.
    pub yours: Vec<String>,
    pub you_run_it: bool,
}

#[derive(Debug, Clone)]
pub struct Seat {
    pub row: SeatRow,
    pub player: Option<String>,
    /// Who held it before the game was imported.
    pub archived_holder: Option<String>,
    pub yours: bool,
}

#[derive(Debug, Clone)]
pub struct ClockPreview {
    pub timing: Timing,
    pub deadline_at: Option<i64>,
    pub paused: bool,
    pub seconds_left: Option<i64>,
    pub extensions_left: i32,
    pub deadlines: Vec<i64>,
}

impl Desk {
    pub fn show_game(&self, caller: Option<&Caller>, game: &str) -> Result<Game, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        self.look(caller, game, |conn, table| full(conn, table, caller))
    }

    pub fn list_games(&self, caller: Option<&Caller>, mut filter: GameFilter) -> Result<Vec<Game>, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        filter.reader = caller.map(|caller| caller.account_id.clone());
        filter.sees_all = caller.is_some_and(|caller| caller.may(Scope::Admin));
        let now = self.now();
        self.store.read(|conn| {
            let rows = games::list_games(conn, &filter)?;
            let mut list = Vec::with_capacity(rows.len());
            for row in rows {
                let table = Table::of(row, conn, now)?;
                list.push(full(conn, &table, caller)?);
            }
            Ok(list)
        })
    }

    /// The present deadline and those to come.
    pub fn preview_clock(&self, caller: Option<&Caller>, game: &str) -> Result<ClockPreview, Fault> {
        may_read(caller)?;
        self.look(caller, game, |conn, table| {
            let timing = table.timing()?;
            let timetable = table.timetable()?;
            let kind = if table.game.status.is_under_way() {
                let campaign = self.campaign(conn, &table.game)?;
                campaign.awaiting().first().map_or(AwaitKind::Orders, |awaited| awaited.kind)
            } else {
                AwaitKind::Orders
            };
            let paused = table.game.status == GameStatus::Paused;
            let running = matches!(table.game.status, GameStatus::Running | GameStatus::Lobby);
            let from = table.game.deadline_at.filter(|_| running).unwrap_or(table.now);
            let mut deadlines: Vec<i64> = Vec::new();
            if running {
                deadlines.extend(table.game.deadline_at);
                let more = PREVIEW - deadlines.len();
                deadlines
                    .extend(timetable.preview(moment(from), kind, more).iter().map(chrono::DateTime::timestamp_millis));
            }
            Ok(ClockPreview {
                extensions_left: (i32::from(timing.extensions) - table.game.extensions).max(0),
                timing,
                deadline_at: table.game.deadline_at.filter(|_| running),
                paused,
                seconds_left: table.game.seconds_left.filter(|_| paused),
                deadlines,
            })
        })
    }
}

impl Desk {
    /// A game's deadlines as an iCalendar feed.
    pub fn calendar(&self, caller: Option<&Caller>, game: &str) -> Result<String, Fault> {
        let preview = self.preview_clock(caller, game)?;
        let row = self.look(caller, game, |_, table| Ok(table.game.clone()))?;
        let due = |number: usize| match number {
            0 if preview.deadline_at.is_some() => format!("orders for {}", row.step_label),
            _ => "orders for a turn to come".to_owned(),
        };
        let deadlines: Vec<_> =
            preview.deadlines.iter().enumerate().map(|(number, at)| (moment(*at), due(number))).collect();
        let alarms: Vec<_> = preview.timing.reminders.iter().map(|length| length.elapsed()).collect();
        let feed = Feed {
            game: &row.id,
            title: &names::one_line(&row.name),
            link: None,
            deadlines: &deadlines,
            alarms: &alarms,
            made: moment(self.now()),
        };
        Ok(feed.render())
    }
}

fn full(conn: &mut AnyConn, table: &Table, caller: Option<&Caller>) -> Result<Game, Fault> {
    let row = table.game.clone();
    let mut ids: Vec<String> = table.seats.iter().filter_map(|seat| seat.account_id.clone()).collect();
    ids.extend([row.creator_id.clone(), row.organiser_id.clone()]);
    ids.sort();
    ids.dedup();
    let names = accounts::names_of(conn, &ids)?;
    let name = |id: &str| names.iter().find(|(known, _)| known == id).map(|(_, name)| name.clone());
    let archived = archived_holders::holders_of(conn, &row.id)?;
    let seats: Vec<Seat> = table
        .seats
        .iter()
        .cloned()
        .map(|seat| Seat {
            player: seat.account_id.as_deref().and_then(name),
            archived_holder: archived.iter().find(|held| held.seat_idx == seat.idx).map(|held| held.holder.clone()),
            yours: caller.is_some_and(|c| seat.account_id.as_deref() == Some(c.account_id.as_str())),
            row: seat,
        })
        .collect();
    let outcome: Value = row.outcome.as_deref().map_or(Ok(Value::Null), serde_json::from_str).map_err(Fault::broken)?;
    Ok(Game {
        timing: table.timing()?,
        absence: table.absence()?,
        options: serde_json::from_str(&row.options).map_err(Fault::broken)?,
        outcome: outcome_of(outcome, &table.seats)?,
        creator: name(&row.creator_id),
        organiser: name(&row.organiser_id),
        yours: seats.iter().filter(|seat| seat.yours).map(|seat| seat.row.key.clone()).collect(),
        you_run_it: caller.is_some_and(|caller| table.must_run(caller).is_ok()),
        seats,
        row,
    })
}
