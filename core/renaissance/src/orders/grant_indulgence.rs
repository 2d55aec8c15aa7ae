//! `grant_indulgence`: the Pope or an archbishop forgives sins (RN-12.4).

use super::prelude::*;
use crate::rules::persons::devotion::grant_indulgence;

/// The Pope, or a Catholic archbishop in his sees, grants somebody an indulgence in February.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceGrantIndulgence, title = "RenaissanceGrantIndulgence")]
pub struct GrantIndulgence {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// To whom.
    pub beneficiary: String,
}

impl OrderKind for GrantIndulgence {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Grants an indulgence in February";
    const RULES: &[&str] = &["RN-12.4", "RN-R24"];
    const FIELDS: &[Field] = &[
        Field::new("beneficiary", "To whom?", Ask::One(Source::Present)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "beneficiary": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let beneficiary = ctx.other(&self.beneficiary, "beneficiary")?;
        grant_indulgence(ctx.sc, ctx.st, ctx.month, ctx.actor, beneficiary).map_err(refused)
    }
}
