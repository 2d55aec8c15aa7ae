//! The chain of a seat's questions as a tree.

use std::collections::BTreeMap;

use kernel::Answer;

use super::figures::spread;
use super::luck::Luck;
use super::tree::{Growth, Walk, grow};
use super::{Chooser, Desk, Found, Weight};

/// Futures with the sheet of first answers that set the scale of luck before the tree grows.
const WARM_UP: u32 = 16;
/// How often an answer must have been tried to be taken at its word.
const LEAST_VISITS: u64 = 8;

/// Searches the answers as a tree: a node is the next question, a branch an answer. Nothing but the seat's own answers
/// is a node; a playout hands in the sheet that the answers so far mean, with first answers for the rest.
pub struct Tree;

impl Chooser for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn choose(&self, desk: &Desk, playouts: u32) -> Found {
        let warm: Vec<i64> = (0..WARM_UP.min(playouts / 2).max(2)).map(|lot| desk.play(&[], lot).reward).collect();
        // Rewards are counted from the baseline, so that an untried answer is neither good nor bad; and luck is the
        // scale on which a difference is worth exploring.
        let (baseline, deviation) = spread(warm.iter().copied());
        let root = Chain { desk, answers: Vec::new(), baseline: baseline.round() as i64 };
        let growth = Growth {
            playouts: u64::from(playouts.saturating_sub(warm.len() as u32)),
            constant: 2.0 * deviation.max(1.0),
            seed: 0,
            least_visits: LEAST_VISITS,
        };
        let mut found = Found::default();
        let mut weights = BTreeMap::new();
        for (at, branches) in grow(root.clone(), &growth).iter().enumerate() {
            for branch in branches.iter().filter(|branch| branch.visits > 0) {
                let sum = branch.sum + branch.visits as i64 * root.baseline;
                weights.insert((at, branch.mov), Weight::total(branch.visits as u32, sum));
            }
            found.answers.push(branches[0].mov);
        }
        found.weights = weights;
        found
    }
}

#[derive(Clone)]
struct Chain<'d, 'p> {
    desk: &'d Desk<'p>,
    answers: Vec<Answer>,
    baseline: i64,
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

    /// The number is the lot; the desk has dice of its own.
    fn rollout(&self, number: u64, _: Luck) -> i64 {
        self.desk.play(&self.answers, number as u32).reward - self.baseline
    }

    fn reward(payoff: &i64, _: u8) -> i64 {
        *payoff
    }
}
