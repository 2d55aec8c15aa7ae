//! Whether imagined futures are worth searching: do they rank a seat's order sets as the true campaign does?
//!
//! A search that imagines futures in which the better order set looks worse is misled, whatever it spends. So a room draws up a
//! few different order sets in some thirty positions and compares, by Spearman's rank correlation, what its imagined worlds
//! promise with what the true one brings. The mean should come to 0.6.

use kernel::{Answer, Dice, GameSeed, Planning, RuleRef, SeatId};

const RULE: RuleRef = RuleRef::new("ranking");
/// How often answers are drawn anew to find order sets that differ.
const TRIES: usize = 40;

/// How order sets are compared in a room.
pub struct Ranking<'a, G: Planning> {
    /// What is played.
    pub scenario: &'a G::Scenario,
    /// The true state as a world, to be carried on by habit and judged for a seat.
    pub world: fn(&G::State, SeatId) -> G::Determinization,
    /// Order sets in a comparison.
    pub order_sets: usize,
    /// Questions answered at random to make them; first answers follow.
    pub questions: usize,
    /// Futures of each order set on either side. Those of one number have the same dice, in the true world and an imagined
    /// one, so that chance is no part of the comparison.
    pub lots: u32,
    /// How far a future goes, in the room's clock.
    pub horizon: u32,
    /// How well two halves of the true futures must agree on the ranking for a position to count: where they do not, the
    /// order sets come to much the same, and there is nothing but chance to rank. -1: all positions count.
    pub agreement: f64,
    /// Whether the futures are imagined from what the seat sees. If not, they start from the true state as a world: what is
    /// compared then is the model of the room, not what is drawn in the fog.
    pub fog: bool,
    /// How the true campaign goes on after the order set.
    pub onward: Onward,
}

/// How a true campaign goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// By habit, as imagined ones do.
    ByHabit,
    /// By the rules, with everybody's order sets of first answers, as `steady` plays.
    ByFirstAnswers,
}

/// Steps after which a campaign by first answers is judged as it stands.
const STEPS: u32 = 500;

type OrderSets<G> = Vec<(SeatId, Vec<<G as kernel::GameSystem>::Order>)>;

impl<G: Planning> Ranking<'_, G> {
    /// The correlation for a seat that is to act; `None` where too few different order sets can be drawn up, or none of them
    /// changes anything that can be told from chance, so that there is nothing to rank. Whether a position counts is read off
    /// the true futures alone.
    pub fn correlation(&self, state: &G::State, seat: SeatId) -> Option<f64> {
        let view = G::knowledge(self.scenario, state, seat);
        let order_sets = self.draw_up(&view, &format!("answers, step {}, {seat}", G::step(state)));
        if order_sets.len() < self.order_sets {
            return None;
        }
        let futures: Vec<Vec<i64>> = order_sets.iter().map(|order_set| self.in_truth(state, seat, order_set)).collect();
        let truth: Vec<i64> = futures.iter().map(|lots| lots.iter().sum()).collect();
        let half =
            |first| -> Vec<i64> { futures.iter().map(|lots| lots.iter().skip(first).step_by(2).sum()).collect() };
        if truth.iter().all(|worth| *worth == truth[0]) || spearman(&half(0), &half(1)) < self.agreement {
            return None;
        }
        let imagine = |lot: u32| match self.fog {
            true => G::sample(self.scenario, &view, &mut dice(&format!("world {lot}"))),
            false => (self.world)(state, seat),
        };
        let worlds: Vec<G::Determinization> = (0..self.lots).map(imagine).collect();
        let hoped: Vec<i64> =
            order_sets.iter().map(|order_set| self.in_imagination(&worlds, seat, order_set)).collect();
        Some(spearman(&truth, &hoped))
    }

    /// The order set of first answers, and different ones by random answers.
    fn draw_up(&self, view: &G::Knowledge, label: &str) -> Vec<Vec<G::Order>> {
        let mut list = vec![G::orders(self.scenario, view, &[])];
        let mut dice = dice(label);
        let mut stream = dice.stream("answers", 0, 0);
        for _ in 0..TRIES {
            let mut answers: Vec<Answer> = Vec::new();
            while answers.len() < self.questions
                && let Some(question) = G::ask(self.scenario, view, &answers)
            {
                answers.push(stream.pick(question.answers.len(), RULE) as Answer);
            }
            let order_set = G::orders(self.scenario, view, &answers);
            if list.len() < self.order_sets && !list.contains(&order_set) {
                list.push(order_set);
            }
        }
        list
    }

    /// What an order set brings in each true future, where the others hand in their order sets of first answers.
    fn in_truth(&self, state: &G::State, seat: SeatId, order_set: &[G::Order]) -> Vec<i64> {
        let begun = G::clock(self.scenario, &(self.world)(state, seat));
        let one = |lot: u32| {
            let mut playout = PlayoutDice::of(lot);
            let mut after = state.clone();
            self.advance(&mut after, seat, Some(order_set), &mut playout);
            match self.onward {
                Onward::ByHabit => self.carry_on((self.world)(&after, seat), begun, seat, playout),
                Onward::ByFirstAnswers => {
                    let mut left = STEPS;
                    while left > 0
                        && G::clock(self.scenario, &(self.world)(&after, seat)) < begun + self.horizon
                        && self.advance(&mut after, seat, None, &mut playout)
                    {
                        left -= 1;
                    }
                    i64::from(G::evaluate(self.scenario, &(self.world)(&after, seat))[seat.index()])
                }
            }
        };
        (0..self.lots).map(one).collect()
    }

    /// A step by the rules, with order sets of first answers save for the one given; whether anybody acts.
    fn advance(
        &self, state: &mut G::State, seat: SeatId, given: Option<&[G::Order]>, playout: &mut PlayoutDice,
    ) -> bool {
        let now = (self.world)(state, seat);
        let actors = G::to_act(self.scenario, &now);
        let Some(&first) = actors.first() else { return false };
        let order_set = |who: SeatId| match given {
            Some(order_set) if who == seat => order_set.to_vec(),
            _ => G::orders(self.scenario, &G::knowledge(self.scenario, state, who), &[]),
        };
        let order_sets: OrderSets<G> = actors.into_iter().map(|who| (who, order_set(who))).collect();
        G::advance(self.scenario, state, &order_sets, &mut playout.dice(G::clock(self.scenario, &now), first));
        true
    }

    /// What it brings in the worlds that the seat imagines.
    fn in_imagination(&self, worlds: &[G::Determinization], seat: SeatId, order_set: &[G::Order]) -> i64 {
        let one = |(lot, world): (u32, &G::Determinization)| {
            let (mut playout, mut world) = (PlayoutDice::of(lot), world.clone());
            let begun = G::clock(self.scenario, &world);
            self.step(&mut world, Some((seat, order_set)), &mut playout);
            self.carry_on(world, begun, seat, playout)
        };
        (0..).zip(worlds).map(one).sum()
    }

    /// By habit to the horizon, and what the world is worth then.
    fn carry_on(&self, mut world: G::Determinization, begun: u32, seat: SeatId, mut playout: PlayoutDice) -> i64 {
        while G::clock(self.scenario, &world) < begun + self.horizon && self.step(&mut world, None, &mut playout) {}
        i64::from(G::evaluate(self.scenario, &world)[seat.index()])
    }

    /// A step by habit, save for the order set given; whether anybody acts.
    fn step(
        &self, world: &mut G::Determinization, given: Option<(SeatId, &[G::Order])>, playout: &mut PlayoutDice,
    ) -> bool {
        let actors = G::to_act(self.scenario, world);
        let Some(&first) = actors.first() else { return false };
        let mut dice = playout.dice(G::clock(self.scenario, world), first);
        let orders = |who: SeatId, dice: &mut Dice| match given {
            Some((seat, order_set)) if seat == who => order_set.to_vec(),
            _ => G::rollout_policy(self.scenario, world, who, dice),
        };
        let order_sets: OrderSets<G> = actors.into_iter().map(|who| (who, orders(who, &mut dice))).collect();
        G::play_on(self.scenario, world, &order_sets, &mut dice);
        true
    }
}

