//! Playouts before answering.
//!
//! A seat's turn is a chain of questions. The search walks the chain as a tree: it answers, takes a determinization, lets the
//! rollout policy move the rivals and the dice fall, plays some turns on, and credits the answers with the seat's share at
//! the end. Only the seat's own answers are choices; whatever happens to them is part of the playout.
//!
//! | module | what it holds |
//! |---|---|
//! | [`context`] | one seat's determinizations, and the playouts on them |
//! | [`effort`] | what a level may spend, by the room's data |
//! | [`progress`] | how far a decision is |
//! | [`tree`] | the tree core, over any game that can be walked node by node; the only file that knows the `mcts` crate |
//! | [`chain`] | a seat's questions as such a game |
//! | [`halving`] | the flat core: a few finished plans on the same samples |
//! | [`rivals`] | searches in rivals' stead |
//! | [`figures`] | means with their errors |
//! | [`rng`] | a quick random number generator for rollouts |
//!
//! One search runs on one thread and counts what it spends, so the same view, seed and budget give the same answers on
//! any machine, however many searches run beside it.

pub mod chain;
pub mod context;
pub mod effort;
pub mod figures;
pub mod halving;
pub mod progress;
pub mod rivals;
pub mod rng;
pub mod tree;

use std::collections::BTreeMap;

use kernel::{Answer, GameSeed, Planner};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use chain::Tree;
pub use context::{Playout, SearchContext};
pub use effort::Effort;
pub use figures::{Estimate, Weight};
pub use halving::Halving;
pub use progress::Progress;

use figures::gain;

/// A way of searching the answers to a chain of questions.
pub trait Chooser {
    /// Name on record.
    fn name(&self) -> &'static str;
    /// Answers worth giving, after so many playouts.
    fn choose(&self, context: &SearchContext, playouts: u32) -> Found;
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The answers as far as they were searched; first answers after that.
    pub answers: Vec<Answer>,
    /// What the answers to each question along the line looked like, by number of the question and answer.
    pub weights: BTreeMap<(usize, Answer), Weight>,
}

/// How a search went, as it goes on record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = SearchRecord)]
pub struct Record {
    /// How answers were searched: `tree`, or `halving` for small questions.
    pub core: String,
    /// Futures played, all told.
    pub playouts: u32,
    /// Steps carried out in them.
    pub steps: u64,
    /// Futures that went on for too long and were judged as they stood.
    pub cut_short: u32,
    /// Possible worlds imagined.
    pub worlds: u32,
    /// How far the futures went, in the room's own clock.
    pub horizon: u32,
    /// The seat's expected share of the whole with the order set chosen.
    pub share: Estimate,
    /// Futures with the order set chosen in which nobody was ahead of the seat.
    pub first: u32,
    /// Of how many.
    pub futures: u32,
    /// What the order set gains over that of first answers, on the same samples, with something extra for the first place and for
    /// what suits the player's temper.
    pub gain: Estimate,
}

/// What a seat made up its mind to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The answers; first answers after that.
    pub answers: Vec<Answer>,
    /// What the answers looked like along the line as far as it was followed.
    pub weights: BTreeMap<(usize, Answer), Weight>,
    /// How it went.
    pub record: Record,
}

/// The part of the playouts in which what was found must prove itself: one in so many.
const PROOF_PART: u32 = 3;
/// Playouts that tell what first answers are worth where nothing better was found.
const GLANCE: u32 = 8;
/// Number of the first sample on which a plan must prove itself, and of the first on which it is explained: in
/// determinizations of their own, not those in which it was found, where chance may have favoured it.
const PROOF: u32 = 1 << 16;
/// See `PROOF`.
pub const FRESH: u32 = 1 << 17;

/// What a search is to answer.
struct Task {
    /// One question, and no more after it.
    single: bool,
    /// Single, and a reaction or with few answers.
    small: bool,
    /// Goes on with what was weighed before.
    resumed: bool,
}

