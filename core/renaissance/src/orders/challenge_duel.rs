//! `challenge_duel`: a challenge to a duel (RN-14.16 to RN-14.22).

use super::prelude::*;
use crate::rules::persons::duels::challenge_to_duel;

/// Somebody challenges another; when each has challenged the other they fight.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceChallengeDuel, title = "RenaissanceChallengeDuel")]
pub struct ChallengeDuel {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub challenged: String,
}

impl OrderKind for ChallengeDuel {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Challenges somebody to a duel";
    const RULES: &[&str] = &["RN-14.16", "RN-14.17", "RN-14.18", "RN-14.19", "RN-14.20"];
    const FIELDS: &[Field] = &[
        Field::new("challenged", "Whom?", Ask::One(Source::Strangers)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "challenged": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let challenged = ctx.other(&self.challenged, "challenged")?;
        challenge_to_duel(ctx.sc, ctx.st, ctx.month, ctx.actor, challenged).map_err(refused)
    }
}
