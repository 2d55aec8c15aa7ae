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
        let prospects = engine.prospects(seat, &command);
        match engine.carry_out(seat, &command) {
            Ok(()) => verdicts.push(match prospects {
                Some(words) => Verdict::prospects(index, words, RuleRef::new("HW-2.2")),
                None => Verdict::accepted(index),
            }),
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
    use crate::model::ids::{Defence, EventId};
    use crate::model::scenario::{Effect, Timing, shipped};
    use crate::model::state::{Career, Options, Phase, State};
    use crate::orders::{AllocateWalkover, PlayEvent};
    use crate::orders::{Command, CompliantLookup, RigidLookup};
    use crate::{orders::default, rules};

    /// A campaign at its first expansion, and the seat whose it is.
    fn expansion(sc: &Scenario) -> (State, SeatId) {
        let seed = GameSeed::from_number(1);
        let mut st = rules::start(sc, Options::default(), &mut Dice::keyed(&seed, "start"));
        let mut dice = Dice::keyed(&seed, "play");
        let mut seat = SeatId(0);
        while st.turn().is_none_or(|turn| turn.phase != Phase::Expansion) {
            let active = st.active().expect("the game goes on");
            seat = SeatId(u16::from(sc.colour(active).seat));
            let commands = default::commands(sc, &masked(sc, &st, seat), seat);
            Engine::quiet(sc, &mut st, &mut dice).carry_out(seat, &commands[0]).expect("defaults are legal");
        }
        (st, seat)
    }

    /// HW-2, HW-3, HW-4: what a lookup may cost is counted over all rolls of three dice, under the cards in force.
    #[test]
    fn a_dry_run_says_what_a_lookup_may_cost() {
        let sc = shipped::find("world-4").expect("a shipped scenario");
        let (mut st, seat) = expansion(&sc);
        let change =
            |st: &mut State, with: fn(&mut Career)| with(Engine::quiet(&sc, st, &mut idle_dice()).career_mut());
        change(&mut st, |career| (career.pool.unallocated, career.cards.rows) = (6, 1));
        let told_of = |st: &State, command: Command| {
            let verdicts = check(&sc, &Knowledge::of(&sc, st, seat), &[command.order(&sc)]);
            assert_eq!((verdicts[0].status, verdicts[0].code.as_str()), (VerdictStatus::Accepted, "prospects"));
            verdicts[0].detail.clone()
        };
        let rolls: Vec<i32> =
            (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| a + b + c))).collect();
        let (tables, defence) = (&sc.board.tables, Defence::ALL[1]);
        let average = |lost: &[u8]| {
            let tenths = (lost.iter().map(|it| u32::from(*it)).sum::<u32>() * 10 + 108) / 216;
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        let lost: Vec<u8> = rolls.iter().map(|roll| tables.compliant(5, roll - 2 + 1).min(5)).collect();
        let (least, most) = (lost.iter().min().expect("rolls"), lost.iter().max().expect("rolls"));
        let told = format!(
            "{least} to {most} of 5 forces lost, {} on average; {} to {} for the stack",
            average(&lost),
            5 - most,
            5 - least
        );
        let compliant = CompliantLookup { defence, forces: 5, naval: false };
        assert_eq!(told_of(&st, compliant.clone().into()), told);
        let lost: Vec<u8> = rolls.iter().map(|roll| tables.rigid(3, roll - 2 + 1).map_or(6, |it| it.min(6))).collect();
        let enough = lost.iter().filter(|it| **it <= 4).count();
        let rigid =
            RigidLookup { defence, lands: 2, defenders: 3, targets: Vec::new(), max_forces: None, naval: false };
        let (least, most) = (lost.iter().min().expect("rolls"), lost.iter().max().expect("rolls"));
        let told = format!(
            "{least} to {most} of 6 forces lost, {} on average; a force left for each of 2 Lands in {} of 100 rolls",
            average(&lost),
            (enough * 100 + 108) / 216
        );
        assert_eq!(told_of(&st, rigid.into()), told);
        // HW-5.3: two are free.
        change(&mut st, |career| career.lookups = 2);
        let told = told_of(&st, compliant.into());
        assert!(told.ends_with("; it costs 1 victory point"), "{told}");
    }

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
