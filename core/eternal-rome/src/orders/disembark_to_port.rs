//! `disembark_to_port`: lands in the friendly unblockaded port of the hex (ER-11.12).

use super::loading::{affords, carrier, load_aboard, need_open_port};
use super::prelude::*;
use crate::rules::naval::transport;

/// Naval: lands in the friendly unblockaded port of the hex; without units and leaders, all aboard (ER-11.12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeDisembarkToPort, title = "EternalRomeDisembarkToPort")]
pub struct DisembarkToPort {
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
}

impl OrderKind for DisembarkToPort {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    const VERBS: &'static [Verb] = &[Verb {
        word: "unload",
        example: "unload OCT-F1: 2 legion_1",
        read: |line| {
            let fleet = line.fleet_first()?;
            let (units, leaders) = line.passengers()?;
            Ok(Self { power: line.of(&fleet)?, fleet, units, leaders }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Puts units and leaders ashore in a friendly unblockaded port, for 2 MP; without a list all of them",
            "naval",
            &["ER-11.12"],
            json!({ "type": "disembark_to_port", "power": "OCT", "fleet": "OCT-F1",
                    "units": [{ "type": "legion_1", "count": 2 }] }),
            "unload OCT-F1: 2 legion_1",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Without units and leaders, everything aboard (ER-11.12).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet, units, leaders } = self;
    let (power, fleet) = carrier(ctx, power, fleet)?;
    need_open_port(ctx, power, fleet.hex, "ER-11.12")?;
    let load = load_aboard(ctx, power, fleet, units, leaders)?;
    let cost = ctx.sc.constants.port_transfer;
    affords(ctx, fleet, cost, "ER-11.12")?;
    let id = fleet.id;
    Ok(Box::new(move |eng| transport::land(eng, power, id, &load, cost, ArmyStatus::Garrison)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.carrier(order, |order| ask.allows(order))?;
        ask.lists(order, &ask.aboard(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, fleet, units, leaders } = self;
        format!("unload {fleet}{}", passengers(units, leaders)) + &acting_as(sc, power, fleet)
    }
}
