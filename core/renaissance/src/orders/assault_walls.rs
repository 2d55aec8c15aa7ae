//! `assault_walls`: walls are stormed (RN-68).

use super::prelude::*;
use crate::rules::conflict::walls::{WallAssault, assault};

/// He storms the walls of the location outside of which he started the month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAssaultWalls, title = "RenaissanceAssaultWalls")]
pub struct AssaultWalls {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
    /// A hundredth of the people is enslaved, if the sovereign has another religion (RN-68.21).
    #[serde(default)]
    pub enslave: bool,
}

impl OrderKind for AssaultWalls {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Storms walls";
    const RULES: &[&str] = &["RN-62.5", "RN-68.1", "RN-68.2", "RN-68.21"];
    const FIELDS: &[Field] = &[
        Field::maybe("spare", "Is he to be spared?", Ask::Flag),
        Field::maybe("enslave", "Are people enslaved?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.here("RN-68.1")?;
        let order = WallAssault { by: ctx.actor, location, spare: self.spare, enslave: self.enslave };
        assault(ctx.sc, ctx.st, ctx.month, order).map_err(refused)
    }
}
