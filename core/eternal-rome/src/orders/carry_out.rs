//! The room as the kernel sees it: what drives a campaign.

use kernel::{Await, AwaitKind, Dice, Resolution, SeatId, Verdict};

use crate::knowledge::Knowledge;
use crate::model::frames::Frame;
use crate::model::scenario::Scenario;
use crate::model::state::{Phase, State};
use crate::orders::Order;
use crate::orders::hints::hinted;
use crate::orders::judge;
use crate::rules::decisions;
use crate::rules::engine::Engine;
use crate::rules::event::Event;
use crate::rules::relations;
use crate::rules::sequence;

/// Carries a campaign on from its start to the first phase that is played, or the first question.
pub fn open(sc: &Scenario, st: &mut State, dice: &mut Dice) {
    Engine::new(sc, st, dice).run();
}

/// Who is awaited: the seat of the open question alone, else the seats that play the phase.
pub fn awaiting(sc: &Scenario, st: &State) -> Vec<Await> {
    if st.ending.is_some() {
        return Vec::new();
    }
    let codes =
        |powers: crate::model::ids::Powers| powers.iter().map(|power| sc.power(power).code.to_string()).collect();
    if let Some(Frame::Ask(ask)) = st.stack.last() {
        // Everybody reads this: which of the seat's powers could do something would tell where leaders are (ER-7.1).
        return vec![Await {
            seat: ask.seat,
            powers: codes(relations::powers_of(sc, st, ask.seat)),
            kind: AwaitKind::Decision,
            phase: st.stage.key().into(),
            prompt: decisions::words(sc, st, &ask.question),
            default: decisions::default_words(&ask.question).into(),
        }];
    }
    let (acting, title) = (relations::acting(sc, st), st.stage.played().map_or("", Phase::title));
    let seats = sequence::seats_acting(sc, st);
    let awaits = |seat: SeatId| Await {
        seat,
        powers: codes(acting.common(relations::powers_of(sc, st, seat))),
        kind: AwaitKind::Phase,
        phase: st.stage.key().into(),
        prompt: format!("{}: {title}", st.month),
        default: "the phases of this game turn are ended (ER-R60)".into(),
    };
    seats.iter().filter(|&seat| !st.ended.has(seat)).map(awaits).collect()
}

/// Judges an order set by what its seat knows.
pub fn check(sc: &Scenario, known: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
    judge::check_orders(sc, known.st.clone(), known.seat, orders)
}

/// Carries order sets out, order by order, in the order of receipt. When an order is suspended by another seat's decision,
/// what follows on the order set is refused with a hint to hand it in again.
pub fn advance(
    sc: &Scenario, st: &mut State, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice,
) -> Resolution<Event> {
    let mut resolution = Resolution::default();
    let mut engine = Engine::new(sc, st, dice);
    for (seat, orders) in order_sets {
        // What the seat believes holds until something has been carried out.
        let (mut knowledge, mut ways): (Option<State>, _) = (None, 0);
        let one = |(index, order): (usize, &Order)| {
            let known = knowledge.get_or_insert_with(|| Knowledge::of(sc, engine.st, *seat).st);
            match judge::judge_next(sc, known, *seat, order, &mut ways) {
                Ok(permission) => {
                    knowledge = None;
                    permission(&mut engine);
                    engine.run();
                    Verdict::accepted(index)
                }
                Err(refusal) => hinted(refusal.verdict(index)),
            }
        };
        resolution.verdicts.push(orders.iter().enumerate().map(one).collect());
    }
    resolution.events = std::mem::take(&mut engine.news);
    st.steps += 1;
    resolution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped::shipped;
    use crate::orders::EndPhase;

    fn end_phase(sc: &Scenario, st: &mut State) {
        let wait = awaiting(sc, st).remove(0);
        let order = Order::EndPhase(EndPhase { power: wait.powers[0].clone(), phase: None });
        let resolution = advance(sc, st, &[(wait.seat, vec![order])], &mut Dice::middling());
        assert!(!resolution.verdicts[0][0].is_refused(), "{:?}", resolution.verdicts);
    }

    #[test]
    fn a_month_goes_by_when_everybody_ends_his_phases() {
        for sc in shipped() {
            let mut st = State::start(sc, sc.options);
            open(sc, &mut st, &mut Dice::middling());
            assert_eq!(st.stage, crate::model::state::Stage::Taxation { slot: 0 });
            let majors = sc.turn_order.len();
            for month in 1..=2 {
                for _ in 0..majors * 5 {
                    end_phase(sc, &mut st);
                }
                assert_eq!(st.month, sc.start.plus(month), "{}: five phases each, section 3", sc.id);
            }
        }
    }

    #[test]
    fn what_a_seat_believes_looks_the_same_to_it_as_the_truth() {
        for sc in shipped() {
            let mut st = State::start(sc, sc.options);
            open(sc, &mut st, &mut Dice::middling());
            for seat in (0..sc.seats.len()).map(|seat| SeatId(seat as u16)) {
                let known = Knowledge::of(sc, &st, seat);
                let (view, again) = (known.view(sc), Knowledge::of(sc, &known.st, seat).view(sc));
                assert_eq!(again.armies, view.armies);
                assert_eq!(again.fleets, view.fleets);
                assert_eq!(again.unknown, view.unknown);
                assert_eq!(again.provinces, view.provinces);
                assert_eq!(
                    again.all_powers.iter().map(|p| &p.own).collect::<Vec<_>>(),
                    view.all_powers.iter().map(|p| &p.own).collect::<Vec<_>>()
                );
            }
        }
    }
}
