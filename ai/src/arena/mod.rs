//! Players against each other, in pairs of games.
//!
//! Both games of a pair have the same scenario and the same dice; the second swaps the sides. What is measured is a
//! seat's share of the whole against that seat's share in the other game, so a strong starting position helps nobody.
//! Which seats go to which side rotates from pair to pair. Games run in parallel; results are gathered in order, and
//! the number of threads changes nothing.

mod clock;
mod elo;
mod game;
mod order_rates;
mod report;
mod sprt;
mod stats;

use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kernel::{Ruleset, SetupError};
use serde::Serialize;

pub use elo::Rating;
pub(crate) use game::awaited;
pub use game::{GameRecord, Thinking, steady_step};
pub use order_rates::{OrderRate, table as table_of_orders};
pub use report::table;
pub use sprt::{Sprt, SprtOutcome, Tested};
pub use stats::{Interval, mean_interval, sign_test};

use crate::{Budget, Style};

/// How the seats of a game are shared out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Every other seat to each side.
    #[default]
    Halves,
    /// One seat against all others.
    Lone,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Halves => "halves",
            Self::Lone => "lone",
        })
    }
}

impl FromStr for Layout {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "halves" => Ok(Self::Halves),
            "lone" => Ok(Self::Lone),
            _ => Err(format!("“{word}” is no layout: write halves or lone")),
        }
    }
}

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Scenario of the rule system.
    pub scenario: String,
    /// The player measured.
    pub player: Style,
    /// The players it meets, each in `pairs` pairs.
    pub opponents: Vec<Style>,
    /// Pairs of games against each opponent, of each seed.
    pub pairs: u32,
    /// How much the players may think, where their levels leave it open.
    pub budget: Budget,
    /// How seats are shared out.
    pub layout: Layout,
    /// Games at the same time.
    pub threads: usize,
    /// Changes all dice.
    pub seed: u64,
    /// So many seeds in a row, from `seed` on: one match, the same pairs as matches of their own would play.
    pub seeds: u32,
    /// Ends a match with the pair that decides this test; the pairs are the most that are played.
    pub sprt: Option<Sprt>,
    /// Games are cut off after so many steps and judged as they stand; whole campaigns when `None`.
    pub steps: Option<u32>,
    /// Games that were cut off are played on to the end so many times by `steady` in all seats, and judged by the mean.
    pub adjudicate: Option<u32>,
}

/// The arena could not play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArenaError {
    /// The rule system does not start the scenario.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A game for fewer than two.
    #[error("scenario {0} has fewer than two seats")]
    TooFewSeats(String),
}

/// How far the arena has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaProgress {
    /// Games finished.
    pub done: usize,
    /// Games in all.
    pub of: usize,
}

/// All matches of an arena.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// Rule system.
    pub ruleset: String,
    /// Scenario.
    pub scenario: String,
    /// How seats were shared out.
    pub layout: Layout,
    /// Seed of the dice, the first of `seeds` in a row.
    pub seed: u64,
    /// How many seeds.
    pub seeds: u32,
    /// Version of the computer players.
    pub ai_version: String,
    /// One per opponent.
    pub matches: Vec<Match>,
    /// Bradley-Terry ratings on the Elo scale; `steady` is 1000 where it played, else the player measured.
    pub ratings: Vec<Rating>,
}

