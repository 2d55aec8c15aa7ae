//! `transfer_money`: gives money to another country (ST-3.8, ST-3.9).

use super::prelude::*;
use crate::rules::money;

/// Gives money to another country (ST-3.8, ST-3.9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosTransferMoney, title = "StrategosTransferMoney")]
pub struct TransferMoney {
    /// To whom.
    #[schema(example = "CAS")]
    pub to: String,
    /// How many talents.
    #[schema(minimum = 1, example = 50)]
    pub tlts: u32,
}

impl OrderKind for TransferMoney {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "pay",
        example: "pay CAS 50",
        read: |line| {
            let to = line.name(NameKind::Country)?;
            Ok(Self { to, tlts: line.number("the number of talents", u32::MAX)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Gives money to another country", &["ST-3.8", "ST-3.9", "ST-R65"], json!({ "type": "transfer_money", "to": "CAS", "tlts": 50 }), "pay CAS 50")
    }

    /// ST-3.8, ST-R65: it leaves the treasury now, and is the other's at the end of the step.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let to = ctx.other(&self.to, "to")?;
        let sum = Talents(self.tlts);
        if self.tlts == 0 {
            return Err(Refusal::new("nothing", "ST-3.1", "no talents are sent").hint("send 1 or more").at("tlts"));
        }
        if !money::may_transfer(ctx.sc, ctx.st, ctx.country, to) {
            return Err(Refusal::new("too_far", "ST-3.8", "no city of theirs is near one of yours")
                .hint("a city of each, at which it may spend money, within 8 hexes of the other; partners in an alliance always can")
                .at("to"));
        }
        if !money::pay(ctx.st, ctx.country, sum) {
            return Err(ctx.too_dear("ST-3.8", sum).at("tlts"));
        }
        ctx.pending.remittances.push((to, sum));
        ctx.pending.deeds.gifts.push((ctx.country, to, sum));
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order
            .ask("to", || Field::one("To whom?", ask.others()))
            .or_else(|| order.ask("tlts", || Field::amount("How many talents?", 1, ask.treasury())))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("pay {} {}", power(&self.to), self.tlts)
    }
}
