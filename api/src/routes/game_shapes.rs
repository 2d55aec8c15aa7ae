//! The HTTP shapes of games and seats.

use ai::Style;
use chrono::{DateTime, Utc};
use kernel::Value;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::time;
use crate::clock::Timing;
use crate::context::settings::{Absence, AiLevel, AiTemper};
use crate::model::{GameOutcome, GameStatus, PressRules, SeatKind, Visibility, VoteRules};
use crate::service::create_game::{NewGame, SeatPlan};
use crate::service::show_games;

/// A game to be created. Everything but rule system and scenario may be left out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "An Italian summer", "ruleset": "umpire", "scenario": "italia-1450",
    "seats": [{ "kind": "me", "seat": "MIL" }, { "kind": "ai", "seat": "VEN", "level": "novice" }],
    "others": { "kind": "ai", "level": "steady" }, "start": true
}))]
pub struct GameRequest {
    /// The scenario's title when left out.
    #[schema(min_length = 1, max_length = 100)]
    pub name: Option<String>,
    #[schema(example = "umpire")]
    pub ruleset: String,
    #[schema(example = "italia-1450")]
    pub scenario: String,
    /// Options of the rule system, by name; see the rule system for those it knows.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<serde_json::Map<String, Value>>,
    #[serde(default)]
    pub visibility: Visibility,
    /// Deadlines; none when left out: a step is resolved when all people are ready.
    #[serde(default)]
    pub timing: Timing,
    #[serde(default)]
    pub absence: Absence,
    /// How many have to agree in votes; as usual when left out.
    pub votes: Option<VoteRules>,
    /// Which letters may be written, and when they arrive; to whom one likes, and at once, when left out.
    pub press: Option<PressRules>,
    /// Who is to play what.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub seats: Vec<SeatChoice>,
    /// What becomes of seats not named: steady computer players when left out.
    #[serde(default)]
    pub others: OtherSeats,
    /// Whether the game starts at once.
    #[serde(default)]
    pub start: bool,
}

/// What is planned for one seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum SeatChoice {
    /// You take it yourself.
    #[schema(title = "MySeat")]
    Me {
        #[schema(example = "MIL")]
        seat: String,
    },
    /// For a person you invite; `GET …/invitations` has the code to send.
    #[schema(title = "InvitedSeat")]
    Invited { seat: String },
    /// For whoever claims it; the computer keeps it warm until then.
    #[schema(title = "OpenSeat")]
    Open { seat: String },
    /// For a computer player.
    #[schema(title = "ComputerSeat")]
    Ai {
        seat: String,
        level: AiLevel,
        /// What it is like; `even` when left out.
        #[serde(default)]
        temper: AiTemper,
    },
}

/// What becomes of the seats not named.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum OtherSeats {
    /// For people you invite.
    #[schema(title = "OthersInvited")]
    Invited {},
    /// For whoever claims them.
    #[schema(title = "OthersOpen")]
    Open {},
    /// For computer players.
    #[schema(title = "OthersComputer")]
    Ai {
        level: AiLevel,
        /// What they are like; `even` when left out. `drawn` gives each seat its own.
        #[serde(default)]
        temper: AiTemper,
    },
}

impl Default for OtherSeats {
    fn default() -> Self {
        OtherSeats::Ai { level: AiLevel::Steady, temper: AiTemper::Even }
    }
}

impl From<GameRequest> for NewGame {
    fn from(request: GameRequest) -> Self {
        let seats = request.seats.into_iter().map(|choice| match choice {
            SeatChoice::Me { seat } => (seat, SeatPlan::Me),
            SeatChoice::Invited { seat } => (seat, SeatPlan::Invited),
            SeatChoice::Open { seat } => (seat, SeatPlan::Open),
            SeatChoice::Ai { seat, level, temper } => (seat, SeatPlan::Computer(level, temper)),
        });
        NewGame {
            name: request.name,
            ruleset: request.ruleset,
            scenario: request.scenario,
            options: Value::Object(request.options.unwrap_or_default()),
            visibility: request.visibility,
            timing: request.timing,
            absence: request.absence,
            votes: request.votes,
            press: request.press,
            seats: seats.collect(),
            others: match request.others {
                OtherSeats::Invited {} => SeatPlan::Invited,
                OtherSeats::Open {} => SeatPlan::Open,
                OtherSeats::Ai { level, temper } => SeatPlan::Computer(level, temper),
            },
        }
    }
}

