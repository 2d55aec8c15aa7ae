//! The one writer of an SQLite file, with commits shared between those who wait.
//!
//! Making a transaction durable costs a flush of the disk, a thousand times dearer than the statements before it. So
//! whoever finds others waiting does not flush: it leaves its work in the open transaction, behind a savepoint of its
//! own, and waits; the last in the queue commits for all. Nobody is told "done" before the flush that holds their work.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use diesel::SqliteConnection;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};

use super::{AnyConn, PATIENCE, StoreError};

/// The most pieces of work in one commit: nobody waits longer than these take.
const MOST_IN_ONE_COMMIT: usize = 64;

pub struct Writer {
    app: Mutex<AppContext>,
    /// How many are about to ask for the app.
    waiting: AtomicUsize,
    committed: Condvar,
}

/// Opens a connection anew; none when it cannot.
type Connect = Box<dyn Fn() -> Option<SqliteConnection> + Send>;

struct AppContext {
    conn: AnyConn,
    connect: Connect,
    open: bool,
    /// How long SQLite is told to wait for other programs, in milliseconds.
    patience: u128,
    /// Number of the open batch, or of the last one.
    batch: u64,
    size: usize,
    /// The batches that are settled end here.
    settled: u64,
    /// Batches whose commit failed, with the reason; few, and only the latest matter.
    lost: Vec<(u64, String)>,
}

impl Writer {
    /// `connect` opens the connection anew where a failure left it of no use.
    pub fn new(conn: SqliteConnection, connect: impl Fn() -> Option<SqliteConnection> + Send + 'static) -> Writer {
        let app = AppContext {
            conn: AnyConn::Sqlite(conn),
            connect: Box::new(connect),
            open: false,
            patience: 0,
            batch: 0,
            size: 0,
            settled: 0,
            lost: Vec::new(),
        };
        Writer { app: Mutex::new(app), waiting: AtomicUsize::new(0), committed: Condvar::new() }
    }

    /// Does a piece of work, all or nothing, durably.
    pub fn write<T, E: From<StoreError>>(&self, f: impl FnOnce(&mut AnyConn) -> Result<T, E>) -> Result<T, E> {
        let since = Instant::now();
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut app = self.app.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| app.add(since, f)));
        let mine = app.batch;
        let failed = !matches!(outcome, Ok(Ok(_)));
        if app.open && (self.waiting.load(Ordering::SeqCst) == 0 || app.size >= MOST_IN_ONE_COMMIT) {
            app.commit();
        }
        if app.settled >= mine {
            self.committed.notify_all();
        }
        // Work that came to nothing has nothing to wait for.
        if !failed {
            app = self.until_settled(app, mine);
        }
        let lost = app.lost.iter().find(|(batch, _)| *batch == mine).map(|(_, reason)| reason.clone());
        drop(app);
        match outcome {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(Err(reason)) => Err(reason),
            Ok(Ok(value)) => match lost {
                None => Ok(value),
                Some(reason) => Err(StoreError::Lost(reason).into()),
            },
        }
    }

    fn until_settled<'a>(&'a self, app: MutexGuard<'a, AppContext>, batch: u64) -> MutexGuard<'a, AppContext> {
        self.committed.wait_while(app, |app| app.settled < batch).unwrap_or_else(PoisonError::into_inner)
    }
}

impl AppContext {
    /// Does a piece of work behind a savepoint of its own.
    fn add<T, E: From<StoreError>>(
        &mut self, since: Instant, f: impl FnOnce(&mut AnyConn) -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.open {
            // Another program that holds the file keeps the whole queue waiting: nobody waits anew behind the first.
            self.be_patient(PATIENCE.saturating_sub(since.elapsed()))?;
            // Immediate: a transaction that reads before it writes would otherwise fail at once under load.
            self.begin()?;
            (self.open, self.size) = (true, 0);
            self.batch += 1;
        }
        self.size += 1;
        self.run("SAVEPOINT piece")?;
        let done = std::panic::catch_unwind(AssertUnwindSafe(|| f(&mut self.conn)));
        match done {
            Ok(Ok(value)) => {
                self.close_piece("RELEASE piece")?;
                Ok(value)
            }
            Ok(Err(reason)) => {
                // Why the work failed is worth more than that its transaction is gone, too.
                let _ = self.close_piece("ROLLBACK TO piece; RELEASE piece");
                Err(reason)
            }
            Err(panic) => {
                let _ = self.close_piece("ROLLBACK TO piece; RELEASE piece");
                std::panic::resume_unwind(panic)
            }
        }
    }

    /// A full disk, among other things, ends the whole transaction, and with it the work of others who wait for its
    /// commit: they are told.
    fn close_piece(&mut self, sql: &str) -> Result<(), StoreError> {
        let closed = self.run(sql);
        if let Err(e) = &closed {
            self.give_up(format!("the database ended the transaction: {e}"));
        }
        closed
    }

