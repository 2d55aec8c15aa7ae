//! `disembark_units`: lands on the coast of the hex (ER-11.13 to ER-11.16).

use super::loading::{affords, carrier, led_ashore, load_aboard};
use super::prelude::*;
use crate::rules::naval::transport;

/// Naval: lands on the coast of the hex; without units and leaders, all aboard (ER-11.13 to ER-11.16).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeDisembarkUnits, title = "EternalRomeDisembarkUnits")]
pub struct DisembarkUnits {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
    /// Units that land.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Units>,
    /// Leaders that land.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["Agrippa"]))]
    pub leaders: Vec<String>,
    /// Lands on the coast of an inactive neutral (ER-R30).
    #[serde(default, skip_serializing_if = "is_false")]
    pub invade: bool,
}

impl OrderKind for DisembarkUnits {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    const VERBS: &'static [Verb] = &[Verb {
        word: "land",
        example: "land OCT-F1: 2 legion_1, Agrippa",
        read: |line| {
            let fleet = line.fleet_first()?;
            let invade = line.take("invade");
            let (units, leaders) = line.passengers()?;
            Ok(Self { power: line.of(&fleet)?, fleet, units, leaders, invade }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Puts units and leaders ashore on a coast, for 6 MP; on an unfriendly one only with a leader of naval quality 2, \
             or 1 with the option. `invade` allows a landing in inactive powers' land",
            "naval",
            &["ER-11.13", "ER-11.14", "ER-11.15", "ER-R30"],
            json!({ "type": "disembark_units", "power": "OCT", "fleet": "OCT-F1", "leaders": ["Agrippa"], "invade": true }),
            "land OCT-F1 invade: Agrippa",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Without units and leaders, everything aboard (ER-11.13).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet, units, leaders, invade } = self;
        let invade = *invade;
    let (power, fleet) = carrier(ctx, power, fleet)?;
    let hex = fleet.hex;
    if !ctx.sc.hex(hex).is_mixed() {
        return Err(Refusal::new("no_coast", "ER-11.13", format!("{hex} has no coast to land on")).at("fleet"));
    }
    if shut_in(ctx, fleet) {
        let detail = "the city of the port is besieged, so nobody goes ashore outside it";
        return Err(Refusal::new("besieged", "ER-R9", detail).hint("land in the port").at("fleet"));
    }
    let load = load_aboard(ctx, power, fleet, units, leaders)?;
    open_land(ctx, power, hex, invade)?;
    led_ashore(ctx, power, fleet)?;
    let cost = ctx.sc.constants.coast_transfer;
    affords(ctx, fleet, cost, "ER-11.13")?;
    let id = fleet.id;
    Ok(Box::new(move |eng| transport::land(eng, power, id, &load, cost, ArmyStatus::Field)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.carrier(order, |order| ask.allows(order) || ask.allows(&order.with("/invade", true)))?;
        if !order.answered("/invade") && !ask.allows(order) {
            let yes = vec![OptionValue::new(true, "into the land of inactive neutrals")];
            return ask.field(order, "/invade", "Make war on an inactive neutral?", yes, |order| ask.allows(order));
        }
        ask.lists(order, &ask.aboard(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, fleet, units, leaders, invade } = self;
        format!("land {fleet}{}{}", flag(*invade, "invade"), passengers(units, leaders)) + &acting_as(sc, power, fleet)
    }
}

/// A fleet in the port of a city that an army besieges.
pub(super) fn shut_in(ctx: &OrderContext<'_>, fleet: &Fleet) -> bool {
    let city = ctx.sc.hex(fleet.hex).city.filter(|_| fleet.status == FleetStatus::Anchored);
    city.is_some_and(|city| relations::besieged(ctx.st, city))
}

/// Whether a power may land in the province of a hex at all (ER-R30, ER-R31, ER-R33).
pub(super) fn open_land(ctx: &OrderContext<'_>, power: PowerId, hex: HexId, invade: bool) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let Some(province) = sc.hex(hex).province.filter(|_| !crate::model::costs::closed(sc, hex)) else {
        return Err(Refusal::new("closed", "ER-3.9", format!("{hex} is closed to everybody")).at("fleet"));
    };
    if relations::may_enter(sc, st, power, province, invade) {
        return Ok(());
    }
    let name = &sc.province(province).name;
    if relations::is_neutral(st, power) {
        let detail = format!("{} may not land in {name}: it is no land of its enemies", sc.power(power).name);
        return Err(Refusal::new("no_war_target", "ER-R31", detail).at("fleet"));
    }
    let detail = format!("{hex} in {name} belongs to an inactive neutral");
    Err(Refusal::new("neutral", "ER-R30", detail).hint("set invade to true to make war on it").at("invade"))
}
