//! `submit_dispatch`: sends a dispatch for the papers (ST-3.10, ST-R59).

use kernel::bounds::MOST_LETTERS_OF_TEXT;

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

/// Of fifty words and more.
const EXAMPLE: &str = "From our camp before the walls we send word to all who wish our cause well. The roads are dry, the \
    granaries are full, and the men have had their pay. Our neighbours arm, we hear, and their envoys speak of peace with \
    every breath. We shall believe them when their ships are drawn up on the beach again.";

impl OrderKind for SubmitDispatch {
    const STEP: Step = Step::Dispatches;
    const VERBS: &'static [Verb] = &[Verb {
        word: "dispatch",
        example: r#"dispatch "Lysimachos to all whom it concerns: …""#,
        read: |line| Ok(Self { text: line.text()? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Sends a dispatch of 50 words or more, which is paid", &["ST-3.10", "ST-R59"], json!({ "type": "submit_dispatch", "text": "Lysimachos to all whom it concerns …" }), r#"dispatch "Lysimachos to all whom it concerns …""#)
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

    fn next(_: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("text", || Field::text("The text?", EXAMPLE.to_owned(), MOST_LETTERS_OF_TEXT as u32))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("dispatch {}", quoted(&self.text))
    }
}
