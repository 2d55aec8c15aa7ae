//! `issue_alcohol`: men are given drink (RN-61.4).

use super::prelude::*;
use super::troops::cheer;
use crate::model::goods::Good;
use crate::rules::raising::spirits::issue_alcohol;

/// His men are given one type of alcohol, for morale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceIssueAlcohol, title = "RenaissanceIssueAlcohol")]
pub struct IssueAlcohol {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Which.
    #[schema(value_type = String, example = "wine")]
    pub good: Good,
    /// How many units.
    #[schema(minimum = 1)]
    pub units: u32,
}

impl OrderKind for IssueAlcohol {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives his men alcohol, for morale";
    const RULES: &[&str] = &["RN-61.4", "RN-61.6"];
    const FIELDS: &[Field] = &[
        Field::new("good", "Which drink?", Ask::One(Source::Alcohol)),
        Field::new("units", "How much?", Ask::Count(Bound::Owned)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "good": "wine", "units": 20})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        cheer(ctx, |me, raised, is_moslem| issue_alcohol(me, raised, self.good, self.units, is_moslem))
    }
}
