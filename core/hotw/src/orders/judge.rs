//! Judges an order set before it is carried out, on the state as the seat knows it, with the very functions that carry it
//! out: up to the first order that chance, or something hidden, decides.

use kernel::{RuleRef, Verdict};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::Order;
use crate::rules::{Engine, idle_dice};

/// One verdict per order. After a refused order nothing is carried out; after a roll nothing can be foreseen.
pub fn check(sc: &Scenario, knowledge: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
    let (mut st, seat) = (knowledge.state.clone(), knowledge.seat);
    let mut dice = idle_dice();
    let mut engine = Engine::quiet(sc, &mut st, &mut dice);
    let mut verdicts = Vec::with_capacity(orders.len());
    let mut refused = false;
    for (index, order) in orders.iter().enumerate() {
        if refused {
            verdicts.push(not_reached(index));
            continue;
        }
        let command = match order.resolve(sc) {
            Ok(command) => command,
            Err(refusal) => {
                verdicts.push(refusal.verdict(index));
                refused = true;
                continue;
            }
        };
        if engine.open {
            let detail =
                "whether this is possible depends on dice, or on what others have settled, in an order before it";
            verdicts.push(Verdict::warning(index, "depends_on_dice", detail, Some(RuleRef::new("HW-5.7"))));
            continue;
        }
        match engine.carry_out(seat, &command) {
            Ok(()) => verdicts.push(Verdict::accepted(index)),
            Err(refusal) => {
                verdicts.push(refusal.verdict(index));
                refused = true;
            }
        }
    }
    verdicts
}

/// The verdict on an order behind one that was refused.
pub fn not_reached(index: usize) -> Verdict {
    let detail = "not carried out, because an order before it was refused";
    Verdict::refused(index, "not_reached", detail, None)
        .hinting("put the order before it right and send the rest again")
}

#[cfg(test)]
mod tests {
    use kernel::{Dice, GameSeed, SeatId, VerdictStatus};

    use super::*;
    use crate::knowledge::masked;
    use crate::model::ids::EventId;
    use crate::model::scenario::{Effect, Timing, shipped};
    use crate::model::state::{Options, Phase};
    use crate::orders::Command;
    use crate::orders::{AllocateWalkover, PlayEvent};
    use crate::{orders::default, rules};

    /// Others answer a Trade Bonus as they have settled in secret: how many forces come of it cannot be foreseen.
    #[test]
    fn behind_a_trade_bonus_nothing_is_promised_and_nothing_denied() {
        let sc = shipped::find("world-4").expect("a shipped scenario");
        let seed = GameSeed::from_number(1);
        let mut st = rules::start(&sc, Options::default(), &mut Dice::keyed(&seed, "start"));
        let mut dice = Dice::keyed(&seed, "play");
        let trade = sc.board.events.iter().position(|event| event.effect == Effect::TradeBonus).expect("a card");
        assert_eq!(sc.board.events[trade].timing, Timing::DuringTurn);
        let (first, _) = sc.board.events[trade].epochs;
        let mut seat = SeatId(0);
        // To the first expansion of an epoch in which the card may be played.
        while st.turn().is_none_or(|turn| turn.phase != Phase::Expansion) || st.epoch < first {
            let active = st.active().expect("the game goes on");
            seat = SeatId(u16::from(sc.colour(active).seat));
            let commands = default::commands(&sc, &masked(&sc, &st, seat), seat);
            let mut engine = Engine::quiet(&sc, &mut st, &mut dice);
            engine.carry_out(seat, &commands[0]).expect("defaults are legal");
        }
        let active = st.active().expect("an empire's turn");
        st.player_mut(active).hand.push(EventId::at(trade));
        let forces = st.turn().map_or(0, |turn| turn.career.pool.unallocated) + 1;
        let orders = [
            Command::PlayEvent(PlayEvent { card: EventId::at(trade), targets: Vec::new(), stack: None }),
            Command::AllocateWalkover(AllocateWalkover { forces }),
        ];
        let orders: Vec<Order> = orders.iter().map(|command| command.order(&sc)).collect();
        let verdicts = check(&sc, &Knowledge::of(&sc, &st, seat), &orders);
        let status: Vec<VerdictStatus> = verdicts.iter().map(|verdict| verdict.status).collect();
        assert_eq!(status, [VerdictStatus::Accepted, VerdictStatus::Warning], "{verdicts:?}");
    }
}
