//! The command line.

mod migrate;
mod openapi;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use catalog::Catalog;
use clap::{Parser, Subcommand};

use crate::config::{Config, Settings};

/// A server for historical strategic campaigns in the play-by-mail tradition.
///
/// Without a subcommand it serves: it makes a data directory with an SQLite file and a signing key where there is none,
/// and prints its address and that of its documentation.
#[derive(Debug, Parser)]
#[command(name = "cursus", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// TOML file with any of the settings below, under the same names (data_dir = "…")
    #[arg(long, env = "CURSUS_CONFIG", global = true)]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer requests (what happens without a subcommand)
    Serve,
    /// Bring the database up to date, and say what was done
    Migrate(migrate::Options),
    /// Print the OpenAPI document
    Openapi,
}

/// Runs the command line; what went wrong goes to standard error.
pub fn main(catalog: &Catalog) -> ExitCode {
    let cli = Cli::parse();
    let config = match read_config(cli.settings, cli.config) {
        Ok(config) => config,
        Err(reason) => return failed(&reason),
    };
    let outcome = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve::run(config, catalog.clone()),
        Command::Migrate(options) => migrate::run(&config, &options),
        Command::Openapi => openapi::run(catalog),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => failed(&reason),
    }
}

fn read_config(settings: Settings, file: Option<PathBuf>) -> Result<Config, String> {
    let settings = match file {
        Some(path) => settings.or_file(&path).map_err(|e| e.to_string())?,
        None => settings,
    };
    Ok(settings.fill())
}

fn failed(reason: &str) -> ExitCode {
    eprintln!("cursus: {reason}");
    ExitCode::FAILURE
}
