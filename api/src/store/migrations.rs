//! Bringing the schema up to date, and back.

use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;
use diesel::{RunQueryDsl, sql_query};
use diesel_migrations::MigrationHarness;

use super::dialect_migrations::DialectMigrations;
use super::sqlite::private;
use super::{AnyConn, Backend, Store, StoreError, Told};

pub(crate) const SQLITE_MIGRATIONS: DialectMigrations = DialectMigrations(Backend::Sqlite);
const POSTGRES_MIGRATIONS: DialectMigrations = DialectMigrations(Backend::Postgres);

impl Store {
    /// Brings the schema up to date; says which migrations ran. A database of a later version of Cursus is refused.
    pub fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.must_not_be_newer()?;
        let mut lent = self.connection()?;
        let ran = match &mut lent.conn {
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
        let ran = ran.map_err(|e| StoreError::Migrate(e.to_string()))?;
        self.file.as_ref().map_or(Ok(()), super::DatabaseFile::mark_as_used)?;
        Ok(ran)
    }

    /// Takes back the latest migrations, `count` of them at most, and what is stored by them; says which.
    pub fn revert(&self, count: usize) -> Result<Vec<String>, StoreError> {
        let mut lent = self.connection()?;
        let mut reverted = Vec::new();
        while reverted.len() < count {
            let step = match &mut lent.conn {
                AnyConn::Sqlite(c) => match c.applied_migrations() {
                    Ok(applied) if applied.is_empty() => break,
                    _ => c.revert_last_migration(SQLITE_MIGRATIONS),
                },
                AnyConn::Postgres(c) => match c.applied_migrations() {
                    Ok(applied) if applied.is_empty() => break,
                    _ => c.revert_last_migration(POSTGRES_MIGRATIONS),
                },
            };
            reverted.push(step.map_err(|e| StoreError::Migrate(e.to_string()))?.to_string());
        }
        Ok(reverted)
    }

    /// The migrations that have run, oldest first.
    pub fn applied(&self) -> Result<Vec<String>, StoreError> {
        let mut lent = self.connection()?;
        let applied = on!(&mut lent.conn, c => c.applied_migrations());
        let mut applied: Vec<String> =
            applied.map_err(|e| StoreError::Migrate(e.to_string()))?.iter().map(ToString::to_string).collect();
        applied.sort();
        Ok(applied)
    }

    /// For who works beside a running server: the schema has to be that of this build, to the last migration.
    pub fn must_be_current(&self) -> Result<(), StoreError> {
        self.must_not_be_newer()?;
        let (applied, known) = (self.applied()?, self.known()?);
        if applied == known {
            return Ok(());
        }
        Err(StoreError::Unfit(format!(
            "the server that works on this database is of an earlier version: its newest migration is {}, that of this \
             build {}. Stop it and start this version first",
            last(&applied),
            last(&known)
        )))
    }

    /// Refuses a database that a later version of Cursus, or another program, has made.
    pub fn must_not_be_newer(&self) -> Result<(), StoreError> {
        let foreign = match &mut self.connection()?.conn {
            AnyConn::Sqlite(c) => {
                let tables: Vec<Told> =
                    sql_query("SELECT name AS text FROM sqlite_master WHERE type = 'table'").load(c)?;
                let ours = |row: &Told| row.text == "__diesel_schema_migrations";
                if tables.iter().any(ours) { None } else { tables.into_iter().next() }
            }
            AnyConn::Postgres(_) => None,
        };
        if let Some(row) = foreign {
            return Err(StoreError::Unfit(format!(
                "this is the database of another program: it has a table {}, and none of Cursus'. Name another file",
                row.text
            )));
        }
        let known = self.known()?;
        let unknown: Vec<String> = self.applied()?.into_iter().filter(|version| !known.contains(version)).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(StoreError::Unfit(format!(
            "this database was made by a later version of Cursus: it has migrations up to {}, and {} knows those up to {}. \
             Start that version, or take them back with it first: cursus migrate --revert --count {}",
            last(&unknown),
            concat!("version ", env!("CARGO_PKG_VERSION")),
            last(&known),
            unknown.len()
        )))
    }

