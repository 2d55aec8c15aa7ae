//! Marching (ER-16.1, ER-3, ER-R3 to ER-R6, ER-R30): hex by hex, open to interception after each.

use kernel::{Refusal, map::Mode};

use crate::model::costs;
use crate::model::frames::{Frame, March, WayStage, Window};
use crate::model::ids::{HexId, PowerId, Powers};
use crate::model::names;
use crate::model::state::{Army, ArmyId, ArmyStatus, ForceId, Phase, State};
use crate::orders::OrderContext;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::relations::{self, Relation};
use crate::rules::strength;
use crate::rules::{activation, combat, intercept, siege};

/// `move_army`: the whole path is judged before the first step.
pub fn judge(
    ctx: &OrderContext<'_>, power: &str, army: &str, path: &[String], invade: bool,
) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::LandMovement])?;
    let army = ctx.army(power, army, "army")?;
    let path: Vec<HexId> = path.iter().map(|text| ctx.hex(text, "path")).collect::<Result<_, _>>()?;
    may_march(ctx, army)?;
    legal_path(ctx, army, &path, invade)?;
    Ok(start(army.id, path))
}

/// What sends an army on a legal way.
pub fn start(army: ArmyId, path: Vec<HexId>) -> Permission {
    Box::new(move |eng| {
        siege::stance::leave_for_march(eng, army);
        let rest = path.into_iter().rev().collect();
        eng.push(Frame::March(March { army, rest, next: WayStage::Step }));
    })
}

/// Whether an army may move at all (ER-5.8, ER-R9, ER-15.11).
pub fn may_march(ctx: &OrderContext<'_>, army: &Army) -> Result<(), Refusal> {
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
pub fn legal_path(ctx: &OrderContext<'_>, army: &Army, path: &[HexId], invade: bool) -> Result<(), Refusal> {
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
fn open_to(ctx: &OrderContext<'_>, power: PowerId, hex: HexId, invade: bool) -> Result<(), Refusal> {
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

/// Goes on with a march.
pub fn go_on(eng: &mut Engine<'_>, mut march: March) {
    let Some(army) = eng.st.army(march.army) else { return };
    let (hex, stopped) = (army.hex, army.stopped);
    match march.next {
        WayStage::Step => {
            let Some(next) = march.rest.pop() else { return };
            if !step(eng, march.army, next) {
                return halt(eng, march.army, "the way is barred");
            }
            march.next = WayStage::Entered;
            eng.push(Frame::March(march.clone()));
            trespass(eng, march.army.power, next);
            if let Some(minor) = invaded(eng, march.army.power, next) {
                activation::invade(eng, minor, march.army.power, next);
            }
        }
        WayStage::Entered => {
            march.next = WayStage::Settled;
            let mover = ForceId::Army(march.army);
            eng.push(Frame::March(march));
            let seats = intercept::seats(eng, mover);
            eng.push(Frame::Window(Window { mover, hex, seats, asking: None, arriving: Vec::new(), came: Vec::new() }));
        }
        WayStage::Settled if stopped => {
            if !march.rest.is_empty() {
                halt(eng, march.army, "it was intercepted");
            }
        }
        WayStage::Settled => {
            march.next = WayStage::Step;
            if !march.rest.is_empty() {
                eng.push(Frame::March(march));
            }
        }
    }
}

fn halt(eng: &mut Engine<'_>, army: ArmyId, reason: &str) {
    let hex = eng.st.army(army).map_or(HexId(0), |army| army.hex);
    let what = EventKind::MoveStopped { force: names::army(eng.sc, army), hex, reason: reason.to_owned() };
    eng.emit(eng.seats_of(Powers::one(army.power)), "ER-15.11", what);
}

/// Enters a hex and pays for it. False when the state has changed so that it cannot.
fn step(eng: &mut Engine<'_>, id: ArmyId, next: HexId) -> bool {
    let Some(army) = eng.st.army(id) else { return false };
    let from = army.hex;
    let Some(cost) = costs::step(eng.sc, from, next, Mode::Land, eng.st.winter) else { return false };
    if cost > strength::moves_left(eng.sc, eng.st, army) {
        return false;
    }
    spend(eng.st, id, cost as u8);
    if let Some(army) = eng.st.army_mut(id) {
        (army.hex, army.came_from, army.status) = (next, Some(from), ArmyStatus::Field);
    }
    if eng.is_silent() {
        return true;
    }
    let (own, power) = (Powers::one(id.power), eng.sc.power_name(id.power));
    let name = Some(names::army(eng.sc, id));
    eng.emit(eng.seats_of(own), "ER-16.1", EventKind::ArmyMoved { power: power.clone(), army: name, from, to: next });
    eng.emit(eng.others(own), "ER-7.1", EventKind::ArmyMoved { power, army: None, from, to: next });
    true
}

/// Adds movement points to what each member of an army has spent (ER-R6).
pub fn spend(st: &mut State, id: ArmyId, cost: u8) {
    if let Some(army) = st.army_mut(id) {
        // All of them have spent as much more, so their order stays.
        army.bands.iter_mut().for_each(|band| band.spent = band.spent.saturating_add(cost));
    }
    for leader in &mut st.leaders {
        if leader.place == crate::model::state::LeaderPlace::Army(id) {
            leader.spent = leader.spent.saturating_add(cost);
        }
    }
}

/// An active neutral whose land an enemy enters may fight back (ER-R31).
fn trespass(eng: &mut Engine<'_>, power: PowerId, hex: HexId) {
    let owner = eng.sc.hex(hex).province.and_then(|province| eng.st.province(province).controller);
    if let Some(owner) = owner.filter(|&owner| relations::hostile(eng.sc, eng.st, power, owner)) {
        combat::attack::provoke(eng, power, Powers::one(owner));
    }
}

/// The minor whose land an army has entered as an enemy and which has not woken (ER-5.9, ER-R30).
fn invaded(eng: &Engine<'_>, power: PowerId, hex: HexId) -> Option<PowerId> {
    let owner = eng.st.province(eng.sc.hex(hex).province?).controller?;
    let asleep = !eng.st.power(owner).active;
    let enemy = matches!(relations::between(eng.sc, eng.st, power, owner), Relation::Hostile | Relation::Aloof);
    (asleep && enemy).then_some(owner)
}
