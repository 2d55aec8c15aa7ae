//! `buy_goods`: goods and mercenaries are bought from the locals (RN-40.4, RN-41.3, RN-43.2).

use super::market::{market, no_bargain};
use super::prelude::*;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::rules::deed::Deed;
use crate::rules::market::trade::buy;

/// A good, or mercenaries, are bought from the locals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceBuyGoods, title = "RenaissanceBuyGoods")]
pub struct BuyGoods {
    /// Who buys.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Which good, or mercenaries of which type.
    #[schema(value_type = String, example = "grain")]
    pub good: Asset,
    /// How many; fewer are bought if there are not so many, or he cannot pay them.
    #[schema(minimum = 1)]
    pub units: u32,
    /// Whether a merchant pays the surcharge for a good that is sold out (RN-43.3).
    #[serde(default)]
    pub surcharge: bool,
}

impl OrderKind for BuyGoods {
    const CLASS: Class = Class::Purchase;
    const SUMMARY: &str = "Buys from the locals";
    const RULES: &[&str] = &["RN-40.4", "RN-40.6", "RN-40.7", "RN-41.3", "RN-43.2", "RN-43.3", "RN-60.18", "RN-R79", "RN-R80"];
    const FIELDS: &[Field] = &[
        Field::new("good", "What?", Ask::One(Source::Wares)),
        Field::new("units", "How many?", Ask::Count(Bound::Supply)),
        Field::maybe("surcharge", "At the price of a merchant, when it is sold out?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({ "persona": "Cesare Borgia", "good": "grain", "units": 500 })
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (location, persona) = (market(ctx, "RN-40.4")?, ctx.actor);
        let ware = match self.good {
            Asset::Good(good) => Ware::Good(good),
            Asset::Men(troop) => Ware::Mercenaries(troop),
            Asset::Ducats => return Err(Refusal::new("not_a_good", "RN-40.1", "money is not for sale").at("good")),
        };
        let dealings = &mut ctx.month.acts_mut(persona).dealings;
        let bargain = buy(ctx.sc, ctx.st, (persona, location), (ware, self.units), self.surcharge, dealings)
            .map_err(|why| no_bargain(why, "good".into()))?;
        ctx.month.deeds.push(Deed::Bought { persona, location, ware, bargain });
        Ok(())
    }
}
