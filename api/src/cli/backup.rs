//! `cursus backup` and `cursus restore`: the database as a file, and back.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::CliError;
use crate::config::Config;
use crate::context::new_id;
use crate::store::address::Address;
use crate::store::sqlite::{DatabaseFile, private};
use crate::store::{Store, StoreError, games};

/// What to do where the database is none of ours to copy.
const PG_DUMP: &str = "a Postgres database is copied by its own tools, while servers run: pg_dump --format=custom --file=FILE URL, \
                       and back with pg_restore --clean --if-exists --dbname=URL FILE";

/// Copy the database to a file, while a server runs.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The copy is the database as it was at one moment, whole and checked, and compact; a server goes on meanwhile. It holds the secret dice
of every game and is readable for you alone. Copy the signing key as well, if it lies in a file (--signing-key-file).")]
pub struct BackupArgs {
    /// File to write; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Put a copy of the database back; no server may be running.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The copy is checked first. Where a database is there already, say --replace: it is kept beside the new one, as
cursus.db.before-restore-DATE. The server that starts next brings a copy of an earlier version up to date.")]
pub struct RestoreArgs {
    /// File that `cursus backup` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Put it in the place of the database that is there
    #[arg(long)]
    replace: bool,
}

fn stored(why: StoreError) -> CliError {
    CliError::Usage(why.to_string())
}

fn sqlite(config: &Config) -> Result<PathBuf, CliError> {
    match Address::parse(&config.database_url).map_err(|why| CliError::Usage(why.to_string()))? {
        Address::Sqlite(path) => Ok(path),
        Address::Postgres(_) => Err(CliError::Usage(PG_DUMP.to_owned())),
    }
}

/// Runs `cursus backup`.
pub fn backup(args: &BackupArgs, config: &Config, out: &mut dyn Write) -> Result<(), CliError> {
    let path = sqlite(config)?;
    if !path.exists() {
        let words = format!("there is no database {}; see --data-dir and --database-url.", path.display());
        return Err(CliError::Usage(words));
    }
    let store = Store::open(&config.database_url, 1).map_err(stored)?;
    store.copy_to(&args.file).map_err(stored)?;
    let found = checked(&args.file, &path).inspect_err(|_| {
        let _ = fs::remove_file(&args.file);
    })?;
    writeln!(out, "{} {} written to {}, checked", found, games_in_words(found), args.file.display())?;
    Ok(())
}

/// Runs `cursus restore`.
pub fn restore(args: &RestoreArgs, config: &Config, out: &mut dyn Write) -> Result<(), CliError> {
    let path = sqlite(config)?;
    if !args.file.is_file() {
        return Err(CliError::Usage(format!("there is no file {}.", args.file.display())));
    }
    let found = checked(&args.file, &path)?;
    let there = fs::metadata(&path).is_ok_and(|about| about.len() > 0);
    if there && !args.replace {
        let words = format!(
            "{} is there already. Say --replace to put the copy in its place; it is kept beside the new one.",
            path.display()
        );
        return Err(CliError::Usage(words));
    }
    // Nobody serves what is taken away, nor what comes instead.
    let file = DatabaseFile::prepare_anew(&path).map_err(stored)?;
    let _owned = file.own().map_err(stored)?;
    let kept = there.then(|| file.put_aside(&moment())).transpose().map_err(stored)?;
    copy_durably(&args.file, file.path())?;
    if let Some(kept) = kept {
        writeln!(out, "what was there is {} now", kept.display())?;
    }
    writeln!(out, "{} {} restored to {}", found, games_in_words(found), path.display())?;
    Ok(())
}

fn games_in_words(count: i64) -> &'static str {
    if count == 1 { "game" } else { "games" }
}

fn moment() -> String {
    chrono::Utc::now().format("%Y%m%d-%H%M%S").to_string()
}

/// A copy of a copy, to be looked through: opening a database makes files beside it.
struct Trial(PathBuf);

impl Trial {
    fn of(copy: &Path, beside: &Path) -> Result<Trial, CliError> {
        let mut name = beside.as_os_str().to_owned();
        name.push(format!(".trial-{}", new_id()));
        let trial = Trial(PathBuf::from(name));
        let copied = private().write(true).create_new(true).open(&trial.0).and_then(|mut file| {
            std::io::copy(&mut fs::File::open(copy)?, &mut file)?;
            Ok(())
        });
        copied.map_err(|why| CliError::Read { path: copy.to_owned(), why })?;
        Ok(trial)
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", ".lock"] {
            let mut name = self.0.as_os_str().to_owned();
            name.push(end);
            let _ = fs::remove_file(PathBuf::from(name));
        }
    }
}

/// Opens a copy as the database it is, looks through it, and counts its games. Nothing of it is changed.
fn checked(copy: &Path, beside: &Path) -> Result<i64, CliError> {
    let trial = Trial::of(copy, beside)?;
    let not_ours =
        |why: StoreError| CliError::Usage(format!("{} is no copy of a database of ours: {why}", copy.display()));
    let store = Store::open(&trial.0.to_string_lossy(), 1).map_err(not_ours)?;
    store.look_for_damage().map_err(not_ours)?;
    if let Some(damage) = store.damage() {
        return Err(CliError::Usage(format!("{} is damaged: {damage}", copy.display())));
    }
    store.must_not_be_newer().map_err(not_ours)?;
    if store.applied().map_err(not_ours)?.is_empty() {
        return Err(CliError::Usage(format!("{} holds no database of Cursus.", copy.display())));
    }
    store.read(games::count).map_err(not_ours)
}

/// The bytes are on the disk before the name is there.
fn copy_durably(from: &Path, to: &Path) -> Result<(), CliError> {
    let mut name = to.as_os_str().to_owned();
    name.push(".restoring");
    let half = PathBuf::from(name);
    let _ = fs::remove_file(&half);
    let written = private().write(true).create_new(true).open(&half).and_then(|mut file| {
        std::io::copy(&mut fs::File::open(from)?, &mut file)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&half, to)).map_err(|why| CliError::Write { path: to.to_owned(), why })?;
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::File::open(folder).and_then(|folder| folder.sync_all())?;
    }
    Ok(())
}
