//! The store: the only place that speaks SQL.
//!
//! One binary serves SQLite and Postgres; the URL decides. On SQLite there is one writer connection (the busy handler
//! is unfair to many) and a pool of readers; on Postgres one pool serves both.

use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::{ManageConnection, Pool};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};

use address::{Address, AddressError};
use sqlite::DatabaseFile;
use trouble::{Damage, Trouble};
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
pub mod address;
pub mod applications;
pub mod archived_holders;
pub mod audit;
pub mod channels;
pub mod clock;
pub mod co_organisers;
pub mod deliveries;
mod dialect_migrations;
pub mod email_addresses;
pub mod events;
pub mod exclusions;
pub mod games;
pub mod idempotency;
pub mod invitations;
pub mod jobs;
pub mod keys;
pub mod ledger;
pub mod letters;
pub mod mail_codes;
mod migrations;
pub mod musters;
pub mod notification_settings;
pub mod order_mails;
pub mod orders;
pub mod packed;
pub mod player_records;
pub mod press;
pub mod schema;
pub mod seat_readers;
pub mod seats;
pub mod sessions;
pub mod sqlite;
pub mod substitutes;
pub mod tokens;
pub mod trouble;
pub mod votes;
mod writer;

#[cfg(test)]
pub(crate) use migrations::database_in_memory;
pub use sqlite::Ownership;

