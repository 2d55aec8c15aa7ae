//! `lift_siege`: gives up the siege of an army or a fleet (ER-R37).

use super::prelude::*;
use crate::rules::naval;
use crate::rules::siege::stance;

/// Naval (fleet), land movement (army): gives up a siege (ER-R37).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeLiftSiege, title = "EternalRomeLiftSiege")]
pub struct LiftSiege {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Army or fleet.
    #[schema(example = "OCT-A2")]
    pub force: String,
}

impl OrderKind for LiftSiege {
    const PHASES: &'static [Phase] = &[Phase::Naval, Phase::LandMovement];
    const VERBS: &'static [Verb] = &[Verb { word: "lift", example: "lift OCT-A3", read: |line| {
        let (force, _) = line.force()?;
        Ok(Self { power: line.of(&force)?, force }.into())
    } }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Ends the siege of an army or a fleet",
            "naval",
            &["ER-11.6", "ER-17.16", "ER-R37"],
            json!({ "type": "lift_siege", "power": "OCT", "force": "OCT-F1" }),
            "lift OCT-F1",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// An army in the land movement phase, a fleet in the naval phase (ER-R37).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, force } = self;
    let no_siege = |name: String, status: String| {
        let detail = format!("{name} is {status} and not besieging");
        Err(Refusal::new("not_besieging", "ER-R37", detail).at("force"))
    };
    if matches!(names::find_force(ctx.sc, force), Some(ForceId::Fleet(_))) {
        let power = ctx.acting(power, &[Phase::Naval])?;
        let fleet = ctx.fleet(power, force, "force")?;
        ctx.awake(power)?;
        if fleet.status != FleetStatus::Besieging {
            return no_siege(names::fleet(ctx.sc, fleet.id), fleet.status.to_string());
        }
        let id: FleetId = fleet.id;
        return Ok(Box::new(move |eng| naval::port::put_to_sea(eng, id)));
    }
    let power = ctx.acting(power, &[Phase::LandMovement])?;
    let army = ctx.army(power, force, "force")?;
    ctx.awake(power)?;
    if army.status != ArmyStatus::Besieging {
        return no_siege(names::army(ctx.sc, army.id), army.status.to_string());
    }
    let id = army.id;
    Ok(Box::new(move |eng| stance::leave_for_march(eng, id)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.force(order, "force", &[Arm::Army, Arm::Fleet], |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("lift {}", self.force) + &acting_as(sc, &self.power, &self.force)
    }
}
