//! `pay_bonus`: men are paid more than their due (RN-61.2).

use super::prelude::*;
use super::troops::cheer;
use crate::rules::raising::spirits::pay_bonus;

/// All his men together are paid a bonus, for morale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissancePayBonus, title = "RenaissancePayBonus")]
pub struct PayBonus {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many ducats.
    #[schema(minimum = 1)]
    pub ducats: u64,
}

impl OrderKind for PayBonus {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Pays his men a bonus, for morale";
    const RULES: &[&str] = &["RN-61.2", "RN-R95"];
    const FIELDS: &[Field] = &[
        Field::new("ducats", "How many ducats?", Ask::Count(Bound::Ducats)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "ducats": 500})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        cheer(ctx, |me, _, _| pay_bonus(me, self.ducats))
    }
}
