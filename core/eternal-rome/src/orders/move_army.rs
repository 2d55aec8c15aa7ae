//! `move_army`: marches along a path (ER-16.1).

use super::prelude::*;
use crate::rules::siege;

/// Land movement: marches along a path (ER-16.1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeMoveArmy, title = "EternalRomeMoveArmy")]
pub struct MoveArmy {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-A2")]
    pub army: String,
    /// The hexes to enter, in order.
    #[schema(min_items = 1, example = json!(["3227", "3127"]))]
    pub path: Vec<String>,
    /// Enters the land of inactive neutrals (ER-R30).
    #[serde(default, skip_serializing_if = "is_false")]
    pub invade: bool,
}

impl OrderKind for MoveArmy {
    const PHASES: &'static [Phase] = &[Phase::LandMovement];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Moves an army along a path of neighbouring hexes; enemies with leaders may intercept it. `invade` allows it into \
             inactive powers' land",
            "land_movement",
            &["ER-16.1", "ER-16.2", "ER-15.7", "ER-R30"],
            json!({ "type": "move_army", "power": "OCT", "army": "OCT-A3", "path": ["2824", "2825"], "invade": true }),
            "OCT-A3 : 2824 2825 invade",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// The whole path is judged before the first step.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army, path, invade } = self;
        let invade = *invade;
    let power = ctx.acting(power, Self::PHASES)?;
    let army = ctx.army(power, army, "army")?;
    let path: Vec<HexId> = path.iter().map(|text| ctx.hex(text, "path")).collect::<Result<_, _>>()?;
    may_march(ctx, army)?;
    legal_path(ctx, army, &path, invade)?;
    Ok(start(army.id, path))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let marches = |order: &PartialOrder, invade: bool| {
            acting(ask, order).is_some_and(|army| {
                let (ctx, left) = (ask.context(), strength::moves_left(ask.sc, ask.st, army));
                let open = |hex: HexId| open_to(&ctx, army.id.power, hex, invade).is_ok();
                may_march(&ctx, army).is_ok() && ask.can_step(army.hex, left, Mode::Land, open)
            })
        };
        ask.force(order, "army", &[Arm::Army], |order| marches(order, true))?;
        let Some(army) = acting(ask, order) else { return NextField::Break(None) };
        if neutral_near(ask, army) {
            let yes = vec![OptionValue::new(true, "into the land of inactive neutrals, too")];
            let able = |order: &PartialOrder| marches(order, order.flag("invade"));
            ask.optional(order, "/invade", "Make war on inactive neutrals?", yes, able)?;
        }
        let (ctx, left, invade) = (ask.context(), strength::moves_left(ask.sc, ask.st, army), order.flag("invade"));
        ask.path(order, army.hex, left, Mode::Land, |hex| open_to(&ctx, army.id.power, hex, invade).is_ok())
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, army, path, invade } = self;
        format!("{}{}", listed(format!("{army} :"), path, " "), flag(*invade, "invade")) + &acting_as(sc, power, army)
    }
}

/// The army of a partly filled order, when it may be ordered to march now.
fn acting<'a>(ask: &OptionContext<'a>, order: &PartialOrder) -> Option<&'a Army> {
    let ctx = ask.context();
    let power = ctx.acting(order.text("power"), &[Phase::LandMovement]).ok()?;
    ctx.army(power, order.text("army"), "army").ok()
}

/// Whether an army that invades reaches land that it does not reach otherwise.
fn neutral_near(ask: &OptionContext<'_>, army: &Army) -> bool {
    let (ctx, left) = (ask.context(), strength::moves_left(ask.sc, ask.st, army));
    let reached = |invade| ask.reached(army.hex, left, Mode::Land, |hex| open_to(&ctx, army.id.power, hex, invade).is_ok());
    reached(true) > reached(false)
}

/// What sends an army on a legal way.
pub(super) fn start(army: ArmyId, path: Vec<HexId>) -> Permission {
    Box::new(move |eng| {
        siege::stance::leave_for_march(eng, army);
        let rest = path.into_iter().rev().collect();
        eng.push(Frame::March(March { army, rest, next: WayStage::Step }));
    })
}

/// Whether an army may move at all (ER-5.8, ER-R9, ER-15.11).
pub(super) fn may_march(ctx: &OrderContext<'_>, army: &Army) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let name = names::army(sc, army.id);
    if !st.power(army.id.power).active {
        let detail = format!("{} is inactive, so its units do not move", sc.power(army.id.power).name);
        return Err(Refusal::new("inactive", "ER-5.8", detail).at("army"));
    }
    if army.stopped {
        return Err(Refusal::new("intercepted", "ER-15.11", format!("{name} was intercepted and stays")).at("army"));
    }
    let shut_in =
        army.status == ArmyStatus::Garrison && sc.hex(army.hex).city.is_some_and(|city| relations::besieged(st, city));
    if shut_in {
        let refusal = Refusal::new("besieged", "ER-R9", format!("{name} is besieged")).at("army");
        return Err(refusal.hint("a besieged army leaves only by a sortie that wins (ER-R18)"));
    }
    Ok(())
}

/// Whether the whole path is open and can be paid (ER-3.6 to ER-3.9, ER-16.1, ER-R30, ER-R31).
pub(super) fn legal_path(ctx: &OrderContext<'_>, army: &Army, path: &[HexId], invade: bool) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    if path.is_empty() {
        return Err(Refusal::new("no_path", "ER-16.1", "a march needs at least one hex").at("path"));
    }
    let mut here = army.hex;
    let mut cost = 0;
    for &next in path {
        if costs::closed(sc, next) {
            return Err(Refusal::new("closed", "ER-3.9", format!("{next} is closed to everybody")).at("path"));
        }
        let Some(step) = costs::land(sc, here, next, st.winter) else {
            let detail = format!("no way leads by land from {here} to {next}");
            return Err(Refusal::new("no_way", "ER-3.6", detail).at("path"));
        };
        open_to(ctx, army.id.power, next, invade)?;
        cost += step;
        here = next;
    }
    let left = strength::moves_left(sc, st, army);
    if cost > left {
        let name = names::army(sc, army.id);
        let detail = format!("the way costs {cost} movement points, and {name} has {left}");
        return Err(Refusal::new("not_enough_mp", "ER-16.1", detail).at("path"));
    }
    Ok(())
}

/// Whether a power's armies may enter a hex (ER-R30, ER-R31).
pub(super) fn open_to(ctx: &OrderContext<'_>, power: PowerId, hex: HexId, invade: bool) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let Some(province) = sc.hex(hex).province else { return Ok(()) };
    if relations::may_enter(sc, st, power, province, invade) {
        return Ok(());
    }
    let name = &sc.province(province).name;
    let owner = st.province(province).controller;
    if relations::is_neutral(st, power) {
        let detail = format!("{} may not enter {name}: it is no land of its enemies", sc.power(power).name);
        return Err(Refusal::new("no_war_target", "ER-R31", detail).at("path"));
    }
    let owner = owner.map_or("an inactive neutral".to_owned(), |owner| sc.power(owner).name.to_string());
    let detail = format!("{hex} in {name} belongs to {owner}, which is neutral");
    Err(Refusal::new("neutral", "ER-R30", detail).hint("set invade to true to make war on it").at("path"))
}
