//! `appoint_tithe_collector`: the bishop says who collects tithes next month (RN-46.5).

use super::prelude::*;
use super::revenue::appoint;
use crate::model::affairs::Due;

/// The bishop appoints who collects the tithes of a location next month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAppointTitheCollector, title = "RenaissanceAppointTitheCollector")]
pub struct AppointTitheCollector {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Who collects; he himself may.
    pub collector: String,
}

impl OrderKind for AppointTitheCollector {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Appoints who collects tithes next month";
    const RULES: &[&str] = &["RN-46.5", "RN-R36", "RN-21.14"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Bishop))),
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
        appoint(ctx, Due::Tithes, location, collector)
    }
}
