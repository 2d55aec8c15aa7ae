//! The file of an SQLite database: made for its user alone, owned by one server, kept from growing without end.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use super::StoreError;

/// The write-ahead log is cut back to this once it has been read, in bytes.
const LOG_KEPT: u64 = 16 << 20;
/// Room that has to be left on the disk, in bytes.
const ROOM: usize = 1 << 20;

/// Where a database lies: an absolute path without links, which is one and the same whatever it was called.
#[derive(Debug, Clone)]
pub struct DatabaseFile {
    path: PathBuf,
}

/// Held while a server lives: nobody else may serve the same file.
#[derive(Debug)]
pub struct Ownership(#[expect(dead_code, reason = "the lock ends with the file")] File);

impl DatabaseFile {
    /// Finds the file, or makes an empty one that only its user may read.
    pub fn prepare(path: &Path) -> Result<DatabaseFile, StoreError> {
        let file = DatabaseFile::prepare_anew(path)?;
        file.must_not_be_emptied()?;
        file.warn_if_others_may_read();
        Ok(file)
    }

    /// The same for who puts a database there: it does not matter that one was lost.
    pub fn prepare_anew(path: &Path) -> Result<DatabaseFile, StoreError> {
        let told =
            |e: std::io::Error| StoreError::Unfit(format!("the database {} cannot be opened: {e}", path.display()));
        let ends_as_directory = path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        if ends_as_directory || path.is_dir() {
            return Err(StoreError::Unfit(format!(
                "the database {} is a directory. Name a file in it, such as {}",
                path.display(),
                path.join("cursus.db").display()
            )));
        }
        if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            make_private_dir(dir).map_err(|e| {
                StoreError::Unfit(format!("the directory {} for the database cannot be made: {e}", dir.display()))
            })?;
        }
        private().read(true).write(true).create(true).truncate(false).open(path).map_err(told)?;
        let file = DatabaseFile { path: fs::canonicalize(path).map_err(told)? };
        file.must_have_one_name()?;
        Ok(file)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its brothers: `cursus.db.lock` and so on.
    fn beside(&self, what: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(what);
        PathBuf::from(name)
    }

    /// SQLite keeps its log beside the name it was given: under two names it would have two, and lose what is in one.
    fn must_have_one_name(&self) -> Result<(), StoreError> {
        #[cfg(unix)]
        if let Ok(about) = fs::metadata(&self.path)
            && std::os::unix::fs::MetadataExt::nlink(&about) > 1
        {
            return Err(StoreError::Taken(format!(
                "the database {} has another name (a hard link). Under two names SQLite loses data: remove the other \
                 name, or give this server a copy of its own (sqlite3 FILE \"VACUUM INTO 'COPY'\")",
                self.path.display()
            )));
        }
        Ok(())
    }

    /// A file that held a database and is empty now was not emptied by us.
    fn must_not_be_emptied(&self) -> Result<(), StoreError> {
        let lock = self.beside(".lock");
        let is_empty = fs::metadata(&self.path).is_ok_and(|about| about.len() == 0);
        let was_used = fs::metadata(&lock).is_ok_and(|about| about.len() > 0);
        if is_empty && was_used {
            return Err(StoreError::Unfit(format!(
                "the database {} is empty or gone, and it held data before. Put it back from a backup; to begin with \
                 nothing instead, remove {}",
                self.path.display(),
                lock.display()
            )));
        }
        Ok(())
    }

    /// From now on an empty file is taken for a loss.
    pub fn mark_as_used(&self) -> Result<(), StoreError> {
        let lock = self.beside(".lock");
        let mark = || {
            let mut file = private().read(true).write(true).create(true).truncate(false).open(&lock)?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            if text.is_empty() {
                file.rewind()?;
                writeln!(file, "The database beside this file holds data. While this says so, it may not be empty.")?;
                file.sync_all()?;
            }
            Ok(())
        };
        mark().map_err(|e: std::io::Error| StoreError::Unfit(format!("{}: {e}", lock.display())))
    }

    fn warn_if_others_may_read(&self) {
        #[cfg(unix)]
        for path in [self.path.clone(), self.beside("-wal")] {
            let mode =
                fs::metadata(&path).map_or(0, |about| std::os::unix::fs::PermissionsExt::mode(&about.permissions()));
            if mode & 0o077 != 0 {
                tracing::warn!(
                    "{} may be read or written by others (mode {:o}), and holds the secret dice of every game: chmod 600",
                    path.display(),
                    mode & 0o777
                );
            }
        }
    }

    /// Makes this process the only server of the file, for as long as the result lives.
    pub fn own(&self) -> Result<Ownership, StoreError> {
        let path = self.beside(".lock");
        let told = |e: std::io::Error| StoreError::Unfit(format!("{}: {e}", path.display()));
        let file = private().read(true).write(true).create(true).truncate(false).open(&path).map_err(told)?;
        match file.try_lock() {
            Ok(()) => Ok(Ownership(file)),
            Err(fs::TryLockError::WouldBlock) => Err(StoreError::Taken(format!(
                "another server works on {}. Several servers need Postgres; see --database-url",
                self.path.display()
            ))),
            Err(fs::TryLockError::Error(e)) => Err(told(e)),
        }
    }

    /// Gives the database another name beside its own, with its log; which.
    pub fn put_aside(&self, moment: &str) -> Result<PathBuf, StoreError> {
        let told = |e: std::io::Error| StoreError::Unfit(format!("{}: {e}", self.path.display()));
        let name = |end: &str| self.beside(&format!(".before-restore-{moment}{end}"));
        for end in ["-wal", "-shm"] {
            let log = self.beside(end);
            if log.exists() {
                fs::rename(&log, name(end)).map_err(told)?;
            }
        }
        fs::rename(&self.path, name("")).map_err(told)?;
        Ok(name(""))
    }

    /// Opens a connection.
    pub fn connect(&self) -> Result<SqliteConnection, diesel::r2d2::Error> {
        use diesel::r2d2::Error::{ConnectionError, QueryError};
        let mut conn = SqliteConnection::establish(&self.path.to_string_lossy()).map_err(ConnectionError)?;
        let settings = format!(
            "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; \
             PRAGMA journal_size_limit={LOG_KEPT};"
        );
        conn.batch_execute(&settings).map_err(QueryError)?;
        Ok(conn)
    }

    /// Cuts the write-ahead log back when a reader kept it growing. Never waits: who reads or writes just now goes first.
    pub fn cut_log(&self) -> Result<(), StoreError> {
        let long = fs::metadata(self.beside("-wal")).is_ok_and(|about| about.len() > 2 * LOG_KEPT);
        if !long {
            return Ok(());
        }
        let mut conn = self.connect().map_err(|e| StoreError::Connect(e.to_string()))?;
        Ok(conn.batch_execute("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE);")?)
    }

    /// Whether there is room on the disk: writes and removes a file, since the log may have room in itself for a while.
    pub fn try_room(&self) -> Result<(), StoreError> {
        let path = self.beside(".probe");
        let outcome = private()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)
            .and_then(|mut file| file.write_all(&vec![0; ROOM]).and_then(|()| file.sync_all()));
        let _ = fs::remove_file(&path);
        outcome.map_err(|e| StoreError::Lost(format!("{}: {e}", path.display())))
    }

    /// A file for a backup: beside the database, and its user's alone.
    pub fn backup_path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let path = self.beside(&format!(".{name}"));
        let made = private().write(true).create_new(true).open(&path);
        made.map_err(|e| StoreError::Unfit(format!("{}: {e}", path.display())))?;
        Ok(path)
    }
}

/// For files that only their user may read.
pub fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are Unix'"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a directory, and those above it, that only their user may enter.
pub fn make_private_dir(dir: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}
