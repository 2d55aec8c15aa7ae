//! `create_cardinal`: the Pope makes a cardinal (RN-21.6).

use super::prelude::*;
use crate::rules::church::appointments::create_cardinal;

/// The Pope offers a hat to an archbishop, in March or September, instead of an archbishopric to a bishop.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCreateCardinal, title = "RenaissanceCreateCardinal")]
pub struct CreateCardinal {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// The archbishop.
    #[schema(example = "Cesare Borgia")]
    pub beneficiary: String,
}

impl OrderKind for CreateCardinal {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Offers a cardinal's hat to an archbishop, in March or September";
    const RULES: &[&str] = &["RN-21.6", "RN-21.10", "RN-R48"];
    const FIELDS: &[Field] = &[
        Field::new("beneficiary", "Whom?", Ask::One(Source::Anybody)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "beneficiary": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let beneficiary = ctx.persona(&self.beneficiary, "beneficiary")?;
        create_cardinal(ctx.sc, ctx.st, ctx.month, ctx.actor, beneficiary).map_err(refused)
    }
}
