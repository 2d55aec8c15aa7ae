//! `besiege`: walls or a tower are besieged from next month on (RN-66.2).

use super::prelude::*;
use crate::rules::conflict::siege::{SiegeOrder, besiege};

/// From next month on he besieges the location where he is, or a tower of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceBesiege, title = "RenaissanceBesiege")]
pub struct Besiege {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// A tower inside instead of the walls: the key of its family, or an office of the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tower: Option<String>,
}

impl OrderKind for Besiege {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Besieges walls or a tower from next month on";
    const RULES: &[&str] = &["RN-66.2", "RN-66.3", "RN-66.4", "RN-R115"];
    const FIELDS: &[Field] = &[
        Field::maybe("tower", "Whose tower; or the walls?", Ask::One(Source::TowersHere)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.here("RN-66.2")?;
        let tower = ctx.maybe_tower(self.tower.as_deref(), "tower")?;
        besiege(ctx.sc, ctx.st, ctx.month, SiegeOrder { by: ctx.actor, location, tower }).map_err(refused)
    }
}
