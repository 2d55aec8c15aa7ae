//! `respond_alliance`: accepts or declines an alliance (ER-10.2, ER-R53).

use super::answers::{answering, other_question};
use super::prelude::*;

/// Decision: accepts or declines an alliance (ER-10.2, ER-R53).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeRespondAlliance, title = "EternalRomeRespondAlliance")]
pub struct RespondAlliance {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Who offers it.
    #[schema(example = "OCT")]
    pub with: String,
    /// Whether it is accepted.
    pub accept: bool,
}

impl OrderKind for RespondAlliance {
    const VERBS: &'static [Verb] = &[Verb {
        word: "alliance",
        example: "alliance ANT with OCT yes",
        read: |line| {
            let power = line.power()?;
            line.expect("with")?;
            let with = line.name(NameKind::Power)?;
            Ok(Self { power, with, accept: line.on_off()? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: accepts or declines an alliance",
            ANY_TIME,
            &["ER-10.2", "ER-R53"],
            json!({ "type": "respond_alliance", "power": "PAR", "with": "OCT", "accept": true }),
            "alliance PAR with OCT yes",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-R53.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, with, accept } = self;
        let accept = *accept;
    let ask = ctx.asked(power)?;
    let Question::Alliance { from, .. } = ask.question else { return Err(other_question(&ask.question)) };
    if ctx.any_power(with, "with")? != from {
        let detail = format!("the offer comes from {}", ctx.sc.power(from).name);
        return Err(Refusal::new("other_offer", "ER-R53", detail).at("with"));
    }
    answering(Reply::Alliance(accept))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let Some(Question::Alliance { from, .. }) = ask.question() else { return NextField::Break(None) };
        ask.power(order, |_| true)?;
        ask.field(order, "/with", "Whose offer?", vec![ask.power_value(*from)], |_| true)?;
        let answers = vec![OptionValue::new(true, "accept"), OptionValue::new(false, "decline")];
        ask.field(order, "/accept", "Is it accepted?", answers, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { power, with, accept } = self;
        format!("alliance {power} with {with} {}", if *accept { "yes" } else { "no" })
    }
}