    /// The migrations of this build, oldest first.
    fn known(&self) -> Result<Vec<String>, StoreError> {
        fn versions<DB: diesel::backend::Backend>(
            source: &impl MigrationSource<DB>,
        ) -> Result<Vec<String>, StoreError> {
            let all: Vec<Box<dyn Migration<DB>>> =
                source.migrations().map_err(|e| StoreError::Migrate(e.to_string()))?;
            let mut versions: Vec<String> = all.iter().map(|one| one.name().version().to_string()).collect();
            versions.sort();
            Ok(versions)
        }
        match self.backend() {
            Backend::Sqlite => versions::<Sqlite>(&SQLITE_MIGRATIONS),
            Backend::Postgres => versions::<Pg>(&POSTGRES_MIGRATIONS),
        }
    }

    /// Refuses while anybody else works with a Postgres database; an SQLite file has [`Store::own`] for that.
    pub fn must_be_alone(&self) -> Result<(), StoreError> {
        #[derive(diesel::QueryableByName)]
        struct Count {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            n: i64,
        }
        let AnyConn::Postgres(conn) = &mut self.connection()?.conn else { return Ok(()) };
        let others: Count = sql_query(
            "SELECT count(*) AS n FROM pg_stat_activity \
             WHERE datname = current_database() AND application_name = 'cursus' AND pid <> pg_backend_pid()",
        )
        .get_result(conn)?;
        if others.n == 0 {
            return Ok(());
        }
        let detail = format!("a server works on this database ({} connections). Stop every server first", others.n);
        Err(StoreError::Taken(detail))
    }

    /// Copies an SQLite database to a file beside it, whole and checked; none for Postgres, which has pg_dump.
    pub fn back_up(&self, name: &str) -> Result<Option<PathBuf>, StoreError> {
        let Some(file) = &self.file else { return Ok(None) };
        let path = file.backup_path(name)?;
        let mut conn = file.connect().map_err(|e| StoreError::Connect(e.to_string()))?;
        sql_query("VACUUM INTO ?").bind::<diesel::sql_types::Text, _>(path.to_string_lossy()).execute(&mut conn)?;
        Ok(Some(path))
    }

    /// Copies an SQLite database, as it is at one moment, to a file that does not exist yet; it is on the disk then. Whoever works on
    /// the database goes on.
    pub fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let Some(file) = &self.file else { return Err(StoreError::Unfit("only an SQLite file is copied".into())) };
        let told = |e: std::io::Error| StoreError::Unfit(format!("{}: {e}", path.display()));
        let made = private().write(true).create_new(true).open(path).map_err(told)?;
        let mut conn = file.connect().map_err(|e| StoreError::Connect(e.to_string()))?;
        let copied =
            sql_query("VACUUM INTO ?").bind::<diesel::sql_types::Text, _>(path.to_string_lossy()).execute(&mut conn);
        if let Err(why) = copied {
            let _ = std::fs::remove_file(path);
            return Err(why.into());
        }
        made.sync_all().map_err(told)
    }
}

/// A migrated SQLite database in memory, for tests of single tables: it does not ask for the games behind their rows.
#[cfg(test)]
pub(crate) fn database_in_memory() -> AnyConn {
    use diesel::{Connection, SqliteConnection};
    let mut conn = SqliteConnection::establish(":memory:").expect("a database");
    conn.run_pending_migrations(SQLITE_MIGRATIONS).expect("migrated");
    conn.batch_execute("PRAGMA foreign_keys=OFF").expect("set");
    AnyConn::Sqlite(conn)
}

fn last(versions: &[String]) -> &str {
    versions.last().map_or("none", String::as_str)
}
