//! Interception (ER-15): after every hex a force has entered, hostile seats may try, one after another.
//!
//! Interceptors that come are forces on the move too: seats hostile to them that are neither on the phasing side nor on
//! theirs may intercept them in their turn (reading ER-15.1/a), in a window of its own above this one.

mod army;
mod fleet;
#[cfg(test)]
mod tests;

pub use army::range as army_range;

use kernel::{SeatId, map::Mode};

use crate::model::frames::{Ask, Frame, Question, Reply, SeaCombat, SeaStage, Window};
use crate::model::ids::{HexId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyStatus, Caught, FleetStatus, ForceId, State};
use crate::rules::decisions::policy;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::strength;
use crate::rules::{combat, siege};

/// The seats that may be asked about a force on the move, the next last: in seat order after the phasing side, whose
/// own seats are never asked (ER-15.1). None where a plan counts on nobody to intercept.
pub fn seats(eng: &Engine<'_>, mover: ForceId) -> Vec<SeatId> {
    if eng.unopposed {
        return Vec::new();
    }
    let phasing = crate::rules::sequence::seats_acting(eng.sc, eng.st);
    let own = relations::seat_of(eng.sc, eng.st, mover.power());
    let all = eng.seats();
    let mut seats: Vec<SeatId> = all.filter(|&seat| !phasing.has(seat) && Some(seat) != own).collect();
    seats.reverse();
    seats
}

/// Goes on with a window.
pub fn go_on(eng: &mut Engine<'_>, mut window: Window) {
    if let Some(seat) = window.asking.take() {
        let chosen = match eng.reply.take() {
            Some(Reply::Intercept(chosen)) => chosen,
            _ => Vec::new(),
        };
        // What was possible when it was asked may no longer be.
        let able = candidates(eng.sc, eng.st, &window, seat);
        for (force, distance) in able.into_iter().filter(|(force, _)| chosen.contains(force)) {
            attempt(eng, &mut window, force, distance);
        }
    }
    if let Some(arrived) = window.arriving.pop() {
        let seats = seats(eng, arrived);
        let hex = window.hex;
        eng.push(Frame::Window(window));
        eng.push(Frame::Window(Window {
            mover: arrived,
            hex,
            seats,
            asking: None,
            arriving: Vec::new(),
            came: Vec::new(),
        }));
        return;
    }
    while let Some(seat) = window.seats.pop() {
        let candidates = candidates(eng.sc, eng.st, &window, seat);
        if candidates.is_empty() {
            continue;
        }
        let powers: Powers = candidates.iter().map(|(force, _)| force.power()).collect();
        let question = Question::Intercept { mover: window.mover, hex: window.hex, candidates };
        let ask = Ask { seat, powers, question };
        if lets_pass(eng.st, seat, window.mover) && policy::answer(eng.sc, eng.st, &ask).is_none() {
            continue;
        }
        window.asking = Some(seat);
        return eng.ask(Frame::Window(window), ask);
    }
    close(eng, window);
}

/// Whether a seat has said that it wishes not to be asked about a force (reading ER-R44/b).
fn lets_pass(st: &State, seat: SeatId, mover: ForceId) -> bool {
    st.let_pass.iter().any(|(asked, force)| *asked == seat && force.is_none_or(|force| force == mover))
}

/// The forces of a seat that may try now, with their distances (ER-R43, ER-R44).
fn candidates(sc: &Scenario, st: &State, window: &Window, seat: SeatId) -> Vec<(ForceId, u16)> {
    let all = match window.mover {
        ForceId::Army(mover) => army::candidates(sc, st, mover, seat),
        ForceId::Fleet(mover) => fleet::candidates(sc, st, mover, seat),
    };
    all.into_iter().filter(|(force, _)| !st.tried.contains(&(*force, window.mover))).collect()
}

/// One candidate tries: one die (ER-15.4, ER-15.10). If it succeeds it goes to the hex.
fn attempt(eng: &mut Engine<'_>, window: &mut Window, force: ForceId, distance: u16) {
    eng.st.tried.push((force, window.mover));
    let rule = match force {
        ForceId::Army(_) => "ER-15.10",
        ForceId::Fleet(_) => "ER-15.4",
    };
    let roll = eng.d6("intercept", window.hex, rule);
    let success = roll >= strength::interception_die(eng.sc, eng.st, force, distance);
    let (own, side) = (Powers::one(force.power()), Powers::one(window.mover.power()));
    let (power, name, hex) = (eng.sc.power_name(force.power()), eng.force(force), window.hex);
    let tried =
        |force, roll| EventKind::InterceptionTried { power: power.clone(), force, hex, distance, roll, success };
    eng.emit(eng.seats_of(own), rule, tried(Some(name), roll));
    if success {
        eng.emit(eng.seats_of(side), rule, tried(None, roll));
        come(eng, force, window.hex);
        window.came.push(force);
        window.arriving.insert(0, force);
    }
}

