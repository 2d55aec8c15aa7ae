//! What people are told outside of this server: written in the transaction of what happened, so that nothing is told that did
//! not happen, and nothing that happened is forgotten.
//!
//! Only what its reader's seat may know is told, and little of that: who reads a channel may be more than one person. No
//! question is repeated, and no letter.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::{DailyTimes, next_hour};
use crate::context::fault::Fault;
use crate::context::{moment, new_id};
use crate::model::{DeliveryStatus, GameEvent, NotificationKind, Pace, StepCause, VoteKind};
use crate::store::channels::{self, ChannelRow};
use crate::store::deliveries::{self, DeliveryRow};
use crate::store::games::GameRow;
use crate::store::notification_settings::{self, SettingsRow};
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, StoreError};

/// The longest text of an announcement that is told, in characters.
const LONGEST_QUOTE: usize = 500;

/// The most lines of news in a notification, and the characters of a line.
const MOST_NEWS: usize = 5;
const LONGEST_LINE: usize = 200;

/// A notification as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Notification {
    /// Names it on this channel: the same when it comes a second time.
    pub id: String,
    #[serde(rename = "type")]
    pub kind: NotificationKind,
    /// When it happened.
    pub timestamp: DateTime<Utc>,
    pub data: NotificationData,
}

/// Several notifications in one message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotificationDigest {
    /// Names the message: the same when it comes a second time.
    pub id: String,
    #[serde(rename = "type")]
    pub kind: DigestType,
    /// When it was put together.
    pub timestamp: DateTime<Utc>,
    pub data: DigestData,
}

/// What tells a digest from a notification by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum DigestType {
    #[serde(rename = "digest")]
    Digest,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DigestData {
    /// Oldest first, at most 50.
    #[schema(max_items = 50)]
    pub notifications: Vec<Notification>,
}

/// What a notification tells. It holds no secret of your seat: no question, no letter, nothing of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotificationData {
    /// The same in a sentence or two.
    #[schema(example = "May 1450: orders for Milan are awaited, by Fri 8 Mar 2030, 20:00 (Europe/Rome).")]
    pub text: String,
    /// Null where it is about no game.
    pub game: Option<NotifiedGame>,
    /// What everybody learnt as the turn ended, five lines at most; empty where none did.
    #[serde(default)]
    #[schema(required = true, max_items = 5)]
    pub news: Vec<String>,
    /// Your seat; null where it is about none.
    pub seat: Option<NotifiedSeat>,
    /// When the step is carried out at the latest; null without a clock.
    pub deadline: Option<DateTime<Utc>>,
    /// The page to look at; a path, where the operator has named no address of this server.
    #[schema(example = "https://play.example.org/t/0196/MIL")]
    pub url: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotifiedGame {
    pub id: String,
    pub name: String,
    pub ruleset: String,
    pub scenario: String,
    pub step: i32,
    /// What the step is called.
    pub label: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotifiedSeat {
    /// The seat's key.
    pub key: String,
    pub name: String,
}

/// A person's seat that a turn calls upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Called {
    pub seat: usize,
    /// Whether a question is put to it.
    pub decides: bool,
}

/// An event that is to be written.
pub(super) struct Told {
    pub seq: i64,
    pub step: i32,
    pub audience: String,
    pub people: String,
    pub event: GameEvent,
}

/// Something to be told to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    account: String,
    kind: NotificationKind,
    step: i32,
    news: Vec<String>,
    seat: Option<NotifiedSeat>,
    words: Words,
}

impl Note {
    /// That a letter was reported to those who run a game.
    pub(super) fn abuse_reported(account: String, step: i32, text: String) -> Note {
        Note {
            account,
            kind: NotificationKind::AbuseReported,
            step,
            news: Vec::new(),
            seat: None,
            words: Words::Whole(text),
        }
    }

    /// That a seat is free in a game for which somebody stands by.
    pub(super) fn seat_free(account: String, step: i32, text: String) -> Note {
        Note {
            account,
            kind: NotificationKind::SeatFree,
            step,
            news: Vec::new(),
            seat: None,
            words: Words::Whole(text),
        }
    }

    /// That somebody is invited to a game.
    pub(super) fn invited(account: String, step: i32, text: String) -> Note {
        Note { account, kind: NotificationKind::Invited, step, news: Vec::new(), seat: None, words: Words::Whole(text) }
    }
}

/// A sentence for a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Words {
    Whole(String),
    /// Ends with the deadline, in the reader's own time, where there is one.
    By(String),
    /// Tells the deadline, in the reader's own time, or that there is none.
    Until(String),
}

