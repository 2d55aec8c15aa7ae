//! `place_spy`: places a spy in a city (ST-21.1, ST-21.2, ST-R50).

use super::prelude::*;
use crate::rules::covert::{self, NoSpy};

/// Places a spy in a city (ST-21.1, ST-21.2, ST-R50).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosPlaceSpy, title = "StrategosPlaceSpy")]
pub struct PlaceSpy {
    /// In which city.
    #[schema(example = "Pella")]
    pub city: String,
}

impl OrderKind for PlaceSpy {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "spy",
        example: r#"spy "Pella""#,
        read: |line| Ok(Self { city: line.name(NameKind::Site)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Places a spy in a city", &["ST-21.1", "ST-21.2", "ST-R50"], json!({ "type": "place_spy", "city": "Pella" }), r#"spy "Pella""#)
    }

    /// ST-21.1, ST-21.2: in cities, not in forts.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        if ctx.st.site(site).size == 0 {
            return Err(Refusal::new("no_city", "ST-21.2", "spies work in cities only").at("city"));
        }
        let covert = &ctx.sc.rulings.covert;
        covert::place_spy(ctx.sc, ctx.st, ctx.country, site).map_err(|why| match why {
            NoSpy::NoneLeft => {
                let detail = format!("the {} spies of this quarter are placed", covert.spies_a_quarter);
                Refusal::new("none_left", "ST-21.1", detail)
            }
            NoSpy::Placed => Refusal::new("placed", "ST-R50", "one of your spies is there").at("city"),
            NoSpy::TooDear => ctx.too_dear("ST-21.2", Talents(covert.spy_cost as u32)),
        })
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("city", || Field::one("In which city?", ask.sites(|site| site.power != ask.power() && site.size > 0)))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("spy {}", quoted(&self.city))
    }
}
