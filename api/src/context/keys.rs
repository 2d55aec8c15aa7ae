//! The key that signs sessions: one for all servers of a database, kept in the store.

use std::path::Path;

use crate::config::Config;
use crate::context::secrets::random_hex;
use crate::store::keys::{KeyRow, find_key, insert_key};
use crate::store::sqlite::make_private_dir;
use crate::store::{Store, StoreError};

const SESSIONS: &str = "sessions";
const SHORTEST: usize = 32;

/// The signing key of this database. The first server makes it, or adopts the file that earlier versions kept.
///
/// # Errors
/// In words for the operator: a key file that others may read, that holds a guessable key, or that differs from the
/// key of the database although it was asked for by name.
pub fn signing_key(store: &Store, config: &Config) -> Result<String, String> {
    if let Some(kept) = kept_key(store)? {
        return match &config.signing_key_file {
            Some(path) => agree(&kept, path),
            None => {
                look_at_old_file(&kept, &config.old_signing_key_file())?;
                Ok(kept)
            }
        };
    }
    let (path, named) = match &config.signing_key_file {
        Some(path) => (path.clone(), true),
        None => (config.old_signing_key_file(), false),
    };
    let secret = match read_file(&path)? {
        Some(secret) => secret,
        None if named => make_file(&path)?,
        None => random_hex(),
    };
    let row = KeyRow { purpose: SESSIONS.into(), secret, created_at: chrono::Utc::now().timestamp_millis() };
    match store.write(|conn| insert_key(conn, &row)) {
        Ok(()) => Ok(row.secret),
        // Another server was first: its key is that of the database, and the file is held against it.
        Err(e) if e.is_duplicate() => match kept_key(store)? {
            Some(kept) if named => agree(&kept, &path),
            Some(kept) => Ok(kept),
            None => Err("the signing key of the database was taken away at this moment; start again".into()),
        },
        Err(e) => Err(e.to_string()),
    }
}

fn kept_key(store: &Store) -> Result<Option<String>, String> {
    store.read(|conn| find_key(conn, SESSIONS)).map_err(|e: StoreError| e.to_string())
}

/// The database's key, if the file that was asked for holds the same.
fn agree(kept: &str, path: &Path) -> Result<String, String> {
    let shown = path.display();
    match read_file(path)? {
        Some(given) if given == kept => Ok(given),
        Some(_) => Err(format!(
            "the signing key {shown} is not the key of this database, which all its servers share. Leave \
             --signing-key-file out: the database keeps the key."
        )),
        None => Err(format!(
            "there is no signing key {shown}, and the database has one already. Leave --signing-key-file out: the \
             database keeps the key."
        )),
    }
}

/// Where an earlier version left its key: it may be the database's, and then nobody else may read it.
fn look_at_old_file(kept: &str, path: &Path) -> Result<(), String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(()) };
    if text.trim() == kept {
        return for_owner_only(path);
    }
    tracing::warn!(file = %path.display(), "this signing key is not used: the database keeps the key; the file can go");
    Ok(())
}

/// A key from a file; none when there is no file.
fn read_file(path: &Path) -> Result<Option<String>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(format!("the signing key {}: {e}", path.display())),
    };
    for_owner_only(path)?;
    let key = text.trim();
    let wrong = if key.len() < SHORTEST {
        format!("is shorter than {SHORTEST} characters")
    } else if is_guessable(key) {
        "can be guessed".to_owned()
    } else {
        return Ok(Some(key.to_owned()));
    };
    Err(format!(
        "the signing key {} {wrong}: whoever knows it can pass for anybody. Delete the file and start again, or put a \
         random key there, as by `openssl rand -hex 32`.",
        path.display()
    ))
}

#[cfg(unix)]
fn for_owner_only(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let told = |e: std::io::Error| format!("the signing key {}: {e}", path.display());
    let mode = std::fs::metadata(path).map_err(told)?.permissions().mode() & 0o777;
    // Secrets that an orchestrator mounts are often readable by the server's group.
    if mode & 0o037 == 0 {
        return Ok(());
    }
    let shown = path.display();
    Err(format!(
        "the signing key {shown} is open to others (mode {mode:o}): whoever reads it can pass for anybody. Run `chmod \
         600 {shown}`; if others may have read it, put a new key there."
    ))
}

#[cfg(not(unix))]
fn for_owner_only(_: &Path) -> Result<(), String> {
    Ok(())
}

