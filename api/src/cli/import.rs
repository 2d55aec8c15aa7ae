//! `cursus import`: a game into the store, from an archive.

use std::{io::Write, path::PathBuf};

use catalog::Catalog;
use clap::Args;

use super::{CliError, read_archive};
use crate::config::Config;
use crate::context::AppContext;
use crate::context::clocks::Clocks;

/// Put a game in from an archive.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The archive is played again first, and put in only when everything agrees (see `cursus verify`). A game that is not
over comes in paused and private, with all seats open: its owner hands them out or gives them to the computer, and
resumes. A game that is over can be read and checked like one that was played here.

Writes to the database directly, and may do so while a server of the same version runs. Reads archives from `cursus export`, from GET /v1/games/GAME/archive and from `cursus resolve --save`.")]
pub struct ImportArgs {
    /// The archive.
    #[arg(value_name = "ARCHIVE")]
    pub archive: PathBuf,
    /// Name of the account that is to run the game; it has to be registered here.
    #[arg(long, value_name = "NAME")]
    pub owner: String,
}

/// Runs the command.
pub fn run(args: &ImportArgs, config: Config, catalog: &Catalog, out: &mut dyn Write) -> Result<(), CliError> {
    let archive = read_archive(&args.archive)?;
    let app = AppContext::open_beside(config, catalog.clone(), Clocks::real()).map_err(CliError::Usage)?;
    let id = app.import_game(&args.owner, &archive).map_err(|fault| CliError::Usage(fault.to_string()))?;
    writeln!(out, "{}, {} steps, is game {id}", archive.name, archive.steps.len())?;
    Ok(())
}
