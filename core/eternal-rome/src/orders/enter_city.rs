//! `enter_city`: an army goes into the friendly unbesieged city of its hex (ER-R9).

use super::prelude::*;
use super::stance::{PHASES, able, standing};

/// Land movement, land combat: goes into the friendly unbesieged city of the hex (ER-R9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeEnterCity, title = "EternalRomeEnterCity")]
pub struct EnterCity {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-A2")]
    pub army: String,
}

impl OrderKind for EnterCity {
    const PHASES: &'static [Phase] = PHASES;
    const VERBS: &'static [Verb] = &[Verb { word: "enter", example: "enter OCT-A3", read: |line| {
        let (power, army) = line.army_alone()?;
        Ok(Self { power, army }.into())
    } }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "An army goes into the friendly city of its hex",
            "land_movement",
            &["ER-16.2", "ER-R9"],
            json!({ "type": "enter_city", "power": "OCT", "army": "OCT-A3" }),
            "enter OCT-A3",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// From the open into the friendly unbesieged city of the hex (ER-R9).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army } = self;
    let army = able(ctx, power, army)?;
    let (sc, st) = (ctx.sc, ctx.st);
    standing(ctx, army, ArmyStatus::Field)?;
    let Some(city) = relations::friendly_city(sc, st, army.id.power, army.hex) else {
        let detail = format!("there is no city at {} that is friendly to {}", army.hex, sc.power(army.id.power).name);
        return Err(Refusal::new("no_city", "ER-R9", detail).at("army"));
    };
    if relations::besieged(st, city) {
        let detail = format!("{} is besieged, so nobody gets in", sc.city(city).name);
        return Err(Refusal::new("besieged", "ER-R9", detail).at("army"));
    }
    let id = army.id;
    Ok(Box::new(move |eng| {
        if let Some(army) = eng.st.army_mut(id) {
            army.status = ArmyStatus::Garrison;
        }
        let what = EventKind::ArmyEnteredCity { army: names::army(eng.sc, id), city: eng.sc.city_name(city) };
        eng.emit(eng.seats_of(Powers::one(id.power)), "ER-R9", what);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "army", &[Arm::Army], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("enter {}", self.army) + &acting_as(sc, &self.power, &self.army)
    }
}
