//! `intercept`: whoever passes next month is stopped (RN-62.1).

use super::prelude::*;
use crate::rules::conflict::intercept::intercept;

/// Next month he stops whoever passes where he is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceIntercept, title = "RenaissanceIntercept")]
pub struct Intercept {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The keys of at most seven families; everybody when they are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 7)]
    pub families: Option<Vec<String>>,
    /// He stops ferries too, with everybody (RN-62.8).
    #[serde(default)]
    pub ferries: bool,
}

impl OrderKind for Intercept {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Stops whoever passes next month";
    const RULES: &[&str] = &["RN-62.1", "RN-62.2", "RN-62.8", "RN-R60"];
    const FIELDS: &[Field] = &[
        Field::maybe("families", "Only these families?", Ask::Several(Source::Families, 1)),
        Field::maybe("ferries", "Ferries too?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "families": ["orsini"]})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let whom = ctx.whom(self.families.as_deref(), "families")?;
        intercept(ctx.st, ctx.month, ctx.actor, whom, self.ferries).map_err(refused)
    }
}
