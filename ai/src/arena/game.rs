//! One game of the arena.

use kernel::{Dice, GameSeed, Ruleset, SeatId, SetupError, Sheet, StepMode};
use serde_json::json;

use super::{Config, clock::timed};
use crate::{Seed, Style, decide_as};

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameRecord {
    /// Which seats the player measured held.
    pub sides: Vec<bool>,
    /// Share of the whole per seat at the end, in millionths.
    pub shares: Vec<u32>,
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
    /// Decisions that fell back on the default sheet.
    pub fallbacks: u32,
    /// Decisions of the player measured, and of the opponent.
    pub decisions: [u32; 2],
    /// Futures imagined, likewise.
    pub playouts: [u64; 2],
    /// Seconds of thinking, likewise.
    pub seconds: [f64; 2],
}

/// Plays one game. Both games of a pair have the same dice.
pub fn play(
    ruleset: &dyn Ruleset, config: &Config, opponent: &Style, pair: u32, sides: Vec<bool>,
) -> Result<GameRecord, SetupError> {
    let number = config.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(pair));
    let (dice_seed, ai_seed) = (GameSeed::from_number(number), Seed::from_number(number));
    let mut campaign = ruleset.start(&config.scenario, &json!({}), &dice_seed)?;
    let mut record = GameRecord { sides, ..GameRecord::default() };
    while campaign.outcome().is_none() && config.steps.is_none_or(|most| record.steps < most) {
        let mut awaited: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
        if campaign.mode() == StepMode::Immediate {
            awaited.truncate(1);
        }
        let mut sheets = Vec::with_capacity(awaited.len());
        for seat in awaited {
            let side = usize::from(!record.sides[seat.index()]);
            let style = [&config.player, opponent][side];
            let (decision, seconds) = timed(|| decide_as(campaign.as_ref(), seat, style, &ai_seed, config.budget));
            record.seconds[side] += seconds;
            record.decisions[side] += 1;
            record.playouts[side] += u64::from(decision.playouts);
            record.fallbacks += u32::from(decision.fallback.is_some());
            for verdict in campaign.check(seat, &decision.orders).verdicts.iter().filter(|v| v.is_refused()) {
                record.refused += 1;
                record.first_refusal.get_or_insert_with(|| {
                    let order = &decision.orders[verdict.index];
                    format!("{seat}, step {}, {style}: {order}: {}", record.steps + 1, verdict.detail)
                });
            }
            sheets.push(Sheet { seat, orders: decision.orders });
        }
        let mut dice = Dice::for_step(&dice_seed, campaign.step() + 1).quiet();
        campaign.advance(&sheets, &mut dice);
        record.steps += 1;
        record.shares = vec![0; record.sides.len()];
        for standing in campaign.standings() {
            record.shares[standing.seat.index()] = standing.share;
        }
        record.course.push(record.shares.clone());
    }
    record.finished = campaign.outcome().is_some();
    Ok(record)
}
