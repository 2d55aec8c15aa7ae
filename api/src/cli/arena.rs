//! `cursus arena`: computer players against each other, in pairs of games with the sides swapped.

use std::io::Write;
use std::path::PathBuf;

use ai::Style;
use ai::arena::{self, Layout, Sprt};
use catalog::Catalog;
use clap::Args;

use super::play::{CutOffArgs, PlayArgs};
use super::{CliError, write_text};

/// Let computer players meet in pairs of games, and say who is stronger
///
/// Each pair is the same scenario with the same dice, played twice with the sides swapped; a seat's share of the whole is
/// measured against the same seat in the other game. Results are the same for any number of threads.
#[derive(Debug, Args)]
pub struct ArenaArgs {
    /// Rule system
    #[arg(long, default_value = "umpire")]
    ruleset: String,
    /// Scenario
    #[arg(long, default_value = "italia-1450")]
    scenario: String,
    /// Player to be measured: random, caretaker, novice, steady, veteran, master, one of these with a temper such as
    /// veteran/bold, or posture:KEY for a single posture
    #[arg(long, default_value = "steady")]
    player: Style,
    /// Whom it meets; may be given several times
    #[arg(long = "against", default_value = "random")]
    against: Vec<Style>,
    /// Pairs of games against each, of each seed
    #[arg(long, default_value_t = 40)]
    pairs: u32,
    /// Imagined futures per decision for levels that search; their own number when not given
    #[arg(long)]
    playouts: Option<u32>,
    /// How seats are shared out: halves, or lone (one seat against the field)
    #[arg(long, default_value_t = Layout::Halves)]
    layout: Layout,
    /// Play the pairs of so many seeds in a row as one match: a long match can be played in parts, and added up
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
    /// End a match as soon as it is decided which of two differences in Elo holds, as in --sprt 0,30 (not stronger, or by 30):
    /// a sequential test on pairs. The pairs are the most that are played; a test that they do not decide is undecided
    #[arg(long, value_name = "ELO,ELO")]
    sprt: Option<Sprt>,
    /// Chance of error of the test, either way
    #[arg(long, default_value_t = 0.05, requires = "sprt", value_parser = error_rate)]
    error: f64,
    #[command(flatten)]
    cut_off: CutOffArgs,
    /// Say, too, which kinds of orders each side gives how often
    #[arg(long)]
    orders: bool,
    /// Write the results as JSON to this file, too
    #[arg(long)]
    json: Option<PathBuf>,
    #[command(flatten)]
    play: PlayArgs,
}

pub(super) fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| (0.001..=0.25).contains(rate));
    rate.ok_or_else(|| format!("“{text}” is no chance of error from 0.001 to 0.25"))
}

/// Plays the arena and prints its table; `false` when a computer player wrote an order that the rules refused.
pub fn run(args: &ArenaArgs, catalog: &Catalog, out: &mut dyn Write) -> Result<bool, CliError> {
    let ruleset = catalog.ruleset(&args.ruleset).ok_or_else(|| {
        let known: Vec<&str> = catalog.rulesets().iter().map(|ruleset| ruleset.about().id.as_str()).collect();
        CliError::Usage(format!("there is no rule system {}; known are {}", args.ruleset, known.join(", ")))
    })?;
    let config = arena::Config {
        scenario: args.scenario.clone(),
        player: args.player.clone(),
        opponents: args.against.clone(),
        pairs: args.pairs,
        budget: ai::Budget { playouts: args.playouts },
        layout: args.layout,
        threads: args.play.threads(),
        seed: args.play.seed,
        seeds: args.seeds,
        sprt: args.sprt.map(|test| Sprt { alpha: args.error, beta: args.error, ..test }),
        steps: args.cut_off.steps,
        adjudicate: args.cut_off.adjudicate,
    };
    let progress = args.play.progress("");
    let results =
        arena::run(ruleset.as_ref(), &config, &progress).map_err(|error| CliError::Usage(error.to_string()))?;
    args.play.end_progress();
    write!(out, "{}", arena::table(&results))?;
    if args.orders {
        write!(out, "{}", arena::table_of_orders(&results.matches))?;
    }
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&results).map_err(|error| CliError::Usage(error.to_string()))?;
        write_text(path, &text)?;
    }
    Ok(results.matches.iter().all(|played| played.refused == 0 && played.fallbacks == 0))
}
