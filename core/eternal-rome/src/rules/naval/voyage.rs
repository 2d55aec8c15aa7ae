//! Sailing (ER-11.1 to ER-11.8, ER-15.6): hex by hex, open to interception after each. The shape is that of
//! [`land::march`](crate::rules::land::march).

use kernel::Refusal;

use crate::model::costs;
use crate::model::frames::{Frame, Voyage, WayStage, Window};
use crate::model::ids::{HexId, Powers};
use crate::model::names;
use crate::model::state::{Fleet, FleetId, FleetStatus, ForceId, Phase};
use crate::orders::OrderContext;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::intercept;
use crate::rules::naval::{awake, port};
use crate::rules::relations;
use crate::rules::strength;

/// `move_fleet`: the whole path is judged before the first step.
pub fn judge(ctx: &OrderContext<'_>, power: &str, fleet: &str, path: &[String]) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Naval])?;
    let fleet = ctx.fleet(power, fleet, "fleet")?;
    let path: Vec<HexId> = path.iter().map(|text| ctx.hex(text, "path")).collect::<Result<_, _>>()?;
    may_sail(ctx, fleet)?;
    legal_path(ctx, fleet, &path)?;
    Ok(start(fleet.id, path))
}

/// What sends a fleet on a legal way.
pub fn start(fleet: FleetId, path: Vec<HexId>) -> Permission {
    Box::new(move |eng| {
        let rest = path.into_iter().rev().collect();
        eng.push(Frame::Voyage(Voyage { fleet, rest, next: WayStage::Step }));
    })
}

/// Whether a fleet may sail at all (ER-5.8, ER-11.7, ER-15.6).
pub fn may_sail(ctx: &OrderContext<'_>, fleet: &Fleet) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    awake(ctx, fleet.id.power)?;
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
pub fn legal_path(ctx: &OrderContext<'_>, fleet: &Fleet, path: &[HexId]) -> Result<(), Refusal> {
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
fn open_to(ctx: &OrderContext<'_>, fleet: &Fleet, hex: HexId) -> bool {
    let (sc, st, power) = (ctx.sc, ctx.st, fleet.id.power);
    let Some(province) = sc.hex(hex).province.filter(|_| relations::is_neutral(st, power)) else { return true };
    relations::may_enter(sc, st, power, province, false)
}

/// Goes on with a voyage.
pub fn go_on(eng: &mut Engine<'_>, mut voyage: Voyage) {
    let Some(fleet) = eng.st.fleet(voyage.fleet) else { return };
    let (hex, stopped) = (fleet.hex, fleet.stopped);
    match voyage.next {
        WayStage::Step => {
            let Some(next) = voyage.rest.pop() else { return };
            if !step(eng, voyage.fleet, next) {
                return halt(eng, voyage.fleet, "the way is barred");
            }
            voyage.next = WayStage::Entered;
            eng.push(Frame::Voyage(voyage));
        }
        WayStage::Entered => {
            voyage.next = WayStage::Settled;
            let mover = ForceId::Fleet(voyage.fleet);
            eng.push(Frame::Voyage(voyage));
            let seats = intercept::seats(eng, mover);
            eng.push(Frame::Window(Window { mover, hex, seats, asking: None, arriving: Vec::new(), came: Vec::new() }));
        }
        WayStage::Settled if stopped => {
            if !voyage.rest.is_empty() {
                halt(eng, voyage.fleet, "it was intercepted");
            }
        }
        WayStage::Settled => {
            voyage.next = WayStage::Step;
            if !voyage.rest.is_empty() {
                eng.push(Frame::Voyage(voyage));
            }
        }
    }
}

fn halt(eng: &mut Engine<'_>, fleet: FleetId, reason: &str) {
    let hex = eng.st.fleet(fleet).map_or(HexId(0), |fleet| fleet.hex);
    let what = EventKind::MoveStopped { force: names::fleet(eng.sc, fleet), hex, reason: reason.to_owned() };
    eng.emit(eng.seats_of(Powers::one(fleet.power)), "ER-15.6", what);
}

/// Enters a hex and pays for it; a siege of a port is given up. False when the state has changed so that it cannot.
fn step(eng: &mut Engine<'_>, id: FleetId, next: HexId) -> bool {
    let Some(fleet) = eng.st.fleet(id) else { return false };
    let (from, left) = (fleet.hex, strength::sailing_left(eng.sc, fleet));
    let cost = costs::sea(eng.sc, from, next, eng.st.winter).filter(|&cost| cost <= left);
    let Some(cost) = cost else { return false };
    port::put_to_sea(eng, id);
    if let Some(fleet) = eng.st.fleet_mut(id) {
        fleet.hex = next;
        // It fits: the sum of both is at most the points of a month.
        fleet.used += cost as u8;
    }
    moved(eng, id, from, next, "ER-11.4");
    true
}

/// Tells that a fleet went from one hex to another: its name to its own side, whose it is to the others (ER-7.1).
pub fn moved(eng: &mut Engine<'_>, id: FleetId, from: HexId, to: HexId, rule: &'static str) {
    if eng.is_silent() {
        return;
    }
    let (own, power) = (Powers::one(id.power), eng.sc.power_name(id.power));
    let name = Some(names::fleet(eng.sc, id));
    eng.emit(eng.seats_of(own), rule, EventKind::FleetMoved { power: power.clone(), fleet: name, from, to });
    eng.emit(eng.others(own), "ER-7.1", EventKind::FleetMoved { power, fleet: None, from, to });
}
