//! `grant_boarding`: somebody may come aboard next month (RN-36.2).

use super::prelude::*;
use crate::rules::movement::passengers::permit;

/// Somebody may come aboard his ships next month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceGrantBoarding, title = "RenaissanceGrantBoarding")]
pub struct GrantBoarding {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Who.
    pub guest: String,
}

impl OrderKind for GrantBoarding {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Lets somebody aboard next month";
    const RULES: &[&str] = &["RN-36.2"];
    const FIELDS: &[Field] = &[
        Field::new("guest", "Who may come aboard next month?", Ask::One(Source::Others)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "guest": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let guest = ctx.other(&self.guest, "guest")?;
        permit(ctx.st, ctx.month, ctx.actor, guest).map_err(refused)
    }
}
