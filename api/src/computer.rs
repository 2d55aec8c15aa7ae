//! The computer player as the service calls it: the one file that knows how a level is asked for orders.

use kernel::{Campaign, Dice, GameSeed, SeatId, Value};
use sha2::{Digest, Sha256};

use crate::cli::resolve::ComputerPlayer;

/// The levels a creator may choose from, weakest first, each with what to expect of it.
pub const LEVELS: &[(&str, &str)] = &[
    ("random", "Legal orders at random: a floor, and a load for tests."),
    ("caretaker", "Keeps things going: for minor powers and absent players."),
    ("novice", "Plays to a plan, and makes mistakes."),
    ("steady", "Plays to a plan, and makes few mistakes."),
];

/// The level that looks after seats nobody holds and players who are away.
pub const CARETAKER: &str = "caretaker";

pub fn is_level(name: &str) -> bool {
    LEVELS.iter().any(|(level, _)| *level == name)
}

/// What the computer wants, and why.
#[derive(Debug, Clone)]
pub struct Decision {
    pub orders: Value,
    pub reasons: Vec<String>,
}

/// Asks a level for a seat's orders. The same seed, level and campaign give the same orders on every machine; the seed
/// is never that of the game's dice.
pub fn decide(campaign: &dyn Campaign, seat: SeatId, level: &str, seed: &GameSeed) -> Result<Decision, String> {
    let label = format!("{level} {seat} step {}", campaign.step());
    match level {
        "random" => {
            let orders = campaign.random_orders(seat, &mut Dice::keyed(seed, &label).quiet());
            Ok(Decision { orders, reasons: vec!["drawn by lot".into()] })
        }
        level if is_level(level) => {
            let planner = campaign.planner(seat);
            let quiet_only = level == CARETAKER;
            let walked = kernel::ruleset::chain(&*planner, |question| {
                let first_quiet = question.answers.iter().position(|choice| choice.quiet);
                first_quiet.filter(|_| quiet_only).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
            });
            let answers: Vec<_> = walked.iter().map(|(_, answer)| *answer).collect();
            let words = walked.iter().filter_map(|(question, answer)| {
                let choice = question.answers.get(usize::from(*answer))?;
                Some(format!("{} {}: {}", question.about.kind, question.about.subject, choice.words))
            });
            let reasons = words.collect();
            Ok(Decision { orders: planner.sheet(&answers), reasons })
        }
        unknown => Err(format!("there is no level “{unknown}”; there are random, caretaker, novice and steady")),
    }
}

/// The computer player behind `cursus resolve`.
pub struct Offline;

impl ComputerPlayer for Offline {
    fn orders(&self, level: &str, campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed) -> Result<Value, String> {
        // Played offline, the file holds one seed; the computer gets another, worked out from it.
        let own: [u8; 32] =
            Sha256::new().chain_update(b"cursus computer player").chain_update(seed.0).finalize().into();
        decide(campaign, seat, level, &GameSeed(own)).map(|decision| decision.orders)
    }
}
