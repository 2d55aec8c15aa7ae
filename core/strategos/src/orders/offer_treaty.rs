//! `offer_treaty`: offers a treaty (ST-22.9, ST-22.11, ST-22.14).

use super::prelude::*;
use super::parts::{Treaty, TreatyCondition};
use super::refusals::no_treaty;
use crate::rules::treaties;

/// Offers a treaty (ST-22.9, ST-22.11, ST-22.14).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosOfferTreaty, title = "StrategosOfferTreaty")]
pub struct OfferTreaty {
    /// To whom.
    #[schema(example = "CAS")]
    pub to: String,
    /// Which.
    pub treaty: Treaty,
    /// For how many weeks.
    #[schema(minimum = 1, maximum = 20, example = 10)]
    pub weeks: u8,
    /// What either side gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<TreatyCondition>,
}

impl OrderKind for OfferTreaty {
    const STEP: Step = Step::Offers;

    fn info() -> OrderInfo {
        described(Self::STEP, "Offers a treaty; it may be answered next week", &["ST-22.9", "ST-22.11", "ST-22.14"], json!({ "type": "offer_treaty", "to": "CAS", "treaty": "alliance", "weeks": 10, "conditions": [{ "payer": "LYS", "tlts": 50 }] }))
    }

    /// ST-22.11: at most two appeals a week; they are judged when they are answered.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let to = ctx.other(&self.to, "to")?;
        let read = |(at, condition): (usize, &TreatyCondition)| condition.read(ctx, &format!("conditions/{at}"));
        let conditions = self.conditions.iter().enumerate().map(read).collect::<Result<Vec<_>, Refusal>>()?;
        let filed = treaties::offer(ctx.sc, ctx.st, ctx.country, to, self.treaty.standing(), self.weeks, conditions);
        filed.map(drop).map_err(|why| no_treaty(ctx, why))
    }
}
