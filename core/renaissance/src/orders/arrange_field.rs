//! `arrange_field`: how his men stand in the field (RN-64.2 to RN-64.4).

use std::collections::BTreeMap;

use super::prelude::*;
use crate::rules::battle::field::{Arrangement, Division};
use crate::rules::battle::men::{Arm, Men};

/// How his men stand in the field battles of this month. What is against the rules when a battle begins gives way to the usual arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceArrangeField, title = "RenaissanceArrangeField")]
pub struct ArrangeField {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The men of each division: `left_wing`, `left`, `center`, `right`, `right_wing`, `reserves`. Who is not named is in the reserves.
    #[schema(value_type = std::collections::BTreeMap<String, std::collections::BTreeMap<String, u32>>)]
    pub divisions: BTreeMap<Division, BTreeMap<Arm, u32>>,
    /// Where he is himself.
    #[schema(value_type = String, example = "reserves")]
    pub stand: Division,
}

impl OrderKind for ArrangeField {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Arranges his men for the field";
    const RULES: &[&str] = &["RN-64.1", "RN-64.2", "RN-64.3", "RN-64.4", "RN-R103"];
    const FIELDS: &[Field] = &[
        Field::new("divisions", "Which men in this division?", Ask::Army),
        Field::new("stand", "Where does he stand himself?", Ask::One(Source::Words(&["reserves", "left_wing", "left", "center", "right", "right_wing"]))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "divisions": {"left": {"pikemen": 20}, "center": {"pikemen": 30}, "right": {"pikemen": 20}}, "stand": "reserves"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let mut divisions = [Men::NONE; 6];
        for (division, men) in &self.divisions {
            divisions[*division as usize] = Men::of(men.iter().map(|(arm, count)| (*arm, *count)));
        }
        ctx.warfare().field = Some(Arrangement { divisions, persona: self.stand });
        Ok(())
    }
}
