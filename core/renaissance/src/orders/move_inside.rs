//! `move_inside`: he goes inside the walls where he is (RN-31.10, RN-25).

use super::prelude::*;
use crate::rules::movement::gates::go;

/// He goes inside the walls of the location where he is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceMoveInside, title = "RenaissanceMoveInside")]
pub struct MoveInside {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for MoveInside {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Goes inside the walls";
    const RULES: &[&str] = &["RN-31.10", "RN-25.1", "RN-R13"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        go(ctx.sc, ctx.st, ctx.month, ctx.actor, true).map_err(refused)
    }
}
