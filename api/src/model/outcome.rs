//! How games end, and what of orders was left out: as the API tells it.

use kernel::Span;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameOutcome {
    /// Why it ended, in words.
    pub reason: String,
    /// All seats, best first.
    pub ranking: Vec<RankedSeat>,
    /// Whether the players agreed on it by a vote, and not the rules ended the campaign.
    #[serde(default)]
    #[schema(required = true)]
    pub agreed: bool,
}

/// One line of a ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RankedSeat {
    #[schema(example = "MIL")]
    pub seat: String,
    /// 1 for the best.
    pub rank: u16,
    /// Points by the scenario's reckoning.
    pub points: i64,
    /// Share of the whole in millionths; all shares sum to a million (or are all 0).
    pub share: u32,
    /// Whether the seat is out of the game.
    pub eliminated: bool,
}

/// An order that is not understood, and is left out when the others are carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeftOut {
    /// Where it stood in the shorthand.
    pub span: Option<Span>,
    /// Where it stood in the orders sent as JSON.
    #[schema(example = "/orders/1/type")]
    pub pointer: Option<String>,
    /// Stable reason code in snake_case.
    #[schema(example = "not_understood")]
    pub code: String,
    /// What is wrong, in words.
    pub detail: String,
    /// What would be right, where that can be said.
    pub hint: Option<String>,
}

impl LeftOut {
    /// Where it stood, in words.
    pub fn place(&self) -> String {
        match (&self.span, &self.pointer) {
            (Some(span), _) => format!("line {}", span.line),
            (None, Some(pointer)) => pointer.clone(),
            (None, None) => "somewhere".to_owned(),
        }
    }
}
