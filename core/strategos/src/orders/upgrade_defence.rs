//! `upgrade_defence`: raises the walls of a city or fort by a step (ST-14.3, ST-14.4, ST-R33).

use super::prelude::*;
use crate::model::state::Site;
use super::refusals::no_building;
use crate::rules::founding;

/// Raises the walls of a city or fort by a step (ST-14.3, ST-14.4, ST-R33).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosUpgradeDefence, title = "StrategosUpgradeDefence")]
pub struct UpgradeDefence {
    /// Which city or fort.
    #[schema(example = "Kardia")]
    pub city: String,
}

impl OrderKind for UpgradeDefence {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "fortify",
        example: r#"fortify "Kardia""#,
        read: |line| Ok(Self { city: line.name(NameKind::Site)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Raises the walls of a city or fort by a step", &["ST-2.6", "ST-14.3", "ST-14.4", "ST-R33"], json!({ "type": "upgrade_defence", "city": "Kardia" }), r#"fortify "Kardia""#)
    }

    /// ST-14.3, ST-14.4.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        let price = founding::dv_cost(&ctx.sc.rulings, ctx.st.site(site).dv).unwrap_or_default();
        let raised = founding::upgrade_defence(ctx.sc, ctx.st, ctx.country, site);
        raised.map_err(|why| no_building(ctx, why, "ST-R33", price))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let price = |site: &Site| founding::dv_cost(&ask.sc.rulings, site.dv).unwrap_or_default();
        order.ask("city", || Field::one("Which city or fort?", ask.priced(ask.own_sites(), price)))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("fortify {}", quoted(&self.city))
    }
}
