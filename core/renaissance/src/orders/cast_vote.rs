//! `cast_vote`: a vote in an election (RN-17.10, RN-21.2, RN-22.2, RN-23.2).

use super::prelude::*;
use crate::rules::elections::vote;

/// Who may vote by where he began the month votes in an election of the month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCastVote, title = "RenaissanceCastVote")]
pub struct CastVote {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// The name of the title; or `magistrate of` a location.
    #[schema(example = "Pope")]
    pub office: String,
    /// For whom; also for himself.
    #[schema(example = "Cesare Borgia")]
    pub candidate: String,
}

impl OrderKind for CastVote {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Votes in an election of the month";
    const RULES: &[&str] = &["RN-17.10", "RN-17.11", "RN-21.2", "RN-21.12", "RN-22.2", "RN-23.2", "RN-R40"];
    const FIELDS: &[Field] = &[
        Field::new("office", "For which office?", Ask::One(Source::OfficesToday)),
        Field::new("candidate", "For whom?", Ask::One(Source::Anybody)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "office": "Pope", "candidate": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let office = ctx.office(&self.office, "office")?;
        let candidate = ctx.persona(&self.candidate, "candidate")?;
        vote(ctx.sc, ctx.st, ctx.month, ctx.actor, office, candidate).map_err(refused)
    }
}
