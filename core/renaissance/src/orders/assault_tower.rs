//! `assault_tower`: a tower is stormed (RN-69).

use super::prelude::*;
use crate::rules::conflict::towers::{TowerAssault, assault};

/// He storms a tower inside the walls where he started the month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAssaultTower, title = "RenaissanceAssaultTower")]
pub struct AssaultTower {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whose tower: the key of a family, or an office of the location: `sovereign`, `feudatory`, `tenant`, `magistrate`, `bishop`, `archbishop`.
    pub tower: String,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
}

impl OrderKind for AssaultTower {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Storms a tower";
    const RULES: &[&str] = &["RN-62.5", "RN-69.4", "RN-69.11", "RN-69.12"];
    const FIELDS: &[Field] = &[
        Field::new("tower", "Whose tower?", Ask::One(Source::TowersHere)),
        Field::maybe("spare", "Is he to be spared?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "tower": "orsini"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let tower = ctx.tower(&self.tower, "tower")?;
        assault(ctx.sc, ctx.st, ctx.month, TowerAssault { by: ctx.actor, tower, spare: self.spare }).map_err(refused)
    }
}
