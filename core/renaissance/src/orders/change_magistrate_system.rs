//! `change_magistrate_system`: how a magistrate is chosen (RN-17.9).

use super::prelude::*;
use crate::model::location::Selection;
use crate::rules::offices::magistrates::change_system;

/// Who is in control of a location says how its magistrate is chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceChangeMagistrateSystem, title = "RenaissanceChangeMagistrateSystem")]
pub struct ChangeMagistrateSystem {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// By whom: `election`, `sovereign`, `feudatory`, `tenant`, `bishop`, `archbishop`.
    #[schema(value_type = String, example = "election")]
    pub system: Selection,
}

impl OrderKind for ChangeMagistrateSystem {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Says how a magistrate is chosen";
    const RULES: &[&str] = &["RN-17.5", "RN-17.9"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Control))),
        Field::new("system", "Who chooses the magistrate?", Ask::One(Source::Selections)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "system": "tenant"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        change_system(ctx.sc, ctx.st, ctx.month, ctx.actor, location, self.system).map_err(refused)
    }
}
