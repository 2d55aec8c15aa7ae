//! `build_units`: builds units of one type in a city (ST-1.3, ST-1.12, ST-R29).

use super::prelude::*;
use super::refusals::out_of_reach;
use crate::model::units::{MOST_UNITS, UnitKind};
use crate::rules::building::{self, NoUnits};

/// Builds units of one type in a city (ST-1.3, ST-1.12, ST-R29).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosBuildUnits, title = "StrategosBuildUnits")]
pub struct BuildUnits {
    /// In which city.
    #[schema(example = "Kardia")]
    pub city: String,
    /// Of which type.
    pub unit: UnitKind,
    /// How many.
    #[schema(minimum = 1, example = 2)]
    pub count: u16,
}

impl OrderKind for BuildUnits {
    const STEP: Step = Step::Administration;

    fn info() -> OrderInfo {
        described(Self::STEP, "Builds units of one type in a city", &["ST-1.3", "ST-1.12", "ST-R29"], json!({ "type": "build_units", "city": "Kardia", "unit": "hoplite", "count": 2 }))
    }

    /// ST-1.3, ST-R29: all or none.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        if self.count == 0 || self.count > MOST_UNITS {
            return Err(Refusal::new("count", "ST-1.3", "as many units as the size of the city, and 1 at least").at("count"));
        }
        let price = Talents(ctx.sc.units.of(self.unit).cost).times(u32::from(self.count));
        let size = ctx.st.site(site).size;
        building::build(ctx.sc, ctx.st, ctx.country, site, self.unit, self.count).map_err(|why| match why {
            NoUnits::OutOfReach => out_of_reach(),
            NoUnits::NotAllowed => Refusal::new("not_allowed", "ST-R6", "your country does not raise this type").at("unit"),
            NoUnits::NotLocal => Refusal::new("not_local", "ST-R29", "a captured city raises local types only")
                .hint("levy, light_foot, peltast, scout_foot, light_horse")
                .at("unit"),
            NoUnits::NoShipyard => Refusal::new("no_shipyard", "ST-1.12", "the city has no shipyard").at("city"),
            NoUnits::ShutIn => Refusal::new("shut_in", "ST-R29", "the city is besieged or blockaded").at("city"),
            NoUnits::CityLimit => {
                let detail = format!("the city builds {size} units in a quarter");
                Refusal::new("city_limit", "ST-1.3", detail).at("count")
            }
            NoUnits::Quota => {
                Refusal::new("quota", "ST-R29", "your country raises no more of this type in a quarter").at("count")
            }
            NoUnits::TooDear => ctx.too_dear("ST-R6", price),
        })
    }
}
