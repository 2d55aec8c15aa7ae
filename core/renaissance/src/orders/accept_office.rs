//! `accept_office`: a position of the church is accepted (RN-R48).

use super::prelude::*;
use crate::rules::church::offers::accept;

/// Accepts a position of the church that has been offered, and gives up what does not go with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAcceptOffice, title = "RenaissanceAcceptOffice")]
pub struct AcceptOffice {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// The name of the title, or `cardinal`.
    #[schema(example = "cardinal")]
    pub office: String,
}

impl OrderKind for AcceptOffice {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Accepts a position of the church";
    const RULES: &[&str] = &["RN-21.4", "RN-21.5", "RN-21.6", "RN-22.5", "RN-R48"];
    const FIELDS: &[Field] = &[
        Field::new("office", "Which office?", Ask::One(Source::OfficesOffered)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "office": "cardinal"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let office = ctx.office(&self.office, "office")?;
        accept(ctx.sc, ctx.st, ctx.month, ctx.actor, office).map_err(refused)
    }
}