/// The player measured against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// The player measured.
    pub player: String,
    /// Whom it met.
    pub opponent: String,
    /// Pairs won by the player, lost, and drawn.
    pub won: u32,
    /// Pairs lost.
    pub lost: u32,
    /// Pairs drawn.
    pub drawn: u32,
    /// Two-sided exact sign test: how likely so lopsided a result is between equals.
    pub p: f64,
    /// Mean gap in share per seat, against the same seat in the swapped game: 0.01 is one per cent of the whole.
    pub gap: Interval,
    /// The test by which the match ended; `None` when all pairs were to be played.
    pub sprt: Option<Tested>,
    /// How it came out as the games stood when they were cut off; `None` unless they were judged by playing them on.
    pub as_it_stood: Option<Stood>,
    /// The seat in which the player did worst against the same seat of the opponent, with the mean gap there.
    pub worst_seat: Option<(String, f64)>,
    /// Games that ran to the end of the campaign.
    pub finished: u32,
    /// Steps resolved, all games together.
    pub steps: u64,
    /// Orders written by either side that the rules refused; 0 in a sound player.
    pub refused: u32,
    /// The first refusal, in words.
    pub first_refusal: Option<String>,
    /// Decisions that fell back on the default orders, because planning broke.
    pub fallbacks: u32,
    /// Seconds of thinking per decision, in processor time where the system tells it: of the player, and of the opponent.
    pub seconds_per_decision: [f64; 2],
    /// The same in the last quarter of the steps.
    pub late_seconds_per_decision: [f64; 2],
    /// Seconds of thinking of the longest decision, likewise.
    pub longest_decision: [f64; 2],
    /// Playouts per decision, likewise.
    pub playouts_per_decision: [f64; 2],
    /// Playouts per second of thinking, likewise.
    pub playouts_per_second: [f64; 2],
    /// What the player orders more and less often than the opponent.
    pub rates: Vec<OrderRate>,
    /// The pairs in order, so that matches played in parts can be added up.
    pub pairs: Vec<Pair>,
    /// The games, pair by pair.
    #[serde(skip)]
    pub games: Vec<GameRecord>,
}

/// A pair of games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// Seed that its dice hang on.
    pub seed: u64,
    /// Its number among the pairs of that seed, from 0.
    pub number: u32,
    /// Gap in share per seat by which it is judged.
    pub gap: f64,
    /// The same as the games stood when they were cut off; `None` unless they were judged by playing them on.
    pub as_it_stood: Option<f64>,
}

/// A match as its games stood when they were cut off.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Stood {
    /// Pairs won by the player.
    pub won: u32,
    /// Pairs lost.
    pub lost: u32,
    /// Mean gap in share per seat.
    pub gap: Interval,
}

/// Plays all matches. `progress` is called after every game.
pub fn run(
    ruleset: &dyn Ruleset, config: &Config, progress: &(dyn Fn(ArenaProgress) + Sync),
) -> Result<Results, ArenaError> {
    let summary = ruleset.scenarios().into_iter().find(|summary| summary.id == config.scenario);
    let summary = summary.ok_or_else(|| SetupError::UnknownScenario(config.scenario.clone()))?;
    if summary.seats.len() < 2 {
        return Err(ArenaError::TooFewSeats(config.scenario.clone()));
    }
    let seats: Vec<String> = summary.seats.into_iter().map(|seat| seat.key).collect();
    let per_seed = config.pairs as usize * 2;
    let per_match = per_seed * config.seeds as usize;
    let total = per_match * config.opponents.len();
    let play = |opponent: &Style, game: usize| {
        let seed = config.seed.wrapping_add((game / per_seed) as u64);
        let (pair, swapped) = ((game % per_seed) as u32 / 2, game % 2 == 1);
        let sides = sides(seats.len(), config.layout, pair, swapped);
        game::play(ruleset, config, opponent, (seed, pair), sides)
    };
    let mut matches: Vec<Match> = Vec::new();
    for (at, opponent) in config.opponents.iter().enumerate() {
        let progress = |now: ArenaProgress| progress(ArenaProgress { done: at * per_match + now.done, of: total });
        let enough = |games: &[Option<Result<GameRecord, SetupError>>]| enough(config.sprt.as_ref(), games);
        let games = in_parallel(per_match, config.threads, &progress, |game| play(opponent, game), enough);
        let games = games.into_iter().collect::<Result<Vec<GameRecord>, SetupError>>()?;
        matches.push(judge(config, opponent, &seats, games));
    }
    let ratings = elo::ratings(&matches, config.seed);
    Ok(Results {
        ruleset: ruleset.about().id.clone(),
        scenario: config.scenario.clone(),
        layout: config.layout,
        seed: config.seed,
        seeds: config.seeds,
        ai_version: crate::VERSION.to_owned(),
        matches,
        ratings,
    })
}

