//! `preach_to_populace`: a sermon to the people (RN-14.9).

use super::prelude::*;
use crate::rules::persons::sermons::preach_to_people;

/// A sermon to the people of a location whose sovereign has the same religion, for their loyalty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissancePreachToPopulace, title = "RenaissancePreachToPopulace")]
pub struct PreachToPopulace {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for PreachToPopulace {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Preaches to the people, for their loyalty";
    const RULES: &[&str] = &["RN-14.9", "RN-14.10"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        preach_to_people(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
