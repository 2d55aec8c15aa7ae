//! `accept_apprentice`: a master merchant takes an apprentice (RN-13.8).

use super::prelude::*;
use crate::rules::market::guild::GuildRank;
use crate::rules::persons::training::support;

/// A master merchant takes an apprentice, in December.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAcceptApprentice, title = "RenaissanceAcceptApprentice")]
pub struct AcceptApprentice {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub candidate: String,
}

impl OrderKind for AcceptApprentice {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "A master merchant takes an apprentice";
    const RULES: &[&str] = &["RN-13.8", "RN-13.11", "RN-R28"];
    const FIELDS: &[Field] = &[
        Field::new("candidate", "Whom?", Ask::One(Source::Present)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "candidate": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let candidate = ctx.other(&self.candidate, "candidate")?;
        support(ctx.sc, ctx.st, ctx.month, ctx.actor, candidate, GuildRank::Apprentice).map_err(refused)
    }
}
