//! `choose_excess`: who is lost first where there are more leaders than commands (ST-8.11, ST-R22).

use super::prelude::*;

/// Who is lost first where there are more leaders than commands (ST-8.11, ST-R22).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosChooseExcess, title = "StrategosChooseExcess")]
pub struct ChooseExcess {
    /// The leaders, the first to be lost first.
    #[schema(example = json!(["Prepelaos"]))]
    pub leaders: Vec<String>,
}

impl OrderKind for ChooseExcess {
    const STEP: Step = Step::QuarterEnd;

    fn info() -> OrderInfo {
        described(Self::STEP, "Says who is lost first where there are more leaders than commands", &["ST-8.11", "ST-R22"], json!({ "type": "choose_excess", "leaders": ["Prepelaos"] }))
    }

    /// ST-8.11: in the last week of a quarter; a later list takes the place of an earlier one.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let named = |(at, name): (usize, &String)| ctx.leader(name, &format!("leaders/{at}"));
        let leaders = self.leaders.iter().enumerate().map(named).collect::<Result<Vec<_>, Refusal>>()?;
        ctx.at_quarter_end("ST-8.11")?;
        ctx.pending.week.quarter.lost_first.insert(ctx.country, leaders);
        Ok(())
    }
}
