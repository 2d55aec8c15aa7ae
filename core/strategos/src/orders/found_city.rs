//! `found_city`: founds a city (ST-2.2, ST-2.3, ST-R32).

use super::prelude::*;
use super::refusals::no_building;
use crate::model::ids::HexId;
use crate::rules::{founding, zones};

/// Founds a city (ST-2.2, ST-2.3, ST-R32).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosFoundCity, title = "StrategosFoundCity")]
pub struct FoundCity {
    /// Where.
    #[schema(value_type = String, example = "2405")]
    pub hex: HexId,
    /// Its name.
    #[schema(example = "Neapolis")]
    pub name: String,
}

impl OrderKind for FoundCity {
    const STEP: Step = Step::Administration;

    fn info() -> OrderInfo {
        described(Self::STEP, "Founds a city", &["ST-2.2", "ST-2.3", "ST-3.6", "ST-R32"], json!({ "type": "found_city", "hex": "2304", "name": "Neapolis" }))
    }

    /// ST-2.2, ST-R32: not in a zone of an enemy or a neutral.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let name = ctx.new_name(&self.name)?;
        if zones::is_watched(ctx.sc, ctx.st, ctx.power(), self.hex) {
            return Err(Refusal::new("watched", "ST-R32", "the hex is in the zone of an enemy or a neutral").at("hex"));
        }
        let price = Talents(ctx.sc.rulings.cities.found_cost as u32);
        let founded = founding::found_city(ctx.sc, ctx.st, ctx.country, self.hex, name);
        founded.map(drop).map_err(|why| no_building(ctx, why, "ST-2.3", price))
    }
}
