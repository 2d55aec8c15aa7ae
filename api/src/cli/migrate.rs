//! `cursus migrate`.

use clap::Args;

use crate::config::Config;
use crate::store::Store;

#[derive(Debug, Args)]
pub struct Options {
    /// Take every migration back: all data is lost
    #[arg(long)]
    revert: bool,
}

pub fn run(config: &Config, options: &Options) -> Result<(), String> {
    let store = Store::open(&config.database_url, 1).map_err(|e| e.to_string())?;
    if options.revert {
        let count = store.revert().map_err(|e| e.to_string())?;
        println!("took {count} migrations back");
        return Ok(());
    }
    let ran = store.migrate().map_err(|e| e.to_string())?;
    for name in &ran {
        println!("ran {name}");
    }
    println!("the database is up to date");
    Ok(())
}
