//! `build_fort`: builds a fort (ST-14.5, ST-14.6). It is called after its hex.

use super::prelude::*;
use super::refusals::no_building;
use crate::model::ids::{HexId, Name};
use crate::rules::communication::Lines;
use crate::rules::march::Ground;
use crate::rules::{founding, zones};

/// Builds a fort (ST-14.5, ST-14.6). It is called after its hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosBuildFort, title = "StrategosBuildFort")]
pub struct BuildFort {
    /// Where.
    #[schema(value_type = String, example = "2405")]
    pub hex: HexId,
    /// Its defence value.
    #[schema(minimum = 1, maximum = 15, example = 5)]
    pub strength: u8,
}

impl OrderKind for BuildFort {
    const STEP: Step = Step::Administration;

    fn info() -> OrderInfo {
        described(Self::STEP, "Builds a fort", &["ST-14.1", "ST-14.5", "ST-14.6"], json!({ "type": "build_fort", "hex": "2405", "strength": 5 }))
    }

    /// ST-14.6: within range of a line of communication, and in no zone of an enemy or a neutral.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let power = ctx.power();
        if zones::is_watched(ctx.sc, ctx.st, power, self.hex) {
            return Err(Refusal::new("watched", "ST-14.6", "the hex is in the zone of an enemy or a neutral").at("hex"));
        }
        let ground = Ground::new(ctx.sc, ctx.st);
        if !Lines::new(&ground, ctx.st, power).in_range(self.hex) {
            let limit = ctx.sc.rulings.communication.line;
            let detail = format!("no base of yours is within {limit} hexes along a line of communication");
            return Err(Refusal::new("no_line", "ST-14.6", detail).at("hex"));
        }
        let price = founding::fort_cost(&ctx.sc.rulings, self.strength).unwrap_or_default();
        let name = Name::from(format!("Fort {}", self.hex));
        let built = founding::build_fort(ctx.sc, ctx.st, ctx.country, self.hex, name, self.strength);
        built.map(drop).map_err(|why| no_building(ctx, why, "ST-14.5", price))
    }
}
