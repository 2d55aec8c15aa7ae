//! `improve_tower`: a tower is strengthened or built (RN-52.12, RN-R88).

use super::prelude::*;
use super::crafts::strengthen_tower;

/// A tower is strengthened, where he started the month inside; a family without one there has it built.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceImproveTower, title = "RenaissanceImproveTower")]
pub struct ImproveTower {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whose tower: the key of a family, or an office of the location: `sovereign`, `feudatory`, `tenant`, `magistrate`, `bishop`, `archbishop`.
    pub tower: String,
}

impl OrderKind for ImproveTower {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Strengthens a tower, or builds one";
    const RULES: &[&str] = &["RN-52.12", "RN-52.13", "RN-69.8", "RN-R88"];
    const FIELDS: &[Field] = &[
        Field::new("tower", "Whose tower?", Ask::One(Source::TowersHere)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "tower": "borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let owner = ctx.tower(&self.tower, "tower")?;
        strengthen_tower(ctx, owner)
    }
}
