//! `transfer_to_locals`: things leave the game; men are dismissed (RN-45.3).

use super::prelude::*;
use super::transfer_assets::no_transfer;
use crate::rules::transfers::give_away;

/// Things are given to the locals, or thrown into the sea; men are dismissed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTransferToLocals, title = "RenaissanceTransferToLocals")]
pub struct TransferToLocals {
    /// Who gives.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// What, and how much; less of what he has not so much of.
    #[schema(value_type = std::collections::BTreeMap<String, u32>)]
    pub items: Items,
}

impl OrderKind for TransferToLocals {
    const CLASS: Class = Class::Transfer;
    const SUMMARY: &str = "Gives assets away, dismisses men";
    const RULES: &[&str] = &["RN-30.9", "RN-45.3"];
    const FIELDS: &[Field] = &[
        Field::new("items", "What?", Ask::Things(false)),
    ];

    fn example() -> Value {
        json!({ "persona": "Cesare Borgia", "items": { "auxiliaries": 50 } })
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        give_away(ctx.st, ctx.month, ctx.actor, &self.items.list()).map_err(no_transfer)
    }
}
