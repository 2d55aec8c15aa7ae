//! `cursus migrate`.

use std::io::{BufRead, IsTerminal, Write};

use clap::Args;

use crate::config::Config;
use crate::store::Store;

/// What has to be typed before anything is taken back.
const WORD: &str = "revert";

#[derive(Debug, Args)]
#[command(after_help = "\
No server may be running. --revert takes back the latest migration, or as many as --count says, and deletes what is stored
in the tables and columns that they made. It asks first; --yes answers for scripts. An SQLite database is copied beforehand
to a file beside it; of a Postgres database make a copy yourself, with pg_dump.")]
pub struct Options {
    /// Take the latest migration back, with the data that belong to it
    #[arg(long)]
    revert: bool,
    /// How many migrations to take back
    #[arg(long, value_name = "N", default_value_t = 1, requires = "revert", value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// Do not ask
    #[arg(long, requires = "revert")]
    yes: bool,
}

pub fn run(config: &Config, options: &Options) -> Result<(), String> {
    let store = Store::open(&config.database_url, 1).map_err(|e| e.to_string())?;
    let _alone = store.own().map_err(|e| e.to_string())?;
    if options.revert {
        return revert(&store, options);
    }
    let ran = store.migrate().map_err(|e| e.to_string())?;
    for name in &ran {
        println!("ran {name}");
    }
    println!("the database is up to date");
    Ok(())
}

fn revert(store: &Store, options: &Options) -> Result<(), String> {
    store.must_not_be_newer().map_err(|e| e.to_string())?;
    store.must_be_alone().map_err(|e| e.to_string())?;
    let applied = store.applied().map_err(|e| e.to_string())?;
    let going: Vec<&str> = applied.iter().rev().take(usize::from(options.count)).map(String::as_str).collect();
    if going.is_empty() {
        println!("no migration has run, so there is none to take back");
        return Ok(());
    }
    if !options.yes {
        let words = format!(
            "{} of {} migrations would be taken back ({}), with the data that belong to them",
            going.len(),
            applied.len(),
            going.join(", ")
        );
        must_be_meant(&words)?;
    }
    let name = format!("before-revert-{}", chrono::Utc::now().format("%Y%m%d-%H%M%S-%3f"));
    match store.back_up(&name).map_err(|e| format!("nothing was taken back, since no copy could be made first: {e}"))? {
        Some(path) => println!("copied the database to {}", path.display()),
        None => println!("a Postgres database is not copied; pg_dump does that"),
    }
    for name in store.revert(going.len()).map_err(|e| e.to_string())? {
        println!("took back {name}");
    }
    Ok(())
}

fn must_be_meant(words: &str) -> Result<(), String> {
    if !std::io::stdin().is_terminal() {
        return Err(format!("{words}. Say --yes if that is meant; nothing was changed"));
    }
    print!("{words}. Type “{WORD}” to go on: ");
    let mut answer = String::new();
    std::io::stdout()
        .flush()
        .and_then(|()| std::io::stdin().lock().read_line(&mut answer))
        .map_err(|e| e.to_string())?;
    if answer.trim() == WORD { Ok(()) } else { Err("nothing was changed".to_owned()) }
}
