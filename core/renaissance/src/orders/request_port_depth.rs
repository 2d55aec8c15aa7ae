//! `request_port_depth`: how deep a port is (RN-3.2).

use super::prelude::*;
use crate::rules::deed::Deed;

/// The family asks how deep a port is; the answer comes with the report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceRequestPortDepth, title = "RenaissanceRequestPortDepth")]
pub struct RequestPortDepth {
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
}

impl OrderKind for RequestPortDepth {
    const CLASS: Class = Class::Family;
    const SUMMARY: &str = "Asks how deep a port is";
    const RULES: &[&str] = &["RN-3.2"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Which port?", Ask::One(Source::Ports)),
    ];

    fn example() -> Value {
        json!({"location": "Rome"})
    }

    fn persona(&self) -> Option<&str> {
        None
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let feet = ctx.st.location(location).depth;
        let told = &mut ctx.st.family_mut(ctx.family).soundings;
        match told.binary_search_by_key(&location, |(it, _)| *it) {
            Ok(at) => told[at].1 = feet,
            Err(at) => told.insert(at, (location, feet)),
        }
        ctx.month.deeds.push(Deed::Sounded { family: ctx.family, location, feet });
        Ok(())
    }
}
