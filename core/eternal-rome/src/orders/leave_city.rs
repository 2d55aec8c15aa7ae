//! `leave_city`: an army goes out of its city into the field (ER-R9).

use super::prelude::*;
use super::stance::{PHASES, able, standing};

/// Land movement, land combat: goes out of an unbesieged city (ER-R9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeLeaveCity, title = "EternalRomeLeaveCity")]
pub struct LeaveCity {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-A2")]
    pub army: String,
}

impl OrderKind for LeaveCity {
    const PHASES: &'static [Phase] = PHASES;
    const VERBS: &'static [Verb] = &[Verb { word: "leave", example: "leave OCT-A3", read: |line| {
        let (power, army) = line.army_alone()?;
        Ok(Self { power, army }.into())
    } }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "An army goes out of its city into the field",
            "land_movement",
            &["ER-16.2", "ER-R9"],
            json!({ "type": "leave_city", "power": "OCT", "army": "OCT-A3" }),
            "leave OCT-A3",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Out of a city that nobody besieges (ER-R9).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army } = self;
    let army = able(ctx, power, army)?;
    standing(ctx, army, ArmyStatus::Garrison)?;
    let city = ctx.sc.hex(army.hex).city;
    if city.is_some_and(|city| relations::besieged(ctx.st, city)) {
        let detail = format!("{} is besieged", names::army(ctx.sc, army.id));
        let refusal = Refusal::new("besieged", "ER-R9", detail).at("army");
        return Err(refusal.hint("a besieged army leaves only by a sortie that wins (ER-R18)"));
    }
    let id = army.id;
    Ok(Box::new(move |eng| {
        if let Some(army) = eng.st.army_mut(id) {
            army.status = ArmyStatus::Field;
        }
        if let Some(city) = city {
            let what = EventKind::ArmyLeftCity { army: names::army(eng.sc, id), city: eng.sc.city_name(city) };
            eng.emit(eng.seats_of(Powers::one(id.power)), "ER-R9", what);
        }
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "army", &[Arm::Army], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("leave {}", self.army) + &acting_as(sc, &self.power, &self.army)
    }
}
