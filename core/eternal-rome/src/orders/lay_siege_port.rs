//! `lay_siege_port`: a fleet besieges the enemy port of its hex (ER-11.19). Its line begins with the word of [`LaySiege`](super::LaySiege).

use super::prelude::*;
use crate::rules::activation;
use crate::rules::naval::port;

/// Naval: besieges the enemy port of the hex (ER-11.19).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeLaySiegePort, title = "EternalRomeLaySiegePort")]
pub struct LaySiegePort {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
}

impl OrderKind for LaySiegePort {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "A fleet besieges the enemy port in its hex",
            "naval",
            &["ER-11.6", "ER-11.8"],
            json!({ "type": "lay_siege_port", "power": "OCT", "fleet": "OCT-F1" }),
            "siege OCT-F1",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-11.19. A minor that sleeps is woken by it (ER-R30).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let fleet = ctx.fleet(power, fleet, "fleet")?;
    ctx.awake(power)?;
    let (sc, st, hex) = (ctx.sc, ctx.st, fleet.hex);
    if fleet.status != FleetStatus::AtSea {
        let detail = format!("{} is {} and not at sea", names::fleet(sc, fleet.id), fleet.status);
        return Err(Refusal::new("not_at_sea", "ER-11.19", detail).at("fleet"));
    }
    let Some(city) = sc.hex(hex).city.filter(|&city| sc.city(city).port) else {
        return Err(Refusal::new("no_port", "ER-11.19", format!("there is no port in {hex}")).at("fleet"));
    };
    let holder = st.city(city).controller;
    if !port::may_attack(sc, st, power, holder) {
        let detail = format!("{} belongs to {}, no enemy", sc.city(city).name, sc.power(holder).name);
        return Err(Refusal::new("not_hostile", "ER-11.19", detail).at("fleet"));
    }
    let id = fleet.id;
    Ok(Box::new(move |eng| {
        let first = !port::under_siege(eng.st, hex);
        if let Some(fleet) = eng.st.fleet_mut(id) {
            fleet.status = FleetStatus::Besieging;
        }
        if first {
            let (city, by) = (eng.sc.city_name(city), eng.sc.power_name(id.power));
            eng.tell("ER-11.19", EventKind::SiegeBegan { city, by, at_sea: true });
        }
        let holder = eng.st.city(city).controller;
        if port::sleeps(eng.sc, eng.st, id.power, holder) {
            activation::invade(eng, holder, id.power, hex);
        }
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "fleet", &[Arm::Fleet], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("siege {}", self.fleet) + &acting_as(sc, &self.power, &self.fleet)
    }
}
