//! `break_treaty`: breaks a treaty at the end of the week (ST-22.3, ST-22.10).

use super::prelude::*;
use super::refusals::no_treaty;
use crate::rules::treaties;

/// Breaks a treaty at the end of the week (ST-22.3, ST-22.10).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosBreakTreaty, title = "StrategosBreakTreaty")]
pub struct BreakTreaty {
    /// With whom.
    #[schema(example = "CAS")]
    pub with: String,
}

impl OrderKind for BreakTreaty {
    const STEP: Step = Step::Declarations;
    const VERBS: &'static [Verb] = &[Verb {
        word: "treaty break",
        example: "treaty break CAS",
        read: |line| Ok(Self { with: line.name(NameKind::Country)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Breaks a treaty at the end of the week", &["ST-22.3", "ST-22.4", "ST-22.7", "ST-22.8", "ST-22.10"], json!({ "type": "break_treaty", "with": "CAS" }), "treaty break CAS")
    }

    /// ST-22.3: by declaration.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let with = ctx.other(&self.with, "with")?;
        treaties::break_treaty(ctx.st, ctx.country, with).map_err(|why| no_treaty(ctx, why))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("with", || Field::one("With whom?", ask.others()))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("treaty break {}", power(&self.with))
    }
}
