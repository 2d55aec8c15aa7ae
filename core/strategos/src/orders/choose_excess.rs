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
    const VERBS: &'static [Verb] = &[Verb {
        word: "excess",
        example: r#"excess "Prepelaos""#,
        read: |line| Ok(Self { leaders: line.names(NameKind::Leader)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Says who is lost first where there are more leaders than commands", &["ST-8.11", "ST-R22"], json!({ "type": "choose_excess", "leaders": ["Prepelaos"] }), r#"excess "Prepelaos""#)
    }

    /// ST-8.11: in the last week of a quarter; a later list takes the place of an earlier one.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let named = |(at, name): (usize, &String)| ctx.leader(name, &format!("leaders/{at}"));
        let leaders = self.leaders.iter().enumerate().map(named).collect::<Result<Vec<_>, Refusal>>()?;
        ctx.at_quarter_end("ST-8.11")?;
        ctx.pending.week.quarter.lost_first.insert(ctx.country, leaders);
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let named = order.list("/leaders");
        let left = || ask.leaders().into_iter().filter(|him| !named.contains(&him.value)).collect();
        let who = || Field::one("Who is lost next?", left());
        order.ask_at("/leaders/-".into(), || if named.is_empty() { who() } else { who().or_nothing() })
    }

    fn print(&self, _: &Scenario) -> String {
        format!("excess {}", listed(&self.leaders))
    }
}
