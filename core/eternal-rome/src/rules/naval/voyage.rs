//! Sailing (ER-11.1 to ER-11.8, ER-15.6): hex by hex, open to interception after each. The shape is that of
//! [`land::march`](crate::rules::land::march).

use crate::model::costs;
use crate::model::frames::{Frame, Voyage, WayStage, Window};
use crate::model::ids::{HexId, Powers};
use crate::model::names;
use crate::model::state::{FleetId, ForceId};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::intercept;
use crate::rules::naval::port;
use crate::rules::strength;

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
