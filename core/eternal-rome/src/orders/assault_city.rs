//! `assault_city`: attacks the enemy city of the hex (ER-17.9 to ER-17.11, ER-R18).

use super::attacks::{attackers, begin, prospects_of, sleepers};
use super::prelude::*;
use crate::rules::combat::attack::may_attack;

/// Land combat: attacks the enemy city of the hex (ER-17.9 to ER-17.11, ER-R18).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeAssaultCity, title = "EternalRomeAssaultCity")]
pub struct AssaultCity {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// The attackers, all in its hex.
    #[schema(min_items = 1, example = json!(["OCT-A2"]))]
    pub armies: Vec<String>,
    /// Which.
    #[schema(example = "Patrae")]
    pub city: String,
}

impl OrderKind for AssaultCity {
    const PHASES: &'static [Phase] = &[Phase::LandCombat];
    const VERBS: &'static [Verb] = &[Verb {
        word: "assault",
        example: "assault Corinthus with OCT-A1",
        read: |line| {
            let city = line.name(NameKind::Place)?;
            line.expect("with")?;
            let armies = line.forces(NameKind::Army)?;
            Ok(Self { power: line.of_any(&armies)?, armies, city }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Armies assault the city of their hex: its strength and fortification count for those inside",
            "land_combat",
            &["ER-17.9", "ER-17.10", "ER-R18"],
            json!({ "type": "assault_city", "power": "OCT", "armies": ["OCT-A1"], "city": "Corinthus" }),
            "assault Corinthus with OCT-A1",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-17.9, ER-R18.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, armies, city } = self;
    ctx.acting(power, Self::PHASES)?;
    let (hex, attackers) = attackers(ctx, armies)?;
    let city = ctx.city(city, "city")?;
    let name = &ctx.sc.city(city).name;
    if ctx.sc.city(city).hex != hex {
        let detail = format!("{name} is not at {}, where the armies are", names::place(ctx.sc, hex));
        return Err(Refusal::new("other_hex", "ER-17.2", detail).at("city"));
    }
    let holder = ctx.st.city(city).controller;
    for id in &attackers {
        may_attack(ctx.sc, ctx.st, id.power, holder).map_err(|refusal| refusal.at("city"))?;
    }
    Ok(begin(hex, attackers, Powers::one(holder), Some(city), sleepers(ctx, Powers::one(holder))))
    }

    fn prospects(&self, ctx: &OrderContext<'_>) -> Option<String> {
        let city = ctx.city(&self.city, "city").ok()?;
        prospects_of(ctx, &self.armies, Powers::one(ctx.st.city(city).controller), Some(city), false)
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let city = |order: &PartialOrder| -> Vec<OptionValue> {
            let first = order.list("/armies").first().and_then(|name| ask.army(name.as_str()?));
            let city = first.and_then(|army| ask.sc.hex(army.hex).city);
            city.map(|city| OptionValue::place(ask.sc.city(city).name.to_string())).into_iter().collect()
        };
        let able = |order: &PartialOrder| {
            city(order).into_iter().any(|city| ask.allows(&order.with("/city", city.value)))
        };
        let armies = || ask.forces(Arm::Army, |_| true);
        ask.any_power(order, |order| armies().into_iter().any(|army| able(&order.with("/armies/-", army.value))))?;
        ask.several(order, "/armies", "With which armies?", armies(), able)?;
        ask.field(order, "/city", "Which city?", city(order), |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, armies, city } = self;
        let force = armies.first().map_or("", String::as_str);
        format!("assault {city} with {}", some_or_none(armies, " ")) + &acting_as(sc, power, force)
    }
}
