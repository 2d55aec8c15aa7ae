//! `raze_fortification`: walls or a tower are razed (RN-70.9).

use super::prelude::*;
use crate::rules::conflict::ravage::raze;

/// Men inside raze the walls of a location in his control, or a tower of his own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceRazeFortification, title = "RenaissanceRazeFortification")]
pub struct RazeFortification {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// A tower inside instead of the walls: the key of its family, or an office of the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tower: Option<String>,
    /// How many; fewer, if there are not so many or something is wanting.
    #[schema(minimum = 1)]
    pub men: u32,
}

impl OrderKind for RazeFortification {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Razes walls or a tower";
    const RULES: &[&str] = &["RN-70.9", "RN-R126"];
    const FIELDS: &[Field] = &[
        Field::maybe("tower", "Whose tower; or the walls?", Ask::One(Source::TowersHere)),
        Field::new("men", "With how many men?", Ask::Count(Bound::Soldiers)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "men": 500})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let tower = ctx.maybe_tower(self.tower.as_deref(), "tower")?;
        raze(ctx.sc, ctx.st, ctx.month, ctx.actor, tower, self.men).map_err(refused)
    }
}
