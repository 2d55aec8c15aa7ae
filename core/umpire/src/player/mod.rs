//! How a computer player thinks about Umpire (docs/rules/umpire.md, section 9.1): a chain of questions whose first
//! answers together are a sensible order set.
//!
//! Everything here is made from what the seat knows ([`Knowledge`](crate::knowledge::Knowledge)).
//!
//! | file | what it settles |
//! |---|---|
//! | `assess.rs` | what the world looks like: strengths, dangers, worth of provinces, calendar |
//! | `forces.rs` | strengths, foreign forces, stacks |
//! | `reach.rs` | where forces get, once reckoned |
//! | `sieges.rs` | cities under siege by us |
//! | `routes.rs` | how far a force gets in a turn |
//! | `sea.rs` | who carries whom across the sea, and how far |
//! | `recall.rs` | what is reckoned once and asked for again |
//! | `odds.rs` | battles, assaults and sieges in expectation |
//! | `targets.rs` | what may be done, and how much it is worth |
//! | `draft.rs`, `draft/` | which stack does what |
//! | `posture.rs` | the postures, and the chain of questions |
//! | `diplomacy.rs` | whom to call an enemy |
//! | `treasury.rs` | taxes, and what money is for |
//! | `economy.rs` | improvements, rebuilding, recruits, spies, disbanding |
//! | `economy/idle.rs` | conversions and new cities, for money that nothing else wants |
//! | `intrigue.rs` | traitors and assassins, likewise |
//! | `stacks.rs` | movement and combat orders |
//! | `generals.rs`, `winter.rs` | who leads, and where he spends the winter |
//! | `sampling/` | determinizations: states that fit what the seat knows |
//! | `determinization.rs` | how such a state goes on |
//! | `rollout_policy.rs` | quick orders for it |
//! | `evaluation.rs` | what it is worth to whom |

mod assess;
mod determinization;
mod diplomacy;
mod draft;
mod economy;
mod evaluation;
mod forces;
mod generals;
mod intrigue;
mod odds;
mod posture;
pub mod random;
mod reach;
mod recall;
mod rollout_policy;
mod routes;
mod sampling;
mod sea;
mod sieges;
mod stacks;
mod targets;
mod treasury;
mod winter;

pub use determinization::Determinization;
pub use evaluation::{evaluate, features, terms, weights};
pub use posture::{ask, orders};
pub use rollout_policy::rollout_policy;
pub use sampling::sample;

use std::sync::LazyLock;

use kernel::Tuning;

/// What the room sets for its computer players.
pub fn tuning() -> &'static Tuning {
    static TUNING: LazyLock<Tuning> =
        LazyLock::new(|| Tuning::built_in(include_str!("../../data/computer-players.toml")));
    &TUNING
}

#[cfg(test)]
mod positions;

#[cfg(test)]
mod tests {
    use kernel::question::Answer;
    use kernel::{Dice, GameSeed, RuleRef};

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::model::ids::NationId;
    use crate::model::scenario::{Scenario, shipped::shipped};
    use crate::model::state::State;
    use crate::orders::Order;
    use crate::orders::check;
    use crate::orders::sequence::{look_up, resolve_turn};
    use crate::rules::turn::Turn;

    const TEST: RuleRef = RuleRef::new("test");

    /// Random answers to all questions; every question has 2 to 12 answers.
    fn random_answers(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Vec<Answer> {
        let mut stream = dice.stream("answers", known.turn(sc) as u16, u16::from(known.me.0));
        let mut answers = Vec::new();
        while let Some(question) = ask(sc, known, &answers) {
            assert!((2..=12).contains(&question.answers.len()), "{question:?}");
            answers.push(stream.pick(question.answers.len(), TEST) as Answer);
            assert!(answers.len() < 20, "the chain does not end");
        }
        answers
    }

    fn assert_legal(sc: &Scenario, st: &State, known: &Knowledge, orders: &[Order]) {
        let verdicts = check::check_orders(sc, &known.st, known.me, orders);
        if let Some(bad) = verdicts.iter().find(|verdict| verdict.is_refused()) {
            panic!("turn {}, {}: {:?}: {}", st.turn, sc.party(known.me), orders[bad.index], bad.detail);
        }
    }

    /// Plays some turns; `write` gives each nation's orders.
    fn play(sc: &Scenario, number: u64, turns: u32, mut write: impl FnMut(&State, &Knowledge) -> Vec<Order>) -> State {
        let seed = GameSeed::from_number(number);
        let mut st = State::start(sc, &seed);
        for _ in 0..turns {
            let written: Vec<(NationId, Vec<Order>)> =
                sc.nation_ids().map(|me| (me, write(&st, &Knowledge::of(sc, &st, me)))).collect();
            let resolved = look_up(sc, &st, written.iter().map(|(nation, orders)| (*nation, orders.as_slice())));
            let mut dice = Dice::for_step(&seed, st.turn).quiet();
            resolve_turn(&mut Turn::new(sc, &mut st, &mut dice), &resolved.commands);
            st.turn += 1;
        }
        st
    }

    #[test]
    fn any_answers_cut_anywhere_give_a_legal_order_set() {
        for sc in shipped() {
            let mut dice = Dice::keyed(&GameSeed::from_number(3), "answers").quiet();
            play(sc, 3, 12, |st, known| {
                if (st.turn + u32::from(known.me.0)) % 5 > 0 {
                    return orders(sc, known, &[]);
                }
                let answers = random_answers(sc, known, &mut dice);
                for cut in [0, 1, answers.len() / 2, answers.len()] {
                    assert_legal(sc, st, known, &orders(sc, known, &answers[..cut.min(answers.len())]));
                }
                let world = Determinization::new(sample(sc, known, &mut dice), known.me);
                assert_legal(sc, st, known, &rollout_policy(sc, &world, known.me, &mut dice));
                orders(sc, known, &answers)
            });
        }
    }

    #[test]
    fn first_answers_given_or_left_out_are_the_same_order_set() {
        let sc = &shipped()[0];
        play(sc, 4, 10, |_, known| {
            let mut zeros = Vec::new();
            while ask(sc, known, &zeros).is_some() {
                zeros.push(0);
            }
            let written = orders(sc, known, &[]);
            assert_eq!(written, orders(sc, known, &zeros));
            written
        });
    }

    #[test]
    fn a_nation_that_plans_outgrows_its_passive_self() {
        let sc = &shipped()[0];
        for nation in [NationId(0), NationId(1), NationId(2)] {
            let score = |planned: bool| {
                let st = play(sc, 5, sc.end_turn, |_, known| {
                    if planned && known.me == nation { orders(sc, known, &[]) } else { Vec::new() }
                });
                crate::rules::score::score(sc, &st, nation)
            };
            let (planned, passive) = (score(true), score(false));
            assert!(planned > passive + 30, "{nation:?}: {planned} against {passive}");
        }
    }
}
