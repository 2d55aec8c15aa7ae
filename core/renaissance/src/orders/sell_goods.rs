//! `sell_goods`: goods are sold to the locals (RN-40.5, RN-41.2, RN-43.4).

use super::market::{market, no_bargain};
use super::prelude::*;
use crate::model::goods::{Good, GoodClass};
use crate::rules::deed::Deed;
use crate::rules::market::trade::sell;

/// Goods are sold to the locals, in the order of the list; merchants list an assortment in descending quantity (RN-43.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSellGoods, title = "RenaissanceSellGoods")]
pub struct SellGoods {
    /// Who sells.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// What.
    pub sales: Vec<Sale>,
}

/// One good that is sold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSale, title = "RenaissanceSale")]
pub struct Sale {
    /// The class as which it is sold (RN-44.1).
    #[schema(value_type = String, example = "fibers")]
    pub class: GoodClass,
    /// Which good.
    #[schema(value_type = String, example = "wool")]
    pub good: Good,
    /// How many units; fewer are sold if he has not so many, or the locals want fewer.
    #[schema(minimum = 1)]
    pub units: u32,
}

impl OrderKind for SellGoods {
    const CLASS: Class = Class::Sale;
    const SUMMARY: &str = "Sells goods to the locals";
    const RULES: &[&str] = &["RN-40.5", "RN-40.6", "RN-40.7", "RN-41.2", "RN-43.4", "RN-43.5", "RN-44.1", "RN-R77", "RN-R78"];
    const FIELDS: &[Field] = &[
        Field::new("sales", "One more sale?", Ask::Sales),
    ];

    fn example() -> Value {
        let sales = json!([{ "class": "fibers", "good": "wool", "units": 300 }]);
        json!({ "persona": "Cesare Borgia", "sales": sales })
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    /// What cannot be sold is left out; if nothing can, the first reason is told.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (location, persona) = (market(ctx, "RN-40.5")?, ctx.actor);
        let mut refusal = None;
        let before = ctx.month.deeds.len();
        for (at, sale) in self.sales.iter().enumerate() {
            let Sale { class, good, units } = *sale;
            let dealings = &mut ctx.month.acts_mut(persona).dealings;
            match sell(ctx.sc, ctx.st, (persona, location), (class, good, units), dealings) {
                Ok(bargain) => ctx.month.deeds.push(Deed::Sold { persona, location, class, good, bargain }),
                Err(why) => refusal = refusal.or_else(|| Some(no_bargain(why, format!("sales/{at}")))),
            }
        }
        match refusal {
            Some(refusal) if ctx.month.deeds.len() == before => Err(refusal),
            _ => Ok(()),
        }
    }
}
