//! The chain of a seat's questions as a tree.

use kernel::Answer;

use super::halving::{MOST_PLANS, plans};
use super::rng::SplitMix64;
use super::tree::{Growth, Walk, grow};
use super::{Chooser, Found, SearchContext, Weight};

/// One sample for so many playouts, within [`SAMPLES`]: with few samples every plan is soon tried on all of them.
const PLAYOUTS_PER_SAMPLE: u32 = 10;
/// Least and most samples on which plans are compared.
const SAMPLES: (u32, u32) = (8, 64);
/// Samples on which plans next to the best guess are tried to learn how much answers matter.
const GLANCES: u32 = 2;
/// Walks down the tree per playout: many end at orders that were played on their sample before, and cost nothing.
const WALKS: u32 = 3;
/// How often an answer must have been tried to be taken at its word.
const LEAST_VISITS: u64 = 8;

/// Searches the answers as a tree: a node is the next question, a branch an answer. Nothing but the seat's own answers
/// is a node; a playout hands in the order set that the answers so far mean, with first answers for the rest.
pub struct Tree;

/// Samples, and so at most as many determinizations, on which so many playouts compare answers.
pub(super) fn samples(playouts: u32) -> u32 {
    (playouts / PLAYOUTS_PER_SAMPLE).clamp(SAMPLES.0, SAMPLES.1).min(playouts.div_ceil(2))
}

impl Chooser for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn choose(&self, context: &SearchContext, playouts: u32) -> Found {
        let most = context.played() + playouts;
        let samples = samples(playouts);
        let guess: Vec<i64> = (0..samples).map(|sample| context.play(&[], sample).reward).collect();
        let root = Chain { context, answers: Vec::new(), guess: &guess, most };
        let growth = Growth {
            playouts: u64::from(WALKS * playouts),
            batch: u64::from(SAMPLES.0),
            constant: scale(context, &guess, playouts),
            seed: 0,
            least_visits: LEAST_VISITS,
        };
        let usual = guess.iter().sum::<i64>() / i64::from(samples);
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

/// How far plans next to the best guess depart from it, sample by sample: the scale on which a difference is worth exploring.
fn scale(context: &SearchContext, guess: &[i64], playouts: u32) -> f64 {
    let plans = context.distinct(plans(context.planner(), (playouts as usize / 8).clamp(2, MOST_PLANS)));
    let glances = (0..GLANCES).zip(guess);
    let gap = |plan, (sample, usual): (u32, &i64)| (context.play(plan, sample).reward - usual) as f64;
    let gaps: Vec<f64> =
        plans.iter().skip(1).flat_map(|plan| glances.clone().map(|glance| gap(plan, glance))).collect();
    let squares: f64 = gaps.iter().map(|gap| gap * gap).sum();
    (squares / gaps.len().max(1) as f64).sqrt().max(1.0)
}

/// The chain from some answers on. Rewards are counted from what first answers bring on the same sample: what plans share
/// in chance cancels out, and an answer that changes nothing is worth exactly nothing.
#[derive(Clone)]
struct Chain<'d, 'p> {
    context: &'d SearchContext<'p>,
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
        let question = self.context.planner().ask(&self.answers);
        question.map_or_else(Vec::new, |question| (0..question.answers.len() as Answer).collect())
    }

    fn make(&mut self, answer: &Answer) {
        self.answers.push(*answer);
    }

    /// Samples take turns; the context has dice of its own.
    fn rollout(&self, number: u64, _: SplitMix64) -> i64 {
        let sample = number as usize % self.guess.len();
        self.context.play(&self.answers, sample as u32).reward - self.guess[sample]
    }

    fn enough(&self) -> bool {
        self.context.played() >= self.most
    }

    fn reward(payoff: &i64, _: u8) -> i64 {
        *payoff
    }
}
