//! `venerate`: relics or icons are venerated in April (RN-12.5, RN-12.6).

use super::prelude::*;
use crate::rules::persons::devotion::venerate;

/// Catholics venerate the relics that they have, Orthodox and Monophysites the icons, in April: after all else that they do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceVenerate, title = "RenaissanceVenerate")]
pub struct Venerate {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for Venerate {
    const CLASS: Class = Class::Closing;
    const AFTER_BATTLE: bool = true;
    const SUMMARY: &str = "Venerates relics or icons in April";
    const RULES: &[&str] = &["RN-12.5", "RN-12.6"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        venerate(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
