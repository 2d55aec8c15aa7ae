//! `build_fleet`: lays down fleet units (ER-9.4).

use super::mobilization::{affordable, devastated, per_hex};
use super::prelude::*;
use crate::model::ids::FLEET;
use crate::rules::recruit;

/// Taxation: lays down fleet units, ready in three months (ER-9.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeBuildFleet, title = "EternalRomeBuildFleet")]
pub struct BuildFleet {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// In which port.
    #[schema(example = "Brundisium")]
    pub port: String,
    /// How many, 1 or 2.
    #[schema(minimum = 1, maximum = 2, example = 1)]
    pub count: u8,
}

impl OrderKind for BuildFleet {
    const PHASES: &'static [Phase] = &[Phase::Taxation];
    const VERBS: &'static [Verb] = &[Verb {
        word: "build",
        example: "build OCT Brundisium 2",
        read: |line| {
            let power = line.power()?;
            let port = line.name(NameKind::Place)?;
            Ok(Self { power, port, count: line.count("the number of fleet units")? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Lays down one or two fleet units in an own port; they are ready three months later and belong to whoever \
             holds the port then",
            "taxation",
            &["ER-9.4", "ER-R49"],
            json!({ "type": "build_fleet", "power": "OCT", "port": "Brundisium", "count": 2 }),
            "build OCT Brundisium 2",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-9.2, ER-9.4, ER-R46, ER-R49.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, port, count } = self;
        let count = *count;
    let power = ctx.acting(power, Self::PHASES)?;
    let city = ctx.city(port, "port")?;
    let province = yard(ctx, power, city)?;
    affordable(ctx, power, province, FLEET, count)?;
    let hex = ctx.sc.city(city).hex;
    let laid = ctx.st.raised.iter().find(|raised| raised.hex == hex).map_or(0, |raised| raised.ships);
    per_hex(laid, count, "fleet units")?;
    Ok(Box::new(move |eng| recruit::lay_down(eng, power, province, city, count)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let ports = |order: &PartialOrder| -> Vec<OptionValue> {
            let Some(power) = names::find_power(ask.sc, order.text("power")) else { return Vec::new() };
            let price = i64::from(recruit::price(ask.sc, power, FLEET, 1).talents);
            let own = ask.sc.city_ids().filter(|&id| ask.sc.city(id).port && ask.st.city(id).controller == power);
            own.map(|id| OptionValue::place(ask.sc.city(id).name.to_string()).costing(price, "talents")).collect()
        };
        let one = |order: &PartialOrder| ask.allows(&order.with("/count", 1));
        ask.power(order, |order| ports(order).into_iter().any(|port| one(&order.with("/port", port.value))))?;
        ask.field(order, "/port", "In which port?", ports(order), one)?;
        let counts = (1..=recruit::PER_HEX).map(|count| OptionValue::new(count, count.to_string())).collect();
        ask.field(order, "/count", "How many?", counts, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { power, port, count } = self;
        format!("build {power} {port} {count}")
    }
}

/// Whether fleet units may be built in a city: an own unbesieged port in a controlled province (ER-9.4, ER-R46).
pub(super) fn yard(ctx: &OrderContext<'_>, power: PowerId, city: CityId) -> Result<ProvinceId, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let (info, name) = (sc.city(city), &sc.power(power).name);
    let refuse = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).at("port"));
    if !info.port {
        return refuse("not_a_port", "ER-9.4", format!("{} is no port", info.name));
    }
    if st.city(city).controller != power {
        return refuse("not_your_city", "ER-R46", format!("{} is not held by {name}", info.name));
    }
    if st.province(info.province).controller != Some(power) {
        let detail = format!("{} is not controlled by {name}", sc.province(info.province).name);
        return refuse("not_your_province", "ER-9.1", detail);
    }
    if relations::port_besieged(sc, st, city) {
        return refuse("besieged", "ER-R46", format!("the port of {} is besieged", info.name));
    }
    devastated(ctx, power, info.province).map_err(|refusal| refusal.at("port"))?;
    Ok(info.province)
}
