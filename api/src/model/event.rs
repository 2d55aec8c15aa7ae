//! What a game tells: every kind of event and what it holds. The event list, the stream, reports and the API document take
//! their types from here.

use chrono::{DateTime, Utc};
use kernel::{EventRecord, Value, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GameOutcome, LeftOut, PauseReason, Setting, StepCause, VoteKind, VoteState, text_enum};

/// Declares the events with their words and fields, and from that the kinds alone.
macro_rules! game_events {
    ($($(#[$about:meta])* $variant:ident = $word:tt $body:tt),+ $(,)?) => {
        text_enum! {
            /// What sort of event it is.
            pub enum EventKind { $($variant = $word),+ }
        }

        /// Something that happened in a game.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "kind", content = "data")]
        pub enum GameEvent {
            $($(#[$about])* #[serde(rename = $word)] $variant $body),+
        }

        impl GameEvent {
            pub fn kind(&self) -> EventKind {
                match self { $(GameEvent::$variant { .. } => EventKind::$variant),+ }
            }
        }
    };
}

game_events! {
    /// The first step is open.
    GameStarted = "game_started" { label: String, commitment: String, head: String },
    /// A step was resolved; `now` is the next one's name.
    StepResolved = "step_resolved" {
        step: i32,
        label: String,
        /// Left out of steps that were imported: no next one is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        now: Option<String>,
        cause: StepCause,
    },
    /// What became of a seat's orders, and what of them was not understood and left out; told to the seat.
    Verdicts = "verdicts" {
        #[schema(required = true)]
        orders: Option<Value>,
        verdicts: Vec<Verdict>,
        /// Games from before it was told have none.
        #[serde(default)]
        #[schema(required = true)]
        left_out: Vec<LeftOut>,
    },
    /// The campaign has ended; the seed of its dice is open.
    GameOver = "game_over" {
        #[schema(required = true)]
        outcome: Option<GameOutcome>,
        seed: String,
        commitment: String,
    },
    /// Who runs the game has given it up, or has closed the account with nobody else in a seat.
    GameAbandoned = "game_abandoned" { seed: String, commitment: String },
    /// The clock stands still; `detail` says why and what to do.
    GamePaused = "game_paused" { reason: PauseReason, detail: String },
    /// The clock goes on.
    GameResumed = "game_resumed" {
        #[schema(required = true)]
        deadline: Option<DateTime<Utc>>,
    },
    /// The deadline was put off.
    DeadlineExtended = "deadline_extended" { deadline: DateTime<Utc>, extensions: i32 },
    /// Who runs the game has said something to everybody in it.
    Announcement = "announcement" { player: String, text: String },
    /// Who runs the game has changed something about it.
    SettingsChanged = "settings_changed" { changed: Vec<Setting> },
    /// A seat has missed a deadline, so many in a row.
    DeadlineMissed = "deadline_missed" { seat: String, in_a_row: i32 },
    /// A deadline draws near; told to the seats that are waited for.
    Reminder = "reminder" { deadline: DateTime<Utc>, seconds_left: i64 },
    /// A person has taken a seat.
    SeatTaken = "seat_taken" { seat: String, player: String },
    /// Nobody holds a seat any more.
    SeatReleased = "seat_released" { seat: String },
    /// A computer player's seat is open to people.
    SeatOpened = "seat_opened" { seat: String },
    /// A seat was given to a computer player.
    SeatGivenToComputer = "seat_given_to_computer" {
        seat: String,
        level: ai::Level,
        /// Games from before there were tempers have none.
        #[serde(default)]
        #[schema(required = true)]
        temper: ai::Personality,
    },
    /// A computer player stands in for a holder who is away.
    SeatHandedToComputer = "seat_handed_to_computer" { seat: String, level: ai::Level },
    /// Somebody else runs the game now: it was handed on, or the account of who did was closed.
    OrganiserChanged = "organiser_changed" { player: String },
    /// Somebody helps to run the game from now on.
    CoOrganiserAdded = "co_organiser_added" { player: String },
    /// Somebody does not help to run the game any more.
    CoOrganiserRemoved = "co_organiser_removed" { player: String },
    /// Everybody with a seat is asked to say that they are there, before the game begins.
    MusterCalled = "muster_called" { closes_at: DateTime<Utc> },
    /// The holder of a seat is there.
    MusterAnswered = "muster_answered" { seat: String },
    /// The people of the game are asked something; `by` is the seat that asks, `seat` the one that it is about.
    VoteCalled = "vote_called" {
        id: String,
        vote: VoteKind,
        #[schema(required = true)]
        seat: Option<String>,
        /// The step after which the game stood as it shall again, where it is asked to be set back.
        #[serde(default)]
        #[schema(required = true)]
        to_step: Option<i32>,
        by: String,
        closes_at: DateTime<Utc>,
    },
    /// A vote is over.
    VoteClosed = "vote_closed" {
        id: String,
        vote: VoteKind,
        #[schema(required = true)]
        seat: Option<String>,
        state: VoteState,
    },
    /// The holder plays the seat again.
    SeatHolderReturned = "seat_holder_returned" { seat: String },
    /// A computer player broke down in the step that was resolved, and its default orders were carried out.
    ComputerFailed = "computer_failed" { seat: String, detail: String },
    /// A letter has come; told to the people it is for and to its sender, not to who takes their seats later.
    Message = "message" {
        id: String,
        /// Null where the letter does not say who wrote it.
        #[schema(required = true)]
        from: Option<String>,
    },
    /// Who created the game has read, before its end, what its computer players decided and why.
    DecisionsRead = "decisions_read" { detail: String },
    /// The rule system tells of it; told to the seats that learnt of it.
    Entry = "entry" (EventRecord),
}

impl GameEvent {
    /// An event as it is stored, from its kind and its data.
    ///
    /// # Errors
    /// Where the data are none of an event of this kind.
    pub fn read(kind: EventKind, data: Value) -> Result<GameEvent, serde_json::Error> {
        serde_json::from_value(serde_json::json!({ "kind": kind, "data": data }))
    }

    /// Its data, as they are stored and sent.
    pub fn data(&self) -> Result<Value, serde_json::Error> {
        Ok(serde_json::to_value(self)?["data"].take())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_of_older_versions_are_read() {
        // As version 0.1 stored them: no word of what was left out, no temper, letters numbered in their event.
        let old = [
            (EventKind::Verdicts, json!({ "orders": [{ "type": "rest" }], "verdicts": [] })),
            (EventKind::SeatGivenToComputer, json!({ "seat": "A", "level": "steady" })),
            (EventKind::Message, json!({ "id": "7", "number": 3, "from": "B" })),
            (EventKind::StepResolved, json!({ "step": 4, "label": "May", "cause": "imported" })),
            (EventKind::GameOver, json!({ "outcome": null, "seed": "s", "commitment": "c" })),
        ];
        let read = old.map(|(kind, data)| GameEvent::read(kind, data).unwrap());
        let orders = Some(json!([{ "type": "rest" }]));
        assert_eq!(read[0], GameEvent::Verdicts { orders, verdicts: Vec::new(), left_out: Vec::new() });
        let (seat, level) = ("A".to_owned(), ai::Level::Steady);
        assert_eq!(read[1], GameEvent::SeatGivenToComputer { seat, level, temper: ai::Personality::Even });
        assert_eq!(read[2], GameEvent::Message { id: "7".into(), from: Some("B".into()) });
        assert_eq!(read[3].data().unwrap(), json!({ "step": 4, "label": "May", "cause": "imported" }));
        assert_eq!(read[4].data().unwrap()["outcome"], Value::Null);
    }

    #[test]
    fn an_event_is_its_kind_and_its_data() {
        let taken = GameEvent::SeatTaken { seat: "A".into(), player: "Ada".into() };
        assert_eq!(taken.kind().name(), "seat_taken");
        let wire = json!({ "kind": "seat_taken", "data": { "seat": "A", "player": "Ada" } });
        assert_eq!(serde_json::to_value(&taken).unwrap(), wire);
        assert_eq!(GameEvent::read(taken.kind(), taken.data().unwrap()).unwrap(), taken);
        assert!(GameEvent::read(EventKind::SeatTaken, json!({ "seat": "A" })).is_err());
    }
}
