//! `dismiss_leader`: dismisses a leader for good; another comes in his place (ST-8.10).

use super::prelude::*;

/// Dismisses a leader for good; another comes in his place (ST-8.10).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosDismissLeader, title = "StrategosDismissLeader")]
pub struct DismissLeader {
    /// Who.
    #[schema(example = "Prepelaos")]
    pub leader: String,
}

impl OrderKind for DismissLeader {
    const STEP: Step = Step::QuarterEnd;
    const VERBS: &'static [Verb] = &[Verb {
        word: "dismiss",
        example: r#"dismiss "Prepelaos""#,
        read: |line| Ok(Self { leader: line.name(NameKind::Leader)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Dismisses a leader at the end of a quarter; another comes", &["ST-8.10"], json!({ "type": "dismiss_leader", "leader": "Prepelaos" }), r#"dismiss "Prepelaos""#)
    }

    /// ST-8.10: in the last week of a quarter, one.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let leader = ctx.leader(&self.leader, "leader")?;
        ctx.at_quarter_end("ST-8.10")?;
        if ctx.pending.week.quarter.dismissed.contains_key(&ctx.country) {
            return Err(Refusal::new("once_a_quarter", "ST-8.10", "one leader is dismissed in a quarter").at("leader"));
        }
        ctx.pending.week.quarter.dismissed.insert(ctx.country, leader);
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("leader", || Field::one("Who?", ask.leaders()))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("dismiss {}", quoted(&self.leader))
    }
}
