//! What happened in a step, who learns of it, and the documents made of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::paper::escape;
use crate::{RuleRef, SeatId, Verdict};

/// Makes a room's enum of all that can happen: each kind with its name in JSON, its phase (where a kind belongs to one), the
/// name of its schema in the API document, and its data.
///
/// ```
/// kernel::events! {
///     What as TinyEvent;
///     /// Snow fell.
///     SnowFell = "snow_fell", "winter", "TinySnowFell" { place: String, inches: u8 }
/// }
/// let snow = What::SnowFell { place: "Monza".into(), inches: 3 };
/// assert_eq!((snow.kind(), snow.phase(), What::KINDS), ("snow_fell", "winter", ["snow_fell"].as_slice()));
/// ```
#[macro_export]
macro_rules! events {
    ($what:ident as $schema:ident; $($(#[$($doc:tt)*])* $name:ident = $kind:tt, $phase:tt, $title:tt { $($fields:tt)* })*) => {
        $crate::events! {
            $what as $schema;
            $($(#[$($doc)*])* $name = $kind, $title { $($fields)* })*
        }

        impl $what {
            /// Phase of the sequence of play.
            pub fn phase(&self) -> &'static str {
                match self { $($what::$name { .. } => $phase),* }
            }
        }
    };
    ($what:ident as $schema:ident; $($(#[doc = $doc:literal])* $name:ident = $kind:literal, $title:literal { $($field:ident: $type:ty),* $(,)? })*) => {
        /// Something that happened.
        #[derive(Clone, PartialEq, Debug, ::serde::Serialize, ::utoipa::ToSchema)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[schema(as = $schema)]
        pub enum $what {
            $(
                $(#[doc = $doc])*
                #[serde(rename = $kind)]
                #[schema(title = $title)]
                #[allow(missing_docs)]
                $name { $($field: $type),* }
            ),*
        }

        impl $what {
            /// Kind in snake_case.
            pub fn kind(&self) -> &'static str {
                match self { $($what::$name { .. } => $kind),* }
            }
            /// Every kind of event there is.
            pub const KINDS: &'static [&'static str] = &[$($kind),*];
        }
    };
}

/// Who learns of an event. Decided by the room when the event happens, never later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Every seat, and the public.
    Everyone,
    /// These seats alone, in ascending order.
    Seats(Vec<SeatId>),
    /// The public and these seats, in ascending order: the other seats are told more of it.
    Others(Vec<SeatId>),
}

impl Audience {
    /// One seat alone.
    pub fn only(seat: SeatId) -> Self {
        Self::Seats(vec![seat])
    }

    /// Whether `seat` learns of it.
    pub fn includes(&self, seat: SeatId) -> bool {
        match self {
            Self::Everyone => true,
            Self::Seats(seats) | Self::Others(seats) => seats.contains(&seat),
        }
    }

    /// Whether those learn of it who only watch.
    pub fn is_public(&self) -> bool {
        matches!(self, Self::Everyone | Self::Others(_))
    }
}

/// One event as clients see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EventRecord {
    /// Kind of event in snake_case, such as `city_fell`.
    #[schema(example = "city_fell")]
    pub kind: String,
    /// The rule that made it happen.
    pub rule: RuleRef,
    /// Phase of the sequence of play in which it happened.
    #[schema(example = "P11")]
    pub phase: String,
    /// The place, by name, when it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The event in words.
    pub text: String,
    /// The event as data; its shape depends on `kind`: see the schema that the rule system names for its events, and
    /// `AnyEventData` for those of all.
    #[schema(value_type = Object)]
    pub data: Value,
}

/// An event with its audience: a room's own event while a step is resolved, an [`EventRecord`] above the rooms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Addressed<E> {
    /// Who learns of it.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

/// What a step brought.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Advance {
    /// Events in the order in which they happened.
    pub events: Vec<Addressed<EventRecord>>,
    /// Per seat that handed in an order set: the verdict on each of its orders.
    pub verdicts: Vec<(SeatId, Vec<Verdict>)>,
}

impl Advance {
    /// The events that everybody may learn of, in order.
    pub fn made_public(&self) -> Vec<EventRecord> {
        let public = self.events.iter().filter(|one| one.audience.is_public());
        public.map(|one| one.event.clone()).collect()
    }

    /// The events that `seat` learns of, in order.
    pub fn seen_by(&self, seat: SeatId) -> Vec<EventRecord> {
        let seen = self.events.iter().filter(|one| one.audience.includes(seat));
        seen.map(|one| one.event.clone()).collect()
    }
}

/// A report for a person to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Document {
    /// What sort of report: `sitrep`, `intelligence`, `newsheet`, ...
    #[schema(example = "sitrep")]
    pub kind: String,
    /// Heading.
    pub title: String,
    /// As plain text, at most 100 columns wide.
    pub text: String,
    /// As an HTML fragment: escaped, no scripts, no outside references.
    pub html: String,
}

impl Document {
    /// The text under its heading; a text that brings its own heading is left as it is. Ends with a line feed.
    pub fn headed_text(&self) -> String {
        let text = self.text.trim_end();
        if text.starts_with(&self.title) {
            return format!("{text}\n");
        }
        format!("{}\n{}\n\n{text}\n", self.title, "=".repeat(self.title.chars().count()))
    }

    /// Whether the HTML fragment brings its title as a heading, as a [`Paper`](crate::paper::Paper) does.
    pub fn has_html_heading(&self) -> bool {
        self.html.contains(&format!("<h2>{}</h2>", escape(&self.title)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_never_doubled() {
        let document =
            |text: &str| Document { kind: "a".into(), title: "News".into(), text: text.into(), html: "".into() };
        assert_eq!(document("All is well.").headed_text(), "News\n====\n\nAll is well.\n");
        assert_eq!(document("News\n====\nAll is well.").headed_text(), "News\n====\nAll is well.\n");
    }
}
