//! `collect_tithes`: the collector collects (RN-46.6).

use super::prelude::*;
use super::revenue::collect;
use crate::model::affairs::Due;

/// Who was appointed last month collects the tithes of a location in which he started the month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCollectTithes, title = "RenaissanceCollectTithes")]
pub struct CollectTithes {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
}

impl OrderKind for CollectTithes {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Collects tithes";
    const RULES: &[&str] = &["RN-46.6", "RN-18.2", "RN-R36"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Collection))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        collect(ctx, Due::Tithes, location)
    }
}
