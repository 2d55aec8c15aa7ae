//! The tree core: UCT on the `mcts` crate. The only file that knows the crate.
//!
//! The crate replays moves from the root in every playout and stores no states, which gives open loop for nothing. It is
//! used on one thread (`playout_n`) only: its parallel calls publish nodes without ordering them, give other results on
//! every run, and are barred by `clippy.toml`. Its own policies take `ln` from the platform and break ties with a fixed
//! seed; `Uct` does neither.

use std::cmp::Reverse;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use mcts::tree_policy::TreePolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, MoveInfo, NodeHandle, SearchHandle};

use super::rng::SplitMix64;

/// A game as the tree sees it: one node after another, each with the player who chooses there, or chance.
pub trait Walk: Clone + Send + Sync {
    /// A choice at a node.
    type Move: Clone + Send + Sync;
    /// What a playout brought to every player.
    type Payoff: Default + Send + Sync;

    /// Who chooses here.
    fn player(&self) -> u8;
    /// The choices here, best guess first; none at the end. The same whenever the same moves lead here.
    fn moves(&self) -> Vec<Self::Move>;
    /// How likely a move is, if it is one of chance's; `None` for a player's choice.
    fn chance(_mov: &Self::Move) -> Option<f32> {
        None
    }
    /// Makes a move.
    fn make(&mut self, mov: &Self::Move);
    /// Plays on from here to an end. Playouts are numbered from 0.
    fn rollout(&self, number: u64, rng: SplitMix64) -> Self::Payoff;
    /// Whether the search has spent what it may, though not all playouts were played.
    fn enough(&self) -> bool {
        false
    }
    /// What a payoff is worth to a player.
    fn reward(payoff: &Self::Payoff, player: u8) -> i64;
}

/// A move with what playouts through it brought to the player who chose it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch<M> {
    /// The move.
    pub mov: M,
    /// Playouts through it.
    pub visits: u64,
    /// Sum of their rewards.
    pub sum: i64,
}

/// How to grow a tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// Playouts.
    pub playouts: u64,
    /// Playouts between two looks whether it is [`Walk::enough`].
    pub batch: u64,
    /// Exploration: a branch is worth its mean reward + constant x sqrt(ln visits of the node / visits of the branch).
    pub constant: f64,
    /// Where rollouts and chance take their random numbers from.
    pub seed: u64,
    /// How often a branch must have been visited for the line to follow it.
    pub least_visits: u64,
}

/// Grows a tree and follows the most visited branches from its root: all branches at each node of that line, the one
/// followed first.
pub fn grow<W: Walk>(root: W, growth: &Growth) -> Vec<Vec<Branch<W::Move>>> {
    let judge = Judge { seed: growth.seed, played: AtomicU64::new(0) };
    let policy = Uct { constant: growth.constant, seed: growth.seed };
    let mut manager = MCTSManager::new(Place(root.clone()), Spec(PhantomData), judge, policy, ());
    let mut left = growth.playouts;
    while left > 0 && !root.enough() {
        let now = left.min(growth.batch.max(1));
        manager.playout_n(now);
        left -= now;
    }
    let mut line = Vec::new();
    follow(manager.tree().root_node(), growth.least_visits.max(1), &mut line);
    line
}

/// Follows the most visited branches downwards; the crate lends a node no longer than its parent.
fn follow<W: Walk>(node: NodeHandle<Spec<W>>, least_visits: u64, line: &mut Vec<Vec<Branch<W::Move>>>) {
    let mut branches: Vec<_> = node.moves().collect();
    branches.sort_by_key(|branch| Reverse((branch.visits(), branch.sum_rewards())));
    let Some(best) = branches.first().filter(|best| best.visits() >= least_visits) else { return };
    let read = |branch: &&MoveInfo<Spec<W>>| Branch {
        mov: branch.get_move().clone(),
        visits: branch.visits(),
        sum: branch.sum_rewards(),
    };
    line.push(branches.iter().map(read).collect());
    if let Some(child) = best.child() {
        follow(child, least_visits, line);
    }
}

/// The crate's name for all the types of a search together.
struct Spec<W>(PhantomData<W>);

impl<W: Walk> MCTS for Spec<W> {
    type State = Place<W>;
    type Eval = Judge;
    type TreePolicy = Uct;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ();
}

#[derive(Clone)]
struct Place<W>(W);

impl<W: Walk> GameState for Place<W> {
    type Move = W::Move;
    type Player = u8;
    type MoveList = Vec<W::Move>;

    fn current_player(&self) -> u8 {
        self.0.player()
    }

    fn available_moves(&self) -> Vec<W::Move> {
        self.0.moves()
    }

