//! `appoint_tax_collector`: the sovereign says who collects taxs next month (RN-46.1).

use super::prelude::*;
use super::revenue::appoint;
use crate::model::affairs::Due;

/// The sovereign appoints who collects the taxs of a location next month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAppointTaxCollector, title = "RenaissanceAppointTaxCollector")]
pub struct AppointTaxCollector {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Who collects; he himself may.
    pub collector: String,
}

impl OrderKind for AppointTaxCollector {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Appoints who collects taxs next month";
    const RULES: &[&str] = &["RN-46.1", "RN-R36"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Sovereign))),
        Field::new("collector", "Whom?", Ask::One(Source::Anybody)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "collector": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let collector = ctx.persona(&self.collector, "collector")?;
        appoint(ctx, Due::Taxes, location, collector)
    }
}