/// The first lines of what all learnt of the campaign in a transaction.
fn news_of(told: &[Told]) -> Vec<String> {
    let public = told.iter().filter(|told| told.audience == "*" && told.people.is_empty());
    let lines = public.filter_map(|told| match &told.event {
        GameEvent::Entry(entry) => Some(cut(&entry.text, LONGEST_LINE)),
        _ => None,
    });
    lines.take(MOST_NEWS).collect()
}

/// So many characters of a text, and dots where there are more.
fn cut(text: &str, longest: usize) -> String {
    let start: String = text.chars().take(longest).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}

/// What a transaction has to tell people, from the events that it tells and the seats that it calls upon.
pub(super) fn of(
    game: &GameRow, organisers: &[&str], seats: &[SeatRow], before: &[SeatRow], told: &[Told],
    called: Option<&[Called]>,
) -> Vec<Note> {
    let mut notes = Vec::new();
    for told in told {
        if let Some(kind) = NotificationKind::of(told.event.kind()) {
            for (account, seat) in readers(organisers, seats, before, told) {
                let Some(words) = in_words(&told.event, game, seat) else { continue };
                let seat = seat.map(notified);
                notes.push(Note { account: account.to_owned(), kind, step: told.step, news: Vec::new(), seat, words });
            }
        }
    }
    let news = news_of(told);
    // The end of a turn is told where a new one begins, not after every step within it.
    if called.is_some() {
        let resolved = told.iter().rev().find_map(|told| match &told.event {
            GameEvent::StepResolved { label, cause, .. } => Some((label, *cause)),
            _ => None,
        });
        // A question in the midst of a turn ends none.
        let resolved = resolved.filter(|(label, _)| **label != game.step_label);
        for row in seats.iter().filter(|_| resolved.is_some()) {
            let (Some(account), Some((label, cause))) = (&row.account_id, resolved) else { continue };
            let what = if cause == StepCause::Undone { "was set back" } else { "was resolved" };
            let words = Words::Whole(format!("{label} {what}. It is {} now.", game.step_label));
            let (account, kind) = (account.clone(), NotificationKind::TurnResolved);
            notes.push(Note { account, kind, step: game.step, news: news.clone(), seat: Some(notified(row)), words });
        }
    }
    for call in called.unwrap_or_default() {
        let Some(row) = seats.get(call.seat) else { continue };
        let Some(account) = row.account_id.clone() else { continue };
        let (label, name) = (&game.step_label, &row.name);
        let (kind, words) = if call.decides {
            (NotificationKind::DecisionAsked, format!("{label}: a decision of {name} is asked"))
        } else {
            (NotificationKind::YourTurn, format!("{label}: orders for {name} are awaited"))
        };
        let words = Words::By(words);
        // The call says it too.
        notes.retain(|note| {
            note.account != account
                || !matches!(note.kind, NotificationKind::TurnResolved | NotificationKind::GameStarted)
        });
        notes.push(Note { account, kind, step: game.step, news: news.clone(), seat: Some(notified(row)), words });
    }
    notes
}

fn notified(row: &SeatRow) -> NotifiedSeat {
    NotifiedSeat { key: row.key.clone(), name: row.name.clone() }
}

/// The accounts that hear of an event, with their seats.
fn readers<'a>(
    organisers: &[&'a str], seats: &'a [SeatRow], before: &'a [SeatRow], told: &'a Told,
) -> Vec<(&'a str, Option<&'a SeatRow>)> {
    let holders = |seats: &'a [SeatRow]| {
        seats.iter().filter_map(|row| row.account_id.as_deref().map(|account| (account, Some(row))))
    };
    match &told.event {
        GameEvent::SeatReleased { seat } | GameEvent::SeatGivenToComputer { seat, .. } => {
            return holders(before).filter(|(_, row)| row.is_some_and(|row| row.key == *seat)).collect();
        }
        GameEvent::SeatHandedToComputer { seat, .. } => {
            return holders(seats).filter(|(_, row)| row.is_some_and(|row| row.key == *seat)).collect();
        }
        _ => {}
    }
    let of_seat = |idx: i32| told.audience == "*" || told.audience.split(',').any(|one| one.parse() == Ok(idx));
    let of_person = |account: &str| told.people.is_empty() || told.people.split(',').any(|one| one == account);
    let wrote = |row: &SeatRow| match &told.event {
        GameEvent::Message { from, .. } => from.as_ref() == Some(&row.key),
        GameEvent::VoteCalled { by, .. } => *by == row.key,
        _ => false,
    };
    let mut readers: Vec<_> = holders(seats)
        .filter(|(account, row)| row.is_some_and(|row| of_seat(row.idx) && !wrote(row)) && of_person(account))
        .collect();
    // Those who run a game hear that it stands still or is over, with a seat or without.
    let theirs = matches!(
        told.event,
        GameEvent::GamePaused { .. } | GameEvent::GameOver { .. } | GameEvent::GameAbandoned { .. }
    );
    for organiser in organisers.iter().filter(|_| theirs) {
        if !readers.iter().any(|(account, _)| account == organiser) {
            readers.push((organiser, None));
        }
    }
    readers
}

