//! Mail that lies in a maildir: each file of `new` is taken, and moved to `cur` when it has been dealt with.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::context::AppContext;

/// How often the maildir is looked at.
const BEAT: Duration = Duration::from_secs(2);

pub(crate) fn keep_reading(app: &AppContext, folder: &Path, stop: &AtomicBool) {
    let mut seen = 0;
    while !stop.load(Ordering::SeqCst) {
        if let Err(error) = read_all(app, folder) {
            tracing::error!(folder = %folder.display(), %error, "the maildir cannot be read");
        }
        // It is no news that something waits to be sent: this looks at its folder every so often.
        seen = app.post.wait(seen, BEAT);
        if !stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Takes what lies there; a mail that cannot be dealt with now is left for the next look.
pub(crate) fn read_all(app: &AppContext, folder: &Path) -> std::io::Result<usize> {
    let mut waiting: Vec<PathBuf> =
        fs::read_dir(folder.join("new"))?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    waiting.sort();
    fs::create_dir_all(folder.join("cur"))?;
    let mut taken = 0;
    for path in waiting {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        // What is too long for a request is too long here.
        let is_short = |length: u64| length <= app.config.body_limit as u64;
        let mail = fs::metadata(&path).and_then(|about| is_short(about.len()).then(|| fs::read(&path)).transpose());
        let Some(mail) = unless_gone(mail)? else { continue };
        match mail.map_or(Ok(()), |mail| app.take_mail(&mail).map(drop)) {
            Ok(()) => {
                let moved = fs::rename(&path, folder.join("cur").join(format!("{name}:2,S")));
                taken += usize::from(unless_gone(moved)?.is_some());
            }
            Err(fault) => tracing::warn!(mail = name, %fault, "a mail could not be dealt with, and waits"),
        }
    }
    Ok(taken)
}

/// None where another reader of the same folder has taken the file meanwhile. A mail that both have read counts once.
fn unless_gone<T>(done: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}