    fn give_up(&mut self, reason: String) {
        // The transaction may or may not be there still.
        let _ = on!(&mut self.conn, c => AnsiTransactionManager::rollback_transaction(c));
        let broken = on!(&mut self.conn, c => AnsiTransactionManager::is_broken_transaction_manager(c));
        if broken && let Some(fresh) = (self.connect)() {
            self.conn = AnyConn::Sqlite(fresh);
            self.patience = 0;
        }
        self.lost.push((self.batch, reason));
        if self.lost.len() > 8 {
            self.lost.remove(0);
        }
        (self.open, self.settled) = (false, self.batch);
    }

    fn be_patient(&mut self, patience: Duration) -> Result<(), StoreError> {
        let patience = patience.as_millis().div_ceil(100) * 100;
        if patience != self.patience {
            self.run(&format!("PRAGMA busy_timeout={patience}"))?;
            self.patience = patience;
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        // By way of diesel, which then makes savepoints of transactions of its own (it inserts many rows in one).
        match &mut self.conn {
            AnyConn::Sqlite(c) => Ok(AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE")?),
            AnyConn::Postgres(c) => Ok(AnsiTransactionManager::begin_transaction(c)?),
        }
    }

    fn commit(&mut self) {
        let committed = on!(&mut self.conn, c => AnsiTransactionManager::commit_transaction(c));
        match committed {
            Ok(()) => (self.open, self.settled) = (false, self.batch),
            Err(e) => self.give_up(e.to_string()),
        }
    }

    fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(on!(&mut self.conn, c => c.batch_execute(sql))?)
    }
}

#[cfg(test)]
mod tests {
    use diesel::{Connection, RunQueryDsl, sql_query};

    use super::*;

    fn writer() -> Writer {
        let mut conn = SqliteConnection::establish(":memory:").expect("a database");
        conn.batch_execute("CREATE TABLE t (n INTEGER PRIMARY KEY)").expect("a table");
        Writer::new(conn, || None)
    }

    fn insert(conn: &mut AnyConn, n: usize) -> Result<(), StoreError> {
        sql_query(format!("INSERT INTO t VALUES ({n})")).execute(conn)?;
        Ok(())
    }

    #[derive(diesel::QueryableByName)]
    struct Count {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        n: i64,
    }

    fn count(writer: &Writer) -> i64 {
        let counted = writer.write(|conn| {
            let rows: Vec<Count> = sql_query("SELECT count(*) AS n FROM t").load(conn)?;
            Ok::<_, StoreError>(rows[0].n)
        });
        counted.expect("it counts")
    }

    #[test]
    fn a_transaction_that_the_database_ends_is_lost_for_all_and_the_next_is_whole() {
        let writer = writer();
        let ended = writer.write(|conn| {
            insert(conn, 1)?;
            // As a full disk does.
            on!(conn, c => c.batch_execute("ROLLBACK"))?;
            Err::<(), _>(StoreError::Damaged("my own reason".into()))
        });
        assert!(matches!(ended, Err(StoreError::Damaged(_))), "{ended:?}");
        writer.write(|conn| insert(conn, 2)).expect("a new transaction");
        assert_eq!(count(&writer), 1);
    }

    #[test]
    fn crowds_get_their_own_work_done_and_nobody_elses_undone() {
        let writer = writer();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let writer = &writer;
                scope.spawn(move || {
                    for i in 0..50 {
                        let n = thread * 50 + i;
                        let outcome = writer.write(|conn| {
                            insert(conn, n)?;
                            if i % 5 == 0 { Err(StoreError::Lost("changed my mind".into())) } else { Ok(()) }
                        });
                        assert_eq!(outcome.is_err(), i % 5 == 0);
                    }
                });
            }
        });
        assert_eq!(count(&writer), 8 * 40);
    }

    #[test]
    fn many_rows_at_once_are_part_of_the_piece() {
        let writer = writer();
        let given_up = writer.write(|conn| {
            insert(conn, 1)?;
            let nested = on!(conn, c => c.transaction(|c| sql_query("INSERT INTO t VALUES (2), (3)").execute(c)));
            nested?;
            Err::<(), _>(StoreError::Lost("changed my mind".into()))
        });
        assert!(given_up.is_err());
        assert_eq!(count(&writer), 0);
    }

    #[test]
    fn a_panic_undoes_its_own_work_and_lets_the_others_go_on() {
        let writer = writer();
        let panicked = std::panic::catch_unwind(AssertUnwindSafe(|| {
            writer.write(|conn| -> Result<(), StoreError> {
                insert(conn, 1)?;
                panic!("in the middle of it");
            })
        }));
        assert!(panicked.is_err());
        writer.write(|conn| insert(conn, 2)).expect("the next one is served");
        assert!(writer.write(|conn| insert(conn, 2)).expect_err("a duplicate").is_duplicate());
        assert_eq!(count(&writer), 1);
    }
}
