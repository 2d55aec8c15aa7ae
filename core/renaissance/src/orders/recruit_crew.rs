//! `recruit_crew`: sailors are hired (RN-37.9).

use super::prelude::*;
use super::troops::hire_sailors;

/// Sailors are hired in a port.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceRecruitCrew, title = "RenaissanceRecruitCrew")]
pub struct RecruitCrew {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many; fewer, if there are not so many or something is wanting.
    #[schema(minimum = 1)]
    pub men: u32,
}

impl OrderKind for RecruitCrew {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Hires crew in a port";
    const RULES: &[&str] = &["RN-37.9", "RN-R93"];
    const FIELDS: &[Field] = &[
        Field::new("men", "How many?", Ask::Count(Bound::People)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "men": 40})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        hire_sailors(ctx, self.men)
    }
}
