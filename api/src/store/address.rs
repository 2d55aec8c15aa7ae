//! Database addresses: what a person may write as `--database-url`, and what is refused before anything is opened.

use std::path::PathBuf;

/// A database that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// An SQLite file.
    Sqlite(PathBuf),
    /// A Postgres URL.
    Postgres(String),
}

/// Why an address is none, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error(
        "the database URL is empty. Leave the setting out to keep an SQLite file in the data directory, or give \
         {EXAMPLES}"
    )]
    Empty,
    #[error(
        "a database in memory (“{0}”) would forget every account and game: each connection would have one of its own. \
         Give {EXAMPLES}"
    )]
    InMemory(String),
    #[error("the database URL begins with “{scheme}:”, which Cursus does not know{}. Give {EXAMPLES}", file_hint(.scheme, .rest))]
    UnknownScheme { scheme: String, rest: String },
    #[error("the database URL “{0}” names no file. Give {EXAMPLES}")]
    NoFile(String),
    #[error("“{scheme}:” has to be followed by “//”: postgres://user@host/name")]
    NoSlashes { scheme: String },
    #[error(
        "the database URL “{0}” has settings after “?”, which are not read for SQLite. Give the path alone, such as \
         sqlite://cursus-data/cursus.db"
    )]
    Settings(String),
    #[error("the database URL looks like a list of Postgres settings. Write it as a URL: postgres://user@host/name")]
    SettingsOfPostgres,
}

const EXAMPLES: &str = "postgres://user@host/name for Postgres, or the path of a file for SQLite";

/// A file may have a colon in its name; then it has to look like a path.
fn file_hint(scheme: &str, rest: &str) -> String {
    if rest.starts_with("//") { String::new() } else { format!(" (a file of that name is “./{scheme}:{rest}”)") }
}

impl Address {
    /// Reads an address. Schemes may be written in any case; `sqlite:path` is `sqlite://path`.
    pub fn parse(url: &str) -> Result<Address, AddressError> {
        let url = url.trim();
        if url.is_empty() {
            return Err(AddressError::Empty);
        }
        if url.starts_with(":memory:") {
            return Err(AddressError::InMemory(url.to_owned()));
        }
        let Some((scheme, rest)) = scheme_of(url) else {
            let words = ["host=", "hostaddr=", "dbname=", "user=", "port="];
            if url.split_whitespace().any(|part| words.iter().any(|word| part.starts_with(word))) {
                return Err(AddressError::SettingsOfPostgres);
            }
            return Ok(Address::Sqlite(PathBuf::from(url)));
        };
        let lower = scheme.to_ascii_lowercase();
        match lower.as_str() {
            "postgres" | "postgresql" if rest.starts_with("//") => Ok(Address::Postgres(format!("{lower}:{rest}"))),
            "postgres" | "postgresql" => Err(AddressError::NoSlashes { scheme: scheme.to_owned() }),
            "sqlite" | "file" => {
                let path = rest.strip_prefix("//").unwrap_or(rest);
                if path.contains(":memory:") || path.contains("mode=memory") {
                    Err(AddressError::InMemory(url.to_owned()))
                } else if path.contains('?') {
                    Err(AddressError::Settings(url.to_owned()))
                } else if path.is_empty() {
                    Err(AddressError::NoFile(url.to_owned()))
                } else {
                    Ok(Address::Sqlite(PathBuf::from(path)))
                }
            }
            _ => Err(AddressError::UnknownScheme { scheme: scheme.to_owned(), rest: rest.to_owned() }),
        }
    }
}

/// What stands before the first colon, if it reads like a scheme and not like a part of a path. A single letter is a
/// drive of Windows.
fn scheme_of(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-._".contains(c));
    is_scheme.then_some((scheme, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str) -> String {
        Address::parse(url).expect_err(url).to_string()
    }

    #[test]
    fn what_is_plainly_meant_is_understood() {
        let file = |path: &str| Ok(Address::Sqlite(PathBuf::from(path)));
        for (url, path) in [
            ("cursus.db", "cursus.db"),
            ("data/cursus.db", "data/cursus.db"),
            ("/var/lib/cursus.db", "/var/lib/cursus.db"),
            ("./odd:name.db", "./odd:name.db"),
            ("sqlite://data/cursus.db", "data/cursus.db"),
            ("sqlite:///var/lib/cursus.db", "/var/lib/cursus.db"),
            ("SQLite:cursus.db", "cursus.db"),
            ("file:cursus.db", "cursus.db"),
            ("C:\\cursus.db", "C:\\cursus.db"),
        ] {
            assert_eq!(Address::parse(url), file(path), "{url}");
        }
        let postgres = Ok(Address::Postgres("postgres://ada@host/Campaigns".into()));
        assert_eq!(Address::parse("postgres://ada@host/Campaigns"), postgres);
        assert_eq!(Address::parse(" POSTGRES://ada@host/Campaigns\n"), postgres);
        assert_eq!(Address::parse("postgresql://host/c"), Ok(Address::Postgres("postgresql://host/c".into())));
    }

    #[test]
    fn slips_are_refused_with_what_would_be_right() {
        for url in [
            "",
            " ",
            ":memory:",
            "sqlite::memory:",
            "sqlite://:memory:",
            "file::memory:?cache=shared",
            "postgre://host/c",
            "Postgress://host/c",
            "psql://host/c",
            "mysql://host/c",
            "localhost:5432/c",
            "http://host/c",
            "sqlite:",
            "sqlite://",
        ] {
            assert!(refused(url).contains("postgres://user@host/name"), "{url}: {}", refused(url));
        }
        assert!(refused("postgre://host/c").contains("“postgre:”"));
        assert!(refused("my:file").contains("“./my:file”"));
        assert!(refused("postgres:c").contains("“//”"));
        assert!(refused("sqlite://c.db?mode=rwc").contains("after “?”"));
        assert!(refused("host=localhost dbname=c").contains("postgres://user@host/name"));
    }
}
