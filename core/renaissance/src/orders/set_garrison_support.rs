//! `set_garrison_support`: he and the garrison support each other or do not (RN-60.8).

use super::prelude::*;

/// Whether he and the garrison of a location whose tenant is of his family support each other this month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetGarrisonSupport, title = "RenaissanceSetGarrisonSupport")]
pub struct SetGarrisonSupport {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// They do.
    pub support: bool,
}

impl OrderKind for SetGarrisonSupport {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Says whether he and a garrison support each other";
    const RULES: &[&str] = &["RN-60.8", "RN-R94"];
    const FIELDS: &[Field] = &[
        Field::new("support", "Does he help the garrison?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "support": false})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        ctx.warfare().shuns_garrison = !self.support;
        Ok(())
    }
}
