//! `strategic_move`: units of a garrison go to another city, off the map (ST-24.14, ST-R48).

use super::prelude::*;
use crate::model::units::Units;
use crate::rules::journeys::{self, NoJourney};

/// Units of a garrison go to another city, off the map (ST-24.14, ST-R48).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosStrategicMove, title = "StrategosStrategicMove")]
pub struct StrategicMove {
    /// From which city.
    #[schema(example = "Kardia")]
    pub from: String,
    /// To which city.
    #[schema(example = "Ainos")]
    pub to: String,
    /// Which units.
    #[schema(value_type = std::collections::BTreeMap<String, u16>)]
    pub units: Units,
}

impl OrderKind for StrategicMove {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "send",
        example: r#"send "Kardia" to "Ainos" 2 HO"#,
        read: |line| {
            let from = line.name(NameKind::Site)?;
            line.expect("to")?;
            let to = line.name(NameKind::Site)?;
            Ok(Self { from, to, units: line.units()? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Sends units of a garrison to another city, off the map", &["ST-24.14", "ST-R48"], json!({ "type": "strategic_move", "from": "Kardia", "to": "Ainos", "units": { "hoplite": 2 } }), r#"send "Kardia" to "Ainos" 2 HO"#)
    }

    /// ST-R48: between cities that are owned or allied.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (from, to) = (ctx.site(&self.from, "from")?, ctx.site(&self.to, "to")?);
        ctx.some(&self.units, "units")?;
        if ctx.st.site(from).power != ctx.power() {
            return Err(Refusal::new("not_yours", "ST-R48", "it is not yours").at("from"));
        }
        journeys::strategic_move(ctx.sc, ctx.st, from, to, &self.units).map_err(|why| match why {
            NoJourney::Place => {
                Refusal::new("place", "ST-R48", "units go between two cities that you own or have as allies").at("to")
            }
            NoJourney::Blockaded => Refusal::new("blockaded", "ST-R48", "one of the cities is blockaded"),
            NoJourney::EnemyZone => Refusal::new("enemy_zone", "ST-R48", "an enemy stands next to one of the cities"),
            NoJourney::NoHarbour => Refusal::new("no_harbour", "ST-1.11", "squadrons go from port to port").at("units"),
            NoJourney::TooFew => Refusal::new("too_few", "ST-R48", "the garrison has not so many of them").at("units"),
        })
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let garrison = || {
            let command = ask.site(order, "from").map(|city| ask.st.site(city).command);
            command.map_or(Units::NONE, |command| ask.st.command(command).units)
        };
        let others = || ask.own_cities().into_iter().filter(|city| city.value != order.text("from")).collect();
        order
            .ask("from", || Field::one("From which city?", ask.own_cities()))
            .or_else(|| order.ask("to", || Field::one("To which city?", others())))
            .or_else(|| order.ask("units", || Field::units("Which units?", garrison())))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("send {} to {} {}", quoted(&self.from), quoted(&self.to), units(sc, &self.units))
    }
}
