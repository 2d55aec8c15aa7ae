//! `excommunicate`: the Pope excommunicates Catholics (RN-21.11).

use super::prelude::*;
use crate::rules::church::appointments::excommunicate;

/// The Pope excommunicates Catholics for the month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceExcommunicate, title = "RenaissanceExcommunicate")]
pub struct Excommunicate {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// Whom, at least one.
    #[schema(example = json!(["Ludovico Sforza"]))]
    pub victims: Vec<String>,
}

impl OrderKind for Excommunicate {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Excommunicates Catholics for the month";
    const RULES: &[&str] = &["RN-21.11", "RN-R50"];
    const FIELDS: &[Field] = &[
        Field::new("victims", "Whom?", Ask::Several(Source::Others, 1)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "victims": ["Ludovico Sforza"]})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let victims = self.victims.iter().enumerate().map(|(at, name)| ctx.persona(name, &format!("victims/{at}")));
        let victims = victims.collect::<Result<Vec<_>, _>>()?;
        excommunicate(ctx.sc, ctx.st, ctx.month, ctx.actor, &victims).map_err(refused)
    }
}
