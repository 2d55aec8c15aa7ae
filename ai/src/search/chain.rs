//! The chain of a seat's questions as a tree.

use kernel::Answer;

use super::halving::{MOST_PLANS, plans};
use super::luck::Luck;
use super::tree::{Growth, Walk, grow};
use super::{Chooser, Desk, Found, Weight};

/// One lot for so many playouts, within [`LOTS`]: with few lots every plan is soon tried on all of them.
const PLAYOUTS_PER_LOT: u32 = 10;
/// Least and most lots on which plans are compared.
const LOTS: (u32, u32) = (8, 64);
/// Lots on which plans next to the best guess are tried to learn how much answers matter.
const GLANCES: u32 = 2;
/// Walks down the tree per playout: many end at a sheet that was played on its lot before, and cost nothing.
const WALKS: u32 = 3;
/// How often an answer must have been tried to be taken at its word.
const LEAST_VISITS: u64 = 8;

/// Searches the answers as a tree: a node is the next question, a branch an answer. Nothing but the seat's own answers
/// is a node; a playout hands in the sheet that the answers so far mean, with first answers for the rest.
pub struct Tree;

/// Lots, and so at most as many worlds, on which so many futures compare answers.
pub(super) fn lots(playouts: u32) -> u32 {
    (playouts / PLAYOUTS_PER_LOT).clamp(LOTS.0, LOTS.1).min(playouts.div_ceil(2))
}

impl Chooser for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn choose(&self, desk: &Desk, playouts: u32) -> Found {
        let most = desk.played() + playouts;
        let lots = lots(playouts);
        let guess: Vec<i64> = (0..lots).map(|lot| desk.play(&[], lot).reward).collect();
        let root = Chain { desk, answers: Vec::new(), guess: &guess, most };
        let growth = Growth {
            playouts: u64::from(WALKS * playouts),
            batch: u64::from(LOTS.0),
            constant: scale(desk, &guess, playouts),
            seed: 0,
            least_visits: LEAST_VISITS,
        };
        let usual = guess.iter().sum::<i64>() / i64::from(lots);
        let mut found = Found::default();
        for (at, branches) in grow(root, &growth).iter().enumerate() {
            for branch in branches.iter().filter(|branch| branch.visits > 0) {
                let sum = branch.sum + branch.visits as i64 * usual;
                found.weights.insert((at, branch.mov), Weight::total(branch.visits as u32, sum));
            }
            found.answers.push(branches[0].mov);
        }
        found
    }
}

/// How far plans next to the best guess depart from it, lot by lot: the scale on which a difference is worth exploring.
fn scale(desk: &Desk, guess: &[i64], playouts: u32) -> f64 {
    let plans = desk.distinct(plans(desk.planner(), (playouts as usize / 8).clamp(2, MOST_PLANS)));
    let glances = (0..GLANCES).zip(guess);
    let gap = |plan, (lot, usual): (u32, &i64)| (desk.play(plan, lot).reward - usual) as f64;
    let gaps: Vec<f64> =
        plans.iter().skip(1).flat_map(|plan| glances.clone().map(|glance| gap(plan, glance))).collect();
    let squares: f64 = gaps.iter().map(|gap| gap * gap).sum();
    (squares / gaps.len().max(1) as f64).sqrt().max(1.0)
}

/// The chain from some answers on. Rewards are counted from what first answers bring on the same lot: what plans share
/// in luck cancels out, and an answer that changes nothing is worth exactly nothing.
#[derive(Clone)]
struct Chain<'d, 'p> {
    desk: &'d Desk<'p>,
    answers: Vec<Answer>,
    guess: &'d [i64],
    most: u32,
}

impl Walk for Chain<'_, '_> {
    type Move = Answer;
    type Payoff = i64;

    fn player(&self) -> u8 {
        0
    }

    fn moves(&self) -> Vec<Answer> {
        let question = self.desk.planner().ask(&self.answers);
        question.map_or_else(Vec::new, |question| (0..question.answers.len() as Answer).collect())
    }

    fn make(&mut self, answer: &Answer) {
        self.answers.push(*answer);
    }

    /// Lots take turns; the desk has dice of its own.
    fn rollout(&self, number: u64, _: Luck) -> i64 {
        let lot = number as usize % self.guess.len();
        self.desk.play(&self.answers, lot as u32).reward - self.guess[lot]
    }

    fn enough(&self) -> bool {
        self.desk.played() >= self.most
    }

    fn reward(payoff: &i64, _: u8) -> i64 {
        *payoff
    }
}