/// The dice of one future: by its number, time and actor, so that a reaction more or less in between leaves everybody
/// else's dice as they were.
struct PlayoutDice {
    lot: u32,
    clock: u32,
    acts: Vec<SeatId>,
}

impl PlayoutDice {
    fn of(lot: u32) -> Self {
        Self { lot, clock: 0, acts: Vec::new() }
    }

    fn dice(&mut self, clock: u32, actor: SeatId) -> Dice {
        if clock != self.clock {
            self.clock = clock;
            self.acts.clear();
        }
        let act = self.acts.iter().filter(|acted| **acted == actor).count();
        self.acts.push(actor);
        dice(&format!("lot {}, time {clock}, {actor}, act {act}", self.lot))
    }
}

fn dice(label: &str) -> Dice {
    Dice::keyed(&GameSeed::from_number(77), label).quiet()
}

/// Ranks, those of equals averaged, times two.
fn ranks(values: &[i64]) -> Vec<i64> {
    let count = |wanted: &dyn Fn(i64) -> bool| values.iter().filter(|other| wanted(**other)).count() as i64;
    values.iter().map(|&value| 2 * count(&|other| other < value) + count(&|other| other == value)).collect()
}

/// Spearman's rank correlation; none where all are equal.
fn spearman(one: &[i64], other: &[i64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = one.iter().sum::<i64>() as f64 / one.len() as f64;
    let product =
        |a: &[i64], b: &[i64]| -> f64 { a.iter().zip(b).map(|(x, y)| (*x as f64 - mean) * (*y as f64 - mean)).sum() };
    let both = (product(&one, &one) * product(&other, &other)).sqrt();
    if both > 0.0 { product(&one, &other) / both } else { 0.0 }
}

/// The mean of some correlations is at least so much. Panics with all of them if it is not.
#[track_caller]
pub fn assert_mean(found: &[f64], least: f64) {
    let mean = found.iter().sum::<f64>() / found.len().max(1) as f64;
    println!("mean rank correlation {mean:.2} of {found:.2?}");
    assert!(mean >= least, "mean rank correlation {mean:.2}, not {least}, of {found:.2?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_orders_correlate_fully_and_opposite_ones_not_at_all() {
        assert!((spearman(&[1, 2, 3, 4], &[10, 20, 30, 40]) - 1.0).abs() < 1e-9);
        assert!((spearman(&[1, 2, 3, 4], &[4, 3, 2, 1]) + 1.0).abs() < 1e-9);
        assert!(spearman(&[1, 2, 3, 4], &[5, 5, 5, 5]).abs() < 1e-9);
        // One pair of four exchanged: 1 - 6 x 2 / (4 x 15).
        assert!((spearman(&[1, 2, 3, 4], &[2, 1, 3, 4]) - 0.8).abs() < 1e-9);
    }

    #[test]
    #[should_panic(expected = "mean rank correlation 0.50, not 0.6")]
    fn a_mean_too_low_is_told_with_its_parts() {
        assert_mean(&[0.2, 0.8], 0.6);
    }
}
