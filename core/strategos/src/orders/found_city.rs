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
    const VERBS: &'static [Verb] = &[Verb {
        word: "found",
        example: r#"found 2405 "Neapolis""#,
        read: |line| {
            let hex = line.hex()?;
            Ok(Self { hex, name: line.name(NameKind::New)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Founds a city", &["ST-2.2", "ST-2.3", "ST-3.6", "ST-R32"], json!({ "type": "found_city", "hex": "2304", "name": "Neapolis" }), r#"found 2304 "Neapolis""#)
    }

    /// ST-2.2, ST-R32: not in a zone of an enemy or a neutral.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let name = ctx.new_name(&self.name)?;
        unwatched(ctx, self.hex)?;
        let price = Talents(ctx.sc.rulings.cities.found_cost as u32);
        let founded = founding::found_city(ctx.sc, ctx.st, ctx.country, self.hex, name);
        founded.map(drop).map_err(|why| no_building(ctx, why, "ST-2.3", price))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order
            .ask("hex", || Field::sifted("Where?", grounds(ask)))
            .or_else(|| order.ask("name", || ask.new_name("Neapolis")))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("found {} {}", self.hex, quoted(&self.name))
    }
}

/// ST-R32: no zone of an enemy or a neutral covers the hex.
fn unwatched(ctx: &OrderContext<'_>, hex: HexId) -> Result<(), Refusal> {
    if zones::is_watched(ctx.sc, ctx.st, ctx.power(), hex) {
        return Err(Refusal::new("watched", "ST-R32", "the hex is in the zone of an enemy or a neutral").at("hex"));
    }
    Ok(())
}

/// Where a city may be founded.
fn grounds(ask: &OptionContext<'_>) -> Vec<OptionValue> {
    let free = |hex: &HexId| founding::may_city_stand(ask.sc, ask.st, ask.country, *hex).is_ok();
    let allowed = ask.sifted(ask.sc.board.all().filter(free), |ctx, hex| unwatched(ctx, *hex));
    allowed.into_iter().map(|hex| ask.hex_value(hex)).collect()
}
