//! `cursus fit`: the weights of a rule system's evaluation, fitted to how campaigns end.

use std::io::Write;

use ai::fit::{self, FitConfig};
use catalog::Catalog;
use clap::Args;

use super::CliError;
use super::play::PlayArgs;

/// Fit what computer players think positions are worth to how campaigns end, and print the file of weights
///
/// Players that do not search, of all tempers, play whole campaigns; logistic regression finds the weights by which the terms
/// of the rule system's evaluation foretell best who is ranked higher in the end. The file goes to
/// core/RULESET/data/evaluation.toml. Results are the same for any number of threads.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// Rule system
    #[arg(long, default_value = "umpire")]
    ruleset: String,
    /// Scenario; may be given several times, and is every one of the rule system when not given
    #[arg(long = "scenario")]
    scenarios: Vec<String>,
    /// Campaigns of each scenario
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(4..))]
    campaigns: u32,
    /// Positions kept of each campaign
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    #[command(flatten)]
    play: PlayArgs,
}

/// Plays the campaigns and prints the file.
pub fn run(args: &FitArgs, catalog: &Catalog, out: &mut dyn Write) -> Result<(), CliError> {
    let ruleset = catalog
        .ruleset(&args.ruleset)
        .ok_or_else(|| CliError::Usage(format!("there is no rule system {}", args.ruleset)))?;
    let all = || ruleset.scenarios().into_iter().map(|scenario| scenario.id).collect();
    let config = FitConfig {
        scenarios: if args.scenarios.is_empty() { all() } else { args.scenarios.clone() },
        campaigns: args.campaigns,
        positions: args.positions,
        threads: args.play.threads(),
        seed: args.play.seed,
    };
    let progress = args.play.progress("");
    let fitted = fit::run(ruleset.as_ref(), &config, &progress).map_err(|error| CliError::Usage(error.to_string()))?;
    if !args.play.quiet {
        let [before, after] = [fitted.before, fitted.after];
        eprintln!("\nOf campaigns held out, who is ranked higher is foretold");
        eprintln!("by the weights before: {:.1} of 100 ({:.3} bits)", before.right, before.bits);
        eprintln!("by the weights fitted: {:.1} of 100 ({:.3} bits)", after.right, after.bits);
    }
    write!(out, "{}", fit::file(&fitted, &command(args)))?;
    Ok(())
}

/// The command line that gives this file again.
fn command(args: &FitArgs) -> String {
    let mut words = format!("cursus fit --ruleset {}", args.ruleset);
    for scenario in &args.scenarios {
        words += &format!(" --scenario {scenario}");
    }
    words += &format!(" --campaigns {} --positions {} --seed {}", args.campaigns, args.positions, args.play.seed);
    words
}
