//! `submit_dispatch`: sends a dispatch for the papers (ST-3.10, ST-R59).

use super::prelude::*;
use crate::rules::money;

/// Sends a dispatch for the papers (ST-3.10, ST-R59).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSubmitDispatch, title = "StrategosSubmitDispatch")]
pub struct SubmitDispatch {
    /// The text.
    pub text: String,
}

impl OrderKind for SubmitDispatch {
    const STEP: Step = Step::Dispatches;

    fn info() -> OrderInfo {
        described(Self::STEP, "Sends a dispatch of 50 words or more, which is paid", &["ST-3.10", "ST-R59"], json!({ "type": "submit_dispatch", "text": "Lysimachos to all whom it concerns …" }))
    }

    /// ST-3.10, ST-R59: paid if it is long enough, once in four weeks.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let cities = &ctx.sc.rulings.cities;
        if !money::is_dispatch(&ctx.sc.rulings, &self.text) {
            let words = self.text.split_whitespace().count();
            let detail = format!("a dispatch has {} words or more, and this has {words}", cities.dispatch_words);
            return Err(Refusal::new("too_short", "ST-3.10", detail).at("text"));
        }
        if !money::pay_dispatch(ctx.sc, ctx.st, ctx.country, &self.text) {
            let detail = format!("a dispatch is paid once in {} weeks", cities.dispatch_weeks);
            return Err(Refusal::new("too_soon", "ST-R59", detail).hint("send it later"));
        }
        ctx.pending.deeds.dispatches.push((ctx.country, self.text.clone()));
        Ok(())
    }
}
