//! `resign_office`: an office is given up (RN-17.4, RN-21).

use super::prelude::*;
use crate::rules::offices::resignation::resign;

/// Somebody gives up an office of the church, of an order, of a state, or a magistracy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceResignOffice, title = "RenaissanceResignOffice")]
pub struct ResignOffice {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The name of the title; `cardinal`; or `magistrate of` a location.
    pub office: String,
}

impl OrderKind for ResignOffice {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives up an office";
    const RULES: &[&str] = &["RN-17.4", "RN-21.1", "RN-22.5"];
    const FIELDS: &[Field] = &[
        Field::new("office", "Which office?", Ask::One(Source::OfficesHeld)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "office": "magistrate of Rome"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let office = ctx.office(&self.office, "office")?;
        resign(ctx.sc, ctx.st, ctx.month, ctx.actor, office).map_err(refused)
    }
}
