//! `split_army`: makes two armies of one (ER-6.5).

use super::SplitFleet;
use super::armies::{free};
use super::prelude::*;
use crate::rules::land::armies::{arranged, hand_over};

/// Land movement, siege: makes two armies of one (ER-6.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSplitArmy, title = "EternalRomeSplitArmy")]
pub struct SplitArmy {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-A2")]
    pub army: String,
    /// Units of the new army.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Units>,
    /// Leaders of the new army.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["Agrippa"]))]
    pub leaders: Vec<String>,
}

impl OrderKind for SplitArmy {
    const PHASES: &'static [Phase] = &[Phase::LandMovement, Phase::Siege];
    const VERBS: &'static [Verb] = &[Verb {
        word: "split",
        example: "split OCT-A3: 2 legion_1, Taurus, or: split OCT-F1 2",
        read: |line| {
            let (force, arm) = line.force()?;
            if arm == Arm::Fleet {
                let new_size = line.count("the number of ships of the new fleet")?;
                let (units, leaders) = line.passengers()?;
                return Ok(SplitFleet { power: line.of(&force)?, fleet: force, new_size, units, leaders }.into());
            }
            let (units, leaders) = line.passengers()?;
            Ok(Self { power: line.of(&force)?, army: force, units, leaders }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Divides an army: these units and leaders become a new one",
            "land_movement",
            &["ER-6.5"],
            json!({ "type": "split_army", "power": "OCT", "army": "OCT-A2",
                    "units": [{ "type": "legion_1", "count": 2 }], "leaders": ["Arruntius"] }),
            "split OCT-A2: 2 legion_1, Arruntius",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Units and leaders form a new army; neither part may be empty.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army, units, leaders } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let army = ctx.army(power, army, "army")?;
    free(ctx, army, "army")?;
    ctx.has_units(&army.bands, units, "units")?;
    let leaders = ctx.leaders(leaders, LeaderPlace::Army(army.id), "leaders")?;
    let going: u32 = units.iter().map(|units| u32::from(units.count)).sum();
    let name = names::army(ctx.sc, army.id);
    if going == 0 && leaders.is_empty() {
        let refusal = Refusal::new("nothing", "ER-6.5", "the new army needs units or leaders").at("units");
        return Err(refusal);
    }
    if going == total(&army.bands) && leaders.len() == ctx.st.leaders_of(army.id).count() {
        return Err(Refusal::new("nothing_left", "ER-6.5", format!("nothing would be left of {name}")).at("units"));
    }
    let (id, units) = (army.id, units.to_vec());
    Ok(Box::new(move |eng| {
        let Some(old) = eng.st.army(id).cloned() else { return };
        let new = eng.st.new_army(id.power, old.hex, old.status);
        if let Some(army) = eng.st.army_mut(new) {
            // Whatever it has done, its parts have done.
            *army = Army { id: new, bands: Vec::new(), ..old };
        }
        hand_over(eng.st, id, new, &units, &leaders);
        arranged(eng, &[id, new]);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "army", &[Arm::Army], |order| ask.completes(order, &lists(ask, order)))?;
        ask.lists(order, &lists(ask, order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, army, units, leaders } = self;
        format!("split {army}{}", passengers(units, leaders)) + &acting_as(sc, power, army)
    }
}

/// Whoever may go.
fn lists(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionList<'static>> {
    let Some(army) = ask.army(order.text("army")) else { return Vec::new() };
    let list = |pointer, prompt, values| OptionList { pointer, prompt, values };
    vec![
        list("/units/-", "Which units go?", ask.units_of(&army.bands)),
        list("/leaders/-", "Which leaders go?", ask.leaders_in(LeaderPlace::Army(army.id))),
    ]
}
