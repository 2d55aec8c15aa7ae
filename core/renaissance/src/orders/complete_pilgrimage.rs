//! `complete_pilgrimage`: a pilgrim is at his goal (RN-12.8, RN-12.9).

use super::prelude::*;
use crate::rules::persons::devotion::complete_pilgrimage;

/// A pilgrim who started the month inside the goal of his religion completes his pilgrimage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCompletePilgrimage, title = "RenaissanceCompletePilgrimage")]
pub struct CompletePilgrimage {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for CompletePilgrimage {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Completes a pilgrimage";
    const RULES: &[&str] = &["RN-12.8", "RN-12.9", "RN-12.10", "RN-R26"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        complete_pilgrimage(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
