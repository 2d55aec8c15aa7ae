//! The store: the only place that speaks SQL.
//!
//! One binary serves SQLite and Postgres; the URL decides. On SQLite there is one writer connection (the busy handler
//! is unfair to many) and a pool of readers; on Postgres one pool serves both.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::{ManageConnection, Pool};
use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use writer::Writer;

/// Runs the same diesel text on whichever connection this is.
macro_rules! on {
    ($conn:expr, $x:ident => $e:expr) => {
        match $conn {
            $crate::store::AnyConn::Postgres($x) => $e,
            $crate::store::AnyConn::Sqlite($x) => $e,
        }
    };
}

pub mod accounts;
pub mod clock;
pub mod events;
pub mod games;
pub mod idempotency;
pub mod invitations;
pub mod jobs;
pub mod ledger;
pub mod messages;
pub mod orders;
pub mod schema;
pub mod seats;
pub mod sessions;
pub mod tokens;
mod writer;

const SQLITE_MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES_MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

#[derive(diesel::MultiConnection)]
pub enum AnyConn {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database refused a statement: {0}")]
    Query(#[from] diesel::result::Error),
    #[error("no connection to the database: {0}")]
    Connect(String),
    #[error("the database could not be migrated: {0}")]
    Migrate(String),
    #[error("a state in the database is damaged: {0}")]
    Damaged(String),
    #[error("what was written could not be made durable: {0}")]
    Lost(String),
}

impl StoreError {
    /// Whether what is stored cannot be read, so that trying again is of no use.
    pub fn is_damage(&self) -> bool {
        use diesel::result::Error::DeserializationError;
        matches!(self, StoreError::Damaged(_) | StoreError::Query(DeserializationError(_)))
    }

    /// Whether a row with this key was there already.
    pub fn is_duplicate(&self) -> bool {
        use diesel::result::{DatabaseErrorKind::UniqueViolation, Error::DatabaseError};
        matches!(self, StoreError::Query(DatabaseError(UniqueViolation, _)))
    }
}

/// Which database a URL names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    Sqlite,
    Postgres,
}

impl Backend {
    pub fn of(url: &str) -> Backend {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Backend::Postgres
        } else {
            Backend::Sqlite
        }
    }
}

pub struct Store {
    backend: Backend,
    pool: Pool<Manager>,
    writer: Option<Writer>,
}

impl Store {
    /// Opens the database at `url` (`postgres://…`, `sqlite://path` or a plain path).
    pub fn open(url: &str, connections: u32) -> Result<Store, StoreError> {
        let backend = Backend::of(url);
        let manager = Manager { backend, url: url.strip_prefix("sqlite://").unwrap_or(url).to_owned() };
        let writer = match backend {
            Backend::Sqlite => {
                if let Some(dir) = Path::new(&manager.url).parent() {
                    std::fs::create_dir_all(dir).map_err(|e| StoreError::Connect(format!("{}: {e}", dir.display())))?;
                }
                Some(Writer::new(sqlite(&manager.url).map_err(|e| StoreError::Connect(e.to_string()))?))
            }
            Backend::Postgres => None,
        };
        let pool = Pool::builder()
            .max_size(connections.max(1))
            .min_idle(Some(1))
            .connection_timeout(Duration::from_secs(5))
            .build(manager)
            .map_err(|e| StoreError::Connect(e.to_string()))?;
        Ok(Store { backend, pool, writer })
    }

    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Brings the schema up to date; says which migrations ran.
    pub fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let mut conn = self.connection()?;
        let ran = match &mut *conn {
            AnyConn::Sqlite(c) => {
                c.run_pending_migrations(SQLITE_MIGRATIONS).map(|v| v.iter().map(ToString::to_string).collect())
            }
            AnyConn::Postgres(c) => {
                // Two servers that start at once take turns.
                c.batch_execute("SELECT pg_advisory_lock(4715230)")?;
                let ran =
                    c.run_pending_migrations(POSTGRES_MIGRATIONS).map(|v| v.iter().map(ToString::to_string).collect());
                c.batch_execute("SELECT pg_advisory_unlock(4715230)")?;
                ran
            }
        };
        ran.map_err(|e| StoreError::Migrate(e.to_string()))
    }

    /// Takes back every migration: for tests, and for who wants a clean database.
    pub fn revert(&self) -> Result<usize, StoreError> {
        let mut conn = self.connection()?;
        let ran = match &mut *conn {
            AnyConn::Sqlite(c) => c.revert_all_migrations(SQLITE_MIGRATIONS).map(|v| v.len()),
            AnyConn::Postgres(c) => c.revert_all_migrations(POSTGRES_MIGRATIONS).map(|v| v.len()),
        };
        ran.map_err(|e| StoreError::Migrate(e.to_string()))
    }

    /// Reads outside any transaction of ours.
    pub fn read<T, E: From<StoreError>>(&self, f: impl FnOnce(&mut AnyConn) -> Result<T, E>) -> Result<T, E> {
        f(&mut *self.connection()?)
    }

    /// One transaction that may write: all of it happens, durably, or none.
    pub fn write<T, E: From<StoreError>>(&self, f: impl FnOnce(&mut AnyConn) -> Result<T, E>) -> Result<T, E> {
        match &self.writer {
            Some(writer) => writer.write(f),
            None => write_transaction(&mut *self.connection()?, f),
        }
    }

    fn connection(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.pool.get().map_err(|e| StoreError::Connect(e.to_string()))
    }
}

