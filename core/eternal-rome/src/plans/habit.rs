//! How a seat plays on in an imagined world: as it plays in truth without thinking, by what it sees of that world, but quicker. A
//! phase is planned at once: marches are taken to arrive and fights to come out as middling dice have it; what happens to
//! them is for the world to say.

use kernel::{Answer, Dice, RuleRef, SeatId};

use super::posture::Posture;
use super::sketch::{Guide, Sketch};
use super::{draft, end, worth};
use crate::orders::Order;
use crate::phases;
use crate::relations;
use crate::scenario::Scenario;
use crate::sight;
use crate::state::{Army, ArmyStatus, Phase, State};

/// Per cent of chance that a phase is played in another posture than the usual: rivals do not always do what oneself would.
const WHIM: i32 = 20;
const RULE: RuleRef = RuleRef::new("plan");

/// The sheet of a seat: first answers, save for a whim now and then.
pub fn habit(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
    let mut luck = dice.stream("habit", seat.0, 0);
    let whim = phases::awaits(sc, world, seat) && luck.chance(WHIM, RULE);
    let posture = if whim { 1 + luck.pick(Posture::ALL.len() - 1, RULE) as Answer } else { 0 };
    let mut sketch = Sketch::new(sc, seat, sight::belief(sc, world, seat), Guide::Habit(posture));
    draft(&mut sketch);
    let stayed = world.stage.played() == Some(Phase::LandMovement) && sketch.orders.len() == 1;
    // Interceptions to be fought are told to everybody.
    if stayed && world.caught.is_empty() && at_rest(&sketch) {
        // Nobody has moved, and nobody has anybody to fight.
        sketch.orders.extend(end(sc, &sketch.st, seat, Phase::LandCombat));
    }
    sketch.orders
}

/// Whether no army of the seat, which plays alone, has anything to fight for, or a city to enter.
fn at_rest(sketch: &Sketch<'_>) -> bool {
    let (sc, st) = (sketch.sc, &sketch.st);
    let own = relations::powers_of(sc, st, sketch.seat);
    let alone = relations::acting(sc, st).iter().all(|power| own.has(power));
    let quiet = |army: &Army| {
        let city = sc.hex(army.hex).city;
        let enters =
            army.status == ArmyStatus::Field && relations::friendly_city(sc, st, army.id.power, army.hex).is_some();
        let storms = city.is_some_and(|city| worth::foe(sketch, st.city(city).controller));
        !enters && !storms && worth::foes_at(sketch, army.hex).0 == 0
    };
    alone && st.armies.iter().filter(|army| own.has(army.id.power)).all(quiet)
}
