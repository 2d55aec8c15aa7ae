//! Worlds go on: order sets are carried out by the engine itself, without news. Whoever hands in nothing that can be done
//! ends his phase, or takes the default, so that every step leads on.

use kernel::{Dice, SeatId};

use crate::model::frames::{Frame, Question};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::judge;
use crate::rules::decisions;
use crate::rules::engine::Engine;
use crate::rules::sequence;

/// Who acts next: the seat that is asked, else the first that has not ended the phase.
pub fn to_act(sc: &Scenario, st: &State) -> Vec<SeatId> {
    if st.ending.is_some() {
        return Vec::new();
    }
    if let Some(Frame::Ask(ask)) = st.stack.last() {
        return vec![ask.seat];
    }
    sequence::seats_acting(sc, st).iter().find(|&seat| !st.ended.has(seat)).into_iter().collect()
}

/// Months gone by.
pub fn clock(sc: &Scenario, st: &State) -> u32 {
    u32::try_from(st.month.since(sc.start)).unwrap_or(0)
}

/// Carries order sets out. The world is no secret to it: an order that cannot be carried out is left.
pub fn play_on(sc: &Scenario, st: &mut State, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
    st.steps += 1;
    let mut engine = Engine::new(sc, st, dice).silent();
    for (seat, orders) in order_sets {
        let mut done = false;
        for order in orders {
            if let Ok(permission) = judge::judge(sc, engine.st, *seat, order) {
                permission(&mut engine);
                engine.run();
                done = true;
            }
        }
        if !done {
            pass(&mut engine, *seat);
        }
    }
}

/// The seat does nothing.
fn pass(engine: &mut Engine<'_>, seat: SeatId) {
    match engine.st.stack.last() {
        Some(Frame::Ask(ask)) if ask.question == Question::Unknown => {
            // What another was asked, and what hangs on it, is not known: the world goes on as if it were settled.
            engine.st.stack.clear();
        }
        Some(Frame::Ask(ask)) if ask.seat == seat => {
            let reply = decisions::default::answer(engine.sc, engine.st, &ask.clone());
            match reply {
                Some(reply) => engine.answer(reply),
                None => engine.st.stack.clear(),
            }
        }
        Some(_) => {}
        None => engine.st.ended.add(seat),
    }
    engine.run();
}