/// Which seats the player measured holds.
fn sides(seats: usize, layout: Layout, pair: u32, swapped: bool) -> Vec<bool> {
    let turn = pair as usize;
    let first = |seat: usize| match layout {
        // Every other seat, then every other two, so that neighbours in the list do not always part the same way. Of two
        // seats each side has one.
        Layout::Halves if seats > 2 && (turn / 2) % 2 == 1 => (seat / 2 + turn).is_multiple_of(2),
        Layout::Halves => (seat + turn).is_multiple_of(2),
        Layout::Lone => seat == turn % seats,
    };
    (0..seats).map(|seat| first(seat) != swapped).collect()
}

/// How many games are enough, by what has been played: those up to the pair that decides the test, once all games before it
/// are there.
fn enough(test: Option<&Sprt>, games: &[Option<Result<GameRecord, SetupError>>]) -> Option<usize> {
    let (tested, pairs) = test?.weigh(games.iter().map_while(|game| game.as_ref()?.as_ref().ok()));
    (tested.decision != SprtOutcome::Undecided).then_some(2 * pairs)
}

/// Does `count` jobs on `threads` threads, or as many as `enough` says after each; results in the order of the jobs.
pub(crate) fn in_parallel<T: Send>(
    count: usize, threads: usize, progress: &(dyn Fn(ArenaProgress) + Sync), job: impl Fn(usize) -> T + Sync,
    enough: impl Fn(&[Option<T>]) -> Option<usize> + Sync,
) -> Vec<T> {
    let limit = AtomicUsize::new(count);
    let next = AtomicUsize::new(0);
    let results: Mutex<(usize, Vec<Option<T>>)> = Mutex::new((0, (0..count).map(|_| None).collect()));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= limit.load(Ordering::Relaxed) {
                        break;
                    }
                    let result = job(number);
                    let mut shared = results.lock().expect("no job panics while it holds the lock");
                    shared.1[number] = Some(result);
                    shared.0 += 1;
                    if let Some(enough) = enough(&shared.1) {
                        limit.fetch_min(enough, Ordering::Relaxed);
                    }
                    progress(ArenaProgress { done: shared.0, of: count });
                }
            });
        }
    });
    let (_, results) = results.into_inner().expect("no job panics while it holds the lock");
    let limit = limit.into_inner();
    results.into_iter().take(limit).map(|result| result.expect("every job was done")).collect()
}

