//! `transfer_de_facto_control`: control is handed over (RN-16.7).

use super::prelude::*;
use crate::rules::offices::control::hand_over;

/// Who has taken control of a location from its tenant hands it to another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTransferDeFactoControl, title = "RenaissanceTransferDeFactoControl")]
pub struct TransferDeFactoControl {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// To whom.
    pub to: String,
}

impl OrderKind for TransferDeFactoControl {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Hands control of a location to another";
    const RULES: &[&str] = &["RN-16.7"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Control))),
        Field::new("to", "To whom?", Ask::One(Source::Others)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "to": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let to = ctx.other(&self.to, "to")?;
        hand_over(ctx.sc, ctx.st, ctx.month, ctx.actor, location, to).map_err(refused)
    }
}
