//! The command line. `commands.rs` reads it; each command has a file of its own. Those that need no server take their
//! arguments, the catalog and a place to write to.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

pub mod admin;
pub mod arena;
pub mod backup;
mod commands;
mod doctor;
pub mod export;
mod fit;
pub mod import;
pub mod ladder;
mod migrate;
mod offline;
mod openapi;
mod play;
pub mod resolve;
mod serve;
#[cfg(test)]
mod tests;
pub mod verify;

pub use commands::main;

use crate::store::sqlite::private;

/// Why a command stops, for the person at the keyboard.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file cannot be read.
    #[error("cannot read {path}: {why}")]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {path}: {why}")]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Printing fails.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
    /// An archive cannot be read.
    #[error("{path}: {why}")]
    Archive {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: crate::archive::Unreadable,
    },
    /// A campaign cannot be started or played on.
    #[error(transparent)]
    Play(#[from] crate::archive::PlayError),
    /// Anything else that the person can put right.
    #[error("{0}")]
    Usage(String),
}

pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    let text = fs::read_to_string(path).map_err(|why| CliError::Read { path: path.to_owned(), why })?;
    Ok(kernel::reading::without_mark(&text).to_owned())
}

/// Reads a text that may be anybody's, and as long as they like.
fn read_bounded(path: &Path, most: u64) -> Result<String, CliError> {
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|file| file.take(most + 1).read_to_string(&mut text));
    let length = read.map_err(|why| CliError::Read { path: path.to_owned(), why })?;
    if length as u64 > most {
        return Err(CliError::Usage(format!("{}: an archive has at most {} MiB", path.display(), most >> 20)));
    }
    Ok(kernel::reading::without_mark(&text).to_owned())
}

/// Writes what holds a seed: for its user alone.
pub(crate) fn write_secret(path: &Path, text: &str) -> Result<(), CliError> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        private().write(true).create(true).truncate(true).open(path)?.write_all(text.as_bytes())
    };
    write().map_err(|why| CliError::Write { path: path.to_owned(), why })
}

pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), CliError> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)
    };
    write().map_err(|why| CliError::Write { path: path.to_owned(), why })
}

/// The largest archive that is read, in bytes: a hundred times a long campaign.
const LARGEST_ARCHIVE: u64 = 512 << 20;

pub(crate) fn read_archive(path: &Path) -> Result<crate::archive::Archive, CliError> {
    let text = read_bounded(path, LARGEST_ARCHIVE)?;
    crate::archive::Archive::read(&text).map_err(|why| CliError::Archive { path: path.to_owned(), why })
}