    fn make_move(&mut self, mov: &W::Move) {
        self.0.make(mov);
    }
}

/// Judges places by rollouts. The counter is atomic because the crate wants to share the judge; one thread uses it.
struct Judge {
    seed: u64,
    played: AtomicU64,
}

impl Judge {
    fn rollout<W: Walk>(&self, place: &Place<W>) -> W::Payoff {
        let number = self.played.fetch_add(1, Ordering::Relaxed);
        place.0.rollout(number, SplitMix64::new(self.seed, number))
    }
}

impl<W: Walk> Evaluator<Spec<W>> for Judge {
    type StateEvaluation = W::Payoff;

    fn evaluate_new_state(
        &self, place: &Place<W>, moves: &Vec<W::Move>, handle: Option<SearchHandle<Spec<W>>>,
    ) -> (Vec<()>, W::Payoff) {
        // The crate has the root judged when it is planted, and never uses that.
        let payoff = if handle.is_some() { self.rollout(place) } else { W::Payoff::default() };
        (vec![(); moves.len()], payoff)
    }

    fn evaluate_existing_state(&self, place: &Place<W>, _: &W::Payoff, _: SearchHandle<Spec<W>>) -> W::Payoff {
        self.rollout(place)
    }

    fn interpret_evaluation_for_player(&self, payoff: &W::Payoff, player: &u8) -> i64 {
        W::reward(payoff, *player)
    }
}

/// Upper confidence bounds for trees. Unvisited branches come first, in the order in which they were offered; where
/// chance moves, branches are drawn.
struct Uct {
    constant: f64,
    seed: u64,
}

impl<W: Walk> TreePolicy<Spec<W>> for Uct {
    type MoveEvaluation = ();
    type ThreadLocalData = Option<SplitMix64>;

    fn choose_child<'a, Moves>(&self, mut moves: Moves, mut handle: SearchHandle<Spec<W>>) -> &'a MoveInfo<Spec<W>>
    where
        Moves: Iterator<Item = &'a MoveInfo<Spec<W>>> + Clone,
    {
        let all = moves.clone();
        let first = moves.next().expect("the crate asks where there are moves");
        if W::chance(first.get_move()).is_some() {
            let rng = handle.thread_data().policy_data.get_or_insert_with(|| SplitMix64::new(self.seed, u64::MAX));
            return drawn(all, rng.unit()).unwrap_or(first);
        }
        let mut visits = 0;
        for branch in all.clone() {
            match branch.visits() {
                0 => return branch,
                more => visits += more,
            }
        }
        let tables = tables();
        let reach = self.constant * tables.root_of_ln(visits);
        let (mut best, mut most) = (first, f64::NEG_INFINITY);
        for branch in all {
            // sum / visits + reach / sqrt(visits)
            let weight = tables.one_by_root(branch.visits());
            let worth = weight * (weight * branch.sum_rewards() as f64 + reach);
            if worth > most {
                (best, most) = (branch, worth);
            }
        }
        best
    }
}

/// The branch that a number from 0 up to 1 falls on.
fn drawn<'a, W: Walk>(
    branches: impl Iterator<Item = &'a MoveInfo<Spec<W>>>, mut at: f32,
) -> Option<&'a MoveInfo<Spec<W>>> {
    let mut last = None;
    for branch in branches {
        last = Some(branch);
        at -= W::chance(branch.get_move()).unwrap_or(0.0);
        if at < 0.0 {
            break;
        }
    }
    last
}

/// Logarithms and roots of numbers of visits, worked out once. `ln` is not the platform's, which differs in the last
/// place from machine to machine; roots are the same everywhere.
struct Tables {
    roots_of_ln: Vec<f64>,
    ones_by_root: Vec<f64>,
}

/// The tables hold this many numbers; greater ones are worked out as they come.
const KNOWN: u64 = 1 << 14;

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables {
        roots_of_ln: (0..KNOWN).map(root_of_ln).collect(),
        ones_by_root: (0..KNOWN).map(one_by_root).collect(),
    })
}

fn root_of_ln(visits: u64) -> f64 {
    libm::log(visits.max(1) as f64).sqrt()
}

fn one_by_root(visits: u64) -> f64 {
    1.0 / (visits.max(1) as f64).sqrt()
}

impl Tables {
    fn root_of_ln(&self, visits: u64) -> f64 {
        self.roots_of_ln.get(visits as usize).copied().unwrap_or_else(|| root_of_ln(visits))
    }

    fn one_by_root(&self, visits: u64) -> f64 {
        self.ones_by_root.get(visits as usize).copied().unwrap_or_else(|| one_by_root(visits))
    }
}