/// An event in a sentence for its reader; none where nothing is to be told of it.
fn in_words(event: &GameEvent, game: &GameRow, seat: Option<&SeatRow>) -> Option<Words> {
    let label = &game.step_label;
    let name = seat.map_or("your seat", |row| row.name.as_str());
    Some(Words::Whole(match event {
        GameEvent::GameStarted { label, .. } => format!("The campaign has begun with {label}."),
        GameEvent::GameOver { .. } => "The campaign is over.".into(),
        GameEvent::GameAbandoned { .. } => "The game was given up.".into(),
        GameEvent::GamePaused { detail, .. } => detail.clone(),
        GameEvent::GameResumed { .. } => return Some(Words::Until(format!("The clock goes on. {label} ends"))),
        GameEvent::DeadlineExtended { .. } => {
            return Some(Words::Until(format!("The deadline was put off. {label} ends")));
        }
        GameEvent::Reminder { .. } => return Some(Words::By(format!("{label}: orders for {name} are still awaited"))),
        GameEvent::Announcement { player, text } => {
            format!("{player} to all: {}", cut(text, LONGEST_QUOTE))
        }
        GameEvent::SeatReleased { .. } | GameEvent::SeatGivenToComputer { .. } => {
            format!("You do not hold {name} any more.")
        }
        GameEvent::SeatHandedToComputer { .. } => {
            format!("You were away, and a computer player keeps {name} until you claim it again.")
        }
        GameEvent::Message { from: Some(from), .. } => format!("{name} has a letter from {from}."),
        GameEvent::Message { from: None, .. } => format!("{name} has a letter that does not say who wrote it."),
        GameEvent::MusterCalled { .. } => {
            format!("The game is about to begin: say that you are there, or {name} is open to others when it does.")
        }
        GameEvent::VoteCalled { vote, seat: about, by, to_step, .. } => {
            let about = about.as_deref().unwrap_or_default();
            let question = match vote {
                VoteKind::Pause => "shall the game pause".to_owned(),
                VoteKind::Extend => "shall the deadline be put off".to_owned(),
                VoteKind::Replace => format!("shall the holder of {about} be replaced"),
                VoteKind::Draw => "shall the game end in a draw".to_owned(),
                VoteKind::Concession => format!("has {about} won"),
                VoteKind::Undo => format!("shall the game be set back to step {}", to_step.unwrap_or_default()),
            };
            let by = if by.is_empty() { "Who runs the game" } else { by };
            format!("{by} calls a vote: {question}?")
        }
        _ => return None,
    }))
}

