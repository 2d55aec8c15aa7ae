//! What a creator may settle about a game beside its rules: who plays, and what happens to absent players.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use ai::{Level as AiLevel, Personality as AiTemper};

/// What stands in for a player who hands in nothing by the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbsencePolicy {
    /// No orders at all; a decision gets its default.
    Hold,
    /// The seat's standing orders, as the rule system has them.
    StandingOrders,
    /// A computer player's orders for this step.
    AiProxy,
}

/// What happens to players who are away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Absence {
    pub policy: AbsencePolicy,
    /// Level of the computer player that stands in.
    pub ai_level: AiLevel,
    /// After so many deadlines missed in a row a computer player keeps the seat until its holder returns. 0: never.
    #[schema(maximum = 100)]
    pub hand_over_after: u8,
    /// Whether the game pauses, instead of being resolved, when more than half of its people are away at once.
    pub pause_on_mass_absence: bool,
}

impl Default for Absence {
    fn default() -> Self {
        Absence {
            policy: AbsencePolicy::StandingOrders,
            ai_level: AiLevel::Caretaker,
            hand_over_after: 2,
            pause_on_mass_absence: true,
        }
    }
}
