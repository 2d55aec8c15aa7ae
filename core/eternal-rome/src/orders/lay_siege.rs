//! `lay_siege`: besieges the enemy city of the hex (ER-18.1, ER-R37).

use super::LaySiegePort;
use super::prelude::*;
use super::stance::{PHASES, able, standing};
use crate::rules::combat::attack;
use crate::rules::siege::stance::{begin, thwarted};
use crate::rules::{activation, naval};

/// Land movement, land combat: besieges the enemy city of the hex (ER-18.1, ER-R37).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeLaySiege, title = "EternalRomeLaySiege")]
pub struct LaySiege {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-A2")]
    pub army: String,
    /// Which; the one of the hex when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Patrae")]
    pub city: Option<String>,
}

impl OrderKind for LaySiege {
    const PHASES: &'static [Phase] = PHASES;
    const VERBS: &'static [Verb] = &[Verb {
        word: "siege",
        example: "siege OCT-A3, or: siege OCT-F1",
        read: |line| {
            let (force, arm) = line.force()?;
            if arm == Arm::Fleet {
                return Ok(LaySiegePort { power: line.of(&force)?, fleet: force }.into());
            }
            let city = if line.has_name() { Some(line.name(NameKind::Place)?) } else { None };
            Ok(Self { power: line.of(&force)?, army: force, city }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "An army lays siege to the enemy city of its hex; hunger works month by month",
            "land_movement",
            &["ER-17.16", "ER-18.1", "ER-R37"],
            json!({ "type": "lay_siege", "power": "OCT", "army": "OCT-A3", "city": "Corinthus" }),
            "siege OCT-A3 Corinthus",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-R37. What lies hidden inside may still thwart it.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army, city } = self;
        let city = city.as_deref();
    let army = able(ctx, power, army)?;
    let (sc, st) = (ctx.sc, ctx.st);
    let named = city.map(|text| ctx.city(text, "city")).transpose()?;
    let Some(city) = sc.hex(army.hex).city.filter(|&city| named.is_none_or(|named| named == city)) else {
        let what = named.map_or("no city", |named| sc.city(named).name.as_str());
        let detail = format!("{} is at {}, and {what} is not there", names::army(sc, army.id), army.hex);
        let detail = if named.is_none() { format!("there is no city at {}", army.hex) } else { detail };
        return Err(Refusal::new("no_city", "ER-R37", detail).at("city"));
    };
    standing(ctx, army, ArmyStatus::Field)?;
    let holder = st.city(city).controller;
    attack::may_attack(sc, st, army.id.power, holder).map_err(|refusal| refusal.at("city"))?;
    thwarted(sc, st, army, city)?;
    let id = army.id;
    Ok(Box::new(move |eng| {
        let _ctx = OrderContext { sc: eng.sc, st: eng.st, seat: kernel::SeatId(0) };
        let Some(army) = eng.st.army(id) else { return };
        if let Err(refusal) = thwarted(eng.sc, eng.st, army, city) {
            let what = EventKind::MoveStopped { force: names::army(eng.sc, id), hex: army.hex, reason: refusal.detail };
            return eng.emit(eng.seats_of(Powers::one(id.power)), "ER-R37", what);
        }
        begin(eng, id, city);
        let holder = eng.st.city(city).controller;
        if naval::port::sleeps(eng.sc, eng.st, id.power, holder) {
            activation::invade(eng, holder, id.power, eng.sc.city(city).hex);
        }
        attack::provoke(eng, id.power, Powers::one(holder));
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "army", &[Arm::Army], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, army, city } = self;
        format!("siege {army}{}", preceded("", city.as_deref())) + &acting_as(sc, power, army)
    }
}
