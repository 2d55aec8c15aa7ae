//! `upgrade_size`: raises the size of a city by a level (ST-2.4, ST-2.5, ST-R32).

use super::prelude::*;
use crate::model::state::Site;
use super::refusals::no_building;
use crate::rules::founding;

/// Raises the size of a city by a level (ST-2.4, ST-2.5, ST-R32).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosUpgradeSize, title = "StrategosUpgradeSize")]
pub struct UpgradeSize {
    /// Which city.
    #[schema(example = "Kardia")]
    pub city: String,
}

impl OrderKind for UpgradeSize {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "enlarge",
        example: r#"enlarge "Kardia""#,
        read: |line| Ok(Self { city: line.name(NameKind::Site)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Raises the size of a city by a level", &["ST-2.4", "ST-2.5", "ST-R32"], json!({ "type": "upgrade_size", "city": "Kardia" }), r#"enlarge "Kardia""#)
    }

    /// ST-2.4, ST-2.5.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        let price = founding::size_cost(&ctx.sc.rulings, ctx.st.site(site).size + 1);
        let grown = founding::upgrade_size(ctx.sc, ctx.st, ctx.country, site);
        grown.map_err(|why| no_building(ctx, why, "ST-2.5", price))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let price = |site: &Site| founding::size_cost(&ask.sc.rulings, site.size + 1);
        order.ask("city", || Field::one("Which city?", ask.priced(ask.own_cities(), price)))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("enlarge {}", quoted(&self.city))
    }
}
