//! `make_goods`: pigments, guns and weapons are made (RN-52.1 to RN-52.10).

use super::prelude::*;
use super::crafts::make_goods;
use crate::model::goods::Good;

/// Somebody makes pigments, cannons, falconets, arquebuses, small arms, pikes, armor or bows, as his skill allows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceMakeGoods, title = "RenaissanceMakeGoods")]
pub struct MakeGoods {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// What.
    #[schema(value_type = String, example = "pikes")]
    pub good: Good,
    /// How many; fewer, if skill, ducats or material are not enough.
    #[schema(minimum = 1)]
    pub units: u32,
}

impl OrderKind for MakeGoods {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Makes pigments, guns or weapons";
    const RULES: &[&str] = &["RN-52.1", "RN-52.2", "RN-52.3", "RN-52.4", "RN-52.5", "RN-52.6", "RN-52.7", "RN-52.8", "RN-52.9", "RN-R86", "RN-R87"];
    const FIELDS: &[Field] = &[
        Field::new("good", "What?", Ask::One(Source::Products)),
        Field::new("units", "How many?", Ask::Count(Bound::Most(1000))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "good": "pikes", "units": 100})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        make_goods(ctx, self.good, self.units)
    }
}
