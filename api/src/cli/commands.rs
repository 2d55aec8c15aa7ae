//! The command line: which words it knows, and who answers them.

use std::path::PathBuf;
use std::process::ExitCode;

use catalog::Catalog;
use clap::{Parser, Subcommand};

use super::{admin, arena, backup, doctor, export, fit, import, ladder, migrate, openapi, resolve, serve, verify};
use crate::config::{Config, Settings};

/// A server for historical strategic campaigns in the play-by-mail tradition.
///
/// Without a subcommand it serves: it makes a data directory with an SQLite file where there is none, and prints its
/// address and that of its documentation.
#[derive(Debug, Parser)]
#[command(name = "cursus", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// TOML file with any of the settings below, under the same names (data_dir = "…")
    #[arg(long, env = "CURSUS_CONFIG", global = true, help_heading = "Settings of the server")]
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
    /// Say who administers the server, and look after accounts: passwords, suspensions; also while it runs
    Admin(admin::AdminArgs),
    /// Print the OpenAPI document
    Openapi,
    Resolve(resolve::ResolveArgs),
    Verify(verify::VerifyArgs),
    Doctor(doctor::DoctorArgs),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Export(export::ExportArgs),
    Import(import::ImportArgs),
    Arena(arena::ArenaArgs),
    Ladder(ladder::LadderArgs),
    Fit(fit::FitArgs),
}

/// Runs the command line; what went wrong goes to standard error.
pub fn main(catalog: &Catalog) -> ExitCode {
    let cli = Cli::parse();
    let configured = || read_config(cli.settings, cli.config);
    let out = &mut std::io::stdout();
    let outcome = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => configured().and_then(|config| serve::run(config, catalog.clone()).map(|()| true)),
        Command::Migrate(options) => configured().and_then(|config| migrate::run(&config, &options).map(|()| true)),
        Command::Admin(args) => {
            configured().and_then(|config| admin::run(&args, &config, out).map(|()| true).map_err(|e| e.to_string()))
        }
        Command::Openapi => openapi::run(catalog).map(|()| true),
        Command::Resolve(args) => {
            resolve::run(&args, catalog, &super::offline::Offline, out).map_err(|e| e.to_string())
        }
        Command::Doctor(args) => {
            configured().and_then(|config| doctor::run(&args, &config, out).map_err(|e| e.to_string()))
        }
        Command::Backup(args) => configured()
            .and_then(|config| backup::backup(&args, &config, out).map(|()| true).map_err(|e| e.to_string())),
        Command::Restore(args) => configured()
            .and_then(|config| backup::restore(&args, &config, out).map(|()| true).map_err(|e| e.to_string())),
        Command::Export(args) => configured()
            .and_then(|config| export::run(&args, config, catalog, out).map(|()| true).map_err(|e| e.to_string())),
        Command::Import(args) => configured()
            .and_then(|config| import::run(&args, config, catalog, out).map(|()| true).map_err(|e| e.to_string())),
        Command::Arena(args) => arena::run(&args, catalog, out).map_err(|e| e.to_string()),
        Command::Ladder(args) => ladder::run(&args, catalog, out).map_err(|e| e.to_string()),
        Command::Fit(args) => fit::run(&args, catalog, out).map(|()| true).map_err(|e| e.to_string()),
        Command::Verify(args) => verify::run(&args, catalog, out).map_err(|e| e.to_string()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("cursus: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn read_config(settings: Settings, file: Option<PathBuf>) -> Result<Config, String> {
    let settings = match file {
        Some(path) => settings.or_file(&path).map_err(|e| e.to_string())?,
        None => settings,
    };
    settings.check().map_err(|e| e.to_string())?;
    Ok(settings.fill())
}
