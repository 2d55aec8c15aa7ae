//! `cursus verify`: whether an archive tells the truth.

use std::{io::Write, path::PathBuf};

use catalog::Catalog;
use clap::Args;

use super::{CliError, read_archive};
use crate::archive::verify;

/// Check a campaign archive: play every step again and compare orders, dice, states, events and hashes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Get the archive of a finished campaign with
    curl -o campaign.json http://SERVER/v1/games/GAME/archive
or of a campaign played offline with `cursus resolve --save`. The check needs no server and trusts none: it starts
from the seed, whose SHA-256 was published before the first step.

Exit status: 0 when everything agrees, 1 when something differs or cannot be read.")]
pub struct VerifyArgs {
    /// The archive.
    #[arg(value_name = "ARCHIVE")]
    pub archive: PathBuf,
    /// Print the whole report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command. Whether everything agrees.
pub fn run(args: &VerifyArgs, catalog: &Catalog, out: &mut dyn Write) -> Result<bool, CliError> {
    let archive = read_archive(&args.archive)?;
    let report = verify(&archive, catalog);
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report).unwrap_or_default())?;
        return Ok(report.agrees);
    }
    writeln!(out, "{} ({}, {})", archive.name, archive.ruleset, archive.scenario)?;
    writeln!(out, "{}", report.summary)?;
    if let Some(found) = &report.difference {
        writeln!(out, "  on record: {}", short(&found.recorded))?;
        writeln!(out, "  replayed:  {}", short(&found.replayed))?;
    }
    if report.agrees {
        writeln!(
            out,
            "Not covered by any hash, and told on the word of who made the archive: {}.",
            report.unverified.join(", ")
        )?;
    }
    Ok(report.agrees)
}

fn short(text: &str) -> String {
    let cut: String = text.chars().take(300).collect();
    if cut.len() < text.len() { cut + " ..." } else { cut }
}