/// A successful interceptor goes to the hex; it costs no movement points (ER-R43, ER-R44).
fn come(eng: &mut Engine<'_>, force: ForceId, hex: HexId) {
    let from = match force {
        ForceId::Army(id) => {
            siege::stance::leave_for_march(eng, id);
            let Some(army) = eng.st.army_mut(id) else { return };
            let from = army.hex;
            (army.hex, army.status, army.intercepted) = (hex, ArmyStatus::Field, true);
            // Where it came from, unless it was there all the time (ER-R69).
            army.came_from = (from != hex).then_some(from);
            from
        }
        ForceId::Fleet(id) => {
            let Some(fleet) = eng.st.fleet_mut(id) else { return };
            let from = fleet.hex;
            (fleet.hex, fleet.status) = (hex, FleetStatus::AtSea);
            from
        }
    };
    // Who is there already goes nowhere; that it intercepts is told when the window closes.
    if from == hex {
        return;
    }
    let (own, power, name) = (Powers::one(force.power()), eng.sc.power_name(force.power()), Some(eng.force(force)));
    let moved = |name: Option<String>| match force {
        ForceId::Army(_) => EventKind::ArmyMoved { power: power.clone(), army: name, from, to: hex },
        ForceId::Fleet(_) => EventKind::FleetMoved { power: power.clone(), fleet: name, from, to: hex },
    };
    eng.emit(eng.seats_of(own), "ER-R44", moved(name));
    eng.emit(eng.others(own), "ER-7.1", moved(None));
}

/// Nobody else wants to try: whoever was caught is stopped; at sea they fight at once (ER-15.5, ER-15.6), on land at the
/// start of the land combat phase (ER-15.11).
fn close(eng: &mut Engine<'_>, window: Window) {
    let (st, hex) = (&*eng.st, window.hex);
    let there = |force: &&ForceId| match force {
        ForceId::Army(id) => st.army(*id).is_some_and(|army| army.hex == hex && !army.stopped),
        ForceId::Fleet(id) => st.fleet(*id).is_some_and(|fleet| fleet.hex == hex && !fleet.fought),
    };
    let came: Vec<ForceId> = window.came.iter().filter(there).copied().collect();
    let gone = match window.mover {
        ForceId::Army(id) => st.army(id).is_none(),
        ForceId::Fleet(id) => st.fleet(id).is_none_or(|fleet| fleet.fought),
    };
    if came.is_empty() || gone {
        return;
    }
    let by: Powers = came.iter().map(|force| force.power()).collect();
    let what = EventKind::ForceIntercepted {
        power: eng.sc.power_name(window.mover.power()),
        by: eng.parties(by),
        hex,
        at_sea: matches!(window.mover, ForceId::Fleet(_)),
    };
    match window.mover {
        ForceId::Army(army) => {
            eng.tell("ER-15.11", what);
            if let Some(army) = eng.st.army_mut(army) {
                army.stopped = true;
            }
            let by = came.iter().filter_map(|force| if let ForceId::Army(id) = force { Some(*id) } else { None });
            eng.st.caught.push(Caught { army, hex, by: by.collect() });
        }
        ForceId::Fleet(fleet) => {
            eng.tell("ER-15.6", what);
            if let Some(fleet) = eng.st.fleet_mut(fleet) {
                fleet.stopped = true;
            }
            let number = combat::number(eng);
            let attackers =
                came.iter().filter_map(|force| if let ForceId::Fleet(id) = force { Some(*id) } else { None }).collect();
            eng.push(Frame::SeaCombat(SeaCombat {
                number,
                hex,
                attackers,
                defenders: vec![fleet],
                sortie: None,
                shut_in: false,
                loser: None,
                leaving: Vec::new(),
                next: SeaStage::Fight,
            }));
        }
    }
}

/// Land or sea, as a force moves.
pub fn arm(force: ForceId) -> Mode {
    match force {
        ForceId::Army(_) => Mode::Land,
        ForceId::Fleet(_) => Mode::Sea,
    }
}