/// A campaign.
#[derive(Debug, Serialize, ToSchema)]
pub struct Game {
    pub id: String,
    pub name: String,
    #[schema(example = "umpire")]
    pub ruleset: String,
    /// Version of the rules it is played with, to its end.
    pub ruleset_version: String,
    #[schema(example = "italia-1450")]
    pub scenario: String,
    #[schema(value_type = Object)]
    pub options: Value,
    pub visibility: Visibility,
    pub status: GameStatus,
    /// Why it is paused (`game-master`, `mass-absence`, `player-away`, `vote`, `engine-fault`: the rules broke down,
    /// `state-damaged`: what is stored cannot be read, `engine-version`: this server has other rules, `imported`), why it was
    /// abandoned (`game-master`, `nobody-left`: the account of who ran it was closed, and no person was seated, `nobody-came`: nothing happened in the lobby for 60 days) or how it
    /// ended, in words.
    pub status_reason: Option<String>,
    /// Steps resolved so far.
    pub step: i32,
    /// The date in the campaign.
    #[schema(example = "March 1450")]
    pub label: String,
    pub deadline: Option<DateTime<Utc>>,
    pub timing: Timing,
    pub absence: Absence,
    pub seats: Vec<SeatState>,
    /// SHA-256 of the seed of all dice, known from the beginning.
    pub commitment: String,
    /// The seed itself, once the game is over.
    pub seed: Option<String>,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
    /// Name of who created it.
    pub creator: Option<String>,
    /// Name of who runs it: its creator, or the person to whom it was handed on.
    pub organiser: Option<String>,
    /// Names of those who help to run it, the longest first.
    pub co_organisers: Vec<String>,
    /// Your seats.
    pub yours: Vec<String>,
    /// Whether you may start, pause and force it.
    pub you_run_it: bool,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
}

/// A seat of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatState {
    #[schema(example = "MIL")]
    pub seat: String,
    pub name: String,
    pub holder: Holder,
    /// Name of the person who holds it.
    pub player: Option<String>,
    /// Who held it in the installation that the game was imported from, as its archive says; null for games begun here.
    pub archived_holder: Option<String>,
    /// Level of the computer player that plays it.
    pub ai_level: Option<AiLevel>,
    /// What that player is like.
    pub ai_temper: Option<AiTemper>,
    /// Whether a computer player stands in until its holder returns.
    pub stand_in: bool,
    /// Deadlines missed in a row.
    pub missed: i32,
    pub yours: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    Person,
    /// Kept for a person with an invitation.
    Invited,
    /// Free: whoever claims it has it.
    Open,
    Computer,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Games {
    pub items: Vec<Game>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Seats {
    pub items: Vec<SeatState>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GameListQuery {
    /// Only games of this status.
    pub status: Option<GameStatus>,
    /// Only games of this rule system.
    pub ruleset: Option<String>,
    /// Only games of this scenario.
    pub scenario: Option<String>,
    /// Only games you run or hold a seat in.
    pub mine: Option<bool>,
    /// Only games that are not over and have a seat that you could claim now: open, in play, kept for nobody, in a campaign of
    /// which you have seen no other seat. Without a token: that a newcomer could.
    pub open_seats: Option<bool>,
}

impl From<show_games::Game> for Game {
    fn from(game: show_games::Game) -> Self {
        let row = game.row;
        let over = row.status.is_over();
        Game {
            seats: game.seats.into_iter().map(SeatState::from).collect(),
            id: row.id,
            name: row.name,
            ruleset: row.ruleset,
            ruleset_version: row.ruleset_version,
            scenario: row.scenario,
            options: game.options,
            visibility: row.visibility,
            status: row.status,
            status_reason: row.status_reason,
            step: row.step,
            label: row.step_label,
            deadline: row.deadline_at.filter(|_| row.status == GameStatus::Running).map(time),
            timing: game.timing,
            absence: game.absence,
            commitment: row.commitment,
            seed: over.then_some(row.dice_seed),
            outcome: game.outcome,
            creator: game.creator,
            organiser: game.organiser,
            co_organisers: game.co_organisers,
            yours: game.yours,
            you_run_it: game.you_run_it,
            created_at: time(row.created_at),
            started_at: row.started_at.map(time),
            ended_at: row.ended_at.map(time),
        }
    }
}

impl From<show_games::Seat> for SeatState {
    fn from(seat: show_games::Seat) -> Self {
        let row = seat.row;
        let style = row.ai_level.as_ref().and_then(|style| style.parse::<Style>().ok());
        let computer = style.and_then(|style| style.parts());
        SeatState {
            holder: match (row.kind, &row.account_id) {
                (SeatKind::Computer, _) => Holder::Computer,
                (_, Some(_)) => Holder::Person,
                (SeatKind::Human, None) => Holder::Invited,
                _ => Holder::Open,
            },
            seat: row.key,
            name: row.name,
            player: seat.player,
            archived_holder: seat.archived_holder,
            ai_level: computer.map(|(level, _)| level),
            ai_temper: computer.map(|(_, temper)| temper),
            stand_in: row.stand_in,
            missed: row.missed,
            yours: seat.yours,
        }
    }
}
