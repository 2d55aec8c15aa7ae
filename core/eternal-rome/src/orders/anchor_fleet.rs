//! `anchor_fleet`: a fleet that is in a hex with a friendly port goes into it (ER-11.6, ER-R10).

use super::prelude::*;
use super::loading::need_open_port;
use crate::rules::naval::port;

/// Naval: enters the port of the hex (ER-11.6, ER-R10).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeAnchorFleet, title = "EternalRomeAnchorFleet")]
pub struct AnchorFleet {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
}

impl OrderKind for AnchorFleet {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    const VERBS: &'static [Verb] = &[Verb { word: "anchor", example: "anchor OCT-F1", read: |line| {
        let (power, fleet) = line.fleet_alone()?;
        Ok(Self { power, fleet }.into())
    } }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Puts a fleet that is in a hex with a friendly port into the port",
            "naval",
            &["ER-11.5", "ER-R10"],
            json!({ "type": "anchor_fleet", "power": "OCT", "fleet": "OCT-F1" }),
            "anchor OCT-F1",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-11.7, ER-R10.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let fleet = ctx.fleet(power, fleet, "fleet")?;
    ctx.awake(power)?;
    if fleet.status == FleetStatus::Anchored {
        let detail = format!("{} is in port already", names::fleet(ctx.sc, fleet.id));
        return Err(Refusal::new("already", "ER-R10", detail).at("fleet"));
    }
    let city = need_open_port(ctx, power, fleet.hex, "ER-11.7")?;
    let id = fleet.id;
    Ok(Box::new(move |eng| port::drop_anchor(eng, id, city, "ER-R10")))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "fleet", &[Arm::Fleet], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("anchor {}", self.fleet) + &acting_as(sc, &self.power, &self.fleet)
    }
}
