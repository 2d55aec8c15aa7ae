//! How a seat plays on in an imagined world: as it plays in truth without thinking, but quicker. It knows of that world what
//! it would know of the true one. A phase is planned at once: marches are taken to arrive and fights to come out as the
//! table has it on average; what happens to them is for the world to say.

use kernel::{Answer, Dice, RuleRef, SeatId};

use super::posture::Posture;
use super::sketch::Sketch;
use super::{Turn, draft, worth};
use crate::ids::PowerId;
use crate::orders::Order;
use crate::phases;
use crate::relations;
use crate::scenario::Scenario;
use crate::state::{Army, ArmyStatus, Phase, State};

/// Per cent of chance that a phase is played in another posture: rivals do not always do what oneself would.
const WHIM: i32 = 20;
const RULE: RuleRef = RuleRef::new("plan");

/// The sheet of a seat: first answers, save for a whim now and then.
pub fn habit(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
    let turn = Turn::imagined(sc, world, seat);
    if turn.ask.is_none() && turn.phase.is_none() {
        return Vec::new();
    }
    let mut luck = dice.stream("habit", seat.0, 0);
    let whim = turn.ask.is_none() && luck.chance(WHIM, RULE);
    let posture = if whim { luck.pick(Posture::ALL.len(), RULE) as Answer } else { 0 };
    let mut sketch = Sketch::habit(sc, world, seat, posture);
    draft(&mut sketch, &turn);
    if let Some(ender) = turn.ender.filter(|_| turn.phase == Some(Phase::LandMovement)) {
        rest(&mut sketch, ender);
    }
    sketch.orders
}

/// Ends the phases ahead if no army has anything to fight for, or a city to enter.
fn rest(sketch: &mut Sketch<'_>, ender: PowerId) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let alone = phases::seats_acting(sc, st).iter().all(|other| other == sketch.seat);
    let own = relations::powers_of(sc, st, sketch.seat);
    let quiet = |army: &Army| {
        let city = sc.hex(army.hex).city;
        let enters =
            army.status == ArmyStatus::Field && relations::friendly_city(sc, st, army.id.power, army.hex).is_some();
        let storms = city.is_some_and(|city| worth::foe(sketch, st.city(city).controller));
        !enters && !storms && worth::foes_at(sketch, army.hex).0 == 0
    };
    if alone && st.caught.is_empty() && st.armies.iter().filter(|army| own.has(army.id.power)).all(quiet) {
        let power = sketch.code(ender);
        let ends = [Phase::LandCombat, Phase::Siege];
        sketch.orders.extend(ends.map(|phase| Order::EndPhase { power: power.clone(), phase: Some(phase) }));
    }
}
