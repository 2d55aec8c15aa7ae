//! `cursus export`: a game out of the store, as an archive.

use std::{io::Write, path::PathBuf};

use catalog::Catalog;
use clap::Args;

use super::{CliError, write_secret};
use crate::config::Config;
use crate::context::AppContext;
use crate::context::clocks::Clocks;

/// Write a game's archive: every order, every event, the ledger and the seed of the dice.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Reads the database directly, so it works for any game that has started, and while a server runs. The archive of a game
that is still running tells everybody's orders and the dice to come: it is for moving the game to another server (`cursus
import` there), not for the players. They get theirs over HTTP once the game is over.")]
pub struct ExportArgs {
    /// Id of the game.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// File to write; standard output when not given.
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &ExportArgs, config: Config, catalog: &Catalog, out: &mut dyn Write) -> Result<(), CliError> {
    let app = AppContext::open_beside(config, catalog.clone(), Clocks::real()).map_err(CliError::Usage)?;
    let archive = app.export_game(&args.game).map_err(|fault| CliError::Usage(fault.to_string()))?;
    match &args.out {
        None => out.write_all(archive.write().as_bytes())?,
        Some(path) => {
            write_secret(path, &archive.write())?;
            writeln!(out, "{}, {} steps, written to {}", archive.name, archive.steps.len(), path.display())?;
        }
    }
    Ok(())
}
