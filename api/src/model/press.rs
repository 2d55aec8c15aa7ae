//! Words about letters: which are allowed in a game, and when they arrive.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text_enum;

text_enum! {
    /// Which letters may be written.
    #[derive(Default)]
    pub enum PressMode {
        /// To whom one likes.
        #[default]
        Private = "private",
        /// To all alone.
        Public = "public",
        /// None.
        None = "none",
    }
}

text_enum! {
    /// When letters arrive.
    #[derive(Default)]
    pub enum PressDelivery {
        #[default]
        AtOnce = "at_once",
        /// When the turn ends in which they were written.
        WithTheTurn = "with_the_turn",
    }
}

/// What holds for the letters of a game. What is left out is as usual.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "letters": "private", "delivery": "with_the_turn" }))]
pub struct PressRules {
    pub letters: PressMode,
    pub delivery: PressDelivery,
    /// Whether who takes a seat over finds the letters of those who held it before.
    pub inherited: bool,
    /// Whether letters may go without the name of who wrote them.
    pub anonymous: bool,
    /// Steps by which those are behind who only watch, until the game is over.
    #[schema(maximum = 1000)]
    pub embargo: u16,
}

/// The most steps of an embargo.
pub const LONGEST_EMBARGO: u16 = 1000;

/// Other rules for the letters of a game. What is left out stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "delivery": "with_the_turn" }))]
pub struct PressChange {
    pub letters: Option<PressMode>,
    pub delivery: Option<PressDelivery>,
    pub inherited: Option<bool>,
    pub anonymous: Option<bool>,
    #[schema(maximum = 1000)]
    pub embargo: Option<u16>,
}

impl PressRules {
    /// The rules as they are with a change.
    #[must_use]
    pub fn with(&self, change: PressChange) -> PressRules {
        PressRules {
            letters: change.letters.unwrap_or(self.letters),
            delivery: change.delivery.unwrap_or(self.delivery),
            inherited: change.inherited.unwrap_or(self.inherited),
            anonymous: change.anonymous.unwrap_or(self.anonymous),
            embargo: change.embargo.unwrap_or(self.embargo),
        }
    }
}