/// A transaction on Postgres.
fn write_transaction<T, E: From<StoreError>>(
    conn: &mut AnyConn, f: impl FnOnce(&mut AnyConn) -> Result<T, E>,
) -> Result<T, E> {
    type Transactions = <AnyConn as Connection>::TransactionManager;
    Transactions::begin_transaction(conn).map_err(StoreError::from)?;
    match std::panic::catch_unwind(AssertUnwindSafe(|| f(conn))) {
        Ok(Ok(value)) => {
            Transactions::commit_transaction(conn).map_err(StoreError::from)?;
            Ok(value)
        }
        Ok(Err(reason)) => match Transactions::rollback_transaction(conn) {
            Ok(()) | Err(diesel::result::Error::BrokenTransactionManager) => Err(reason),
            Err(e) => Err(StoreError::from(e).into()),
        },
        Err(panic) => {
            let _ = Transactions::rollback_transaction(conn);
            std::panic::resume_unwind(panic)
        }
    }
}

fn sqlite(path: &str) -> Result<SqliteConnection, diesel::r2d2::Error> {
    use diesel::r2d2::Error::{ConnectionError, QueryError};
    let mut conn = SqliteConnection::establish(path).map_err(ConnectionError)?;
    let settings =
        "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;";
    conn.batch_execute(settings).map_err(QueryError)?;
    Ok(conn)
}

/// Opens connections by the URL's scheme, so that a Postgres that is down says so.
struct Manager {
    backend: Backend,
    url: String,
}

impl ManageConnection for Manager {
    type Connection = AnyConn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<AnyConn, Self::Error> {
        match self.backend {
            Backend::Postgres => {
                PgConnection::establish(&self.url).map(AnyConn::Postgres).map_err(diesel::r2d2::Error::ConnectionError)
            }
            Backend::Sqlite => sqlite(&self.url).map(AnyConn::Sqlite),
        }
    }

    fn is_valid(&self, conn: &mut AnyConn) -> Result<(), Self::Error> {
        match conn {
            AnyConn::Postgres(c) => {
                diesel::sql_query("SELECT 1").execute(c).map(|_| ()).map_err(diesel::r2d2::Error::QueryError)
            }
            AnyConn::Sqlite(_) => Ok(()),
        }
    }

    fn has_broken(&self, conn: &mut AnyConn) -> bool {
        std::thread::panicking() || on!(conn, c => AnsiTransactionManager::is_broken_transaction_manager(c))
    }
}
