//! `cursus ladder`: each level of the computer players against the one below it, in every rule system.

use std::io::Write;

use ai::Style;
use ai::arena::{self, Interval, Layout, Results, Sprt};
use catalog::Catalog;
use clap::Args;

use super::CliError;
use super::arena::error_rate;
use super::play::{CutOffArgs, PlayArgs};

/// One scenario of each rule system.
const SETTINGS: [&str; 5] = [
    "umpire/italia-1450",
    "hotw/world-4",
    "eternal-rome/octavius-antonius",
    "strategos/hellespontos-313bc",
    "renaissance/romagna-1493",
];

/// Let each level of the computer players meet the one below it, and print one table of how far they lie apart
///
/// A match ends as soon as a sequential test on pairs of games decides it, and is called undecided when the pairs are used up
/// before. Results are the same for any number of threads.
#[derive(Debug, Args)]
pub struct LadderArgs {
    /// What is played; may be given several times
    #[arg(long = "setting", value_name = "RULESET/SCENARIO", default_values_t = SETTINGS.map(str::to_owned))]
    settings: Vec<String>,
    /// The levels, the weakest first
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', default_value = "random,novice,steady,veteran,master")]
    levels: Vec<Style>,
    /// The two differences in Elo between which each test decides: the higher level is no stronger than the first, or by the second
    #[arg(long, value_name = "ELO,ELO", default_value = "0,60")]
    sprt: Sprt,
    /// Chance of error of each test, either way
    #[arg(long, default_value_t = 0.05, value_parser = error_rate)]
    error: f64,
    /// Pairs of games that a match has at most
    #[arg(long, default_value_t = 60)]
    pairs: u32,
    #[command(flatten)]
    cut_off: CutOffArgs,
    #[command(flatten)]
    play: PlayArgs,
}

/// Plays all matches and prints a row for each as it ends; `false` when a computer player wrote an order that the rules
/// refused.
pub fn run(args: &LadderArgs, catalog: &Catalog, out: &mut dyn Write) -> Result<bool, CliError> {
    let tested = format!("by {:+.0} or {:+.0}", args.sprt.elo0, args.sprt.elo1);
    writeln!(out, "| scenario | level | against | pairs won | lost | drawn | Elo ahead (95 %) | {tested} |")?;
    writeln!(out, "|---|---|---|---:|---:|---:|---:|---|")?;
    let mut all_legal = true;
    for setting in &args.settings {
        let (ruleset, scenario) = setting
            .split_once('/')
            .ok_or_else(|| CliError::Usage(format!("“{setting}” is no setting; write RULESET/SCENARIO")))?;
        let room =
            catalog.ruleset(ruleset).ok_or_else(|| CliError::Usage(format!("there is no rule system {ruleset}")))?;
        for pair in args.levels.windows(2) {
            let config = arena::Config {
                scenario: scenario.to_owned(),
                player: pair[1].clone(),
                opponents: vec![pair[0].clone()],
                pairs: args.pairs,
                budget: ai::Budget { playouts: None },
                layout: Layout::Halves,
                threads: args.play.threads(),
                seed: args.play.seed,
                seeds: 1,
                sprt: Some(Sprt { alpha: args.error, beta: args.error, ..args.sprt }),
                steps: args.cut_off.steps,
                adjudicate: args.cut_off.adjudicate,
            };
            let progress = args.play.progress(&format!("{setting}, {} against {}: ", pair[1], pair[0]));
            let results =
                arena::run(room.as_ref(), &config, &progress).map_err(|error| CliError::Usage(error.to_string()))?;
            args.play.end_progress();
            all_legal &= results.matches.iter().all(|played| played.refused == 0 && played.fallbacks == 0);
            write!(out, "{}", row(&results))?;
            out.flush()?;
        }
    }
    Ok(all_legal)
}

/// A line of the table.
fn row(results: &Results) -> String {
    let Some(played) = results.matches.first() else { return String::new() };
    let Interval { mean, low, high } = ahead(results, &played.player, &played.opponent);
    let decided = played.sprt.as_ref().map_or_else(String::new, |test| test.decision.to_string());
    let (scenario, player, opponent) = (&results.scenario, &played.player, &played.opponent);
    let (won, lost, drawn) = (played.won, played.lost, played.drawn);
    format!(
        "| `{scenario}` | `{player}` | `{opponent}` | {won} | {lost} | {drawn} | {mean:+.0} ({low:+.0} to {high:+.0}) | {decided} |\n"
    )
}

/// How far one of two players is ahead of the other. One of them is where the scale is fixed, and has no width.
fn ahead(results: &Results, player: &str, opponent: &str) -> Interval {
    let of = |name: &str| {
        let rated = results.ratings.iter().find(|rating| rating.player == name);
        rated.map_or(Interval { mean: 0.0, low: 0.0, high: 0.0 }, |rating| rating.elo)
    };
    let (own, other) = (of(player), of(opponent));
    Interval { mean: own.mean - other.mean, low: own.low - other.high, high: own.high - other.low }
}
