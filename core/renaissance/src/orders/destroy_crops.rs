//! `destroy_crops`: crops are burnt in August (RN-70.7).

use super::prelude::*;
use crate::rules::conflict::ravage::burn_crops;

/// Soldiers outside a location burn in August the grain that September would bring.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceDestroyCrops, title = "RenaissanceDestroyCrops")]
pub struct DestroyCrops {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many; fewer, if there are not so many or something is wanting.
    #[schema(minimum = 1)]
    pub men: u32,
}

impl OrderKind for DestroyCrops {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Burns crops in August";
    const RULES: &[&str] = &["RN-70.7", "RN-70.8"];
    const FIELDS: &[Field] = &[
        Field::new("men", "With how many soldiers?", Ask::Count(Bound::Soldiers)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "men": 500})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        burn_crops(ctx.sc, ctx.st, ctx.month, ctx.actor, self.men).map_err(refused)
    }
}
