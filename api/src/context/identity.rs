//! Who a server is, to others that work on the same database: an id that outlives the process.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use crate::context::new_id;
use crate::store::sqlite::make_private_dir;

/// A server's name.
pub(crate) struct Identity {
    pub id: String,
    /// Held while the server lives; none for a second server that shares the directory, whose name ends with it.
    pub lock: Option<File>,
}

impl Identity {
    /// The id, if it is the one that the server before in this directory had.
    pub fn lasting(&self) -> Option<&str> {
        self.lock.is_some().then_some(self.id.as_str())
    }
}

/// Takes the name that is kept in `server.id` of the data directory, or makes one.
pub(crate) fn take(dir: &Path) -> Result<Identity, String> {
    let path = dir.join("server.id");
    let told = |e: std::io::Error| format!("{}: {e}", path.display());
    make_private_dir(dir).map_err(told)?;
    let file = File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(told)?;
    // A server that was just stopped may take a moment to let go of it.
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return lasting(file).map_err(told),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(e)) => return Err(told(e)),
        }
    }
    Ok(Identity { id: new_id(), lock: None })
}

fn lasting(mut file: File) -> std::io::Result<Identity> {
    let mut id = String::new();
    file.read_to_string(&mut id)?;
    let mut id = id.trim().to_owned();
    if uuid::Uuid::parse_str(&id).is_err() {
        id = new_id();
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(id.as_bytes())?;
        file.sync_all()?;
    }
    Ok(Identity { id, lock: Some(file) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_outlives_its_server_and_is_never_borne_by_two() {
        let dir = std::env::temp_dir().join(new_id());
        let first = take(&dir).expect("a name");
        let second = take(&dir).expect("another");
        assert!(second.lasting().is_none());
        assert_ne!(first.id, second.id);
        let name = first.lasting().expect("it lasts").to_owned();
        drop(first);
        assert_eq!(take(&dir).expect("the same").lasting(), Some(name.as_str()));
        std::fs::remove_dir_all(dir).expect("cleared away");
    }
}
