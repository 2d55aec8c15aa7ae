//! `declare_enemy`: declares a country an enemy (ST-22.10, ST-22.15).

use super::prelude::*;
use super::refusals::no_treaty;
use crate::rules::treaties;

/// Declares a country an enemy (ST-22.10, ST-22.15).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosDeclareEnemy, title = "StrategosDeclareEnemy")]
pub struct DeclareEnemy {
    /// Which country.
    #[schema(example = "CAS")]
    pub country: String,
}

impl OrderKind for DeclareEnemy {
    const STEP: Step = Step::Declarations;
    const VERBS: &'static [Verb] = &[Verb {
        word: "enemy",
        example: "enemy CAS",
        read: |line| Ok(Self { country: line.name(NameKind::Country)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Declares a country an enemy", &["ST-22.10", "ST-22.15"], json!({ "type": "declare_enemy", "country": "CAS" }), "enemy CAS")
    }

    /// ST-22.15: a neutral is an enemy at once, a treaty partner at the end of the week.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let against = ctx.other(&self.country, "country")?;
        treaties::declare_enemy(ctx.st, ctx.country, against).map_err(|why| no_treaty(ctx, why))?;
        ctx.pending.deeds.declared.push((ctx.country, against));
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("country", || Field::one("Which country?", ask.others()))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("enemy {}", power(&self.country))
    }
}