/// Reads the result of a match off its games.
fn judge(config: &Config, opponent: &Style, seats: &[String], games: Vec<GameRecord>) -> Match {
    let gaps_by = |by: stats::Shares| -> Vec<f64> {
        games.chunks_exact(2).map(|pair| stats::pair_gap(&pair[0], &pair[1], by)).collect()
    };
    let outcome = |gaps: &[f64]| Stood {
        won: gaps.iter().filter(|gap| **gap > 0.0).count() as u32,
        lost: gaps.iter().filter(|gap| **gap < 0.0).count() as u32,
        gap: mean_interval(gaps),
    };
    let gaps = gaps_by(stats::JUDGED);
    let Stood { won, lost, gap } = outcome(&gaps);
    let stood = config.adjudicate.map(|_| gaps_by(stats::STOOD));
    let as_it_stood = stood.as_deref().map(outcome);
    let pair = |(at, gap): (usize, &f64)| Pair {
        seed: config.seed.wrapping_add(at as u64 / u64::from(config.pairs)),
        number: at as u32 % config.pairs,
        gap: *gap,
        as_it_stood: stood.as_ref().map(|gaps| gaps[at]),
    };
    let pairs = gaps.iter().enumerate().map(pair).collect();
    let sum = |of: fn(&GameRecord) -> u64| games.iter().map(of).sum::<u64>();
    let both =
        |of: &dyn Fn(&GameRecord, usize) -> f64| [0, 1].map(|side| games.iter().map(|game| of(game, side)).sum());
    let decisions: [f64; 2] = both(&|game, side| f64::from(game.decisions[side]));
    let seconds: [f64; 2] = both(&|game, side| game.thinking[side].seconds);
    let late: [f64; 2] = both(&|game, side| game.thinking[side].late_seconds);
    let late_decisions: [f64; 2] = both(&|game, side| f64::from(game.thinking[side].late_decisions));
    let longest = [0, 1].map(|side| games.iter().map(|game| game.thinking[side].longest).fold(0.0, f64::max));
    let playouts: [f64; 2] = both(&|game, side| game.playouts[side] as f64);
    let tallies = [0, 1].map(|side| {
        let mut all = order_rates::Tally::new();
        for (kind, orders) in games.iter().flat_map(|game| &game.orders[side]) {
            *all.entry(kind.clone()).or_default() += orders;
        }
        all
    });
    let ratio = |of: [f64; 2], by: [f64; 2]| [0, 1].map(|side| if by[side] > 0.0 { of[side] / by[side] } else { 0.0 });
    Match {
        player: config.player.to_string(),
        opponent: opponent.to_string(),
        won,
        lost,
        drawn: gaps.len() as u32 - won - lost,
        p: sign_test(won, lost),
        gap,
        sprt: config.sprt.map(|test| test.weigh(&games).0),
        as_it_stood,
        worst_seat: stats::worst_seat(&games).map(|(seat, gap)| (seats[seat].clone(), gap)),
        finished: games.iter().filter(|game| game.finished).count() as u32,
        steps: sum(|game| u64::from(game.steps)),
        refused: sum(|game| u64::from(game.refused)) as u32,
        first_refusal: games.iter().find_map(|game| game.first_refusal.clone()),
        fallbacks: sum(|game| u64::from(game.fallbacks)) as u32,
        seconds_per_decision: ratio(seconds, decisions),
        late_seconds_per_decision: ratio(late, late_decisions),
        longest_decision: longest,
        playouts_per_decision: ratio(playouts, decisions),
        playouts_per_second: ratio(playouts, seconds),
        rates: order_rates::rates([&tallies[0], &tallies[1]], decisions),
        pairs,
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_swap_and_rotate() {
        assert_eq!(sides(4, Layout::Halves, 0, false), [true, false, true, false]);
        assert_eq!(sides(4, Layout::Halves, 0, true), [false, true, false, true]);
        assert_eq!(sides(4, Layout::Halves, 1, false), [false, true, false, true]);
        assert_eq!(sides(4, Layout::Halves, 2, false), [true, true, false, false]);
        assert_eq!(sides(3, Layout::Lone, 4, false), [false, true, false]);
        assert_eq!(sides(3, Layout::Lone, 4, true), [true, false, true]);
    }

    #[test]
    fn two_seats_are_always_opponents() {
        for pair in 0..8 {
            for swapped in [false, true] {
                let sides = sides(2, Layout::Halves, pair, swapped);
                assert_ne!(sides[0], sides[1], "pair {pair}");
            }
        }
    }

    #[test]
    fn jobs_come_back_in_order_whatever_the_threads() {
        for threads in [1, 2, 7] {
            let done = Mutex::new(0);
            let progress = |progress: ArenaProgress| *done.lock().unwrap() = progress.done;
            let squares = in_parallel(20, threads, &progress, |n| n * n, |_| None);
            assert_eq!(squares, (0..20).map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(*done.lock().unwrap(), 20);
        }
    }

    #[test]
    fn jobs_end_where_there_are_enough_whatever_the_threads() {
        for threads in [1, 2, 7] {
            let all_before = |at: usize| move |jobs: &[Option<usize>]| jobs[..at].iter().all(Option::is_some);
            let enough = |jobs: &[Option<usize>]| all_before(5)(jobs).then_some(5);
            assert_eq!(in_parallel(20, threads, &|_| (), |n| n, enough), [0, 1, 2, 3, 4]);
        }
    }
}
