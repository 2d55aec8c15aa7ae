//! The rollout policy: how a seat plays on in a playout. It plays as it does in truth without thinking, by what it sees of
//! that state, but quicker. A phase is planned at once: marches are taken to arrive and fights to come out as middling dice
//! have it; what happens to them is for the state to say.

use kernel::{Answer, Dice, Guide, RuleRef, SeatId};

use super::draft::Draft;
use super::posture::Posture;
use super::{end, evaluation, fill_in};
use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyStatus, Phase, State};
use crate::orders::Order;
use crate::rules::relations;
use crate::rules::sequence;

/// Per cent of chance that a phase is played in another posture than the usual: rivals do not always do what oneself would.
const DEVIATES: i32 = 20;
const RULE: RuleRef = RuleRef::new("plan");

/// The order set of a seat: first answers, and another posture now and then.
pub fn rollout_policy(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
    let mut rng = dice.stream("habit", seat.0, 0);
    let deviates = sequence::awaits(sc, world, seat) && rng.chance(DEVIATES, RULE);
    let posture = if deviates { 1 + rng.pick(Posture::ALL.len() - 1, RULE) as Answer } else { 0 };
    let mut draft = Draft::new(sc, Knowledge::of(sc, world, seat), Guide::Rollout(posture));
    fill_in(&mut draft);
    let stayed = world.stage.played() == Some(Phase::LandMovement) && draft.orders.len() == 1;
    // Interceptions to be fought are told to everybody.
    if stayed && world.caught.is_empty() && at_rest(&draft) {
        // Nobody has moved, and nobody has anybody to fight.
        draft.orders.extend(end(sc, &draft.st, seat, Phase::LandCombat));
    }
    draft.orders
}

/// Whether no army of the seat, which plays alone, has anything to fight for, or a city to enter.
fn at_rest(draft: &Draft<'_>) -> bool {
    let (sc, st) = (draft.sc, &draft.st);
    let own = relations::powers_of(sc, st, draft.seat);
    let alone = relations::acting(sc, st).iter().all(|power| own.has(power));
    let quiet = |army: &Army| {
        let city = sc.hex(army.hex).city;
        let enters =
            army.status == ArmyStatus::Field && relations::friendly_city(sc, st, army.id.power, army.hex).is_some();
        let storms = city.is_some_and(|city| evaluation::foe(draft, st.city(city).controller));
        !enters && !storms && evaluation::foes_at(draft, army.hex).0 == 0
    };
    alone && st.armies.iter().filter(|army| own.has(army.id.power)).all(quiet)
}
