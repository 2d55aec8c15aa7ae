//! The command line. `commands.rs` reads it; each command has a file of its own. Those that need no server take their
//! arguments, the catalog and a place to write to.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

pub mod admin;
pub mod arena;
mod commands;
pub mod export;
pub mod import;
mod migrate;
mod openapi;
pub mod resolve;
mod serve;
#[cfg(test)]
mod tests;
pub mod verify;

pub use commands::main;

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
    fs::read_to_string(path).map_err(|why| CliError::Read { path: path.to_owned(), why })
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

pub(crate) fn read_archive(path: &Path) -> Result<crate::archive::Archive, CliError> {
    let text = read_text(path)?;
    crate::archive::Archive::read(&text).map_err(|why| CliError::Archive { path: path.to_owned(), why })
}
