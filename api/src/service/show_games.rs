//! Games in lists and one by one, and when their deadlines lie.

use std::collections::{BTreeSet, HashMap};

use kernel::AwaitKind;
use serde_json::Value;

use crate::clock::{Timing, ics::CalendarFeed};
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::context::moment;
use crate::context::settings::Absence;
use crate::game::transaction::{GameTransaction, outcome_of};
use crate::model::{GameOutcome, GameStatus};
use crate::service::names;
use crate::service::record::may_read;
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
    pub co_organisers: Vec<String>,
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

/// What a list of games is asked for.
#[derive(Debug, Clone, Default)]
pub struct GameQuery {
    pub status: Option<GameStatus>,
    pub ruleset: Option<String>,
    pub scenario: Option<String>,
    /// Only games that the caller runs or holds a seat in.
    pub mine: bool,
    /// Only games with a seat that the caller could claim now.
    pub claimable: bool,
    /// Only games older than this (created_at, id).
    pub after: Option<(i64, String)>,
    pub limit: i64,
}

impl AppContext {
    pub fn show_game(&self, caller: Option<&Caller>, game: &str) -> Result<Game, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            tx.must_see(caller)?;
            let around = Around::of(conn, [&tx])?;
            full(tx, &around, caller)
        })
    }

    pub fn list_games(&self, caller: Option<&Caller>, query: GameQuery) -> Result<Vec<Game>, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        let reader = caller.map(|caller| caller.account_id.clone());
        if query.mine && reader.is_none() {
            let detail = "Only with a token can your games be told from others.";
            return Err(Fault::unauthenticated("no-token", detail));
        }
        let now = self.now();
        let filter = GameFilter {
            status: query.status,
            ruleset: query.ruleset,
            scenario: query.scenario,
            mine: reader.clone().filter(|_| query.mine),
            reader,
            sees_all: caller.is_some_and(|caller| caller.may(Scope::Admin)),
            claimable_at: query.claimable.then_some(now),
            after: query.after,
            limit: query.limit,
        };
        self.store.read(|conn| {
            let rows = games::list_games(conn, &filter)?;
            let games = GameTransaction::look_at_all(conn, &self.heads, rows, now)?;
            let around = Around::of(conn, &games)?;
            games.into_iter().map(|tx| full(tx, &around, caller)).collect()
        })
    }

    /// The present deadline and those to come.
    pub fn preview_clock(&self, caller: Option<&Caller>, game: &str) -> Result<ClockPreview, Fault> {
        may_read(caller)?;
        self.look(caller, game, |conn, tx| {
            let timing = tx.timing()?;
            let timetable = tx.timetable()?;
            let kind = if tx.game.status.is_under_way() {
                let campaign = self.campaign(conn, &tx.game)?;
                campaign.awaiting().first().map_or(AwaitKind::Orders, |awaited| awaited.kind)
            } else {
                AwaitKind::Orders
            };
            let paused = tx.game.status == GameStatus::Paused;
            let running = matches!(tx.game.status, GameStatus::Running | GameStatus::Lobby);
            let from = tx.game.deadline_at.filter(|_| running).unwrap_or(tx.now);
            let mut deadlines: Vec<i64> = Vec::new();
            if running {
                deadlines.extend(tx.game.deadline_at);
                let more = PREVIEW - deadlines.len();
                deadlines
                    .extend(timetable.preview(moment(from), kind, more).iter().map(chrono::DateTime::timestamp_millis));
            }
            Ok(ClockPreview {
                extensions_left: (i32::from(timing.extensions) - tx.game.extensions).max(0),
                timing,
                deadline_at: tx.game.deadline_at.filter(|_| running),
                paused,
                seconds_left: tx.game.seconds_left.filter(|_| paused),
                deadlines,
            })
        })
    }
}

impl AppContext {
    /// A game's deadlines as an iCalendar feed.
    pub fn calendar(&self, caller: Option<&Caller>, game: &str) -> Result<String, Fault> {
        let preview = self.preview_clock(caller, game)?;
        let row = self.look(caller, game, |_, tx| Ok(tx.game.clone()))?;
        let due = |number: usize| match number {
            0 if preview.deadline_at.is_some() => format!("orders for {}", row.step_label),
            _ => "orders for a turn to come".to_owned(),
        };
        let deadlines: Vec<_> =
            preview.deadlines.iter().enumerate().map(|(number, at)| (moment(*at), due(number))).collect();
        let alarms: Vec<_> = preview.timing.reminders.iter().map(|length| length.elapsed()).collect();
        let feed = CalendarFeed {
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

/// What games are told with that stands beside them: names of people, and who held seats elsewhere.
struct Around {
    names: HashMap<String, String>,
    archived: HashMap<(String, i32), String>,
}

impl Around {
    /// Of some games at once.
    fn of<'a>(conn: &mut AnyConn, games: impl IntoIterator<Item = &'a GameTransaction>) -> Result<Around, Fault> {
        let (mut people, mut ids) = (BTreeSet::new(), Vec::new());
        for tx in games {
            people.extend(tx.seats.iter().filter_map(|seat| seat.account_id.clone()));
            people.insert(tx.game.creator_id.clone());
            people.extend(tx.organisers().into_iter().map(str::to_owned));
            ids.push(tx.game.id.clone());
        }
        let people: Vec<String> = people.into_iter().collect();
        let holders = archived_holders::holders_of(conn, &ids)?;
        Ok(Around {
            names: accounts::names_of(conn, &people)?.into_iter().collect(),
            archived: holders.into_iter().map(|held| ((held.game_id, held.seat_idx), held.holder)).collect(),
        })
    }
}

fn full(tx: GameTransaction, around: &Around, caller: Option<&Caller>) -> Result<Game, Fault> {
    let (timing, absence) = (tx.timing()?, tx.absence()?);
    let you_run_it = caller.is_some_and(|caller| tx.must_run(caller).is_ok());
    let row = tx.game;
    let outcome: Value = row.outcome.as_deref().map_or(Ok(Value::Null), serde_json::from_str).map_err(Fault::broken)?;
    let outcome = outcome_of(outcome, &tx.seats)?;
    let name = |id: &str| around.names.get(id).cloned();
    let seats: Vec<Seat> = tx
        .seats
        .into_iter()
        .map(|seat| Seat {
            player: seat.account_id.as_deref().and_then(name),
            archived_holder: around.archived.get(&(row.id.clone(), seat.idx)).cloned(),
            yours: caller.is_some_and(|c| seat.account_id.as_deref() == Some(c.account_id.as_str())),
            row: seat,
        })
        .collect();
    Ok(Game {
        timing,
        absence,
        options: serde_json::from_str(&row.options).map_err(Fault::broken)?,
        outcome,
        creator: name(&row.creator_id),
        organiser: name(&row.organiser_id),
        co_organisers: tx.co_organisers.iter().filter_map(|id| name(id)).collect(),
        yours: seats.iter().filter(|seat| seat.yours).map(|seat| seat.row.key.clone()).collect(),
        you_run_it,
        seats,
        row,
    })
}
