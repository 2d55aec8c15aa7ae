//! `claim_order_recruits`: a grandmaster takes the free recruits of his order (RN-22.4).

use super::prelude::*;
use crate::rules::church::brotherhoods::claim;

/// A grandmaster who began the month at the seat of his order takes its free recruits: heavy cavalry without mounts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceClaimOrderRecruits, title = "RenaissanceClaimOrderRecruits")]
pub struct ClaimOrderRecruits {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
}

impl OrderKind for ClaimOrderRecruits {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Takes the free recruits of a military order";
    const RULES: &[&str] = &["RN-22.4", "RN-R51"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        claim(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
