//! `recruit_professionals`: soldiers are hired (RN-60.12 to RN-60.17).

use super::prelude::*;
use super::troops::hire_soldiers;
use crate::model::troops::Troop;

/// Soldiers of a type are hired where he is, with a bonus and a weapon each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceRecruitProfessionals, title = "RenaissanceRecruitProfessionals")]
pub struct RecruitProfessionals {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Which type.
    #[schema(value_type = String, example = "pikemen")]
    pub troop: Troop,
    /// How many; fewer, if there are not so many or something is wanting.
    #[schema(minimum = 1)]
    pub men: u32,
}

impl OrderKind for RecruitProfessionals {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Hires soldiers";
    const RULES: &[&str] = &["RN-60.12", "RN-60.13", "RN-60.14", "RN-60.15", "RN-60.16", "RN-60.17", "RN-R91"];
    const FIELDS: &[Field] = &[
        Field::new("troop", "Of which type?", Ask::One(Source::Troops)),
        Field::new("men", "How many?", Ask::Count(Bound::People)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "troop": "pikemen", "men": 50})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        hire_soldiers(ctx, self.troop, self.men)
    }
}
