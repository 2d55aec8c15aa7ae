//! The migrations, written once for both databases (`migrations/`).
//!
//! Where a dialect wants other words, a remark says for which the lines below it are, until the next such remark:
//!
//! ```sql
//! -- sqlite:
//!     body BLOB NOT NULL,
//! -- postgres:
//!     body BYTEA NOT NULL,
//! -- both:
//! ```

use std::fmt;

use diesel::backend::Backend as DieselBackend;
use diesel::connection::BoxableConnection;
use diesel::migration::{Migration, MigrationMetadata, MigrationName, MigrationSource, MigrationVersion, Result};

use super::Backend;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$((
            $name,
            include_str!(concat!("../../../migrations/", $name, "/up.sql")),
            include_str!(concat!("../../../migrations/", $name, "/down.sql")),
        )),*]
    };
}

/// Name, the way up and the way back of each, oldest first.
const FILES: &[(&str, &str, &str)] = &files![
    "2026-11-21-090000_first",
    "2026-11-22-090000_sweep_sessions",
    "2026-11-22-093000_turns",
    "2026-11-22-100000_decisions",
    "2026-11-25-100100_diagnostics",
    "2026-11-25-100200_seat_readers",
    "2026-11-25-100201_letters_of_persons",
    "2026-11-25-100202_organisers",
    "2026-11-25-100203_exclusions",
    "2026-11-25-100300_server_keys",
    "2026-11-25-100500_forced_step",
    "2026-11-25-100501_deadlines",
    "2026-11-25-100600_fair_queue",
    "2026-11-25-100700_work_under_a_key",
    "2026-11-25-100701_write_probe",
    "2026-11-25-100702_archived_holders",
    "2026-11-29-100000_lists",
    "2026-11-29-110000_notifications",
    "2026-11-29-120000_mail",
    "2026-11-29-130000_suspensions",
    "2026-11-29-140000_audit",
    "2026-11-29-150000_organising",
    "2026-11-29-160000_votes",
    "2026-11-29-170000_company",
    "2026-11-29-180000_press",
    "2026-11-30-100000_undo",
    "2026-11-30-110000_quiet_letters",
    "2026-11-30-120000_orders_by_mail",
    "2026-11-30-130000_applications",
    "2026-11-30-140000_packed",
];

/// The migrations of this build in the words of a database.
#[derive(Clone, Copy)]
pub(crate) struct DialectMigrations(pub Backend);

/// One of them.
struct DialectMigration {
    name: MigrationFolder,
    up: String,
    down: String,
}

/// Its folder, such as `2026-11-21-090000_first`.
struct MigrationFolder(&'static str);

struct InTransaction;

impl<DB: DieselBackend> MigrationSource<DB> for DialectMigrations {
    fn migrations(&self) -> Result<Vec<Box<dyn Migration<DB>>>> {
        let migration = |&(name, up, down): &(&'static str, &str, &str)| -> Box<dyn Migration<DB>> {
            let [up, down] = [up, down].map(|text| in_words_of(self.0, text));
            Box::new(DialectMigration { name: MigrationFolder(name), up, down })
        };
        Ok(FILES.iter().map(migration).collect())
    }
}

/// The lines that are for a database.
fn in_words_of(backend: Backend, text: &str) -> String {
    let mut words = String::new();
    let mut ours = true;
    for line in text.lines() {
        match line.trim() {
            "-- sqlite:" => ours = backend == Backend::Sqlite,
            "-- postgres:" => ours = backend == Backend::Postgres,
            "-- both:" => ours = true,
            _ if ours => words.extend([line, "\n"]),
            _ => {}
        }
    }
    words
}

impl<DB: DieselBackend> Migration<DB> for DialectMigration {
    fn run(&self, conn: &mut dyn BoxableConnection<DB>) -> Result<()> {
        Ok(conn.batch_execute(&self.up)?)
    }

    fn revert(&self, conn: &mut dyn BoxableConnection<DB>) -> Result<()> {
        Ok(conn.batch_execute(&self.down)?)
    }

    fn metadata(&self) -> &dyn MigrationMetadata {
        &InTransaction
    }

    fn name(&self) -> &dyn MigrationName {
        &self.name
    }
}

impl MigrationMetadata for InTransaction {}

impl MigrationName for MigrationFolder {
    /// The digits of its date, as diesel has stored them since the first version.
    fn version(&self) -> MigrationVersion<'_> {
        self.0.split('_').next().unwrap_or_default().replace('-', "").into()
    }
}

impl fmt::Display for MigrationFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use diesel::pg::Pg;
    use diesel::sqlite::Sqlite;

    use super::*;

    #[test]
    fn each_database_gets_its_own_words_and_what_is_for_both() {
        let text =
            "CREATE TABLE a (\n-- sqlite:\n  b BLOB,\n-- postgres:\n  b BYTEA,\n-- both:\n  c TEXT -- both\n);\n";
        assert_eq!(in_words_of(Backend::Sqlite, text), "CREATE TABLE a (\n  b BLOB,\n  c TEXT -- both\n);\n");
        assert_eq!(in_words_of(Backend::Postgres, text), "CREATE TABLE a (\n  b BYTEA,\n  c TEXT -- both\n);\n");
    }

    #[test]
    fn both_databases_have_the_same_migrations_under_the_versions_that_are_stored() {
        let sqlite: Vec<Box<dyn Migration<Sqlite>>> =
            DialectMigrations(Backend::Sqlite).migrations().expect("they are read");
        let postgres: Vec<Box<dyn Migration<Pg>>> =
            DialectMigrations(Backend::Postgres).migrations().expect("they are read");
        let names: Vec<String> = sqlite.iter().map(|one| one.name().to_string()).collect();
        assert_eq!(names, postgres.iter().map(|one| one.name().to_string()).collect::<Vec<_>>());
        assert_eq!(names[0], "2026-11-21-090000_first");
        assert_eq!(sqlite[0].name().version().to_string(), "20261121090000");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
        let mut there: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        there.sort();
        assert_eq!(names, there, "each folder of migrations/ stands in the list, in order");
    }
}
