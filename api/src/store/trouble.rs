//! What ails a database: told from what it says, so that callers learn whether to wait, and operators what to mend.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use diesel::result::{DatabaseErrorKind, Error};

use super::StoreError;

/// A trouble that is none of the caller's making, and may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Somebody else holds it, or too many ask at once.
    Busy,
    /// It does not answer.
    Unavailable,
    /// There is no room to write.
    Full,
    /// Its pages are not what they were.
    Damaged,
}

impl StoreError {
    /// What ails the database, if it is the database and not the statement.
    pub fn trouble(&self) -> Option<Trouble> {
        match self {
            StoreError::Query(error) => trouble_of(error),
            // It was rolled back, so nothing is uncertain.
            StoreError::Lost(words) => Some(trouble_in(words).unwrap_or(Trouble::Busy)),
            StoreError::Exhausted => Some(Trouble::Busy),
            StoreError::Connect(words) => Some(trouble_in(words).unwrap_or(Trouble::Unavailable)),
            StoreError::Damaged(_) => Some(Trouble::Damaged),
            StoreError::Address(_) | StoreError::Unfit(_) | StoreError::Taken(_) | StoreError::Migrate(_) => None,
        }
    }
}

fn trouble_of(error: &Error) -> Option<Trouble> {
    match error {
        Error::DatabaseError(kind, told) => match kind {
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ReadOnlyTransaction => Some(Trouble::Unavailable),
            DatabaseErrorKind::SerializationFailure => Some(Trouble::Busy),
            DatabaseErrorKind::Unknown => trouble_in(told.message()),
            _ => None,
        },
        Error::RollbackErrorOnCommit { rollback_error, commit_error } => {
            trouble_of(commit_error).or_else(|| trouble_of(rollback_error))
        }
        Error::BrokenTransactionManager => Some(Trouble::Unavailable),
        _ => None,
    }
}

/// What SQLite and Postgres say; diesel hands on neither SQLite's codes nor most of Postgres'.
const WORDS: [(&str, Trouble); 22] = [
    ("database is locked", Trouble::Busy),
    ("table is locked", Trouble::Busy),
    ("schema is locked", Trouble::Busy),
    ("deadlock detected", Trouble::Busy),
    ("lock timeout", Trouble::Busy),
    ("too many clients", Trouble::Busy),
    ("remaining connection slots", Trouble::Busy),
    ("disk is full", Trouble::Full),
    ("No space left on device", Trouble::Full),
    ("disk image is malformed", Trouble::Damaged),
    ("file is not a database", Trouble::Damaged),
    ("malformed database schema", Trouble::Damaged),
    ("invalid page in block", Trouble::Damaged),
    ("disk I/O error", Trouble::Unavailable),
    ("unable to open database file", Trouble::Unavailable),
    ("readonly database", Trouble::Unavailable),
    ("system is shutting down", Trouble::Unavailable),
    ("system is starting up", Trouble::Unavailable),
    ("in recovery mode", Trouble::Unavailable),
    ("terminating connection", Trouble::Unavailable),
    ("server closed the connection", Trouble::Unavailable),
    ("no connection to the server", Trouble::Unavailable),
];

fn trouble_in(words: &str) -> Option<Trouble> {
    WORDS.iter().find(|(part, _)| words.contains(part)).map(|(_, trouble)| *trouble)
}

/// Damage that was met: it does not go away by itself, so it is remembered until the server is started anew.
#[derive(Debug, Default)]
pub struct Damage(Mutex<Option<String>>);

impl Damage {
    pub fn met(&self, words: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            tracing::error!(words, "the database is damaged");
            *known = Some(words.to_owned());
        }
    }

    pub fn known(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

thread_local! {
    /// What was met on this thread since somebody asked.
    static MET: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl From<Error> for StoreError {
    /// Every failure of a statement comes by here, whatever becomes of it above: damage is noticed.
    fn from(error: Error) -> Self {
        if trouble_of(&error) == Some(Trouble::Damaged) {
            MET.set(Some(error.to_string()));
        }
        StoreError::Query(error)
    }
}

impl Damage {
    /// Remembers what was met on this thread.
    pub fn notice(&self) {
        if let Some(words) = MET.take() {
            self.met(&words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_database_says_tells_what_ails_it() {
        let of = |words: &str| {
            StoreError::Query(Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(words.to_owned()))).trouble()
        };
        assert_eq!(of("database is locked"), Some(Trouble::Busy));
        assert_eq!(of("database or disk is full"), Some(Trouble::Full));
        assert_eq!(of("could not extend file \"base/1\": No space left on device"), Some(Trouble::Full));
        assert_eq!(of("database disk image is malformed"), Some(Trouble::Damaged));
        assert_eq!(of("disk I/O error"), Some(Trouble::Unavailable));
        assert_eq!(of("FATAL:  the database system is shutting down"), Some(Trouble::Unavailable));
        assert_eq!(of("no such table: games"), None, "a fault of ours");
        assert_eq!(StoreError::Lost("database or disk is full".into()).trouble(), Some(Trouble::Full));
        assert_eq!(StoreError::Connect("connection refused".into()).trouble(), Some(Trouble::Unavailable));
        assert_eq!(StoreError::Exhausted.trouble(), Some(Trouble::Busy));
    }
}
