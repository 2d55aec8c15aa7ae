//! When a step is due. Pure arithmetic: nothing here reads a clock, touches the store or sleeps; the moment is always
//! an argument.
//!
//! A clock is a grid of *slots*, fixed when the campaign starts and never moved afterwards. A deadline is a slot,
//! chosen when the step before is resolved: the first slot that leaves time to think. So an early run brings the next
//! turn forward, yet the deadlines stay on their Sunday evenings; a server that was down for a week comes back to the
//! same Sunday evenings; and an extension moves a deadline to the next of them.
//!
//! | question | answered by |
//! | --- | --- |
//! | what may a creator ask for? | [`Timing`] and its [`Clock`] |
//! | is that sensible? | [`Timing::timetable`], which names every fault at once |
//! | when is the first, the next step due? | [`Timetable::next_deadline`] |
//! | and the ten after? | [`Timetable::preview`], as a calendar feed in [`ics`] |
//! | extension, pause, resume, reminders | the other methods of [`Timetable`] |
//!
//! Local times: a slot that the clocks jump over in spring falls on the moment of the jump; one that they show twice
//! in autumn falls on the first of the two. An interval of whole days is counted on the local clock and keeps its hour
//! across such a change; an interval with hours or minutes is counted in elapsed time.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mod day;
pub mod ics;
#[cfg(test)]
mod tests;
mod timetable;

pub use day::{DailyTimes, next_hour};
pub use timetable::{ExtensionRefused, Pause, Timetable, find_zone};

/// The most extensions that a game may allow for one step.
pub const MOST_EXTENSIONS: u8 = 10;
/// The most reminders that a game may ask for before one deadline.
pub const MOST_REMINDERS: usize = 5;
/// The longest time between two deadlines, in days.
pub const LONGEST_DAYS: i64 = 366;

/// How a campaign keeps time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Where the deadlines lie.
    pub clock: Clock,
    /// Whether a step is resolved as soon as all who are awaited are ready, without waiting for the deadline.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub early_run: bool,
    /// The least time between the start of a step and its deadline. When nothing is said: half of the time between
    /// the deadline and the one before it, or two days where that is less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_thinking: Option<Length>,
    /// How long before a deadline the players are reminded. At most 5.
    #[serde(default)]
    #[schema(max_items = 5)]
    pub reminders: Vec<Length>,
    /// How many times the deadline of one step may be extended. At most 10.
    #[serde(default = "two")]
    #[schema(default = 2, maximum = 10)]
    pub extensions: u8,
}

impl Timing {
    /// The usual timing with this clock: early runs, no reminders, two extensions a step.
    pub fn new(clock: Clock) -> Self {
        Self { clock, early_run: yes(), least_thinking: None, reminders: Vec::new(), extensions: two() }
    }
}

impl Default for Timing {
    /// No deadlines.
    fn default() -> Self {
        Self::new(Clock::None {})
    }
}

const fn yes() -> bool {
    true
}

const fn two() -> u8 {
    2
}

/// Where the deadlines lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No deadlines: a step is resolved when all who are awaited are ready.
    #[schema(title = "NoClock")]
    None {},
    /// Deadlines at even distances.
    #[schema(title = "IntervalClock")]
    Interval {
        /// Time between two deadlines.
        every: Length,
        /// The first deadline of the grid, from which all others are counted. When nothing is said, the grid is
        /// counted from the start of the campaign.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anchor: Option<DateTime<Utc>>,
        /// IANA time zone on whose clock whole days are counted. UTC when nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "Europe/Rome")]
        zone: Option<String>,
        /// Other lengths for some kinds of step.
        #[serde(default, skip_serializing_if = "PerKind::is_empty")]
        per_kind: PerKind,
    },
    /// Deadlines by the calendar.
    #[schema(title = "CalendarClock")]
    Calendar {
        /// Cron expression: minute, hour, day of month, month, day of week; a sixth field in front would be seconds.
        #[schema(example = "0 20 * * SUN", max_length = 120)]
        cron: String,
        /// IANA time zone in which the expression is read.
        #[schema(example = "Europe/Rome")]
        zone: String,
    },
}

/// Lengths that differ from the usual one, by what is asked of the awaited seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PerKind {
    /// For order sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<Length>,
    /// For a seat's own phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Length>,
    /// For a decision that suspends somebody else's move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Length>,
}

impl PerKind {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A length of time, the sum of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// Days.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(maximum = 366, example = 2)]
    pub days: u32,
    /// Hours.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(maximum = 8784, example = 0)]
    pub hours: u32,
    /// Minutes.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(maximum = 527040, example = 0)]
    pub minutes: u32,
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Length {
    /// So many days.
    pub const fn days(days: u32) -> Self {
        Self { days, hours: 0, minutes: 0 }
    }

    /// So many hours.
    pub const fn hours(hours: u32) -> Self {
        Self { days: 0, hours, minutes: 0 }
    }

    /// So many minutes.
    pub const fn minutes(minutes: u32) -> Self {
        Self { days: 0, hours: 0, minutes }
    }

    /// As elapsed time, with days of 24 hours.
    pub const fn elapsed(self) -> TimeDelta {
        // Three u32 in minutes stay far below what an i64 of seconds holds.
        TimeDelta::seconds(60 * (self.days as i64 * 1440 + self.hours as i64 * 60 + self.minutes as i64))
    }

    const fn whole_days(self) -> bool {
        self.hours == 0 && self.minutes == 0
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [(self.days, "day"), (self.hours, "hour"), (self.minutes, "minute")];
        let mut space = "";
        for (number, unit) in parts.into_iter().filter(|(number, _)| *number > 0) {
            write!(f, "{space}{number} {unit}{}", if number == 1 { "" } else { "s" })?;
            space = " ";
        }
        if space.is_empty() { f.write_str("no time at all") } else { Ok(()) }
    }
}

/// Something wrong with a [`Timing`], said to the person who wrote it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{detail}. {hint}")]
pub struct ClockFault {
    /// JSON pointer into the [`Timing`].
    pub pointer: String,
    /// Stable code.
    pub code: &'static str,
    /// What is wrong.
    pub detail: String,
    /// What would be right.
    pub hint: String,
}
