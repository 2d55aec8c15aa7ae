//! `set_wall_defense`: he defends walls or does not (RN-68.3).

use super::prelude::*;

/// Whether he takes part in the defence of walls this month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetWallDefense, title = "RenaissanceSetWallDefense")]
pub struct SetWallDefense {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// He does.
    pub participate: bool,
}

impl OrderKind for SetWallDefense {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Says whether he defends walls";
    const RULES: &[&str] = &["RN-68.3"];
    const FIELDS: &[Field] = &[
        Field::new("participate", "Does he defend the walls?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "participate": false})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        if !ctx.me().place.is_inside() {
            return Err(Refusal::new("not_inside", "RN-68.3", "he is not inside the walls"));
        }
        ctx.warfare().shuns_walls = !self.participate;
        Ok(())
    }
}
