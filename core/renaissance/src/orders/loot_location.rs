//! `loot_location`: a location is looted (RN-70.1 to RN-70.6).

use super::prelude::*;
use crate::rules::conflict::ravage::loot;

/// Who has been in control of a location since an earlier month, and is not its tenant, loots it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceLootLocation, title = "RenaissanceLootLocation")]
pub struct LootLocation {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for LootLocation {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Loots a location";
    const RULES: &[&str] = &["RN-70.1", "RN-70.2", "RN-70.3", "RN-70.4", "RN-70.6", "RN-R125"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        loot(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
