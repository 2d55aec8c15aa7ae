//! `preach_to_troops`: a sermon to troops (RN-14.8).

use super::prelude::*;
use crate::rules::persons::sermons::preach_to_troops;

/// A sermon to the troops of somebody of the same religion, for their morale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissancePreachToTroops, title = "RenaissancePreachToTroops")]
pub struct PreachToTroops {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whose troops; his own may be.
    pub beneficiary: String,
}

impl OrderKind for PreachToTroops {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Preaches to troops, for their morale";
    const RULES: &[&str] = &["RN-14.8", "RN-14.10"];
    const FIELDS: &[Field] = &[
        Field::new("beneficiary", "To whose men?", Ask::One(Source::PresentOrSelf)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "beneficiary": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let leader = ctx.persona(&self.beneficiary, "beneficiary")?;
        preach_to_troops(ctx.sc, ctx.st, ctx.month, ctx.actor, leader).map_err(refused)
    }
}
