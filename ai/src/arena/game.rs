//! One game of the arena.

use kernel::{Campaign, Dice, GameSeed, OrderSet, Ruleset, SeatId, SetupError, StepMode, shares};
use serde_json::json;

use super::order_rates::{self, Tally};
use super::{Config, clock::timed};
use crate::decide::decide_typed;
use crate::{Budget, Level, Progress, Seed, Style};

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameRecord {
    /// Which seats the player measured held.
    pub sides: Vec<bool>,
    /// Share of the whole per seat by which the game is judged, in millionths: at the end, or when it was cut off, or on
    /// average over the ends to which it was played on.
    pub shares: Vec<u32>,
    /// The same as it stood after the last step of the two players.
    pub stood: Vec<u32>,
    /// The same after every step.
    pub course: Vec<Vec<u32>>,
    /// Steps resolved.
    pub steps: u32,
    /// Whether the campaign came to its end.
    pub finished: bool,
    /// Orders refused.
    pub refused: u32,
    /// The first refusal in words.
    pub first_refusal: Option<String>,
    /// Decisions that fell back on the default orders.
    pub fallbacks: u32,
    /// Decisions of the player measured, and of the opponent.
    pub decisions: [u32; 2],
    /// Playouts, likewise.
    pub playouts: [u64; 2],
    /// Thinking, likewise.
    pub thinking: [Thinking; 2],
    /// Orders by kind, likewise.
    pub orders: [Tally; 2],
}

/// How long decisions took, in seconds of processor time where the system tells it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thinking {
    /// All together.
    pub seconds: f64,
    /// Those of the last quarter of the steps, where a campaign has grown, together.
    pub late_seconds: f64,
    /// How many there were in the last quarter.
    pub late_decisions: u32,
    /// The longest.
    pub longest: f64,
}

impl Thinking {
    fn add(&mut self, seconds: f64, is_late: bool) {
        self.seconds += seconds;
        self.longest = self.longest.max(seconds);
        if is_late {
            self.late_seconds += seconds;
            self.late_decisions += 1;
        }
    }
}

/// Plays one game of a pair, which is named by its seed and its number. Both games of a pair have the same dice.
pub fn play(
    ruleset: &dyn Ruleset, config: &Config, opponent: &Style, (seed, pair): (u64, u32), sides: Vec<bool>,
) -> Result<GameRecord, SetupError> {
    let number = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(pair));
    let (dice_seed, ai_seed) = (GameSeed::from_number(number), Seed::from_number(number));
    let mut campaign = ruleset.start(&config.scenario, &json!({}), &dice_seed)?;
    let mut record = GameRecord { sides, ..GameRecord::default() };
    let mut thought = Vec::new();
    while campaign.outcome().is_none() && config.steps.is_none_or(|most| record.steps < most) {
        let awaited = awaited(campaign.as_ref());
        let mut sets = Vec::with_capacity(awaited.len());
        for seat in awaited {
            let side = usize::from(!record.sides[seat.index()]);
            let style = [&config.player, opponent][side];
            let watch = Progress::default();
            let find_plan = || decide_typed(campaign.as_ref(), seat, style, &ai_seed, config.budget, &watch);
            let ((orders, decision), seconds) = timed(find_plan);
            thought.push((side, record.steps, seconds));
            record.decisions[side] += 1;
            order_rates::count(&mut record.orders[side], &decision.orders);
            record.playouts[side] += u64::from(decision.playouts);
            record.fallbacks += u32::from(decision.fallback.is_some());
            for verdict in campaign.check(seat, &orders).iter().filter(|v| v.is_refused()) {
                record.refused += 1;
                record.first_refusal.get_or_insert_with(|| {
                    let order = &decision.orders[verdict.index];
                    format!("{seat}, step {}, {style}: {order}: {}", record.steps + 1, verdict.detail)
                });
            }
            sets.push(OrderSet { seat, orders });
        }
        let mut dice = Dice::for_step(&dice_seed, campaign.step() + 1).quiet();
        campaign.advance(&sets, &mut dice);
        record.steps += 1;
        record.stood = shares(&campaign.standings());
        record.course.push(record.stood.clone());
    }
    record.finished = campaign.outcome().is_some();
    for (side, step, seconds) in thought {
        record.thinking[side].add(seconds, step >= record.steps - record.steps / 4);
    }
    record.shares = match config.adjudicate.filter(|_| !record.finished) {
        Some(times) => adjudicate(campaign.as_ref(), times.max(1), number),
        None => record.stood.clone(),
    };
    Ok(record)
}

/// The seats that act in the next step.
pub(crate) fn awaited(campaign: &dyn Campaign) -> Vec<SeatId> {
    let mut awaited: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
    if campaign.mode() == StepMode::Immediate {
        awaited.truncate(1);
    }
    awaited
}

/// Carries out a step in which `steady` acts for all seats; `seed` is that of the players, `dice` the game's.
pub fn steady_step(campaign: &mut dyn Campaign, seed: &Seed, dice: &mut Dice) {
    let (steady, watch) = (Level::Steady.into(), Progress::default());
    let set = |seat| {
        let (orders, _) = decide_typed(&*campaign, seat, &steady, seed, Budget::default(), &watch);
        OrderSet { seat, orders }
    };
    let sets: Vec<OrderSet> = awaited(&*campaign).into_iter().map(set).collect();
    campaign.advance(&sets, dice);
}

/// What a position is worth by the ends to which it comes: so many times `steady` plays all seats on from it, each time with
/// other dice, and the shares are averaged. Both games of a pair get the same dice.
fn adjudicate(campaign: &dyn Campaign, times: u32, number: u64) -> Vec<u32> {
    let mut sums = vec![0u64; campaign.standings().len()];
    for time in 1..=times {
        let number = number.wrapping_add(u64::from(time) << 32);
        let (dice_seed, ai_seed) = (GameSeed::from_number(number), Seed::from_number(number));
        let mut campaign = campaign.clone_box();
        while campaign.outcome().is_none() {
            let mut dice = Dice::for_step(&dice_seed, campaign.step() + 1).quiet();
            steady_step(campaign.as_mut(), &ai_seed, &mut dice);
        }
        let ends = shares(&campaign.standings());
        sums.iter_mut().zip(ends).for_each(|(sum, share)| *sum += u64::from(share));
    }
    sums.into_iter().map(|sum| (sum / u64::from(times)) as u32).collect()
}