impl Task {
    /// `None` when nothing is asked.
    fn of(planner: &dyn Planner, reaction: bool) -> Option<Self> {
        let question = planner.ask(&[])?;
        let single = planner.ask(&[0]).is_none();
        let small = single && (reaction || question.answers.len() <= 4);
        Some(Self { single, small, resumed: planner.resumed() })
    }

    fn playouts(&self, effort: &Effort) -> u32 {
        let all = if self.small { effort.reaction } else { effort.playouts };
        let percent = if self.resumed { effort.resumed_percent } else { 100 };
        (all * percent).div_ceil(100)
    }
}

/// The playouts that a search may play for a seat; `None` when nothing is asked.
pub fn allowance(planner: &dyn Planner, effort: &Effort, reaction: bool) -> Option<u32> {
    Task::of(planner, reaction).map(|task| task.playouts(effort))
}

/// Searches the answers to a seat's questions; `None` when nothing is asked. `reaction` says that the seat only has to
/// answer somebody else's move.
pub fn find_plan(
    planner: &dyn Planner, effort: Effort, seed: GameSeed, reaction: bool, progress: &Progress,
) -> Option<SearchResult> {
    find_plan_in(&mut SearchContext::new(planner, seed, effort).watched(progress), reaction)
}

/// [`find_plan`] in a context that can be used afterwards.
pub fn find_plan_in(context: &mut SearchContext, reaction: bool) -> Option<SearchResult> {
    let effort = *context.effort();
    let task = Task::of(context.planner(), reaction)?;
    let mut playouts = task.playouts(&effort);
    context.progress().expect(playouts);
    if !task.small && effort.rivals_percent > 0 {
        let (sets, spent) = rivals::anticipate(context, playouts);
        context.expect(sets);
        context.charge(spent);
        playouts = playouts.saturating_sub(spent).max(1);
    }
    let core: &dyn Chooser = if task.single { &Halving } else { &Tree };
    let proof = playouts / PROOF_PART;
    let found = core.choose(context, playouts - proof);
    Some(settle(context, core, found, proof))
}

/// Compares what was found with first answers on the same samples, and stays with those unless the gain is more
/// than half its error: first answers are a sensible player's, and a search that departs from them at random plays worse.
fn settle(context: &SearchContext, core: &dyn Chooser, found: Found, playouts: u32) -> SearchResult {
    let mut finalists: Vec<Vec<Answer>> = vec![Vec::new()];
    for length in [found.answers.len(), 1] {
        let plan = trimmed(&found.answers[..length.min(found.answers.len())]);
        finalists.push(plan);
    }
    let finalists = context.distinct(finalists);
    let playouts = if finalists.len() == 1 { playouts.min(GLANCE) } else { playouts };
    let tried =
        halving::halve(finalists.len(), playouts, |plan, sample| context.play(&finalists[plan], PROOF + sample));
    let gains = gain(&tried.results[tried.best()], &tried.results[0]);
    let chosen = if 2 * gains.mean > gains.error { tried.best() } else { 0 };
    let results = &tried.results[chosen];
    let answers = finalists[chosen].clone();
    let followed = answers.iter().zip(&found.answers).take_while(|(one, other)| one == other).count();
    let weights = found.weights.into_iter().filter(|((at, _), _)| *at <= followed).collect();
    let (worlds, steps, cut_short) = context.counts();
    let record = Record {
        core: core.name().to_owned(),
        playouts: context.played(),
        steps,
        cut_short,
        worlds: worlds as u32,
        horizon: context.effort().horizon,
        share: Estimate::of(results.iter().map(|playout| playout.share)),
        first: results.iter().filter(|playout| playout.first).count() as u32,
        futures: results.len() as u32,
        gain: if chosen == 0 { Estimate { mean: 0, error: 0 } } else { gains },
    };
    SearchResult { answers, weights, record }
}

/// Answers without the first answers at their end, which go without saying.
fn trimmed(answers: &[Answer]) -> Vec<Answer> {
    let length = answers.iter().rposition(|answer| *answer != 0).map_or(0, |last| last + 1);
    answers[..length].to_vec()
}
