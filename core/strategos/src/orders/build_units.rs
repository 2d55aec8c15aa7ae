//! `build_units`: builds units of one type in a city (ST-1.3, ST-1.12, ST-R29).

use kernel::shorthand::Wrong;

use super::prelude::*;
use super::notation::OrderLine;
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
    const VERBS: &'static [Verb] = &[Verb {
        word: "build",
        example: r#"build "Kardia" 2 HO"#,
        read: |line| {
            let city = line.name(NameKind::Site)?;
            let count = line.number("the number of units", MOST_UNITS.into())? as u16;
            let unit = line.unit()?;
            let more = line.has_hex() || line.is(",");
            let read = Ok(Self { city, unit, count }.into());
            if more { Err(one_type(line)) } else { read }
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Builds units of one type in a city", &["ST-1.3", "ST-1.12", "ST-R29"], json!({ "type": "build_units", "city": "Kardia", "unit": "hoplite", "count": 2 }), r#"build "Kardia" 2 HO"#)
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

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let price = || order.read("unit").map_or(1, |unit| ask.sc.units.of(unit).cost.max(1));
        let count = || Field::amount("How many?", 1, (ask.treasury() / price()).min(MOST_UNITS.into())).each_for(price());
        order
            .ask("city", || Field::one("In which city?", ask.own_cities()))
            .or_else(|| order.ask("unit", || Field::one("Of which type?", ask.unit_kinds())))
            .or_else(|| order.ask("count", count))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("build {} {} {}", quoted(&self.city), self.count, sc.units.of(self.unit).code)
    }
}

/// One type in an order.
fn one_type(line: &mut OrderLine<'_, '_>) -> Box<Wrong> {
    let wrong = line.wrong(line.at, "too_much", "an order builds units of one type");
    wrong.hint("write the other type as an order of its own, on the next line or after ;")
}
