//! `raise_feudal_levy`: the feudatory calls the people to arms (RN-60.9 to RN-60.11).

use super::prelude::*;
use super::troops::levy;

/// A feudatory who spends the whole month at a location calls a hundredth of its people to arms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceRaiseFeudalLevy, title = "RenaissanceRaiseFeudalLevy")]
pub struct RaiseFeudalLevy {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for RaiseFeudalLevy {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Calls the people of a location to arms";
    const RULES: &[&str] = &["RN-60.9", "RN-60.10", "RN-60.11", "RN-R92"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        levy(ctx)
    }
}
