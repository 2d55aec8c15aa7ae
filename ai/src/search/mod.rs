//! Playing imagined futures before answering.
//!
//! A seat's turn is a chain of questions. The search walks the chain as a tree: it answers, takes a world that fits the
//! view, lets the rivals act by habit and the dice fall, plays some turns on, and credits the answers with the seat's
//! share at the end. Only the seat's own answers are choices; whatever happens to them is part of the playout.
//!
//! | module | what it holds |
//! |---|---|
//! | [`desk`] | worlds, lots, and futures played on them |
//! | [`effort`] | what a level may spend in a room, from `levels.toml` |
//! | [`progress`] | how far a decision is |
//! | [`tree`] | the tree core, over any game that can be walked node by node; the only file that knows the `mcts` crate |
//! | [`chain`] | a seat's questions as such a game |
//! | [`halving`] | the flat core: a few finished plans on the same lots |
//! | [`rivals`] | searches in rivals' stead |
//! | [`figures`] | means with their errors |
//! | [`luck`] | quick chance for rollouts |
//!
//! One search runs on one thread and counts what it spends, so the same view, seed and budget give the same answers on
//! any machine, however many searches run beside it.

pub mod chain;
pub mod desk;
pub mod effort;
pub mod figures;
pub mod halving;
pub mod luck;
pub mod progress;
pub mod rivals;
pub mod tree;

use std::collections::BTreeMap;

use kernel::{Answer, GameSeed, Planner};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use chain::Tree;
pub use desk::{Desk, Playout};
pub use effort::Effort;
pub use figures::{Estimate, Weight};
pub use halving::Halving;
pub use progress::Progress;

use figures::gain;

/// A way of searching the answers to a chain of questions.
pub trait Chooser {
    /// Name on record.
    fn name(&self) -> &'static str;
    /// Answers worth giving, after so many futures.
    fn choose(&self, desk: &Desk, playouts: u32) -> Found;
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
    /// The seat's expected share of the whole with the sheet chosen.
    pub share: Estimate,
    /// Futures with the sheet chosen in which nobody was ahead of the seat.
    pub first: u32,
    /// Of how many.
    pub futures: u32,
    /// What the sheet gains over that of first answers, on the same lots, with something extra for the first place and for
    /// what suits the player's temper.
    pub gain: Estimate,
}

/// What a seat made up its mind to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The answers; first answers after that.
    pub answers: Vec<Answer>,
    /// What the answers looked like along the line as far as it was followed.
    pub weights: BTreeMap<(usize, Answer), Weight>,
    /// How it went.
    pub record: Record,
}

/// The part of the futures in which what was found must prove itself: one in so many.
const PROOF_PART: u32 = 3;
/// Futures that tell what first answers are worth where nothing better was found.
const GLANCE: u32 = 8;
/// Lots on which a sheet must prove itself, and lots on which it is explained, in worlds of their own: not those in which
/// it was found, where it had luck.
const PROOF: u32 = 1 << 16;
/// See [`PROOF`].
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

/// The futures that a search may play for a seat; `None` when nothing is asked.
pub fn allowance(planner: &dyn Planner, effort: &Effort, reaction: bool) -> Option<u32> {
    Task::of(planner, reaction).map(|task| task.playouts(effort))
}

/// Searches the answers to a seat's questions; `None` when nothing is asked. `reaction` says that the seat only has to
/// answer somebody else's move.
pub fn think(
    planner: &dyn Planner, effort: Effort, luck: GameSeed, reaction: bool, progress: &Progress,
) -> Option<Thought> {
    think_at(&mut Desk::new(planner, luck, effort).watched(progress), reaction)
}

/// [`think`] at a desk that can be used afterwards.
pub fn think_at(desk: &mut Desk, reaction: bool) -> Option<Thought> {
    let effort = *desk.effort();
    let task = Task::of(desk.planner(), reaction)?;
    let mut playouts = task.playouts(&effort);
    desk.progress().expect(playouts);
    if !task.small && effort.rivals_percent > 0 {
        let (sheets, spent) = rivals::anticipate(desk, playouts);
        desk.expect(sheets);
        desk.charge(spent);
        playouts = playouts.saturating_sub(spent).max(1);
    }
    let core: &dyn Chooser = if task.single { &Halving } else { &Tree };
    let proof = playouts / PROOF_PART;
    let found = core.choose(desk, playouts - proof);
    Some(settle(desk, core, found, proof))
}

/// Lets what was found meet the sheet of first answers on the same lots, and stays with those unless the gain is more
/// than half its error: first answers are a sensible player's, and a search that departs from them at random plays worse.
fn settle(desk: &Desk, core: &dyn Chooser, found: Found, playouts: u32) -> Thought {
    let mut finalists: Vec<Vec<Answer>> = vec![Vec::new()];
    for length in [found.answers.len(), 1] {
        let plan = trimmed(&found.answers[..length.min(found.answers.len())]);
        finalists.push(plan);
    }
    let finalists = desk.distinct(finalists);
    let playouts = if finalists.len() == 1 { playouts.min(GLANCE) } else { playouts };
    let tried = halving::halve(finalists.len(), playouts, |plan, lot| desk.play(&finalists[plan], PROOF + lot));
    let gains = gain(&tried.results[tried.best()], &tried.results[0]);
    let chosen = if 2 * gains.mean > gains.error { tried.best() } else { 0 };
    let results = &tried.results[chosen];
    let answers = finalists[chosen].clone();
    let followed = answers.iter().zip(&found.answers).take_while(|(one, other)| one == other).count();
    let weights = found.weights.into_iter().filter(|((at, _), _)| *at <= followed).collect();
    let (worlds, steps, cut_short) = desk.counts();
    let record = Record {
        core: core.name().to_owned(),
        playouts: desk.played(),
        steps,
        cut_short,
        worlds: worlds as u32,
        horizon: desk.effort().horizon,
        share: Estimate::of(results.iter().map(|playout| playout.share)),
        first: results.iter().filter(|playout| playout.first).count() as u32,
        futures: results.len() as u32,
        gain: if chosen == 0 { Estimate { mean: 0, error: 0 } } else { gains },
    };
    Thought { answers, weights, record }
}

/// Answers without the first answers at their end, which go without saying.
fn trimmed(answers: &[Answer]) -> Vec<Answer> {
    let length = answers.iter().rposition(|answer| *answer != 0).map_or(0, |last| last + 1);
    answers[..length].to_vec()
}