#[derive(diesel::MultiConnection)]
pub enum AnyConn {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database refused a statement: {0}")]
    Query(diesel::result::Error),
    #[error("no connection to the database: {0}")]
    Connect(String),
    #[error("every connection to the database has been at work for {} seconds", PATIENCE.as_secs())]
    Exhausted,
    #[error(transparent)]
    Address(#[from] AddressError),
    /// Not a database to work with, as it is; the words say what would mend it.
    #[error("{0}")]
    Unfit(String),
    /// Somebody else works with it.
    #[error("{0}")]
    Taken(String),
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

/// Which kind of database it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// How long a request waits for the database before it is told to come back.
const PATIENCE: Duration = Duration::from_secs(5);
/// For how long what a probe found is taken to hold.
const PROBE_HOLDS: Duration = Duration::from_secs(5);

pub struct Store {
    pool: Pool<Manager>,
    writer: Option<Writer>,
    /// The file, where it is one.
    file: Option<DatabaseFile>,
    damage: Damage,
    /// When it was last tried whether writing works, and what came of it.
    tried: Mutex<Option<(Instant, Result<(), String>)>>,
}

#[derive(QueryableByName)]
struct Told {
    #[diesel(sql_type = diesel::sql_types::Text)]
    text: String,
}

impl Store {
    /// Opens the database at `url` (`postgres://…`, `sqlite://path` or a plain path), making the file where there is none.
    /// What cannot be a database, or not one for Cursus, is refused with what would be right.
    pub fn open(url: &str, connections: u32) -> Result<Store, StoreError> {
        let address = Address::parse(url)?;
        let file = match &address {
            Address::Sqlite(path) => Some(DatabaseFile::prepare(path)?),
            Address::Postgres(_) => None,
        };
        let writer = match &file {
            Some(file) => {
                let again = file.clone();
                let conn = file.connect().map_err(|e| unopened(file, &e))?;
                Some(Writer::new(conn, move || again.connect().ok()))
            }
            None => None,
        };
        let place = match (&file, address) {
            (Some(file), _) => Place::File(file.clone()),
            (None, Address::Postgres(url)) => Place::Server(url),
            (None, Address::Sqlite(path)) => Place::Server(path.display().to_string()),
        };
        let pool = Pool::builder()
            .max_size(connections.max(1))
            .min_idle(Some(1))
            .connection_timeout(PATIENCE)
            .build(Manager { place })
            .map_err(|e| StoreError::Connect(e.to_string()))?;
        let store = Store { pool, writer, file, damage: Damage::default(), tried: Mutex::new(None) };
        store.must_speak_unicode()?;
        Ok(store)
    }

    pub fn backend(&self) -> Backend {
        if self.file.is_some() { Backend::Sqlite } else { Backend::Postgres }
    }

    /// Players' names, and the quotation marks of our own sentences, are Unicode.
    fn must_speak_unicode(&self) -> Result<(), StoreError> {
        let AnyConn::Postgres(conn) = &mut self.connection()?.conn else { return Ok(()) };
        let name = "SELECT current_database()::text AS text";
        let told: Vec<Told> =
            sql_query(format!("SELECT current_setting('server_encoding') AS text UNION ALL {name}")).load(conn)?;
        let mut told = told.into_iter().map(|row| row.text);
        let (encoding, name) = (told.next().unwrap_or_default(), told.next().unwrap_or_default());
        if encoding == "UTF8" {
            return Ok(());
        }
        Err(StoreError::Unfit(format!(
            "the Postgres database {name} has the encoding {encoding}, and Cursus needs UTF8. Make one with: createdb \
             --encoding=UTF8 --template=template0 NAME"
        )))
    }

    /// Makes this process the only one to serve an SQLite file, for as long as the result lives. Any number may serve a
    /// Postgres database.
    pub fn own(&self) -> Result<Option<Ownership>, StoreError> {
        self.file.as_ref().map(DatabaseFile::own).transpose()
    }

    /// Looks through an SQLite file for damaged pages. Takes a while where it is large, and disturbs nobody.
    pub fn look_for_damage(&self) -> Result<(), StoreError> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut conn = file.connect().map_err(|e| StoreError::Connect(e.to_string()))?;
        let found: Result<Vec<Told>, StoreError> =
            sql_query("SELECT quick_check AS text FROM pragma_quick_check").load(&mut conn).map_err(StoreError::from);
        match found {
            Ok(found) => found.iter().filter(|row| row.text != "ok").take(1).for_each(|row| self.damage.met(&row.text)),
            // So damaged that it cannot be looked through.
            Err(error) if error.trouble() == Some(Trouble::Damaged) => self.damage.met(&error.to_string()),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Damage that was met since the start, in the database's words.
    pub fn damage(&self) -> Option<String> {
        self.damage.known()
    }

    /// Tries whether what is written lasts: a row in the database, and for SQLite a file beside it. What was found some
    /// seconds ago is told again, so that who asks often costs nothing.
    pub fn try_writing(&self) -> Result<(), String> {
        let mut last = self.tried.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match &*last {
            Some((at, found)) if at.elapsed() < PROBE_HOLDS => found.clone(),
            _ => {
                let room = self.file.as_ref().map_or(Ok(()), DatabaseFile::try_room);
                let row =
                    || self.write(|conn| Ok(sql_query("UPDATE write_probe SET times = times + 1").execute(conn)?));
                let found = room.and_then(|()| row()).map(|_| ()).map_err(|e: StoreError| e.to_string());
                *last = Some((Instant::now(), found.clone()));
                found
            }
        }
    }

    /// Keeps the files from growing without need.
    pub fn tidy(&self) -> Result<(), StoreError> {
        self.file.as_ref().map_or(Ok(()), DatabaseFile::cut_log)
    }

    /// Reads outside any transaction of ours.
    pub fn read<T, E: From<StoreError>>(&self, f: impl FnOnce(&mut AnyConn) -> Result<T, E>) -> Result<T, E> {
        let done = self.with_connection(f);
        self.damage.notice();
        done
    }

    /// One transaction that may write: all of it happens, durably, or none.
    pub fn write<T, E: From<StoreError>>(&self, f: impl FnOnce(&mut AnyConn) -> Result<T, E>) -> Result<T, E> {
        let done = match &self.writer {
            Some(writer) => writer.write(f),
            None => self.with_connection(|conn| write_transaction(conn, f)),
        };
        self.damage.notice();
        done
    }

    /// Lends a connection. After a failure it is tried before it is lent again.
    fn with_connection<T, E: From<StoreError>>(&self, f: impl FnOnce(&mut AnyConn) -> Result<T, E>) -> Result<T, E> {
        let mut lent = self.connection()?;
        let done = f(&mut lent.conn);
        if done.is_err() {
            lent.answered = None;
        }
        done
    }

    fn connection(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.pool.get().map_err(|e| match e.to_string() {
            // With a reason behind it, it is no crowd but a database that is away.
            words if words == "timed out waiting for connection" => StoreError::Exhausted,
            words => StoreError::Connect(words),
        })
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

fn unopened(file: &DatabaseFile, error: &diesel::r2d2::Error) -> StoreError {
    let (path, why) = (file.path().display(), error.to_string());
    StoreError::Unfit(if why.contains("not a database") || why.contains("malformed") {
        format!(
            "{path} is no SQLite database, or a damaged one: {why}. Name another file, or put a backup in its place"
        )
    } else {
        format!("the database {path} cannot be opened: {why}")
    })
}

/// Where connections lead.
enum Place {
    File(DatabaseFile),
    Server(String),
}

/// For so long a Postgres that has answered is taken to be there: a statement at every loan would cost as much as what most
/// requests want of it.
const TRUSTED: Duration = Duration::from_secs(1);

/// A connection of the pool.
struct Lent {
    conn: AnyConn,
    /// When the database last answered on it; `None` after a failure.
    answered: Option<Instant>,
}

/// Opens connections, so that a Postgres that is down says so.
struct Manager {
    place: Place,
}

impl ManageConnection for Manager {
    type Connection = Lent;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Lent, Self::Error> {
        let conn = match &self.place {
            Place::Server(url) => {
                let mut conn = PgConnection::establish(url).map_err(diesel::r2d2::Error::ConnectionError)?;
                // By this name `cursus migrate --revert` finds servers that are still at work.
                conn.batch_execute("SET application_name TO 'cursus'").map_err(diesel::r2d2::Error::QueryError)?;
                AnyConn::Postgres(conn)
            }
            Place::File(file) => AnyConn::Sqlite(file.connect()?),
        };
        Ok(Lent { conn, answered: Some(Instant::now()) })
    }

    fn is_valid(&self, lent: &mut Lent) -> Result<(), Self::Error> {
        match &mut lent.conn {
            AnyConn::Postgres(_) if lent.answered.is_some_and(|at| at.elapsed() < TRUSTED) => Ok(()),
            AnyConn::Postgres(c) => {
                sql_query("SELECT 1").execute(c).map_err(diesel::r2d2::Error::QueryError)?;
                lent.answered = Some(Instant::now());
                Ok(())
            }
            AnyConn::Sqlite(_) => Ok(()),
        }
    }

    fn has_broken(&self, lent: &mut Lent) -> bool {
        let conn = &mut lent.conn;
        std::thread::panicking() || on!(conn, c => AnsiTransactionManager::is_broken_transaction_manager(c))
    }
}