/// Makes a key file that only its user may read.
fn make_file(path: &Path) -> Result<String, String> {
    use std::io::Write;
    let told = |e: std::io::Error| format!("the signing key {}: {e}", path.display());
    if let Some(dir) = path.parent() {
        make_private_dir(dir).map_err(told)?;
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let key = random_hex();
    let mut file = options.open(path).map_err(told)?;
    file.write_all(key.as_bytes()).and_then(|()| file.sync_all()).map_err(told)?;
    Ok(key)
}

/// Whether a long text is no random one: few different characters, a short text over and over, or an alphabet. Sixteen
/// random bytes in hexadecimal have fewer than eight different digits once in ten million.
fn is_guessable(key: &str) -> bool {
    let bytes = key.as_bytes();
    let different = bytes.iter().collect::<std::collections::BTreeSet<_>>().len();
    let repeats = (1..=bytes.len() / 2).any(|period| bytes.iter().zip(&bytes[period..]).all(|(a, b)| a == b));
    let steps = bytes.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) <= 1).count();
    different < 8 || repeats || steps * 2 > bytes.len()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::config::Settings;

    /// A folder with a fresh database, removed at the end.
    struct Place(std::path::PathBuf);

    impl Place {
        fn new() -> (Place, Store) {
            let dir = std::env::temp_dir().join(format!("cursus-keys-{}", uuid::Uuid::new_v4()));
            std::fs::create_dir_all(&dir).unwrap();
            let store = Store::open(&dir.join("a.db").display().to_string(), 1).unwrap();
            store.migrate().unwrap();
            (Place(dir), store)
        }

        fn write(&self, name: &str, key: &str, mode: u32) -> std::path::PathBuf {
            use std::os::unix::fs::PermissionsExt;
            let path = self.0.join(name);
            std::fs::write(&path, key).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            path
        }

        fn config(&self, file: Option<std::path::PathBuf>) -> Config {
            Settings { data_dir: Some(self.0.clone()), signing_key_file: file, ..Settings::default() }.fill()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const RANDOM: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    #[test]
    fn the_database_keeps_the_key_that_its_first_server_made() {
        let (place, store) = Place::new();
        let first = signing_key(&store, &place.config(None)).unwrap();
        assert_eq!(signing_key(&store, &place.config(None)).unwrap(), first);
        assert!(!place.0.join("signing.key").exists());
    }

    #[test]
    fn the_key_file_of_an_earlier_version_is_adopted_and_can_go() {
        let (place, store) = Place::new();
        let old = place.write("signing.key", &format!("{RANDOM}\n"), 0o600);
        assert_eq!(signing_key(&store, &place.config(None)).unwrap(), RANDOM);
        // Another server's leftover is not this database's.
        place.write("signing.key", &"x1".repeat(40), 0o600);
        assert_eq!(signing_key(&store, &place.config(None)).unwrap(), RANDOM);
        std::fs::remove_file(old).unwrap();
        assert_eq!(signing_key(&store, &place.config(None)).unwrap(), RANDOM);
    }

    #[test]
    fn a_key_file_that_was_asked_for_is_the_databases_or_refused() {
        let (place, store) = Place::new();
        let mine = place.0.join("my.key");
        let made = signing_key(&store, &place.config(Some(mine.clone()))).unwrap();
        assert_eq!(std::fs::read_to_string(&mine).unwrap(), made, "both were new");
        assert_eq!(signing_key(&store, &place.config(Some(mine.clone()))).unwrap(), made);
        let other = place.write("other.key", RANDOM, 0o600);
        let words = signing_key(&store, &place.config(Some(other))).unwrap_err();
        assert!(words.contains("is not the key of this database") && words.contains("Leave"), "{words}");
        std::fs::remove_file(&mine).unwrap();
        let words = signing_key(&store, &place.config(Some(mine))).unwrap_err();
        assert!(words.contains("there is no signing key"), "{words}");
    }

    #[test]
    fn a_key_that_others_may_know_is_refused() {
        for named in [true, false] {
            let (place, store) = Place::new();
            let refused = |key: &str, mode: u32| {
                let path = place.write("signing.key", key, mode);
                signing_key(&store, &place.config(named.then_some(path))).unwrap_err()
            };
            for mode in [0o644, 0o604, 0o660, 0o666] {
                let words = refused(RANDOM, mode);
                assert!(words.contains("open to others") && words.contains("chmod 600"), "{mode:o}: {words}");
            }
            assert!(refused("short", 0o600).contains("shorter than 32"));
            assert!(refused(&"secret".repeat(8), 0o600).contains("can be guessed"));
            place.write("signing.key", RANDOM, 0o440);
            assert_eq!(signing_key(&store, &place.config(None)).unwrap(), RANDOM);
            place.write("signing.key", RANDOM, 0o644);
            let words = signing_key(&store, &place.config(None)).unwrap_err();
            assert!(words.contains("open to others"), "the file holds the database's key: {words}");
        }
    }

    #[test]
    fn keys_that_people_make_up_are_guessable_and_random_ones_are_not() {
        let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
        for key in ["a".repeat(64), "0123456789abcdef".repeat(2), "secret-".repeat(9), "01".repeat(40), alphabet.into()]
        {
            assert!(is_guessable(&key), "{key}");
        }
        for _ in 0..100 {
            assert!(!is_guessable(&random_hex()));
        }
        assert!(!is_guessable("9f86d081884c7d659a2feaa0c55ad015"));
    }
}
