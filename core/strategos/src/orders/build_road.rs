//! `build_road`: a division builds a road through its hex (ST-12).

use super::prelude::*;
use crate::rules::roads::{self, NoRoad};
use crate::rules::zones;

/// A division builds a road through its hex (ST-12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosBuildRoad, title = "StrategosBuildRoad")]
pub struct BuildRoad {
    /// Which division.
    #[schema(example = "Division 1")]
    pub division: String,
}

impl OrderKind for BuildRoad {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "road",
        example: r#"road "Division 1""#,
        read: |line| Ok(Self { division: line.name(NameKind::Command)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "A division builds a road through its hex", &["ST-12.1", "ST-12.2", "ST-12.3", "ST-12.5", "ST-12.6", "ST-12.7"], json!({ "type": "build_road", "division": "Division 1" }), r#"road "Division 1""#)
    }

    /// ST-12.1: free of enemy zones.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let division = ctx.command(&self.division, "division")?;
        let hex = ctx.st.command(division).hex;
        if zones::is_in_enemy_zone(ctx.sc, ctx.st, ctx.power(), hex) {
            return Err(Refusal::new("enemy_zone", "ST-12.1", "the hex is in the zone of an enemy").at("division"));
        }
        let here = ctx.sc.board.hex(hex);
        let price = roads::road_price(&ctx.sc.rulings, here.terrain, here.river);
        roads::build_road(ctx.sc, ctx.st, division).map_err(|why| match why {
            NoRoad::NoDivision => Refusal::new("no_division", "ST-12.1", "only divisions on land build roads").at("division"),
            NoRoad::Terrain => Refusal::new("terrain", "ST-12.3", "there are no roads in mountains and deserts"),
            NoRoad::Stands => Refusal::new("has_road", "ST-12.6", "the hex has a road"),
            NoRoad::NoStart => Refusal::new("no_start", "ST-12.6", "no road and no city is next to the hex"),
            NoRoad::TooFew => {
                let regts = price.map_or(0, |price| price.regts);
                Refusal::new("too_few", "ST-12.2", format!("it takes {regts} regiments")).at("division")
            }
            NoRoad::TooDear => ctx.too_dear("ST-12.1", price.map_or(Talents(0), |price| price.cost)),
        })
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("division", || Field::one("Which division?", ask.field_commands()))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("road {}", quoted(&self.division))
    }
}
