//! `appoint_magistrate`: a magistrate is appointed (RN-17.6 to RN-17.8).

use super::prelude::*;
use crate::rules::offices::magistrates::appoint;

/// Who appoints the magistrate of a location by its system appoints somebody who is inside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAppointMagistrate, title = "RenaissanceAppointMagistrate")]
pub struct AppointMagistrate {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Whom.
    pub appointee: String,
}

impl OrderKind for AppointMagistrate {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Appoints a magistrate";
    const RULES: &[&str] = &["RN-17.6", "RN-17.7", "RN-17.8"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Appointment))),
        Field::new("appointee", "Whom?", Ask::One(Source::Others)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "appointee": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let appointee = ctx.other(&self.appointee, "appointee")?;
        appoint(ctx.sc, ctx.st, ctx.month, ctx.actor, location, appointee).map_err(refused)
    }
}
