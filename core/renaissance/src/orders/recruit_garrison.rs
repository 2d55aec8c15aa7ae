//! `recruit_garrison`: the tenant strengthens the garrison (RN-60.2, RN-60.3).

use super::prelude::*;
use super::troops::recruit;

/// A tenant who has been at his location since the month began raises men for its garrison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceRecruitGarrison, title = "RenaissanceRecruitGarrison")]
pub struct RecruitGarrison {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many; fewer, if there are not so many or something is wanting.
    #[schema(minimum = 1)]
    pub men: u32,
}

impl OrderKind for RecruitGarrison {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Raises men for a garrison";
    const RULES: &[&str] = &["RN-60.2", "RN-60.3", "RN-16.8"];
    const FIELDS: &[Field] = &[
        Field::new("men", "How many?", Ask::Count(Bound::People)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "men": 100})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        recruit(ctx, self.men)
    }
}
