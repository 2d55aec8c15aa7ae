//! `convert_religion`: a family changes its religion (RN-24).

use super::prelude::*;
use crate::model::family::Religion;
use crate::rules::persons::conversion::convert;

/// The family takes another religion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceConvertReligion, title = "RenaissanceConvertReligion")]
pub struct ConvertReligion {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Which.
    #[schema(value_type = String, example = "orthodox")]
    pub religion: Religion,
}

impl OrderKind for ConvertReligion {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Changes the religion of the family";
    const RULES: &[&str] = &["RN-24.1", "RN-24.2", "RN-24.3", "RN-24.4", "RN-R53"];
    const FIELDS: &[Field] = &[
        Field::new("religion", "To which religion?", Ask::One(Source::Religions)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "religion": "orthodox"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        // A seat is a family, and a player to the rules.
        let families = [ctx.family];
        convert(ctx.sc, ctx.st, ctx.month, ctx.actor, self.religion, &families).map_err(refused)
    }
}
