//! Marching (ER-16.1, ER-3, ER-R3 to ER-R6, ER-R30): hex by hex, open to interception after each.

use kernel::map::Mode;

use crate::model::costs;
use crate::model::frames::{Frame, March, WayStage, Window};
use crate::model::ids::{HexId, PowerId, Powers};
use crate::model::names;
use crate::model::state::{ArmyId, ArmyStatus, ForceId, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations::{self, Relation};
use crate::rules::strength;
use crate::rules::{activation, combat, intercept};

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
