//! `overrun`: heavy cavalry rides down weak enemies in the hex (ER-16.3 to ER-16.5).

use super::move_army::may_march;
use super::prelude::*;
use crate::rules::land::overrun::{ride_down, targets};

/// Land movement: heavy cavalry rides down weak units in the hex (ER-16.3 to ER-16.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeOverrun, title = "EternalRomeOverrun")]
pub struct Overrun {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-A2")]
    pub army: String,
    /// Its own hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "3627")]
    pub hex: Option<String>,
}

impl OrderKind for Overrun {
    const PHASES: &'static [Phase] = &[Phase::LandMovement];
    const VERBS: &'static [Verb] = &[Verb {
        word: "overrun",
        example: "overrun OCT-A3, or: overrun OCT-A3 2825",
        read: |line| {
            let (army, arm) = line.force()?;
            let hex = if arm == Arm::Army && line.has_name() { Some(line.name(NameKind::Place)?) } else { None };
            let power = line.army_power(&army, arm)?;
            Ok(Self { power, army, hex }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Heavy cavalry of five times the strength rides down enemies in the open, in the army's hex or the next",
            "land_movement",
            &["ER-16.3", "ER-16.4", "ER-R42"],
            json!({ "type": "overrun", "power": "OCT", "army": "OCT-A3", "hex": "2825" }),
            "overrun OCT-A3 2825",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// An army in the field rides down all enemies in the open in its hex.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army, hex } = self;
        let hex = hex.as_deref();
    let power = ctx.acting(power, Self::PHASES)?;
    let army = ctx.army(power, army, "army")?;
    let hex = hex.map(|text| ctx.hex(text, "hex")).transpose()?;
    may_march(ctx, army)?;
    let (sc, st) = (ctx.sc, ctx.st);
    let name = names::army(sc, army.id);
    if hex.is_some_and(|hex| hex != army.hex) {
        let detail = format!("{name} is at {}, and overruns only there", names::place(sc, army.hex));
        return Err(Refusal::new("other_hex", "ER-R42", detail).at("hex"));
    }
    if army.status != ArmyStatus::Field {
        let refusal = Refusal::new("not_in_field", "ER-R42", format!("{name} is not in the field")).at("army");
        return Err(refusal.hint("leave_city or lift_siege first"));
    }
    let targets = targets(sc, st, army);
    if targets.is_empty() {
        let detail = format!("no enemy stands in the open at {}", names::place(sc, army.hex));
        return Err(Refusal::new("no_target", "ER-16.3", detail));
    }
    let riders = strength::heavy_cavalry(sc, st, army);
    let foes = strength::of_armies(sc, st, targets.iter().filter_map(|&id| st.army(id)));
    let ratio = u32::from(sc.constants.overrun_ratio);
    if riders == 0 || riders < ratio * foes {
        let (riders, foes) = (strength::show(riders), strength::show(foes));
        let detail = format!("the heavy cavalry of {name} counts {riders}, and the enemy {foes}");
        let refusal = Refusal::new("too_weak", "ER-16.3", detail).at("army");
        return Err(refusal.hint(format!("an overrun needs {ratio} times the enemy's strength in heavy cavalry alone")));
    }
    let (id, hex) = (army.id, army.hex);
    Ok(Box::new(move |eng| ride_down(eng, id, hex)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "army", &[Arm::Army], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, army, hex } = self;
        format!("overrun {army}{}", preceded("", hex.as_deref())) + &acting_as(sc, power, army)
    }
}
