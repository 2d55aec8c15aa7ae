//! `invest_archbishop`: the Pope fills an archbishopric (RN-21.5).

use super::prelude::*;
use crate::rules::church::appointments::invest;

/// The Pope offers a vacant archbishopric to a bishop, one a month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceInvestArchbishop, title = "RenaissanceInvestArchbishop")]
pub struct InvestArchbishop {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// The bishop.
    #[schema(example = "Cesare Borgia")]
    pub beneficiary: String,
    /// The name of the title.
    #[schema(example = "Archbishop of Florence")]
    pub office: String,
}

impl OrderKind for InvestArchbishop {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Offers a vacant archbishopric to a bishop";
    const RULES: &[&str] = &["RN-21.5", "RN-21.9", "RN-R48"];
    const FIELDS: &[Field] = &[
        Field::new("office", "Which archbishopric?", Ask::One(Source::VacantProvinces)),
        Field::new("beneficiary", "Whom?", Ask::One(Source::Anybody)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "beneficiary": "Cesare Borgia", "office": "Archbishop of Florence"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let beneficiary = ctx.persona(&self.beneficiary, "beneficiary")?;
        let title = ctx.title(&self.office, "office")?;
        invest(ctx.sc, ctx.st, ctx.month, ctx.actor, beneficiary, title).map_err(refused)
    }
}