/// Puts notes in the line of each channel that is to tell them; whether there was any.
pub(super) fn queue(conn: &mut AnyConn, game: &GameRow, notes: Vec<Note>, now: i64) -> Result<bool, StoreError> {
    let mut accounts: Vec<&str> = notes.iter().map(|note| note.account.as_str()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    if accounts.is_empty() {
        return Ok(false);
    }
    let channels = channels::open_channels_of(conn, &accounts)?;
    if channels.is_empty() {
        return Ok(false);
    }
    let muted = notification_settings::who_muted(conn, &accounts, &game.id)?;
    let mut rows = Vec::new();
    for account in accounts {
        let mine = || channels.iter().filter(|channel| channel.account_id == account);
        if mine().next().is_none() || muted.iter().any(|one| one == account) {
            continue;
        }
        let settings = notification_settings::settings_of(conn, account)?;
        for note in notes.iter().filter(|note| note.account == account) {
            for channel in mine().filter(|channel| tells(channel, note.kind, Some(&game.id))) {
                let data = data_of(game, note, &settings);
                rows.push(delivery(channel, &settings, note.kind, Some((&game.id, note.step)), data, now)?);
            }
        }
    }
    let any = !rows.is_empty();
    deliveries::insert_deliveries(conn, rows)?;
    Ok(any)
}

/// Whether a channel is to tell this.
fn tells(channel: &ChannelRow, kind: NotificationKind, game: Option<&str>) -> bool {
    let of_game = game.is_none_or(|game| channel.games.is_empty() || channel.games.contains(&format!(",{game},")));
    of_game && channel.kinds.split(' ').any(|one| one == kind.name())
}

fn data_of(game: &GameRow, note: &Note, settings: &SettingsRow) -> NotificationData {
    let deadline = game.deadline_at.map(moment);
    let at = deadline.map(|at| in_zone(at, settings));
    let text = match (&note.words, at) {
        (Words::Whole(text), _) => text.clone(),
        (Words::By(text), Some(at)) => format!("{text}, by {at}."),
        (Words::By(text), None) => format!("{text}."),
        (Words::Until(text), Some(at)) => format!("{text} {at}."),
        (Words::Until(text), None) => format!("{text} when all are ready."),
    };
    let page = match &note.seat {
        _ if note.kind == NotificationKind::Invited => "/".into(),
        Some(seat) if note.kind != NotificationKind::SeatLost => format!("/t/{}/{}", game.id, seat.key),
        _ => format!("/g/{}", game.id),
    };
    NotificationData {
        text,
        game: Some(NotifiedGame {
            id: game.id.clone(),
            name: game.name.clone(),
            ruleset: game.ruleset.clone(),
            scenario: game.scenario.clone(),
            step: note.step,
            label: game.step_label.clone(),
        }),
        seat: note.seat.clone(),
        deadline,
        news: note.news.clone(),
        url: Some(page),
    }
}

/// A moment as the reader's clock shows it.
fn in_zone(at: DateTime<Utc>, settings: &SettingsRow) -> String {
    let zone = daily_times(settings).zone;
    format!("{} ({zone})", at.with_timezone(&zone).format("%a %-d %b %Y, %H:%M"))
}

/// The times of day that an account has set.
pub(crate) fn daily_times(settings: &SettingsRow) -> DailyTimes {
    let minute = |value: i32| u16::try_from(value).unwrap_or(0);
    DailyTimes {
        zone: settings.zone.parse().unwrap_or(chrono_tz::UTC),
        quiet: settings.quiet_from.zip(settings.quiet_to).map(|(from, to)| (minute(from), minute(to))),
        daily_at: minute(settings.daily_at),
    }
}

/// A row in the line of a channel, to be sent when its owner wants to be told.
pub(crate) fn delivery(
    channel: &ChannelRow, settings: &SettingsRow, kind: NotificationKind, of: Option<(&str, i32)>,
    data: NotificationData, now: i64,
) -> Result<DeliveryRow, StoreError> {
    let id = new_id();
    let body = Notification { id: id.clone(), kind, timestamp: moment(now), data };
    let body = serde_json::to_string(&body)
        .map_err(|e| StoreError::Damaged(format!("a notification cannot be written: {e}")))?;
    let times = daily_times(settings);
    let paced = match channel.pace {
        Pace::AtOnce => moment(now),
        Pace::Hourly => next_hour(moment(now)),
        Pace::Daily => times.next_daily(moment(now)),
    };
    // What somebody asks for to see whether it works does not wait.
    let at = if kind == NotificationKind::Test { moment(now) } else { times.after_quiet(paced) };
    Ok(DeliveryRow {
        id,
        channel_id: channel.id.clone(),
        game_id: of.map(|(game, _)| game.to_owned()),
        step: of.map(|(_, step)| step),
        kind,
        body,
        created_at: now,
        not_before: at.timestamp_millis(),
        status: DeliveryStatus::Queued,
        attempts: 0,
        message_id: None,
        tried_at: None,
        answer: None,
        error: None,
    })
}

/// The notification in a row.
pub(crate) fn notification_of(row: &DeliveryRow) -> Result<Notification, Fault> {
    serde_json::from_str(&row.body).map_err(|e| Fault::broken(format!("delivery {}: {e}", row.id)))
}

/// Tells the other channels of an account that one was turned off.
pub(crate) fn tell_of_channel_off(
    conn: &mut AnyConn, off: &ChannelRow, reason: &str, now: i64,
) -> Result<(), StoreError> {
    let settings = notification_settings::settings_of(conn, &off.account_id)?;
    let mut rows = Vec::new();
    for channel in channels::open_channels_of(conn, &[&off.account_id])? {
        if channel.id != off.id && tells(&channel, NotificationKind::ChannelOff, None) {
            let text = format!("The channel “{}” was turned off: {reason}", off.name);
            let data = NotificationData { text, url: Some("/notifications".into()), ..NotificationData::default() };
            rows.push(delivery(&channel, &settings, NotificationKind::ChannelOff, None, data, now)?);
        }
    }
    deliveries::insert_deliveries(conn, rows)
}
