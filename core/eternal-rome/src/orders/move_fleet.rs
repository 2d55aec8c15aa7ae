//! `move_fleet`: sails along a path (ER-11.1 to ER-11.7).

use super::prelude::*;

/// Naval: sails along a path (ER-11.1 to ER-11.7).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeMoveFleet, title = "EternalRomeMoveFleet")]
pub struct MoveFleet {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
    /// The hexes to enter, in order.
    #[schema(min_items = 1, example = json!(["3328", "3428"]))]
    pub path: Vec<String>,
}

impl OrderKind for MoveFleet {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Moves a fleet along a path of sea hexes, one by one; enemies may intercept it on the way",
            "naval",
            &["ER-11.1", "ER-11.2", "ER-15.2"],
            json!({ "type": "move_fleet", "power": "OCT", "fleet": "OCT-F1", "path": ["3428", "3529"] }),
            "OCT-F1 : 3428 3529",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// The whole path is judged before the first step.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet, path } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let fleet = ctx.fleet(power, fleet, "fleet")?;
    let path: Vec<HexId> = path.iter().map(|text| ctx.hex(text, "path")).collect::<Result<_, _>>()?;
    may_sail(ctx, fleet)?;
    legal_path(ctx, fleet, &path)?;
    Ok(start(fleet.id, path))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let ctx = ask.context();
        let sails = |order: &PartialOrder| {
            let fleet = acting(ask, order);
            fleet.is_some_and(|fleet| {
                let left = strength::sailing_left(ask.sc, fleet);
                may_sail(&ctx, fleet).is_ok() && ask.can_step(fleet.hex, left, Mode::Sea, |hex| open_to(&ctx, fleet, hex))
            })
        };
        ask.force(order, "fleet", &[Arm::Fleet], sails)?;
        let Some(fleet) = acting(ask, order) else { return NextField::Break(None) };
        let left = strength::sailing_left(ask.sc, fleet);
        ask.path(order, fleet.hex, left, Mode::Sea, |hex| open_to(&ctx, fleet, hex))
    }

    fn print(&self, sc: &Scenario) -> String {
        listed(format!("{} :", self.fleet), &self.path, " ") + &acting_as(sc, &self.power, &self.fleet)
    }
}

/// The fleet of a partly filled order, when it may be ordered to sail now.
fn acting<'a>(ask: &OptionContext<'a>, order: &PartialOrder) -> Option<&'a Fleet> {
    let ctx = ask.context();
    let power = ctx.acting(order.text("power"), &[Phase::Naval]).ok()?;
    ctx.fleet(power, order.text("fleet"), "fleet").ok()
}

/// What sends a fleet on a legal way.
pub(super) fn start(fleet: FleetId, path: Vec<HexId>) -> Permission {
    Box::new(move |eng| {
        let rest = path.into_iter().rev().collect();
        eng.push(Frame::Voyage(Voyage { fleet, rest, next: WayStage::Step }));
    })
}

/// Whether a fleet may sail at all (ER-5.8, ER-11.7, ER-15.6).
pub(super) fn may_sail(ctx: &OrderContext<'_>, fleet: &Fleet) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    ctx.awake(fleet.id.power)?;
    let name = names::fleet(sc, fleet.id);
    if fleet.stopped {
        let detail = format!("{name} was intercepted and moves no further this month");
        return Err(Refusal::new("intercepted", "ER-15.6", detail).at("fleet"));
    }
    let city = sc.hex(fleet.hex).city.filter(|_| fleet.status == FleetStatus::Anchored);
    match city.filter(|&city| relations::blockaded(sc, st, city)) {
        Some(city) => {
            let detail = format!("{name} is blockaded in {}", sc.city(city).name);
            let refusal = Refusal::new("blockaded", "ER-11.7", detail).at("fleet");
            Err(refusal.hint("attack the besieging fleets with attack_fleet (ER-R19)"))
        }
        None => Ok(()),
    }
}

/// Whether the whole path is open and can be paid (ER-3.6 to ER-3.9, ER-11.2 to ER-11.4, ER-R31).
pub(super) fn legal_path(ctx: &OrderContext<'_>, fleet: &Fleet, path: &[HexId]) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    if path.is_empty() {
        return Err(Refusal::new("no_path", "ER-11.4", "a voyage needs at least one hex").at("path"));
    }
    let mut here = fleet.hex;
    let mut cost = 0;
    for &next in path {
        if costs::closed(sc, next) {
            return Err(Refusal::new("closed", "ER-3.9", format!("{next} is closed to everybody")).at("path"));
        }
        let Some(step) = costs::sea(sc, here, next, st.winter) else {
            let detail = format!("no way leads by sea from {here} to {next}");
            return Err(Refusal::new("no_way", "ER-3.6", detail).at("path"));
        };
        if !open_to(ctx, fleet, next) {
            let power = &sc.power(fleet.id.power).name;
            let detail = format!("{power} may not enter {next}: it is no land of its enemies");
            return Err(Refusal::new("no_war_target", "ER-R31", detail).at("path"));
        }
        cost += step;
        here = next;
    }
    let left = strength::sailing_left(sc, fleet);
    if cost > left {
        let name = names::fleet(sc, fleet.id);
        let detail = format!("the way costs {cost} movement points, and {name} has {left}");
        return Err(Refusal::new("not_enough_mp", "ER-11.2", detail).at("path"));
    }
    Ok(())
}

/// Fleets pass every coast, but an active neutral keeps to its own, its friends' and its enemies' (ER-R31).
pub(super) fn open_to(ctx: &OrderContext<'_>, fleet: &Fleet, hex: HexId) -> bool {
    let (sc, st, power) = (ctx.sc, ctx.st, fleet.id.power);
    let Some(province) = sc.hex(hex).province.filter(|_| relations::is_neutral(st, power)) else { return true };
    relations::may_enter(sc, st, power, province, false)
}
