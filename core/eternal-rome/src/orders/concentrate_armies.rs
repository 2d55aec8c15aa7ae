//! `concentrate_armies`: joins all armies of the power in a hex that have the same status (ER-6.5).

use super::prelude::*;
use super::ConcentrateFleets;
use super::armies::{free};
use crate::rules::land::armies::{arranged, join};

/// Land movement, siege: joins all armies of the power in a hex that have the same status (ER-6.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeConcentrateArmies, title = "EternalRomeConcentrateArmies")]
pub struct ConcentrateArmies {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Where.
    #[schema(example = "Brundisium")]
    pub hex: String,
}

impl OrderKind for ConcentrateArmies {
    const PHASES: &'static [Phase] = &[Phase::LandMovement, Phase::Siege];
    const VERBS: &'static [Verb] = &[Verb {
        word: "join",
        example: "join armies OCT Roma, or: join fleets OCT Brundisium",
        read: |line| {
            let words = [("armies", Arm::Army), ("army", Arm::Army), ("fleets", Arm::Fleet), ("fleet", Arm::Fleet)];
            let arm = line.choice("arm", &words)?;
            let power = line.power()?;
            let hex = line.name(NameKind::Place)?;
            Ok(match arm {
                Arm::Army => Self { power, hex }.into(),
                Arm::Fleet => ConcentrateFleets { power, hex }.into(),
            })
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Joins all the power's armies in a hex",
            "land_movement",
            &["ER-6.5"],
            json!({ "type": "concentrate_armies", "power": "OCT", "hex": "Brundisium" }),
            "join armies OCT Brundisium",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, hex } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let hex = ctx.hex(hex, "hex")?;
    let able = |army: &&Army| army.id.power == power && free(ctx, army, "hex").is_ok();
    let armies: Vec<(ArmyStatus, ArmyId)> =
        ctx.st.armies_at(hex).filter(able).map(|army| (army.status, army.id)).collect();
    let alike = |status: ArmyStatus| -> Vec<ArmyId> {
        armies.iter().filter(|(other, _)| *other == status).map(|(_, id)| *id).collect()
    };
    let all = [ArmyStatus::Field, ArmyStatus::Garrison, ArmyStatus::Besieging].map(alike);
    let groups: Vec<Vec<ArmyId>> = all.into_iter().filter(|group| group.len() > 1).collect();
    if groups.is_empty() {
        let place = names::place(ctx.sc, hex);
        let name = &ctx.sc.power(power).name;
        let detail =
            format!("{name} has no two armies at {place} that are both in the field, in the city or besieging");
        return Err(Refusal::new("nothing_to_join", "ER-R62", detail).at("hex"));
    }
    Ok(Box::new(move |eng| {
        for group in &groups {
            join(eng.st, eng.sc, group);
            arranged(eng, &group[..1]);
        }
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let own = relations::powers_of(ask.sc, ask.st, ask.seat);
        let mut hexes: Vec<HexId> = ask.st.armies.iter().filter(|force| own.has(force.id.power)).map(|force| force.hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let places: Vec<OptionValue> = hexes.into_iter().map(|hex| ask.hex_value(hex)).collect();
        ask.power(order, |order| {
            places.iter().any(|place| ask.allows(&order.with("/hex", place.value.clone())))
        })?;
        ask.field(order, "/hex", "Where?", places.clone(), |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("join armies {} {}", self.power, self.hex)
    }
}
