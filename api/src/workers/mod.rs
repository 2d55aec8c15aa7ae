//! Workers: the threads behind a server. Computer players think, deadlines are looked after, what has grown old is cleared
//! away, event streams are read for, notifications are delivered. All their work is found in the store.

mod computer_players;
mod deliveries;
mod maildir;
mod schedule;
mod streams;
mod upkeep;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crate::context::AppContext;
use crate::store::jobs::Line;

/// The threads behind a server: computer players and the scheduler. They stop when it is dropped.
pub struct Workers {
    stop: Arc<AtomicBool>,
    app: AppContext,
    threads: Vec<JoinHandle<()>>,
    /// Ends by being dropped.
    _upkeep: Option<upkeep::Upkeep>,
}

impl Workers {
    pub fn start(app: &AppContext) -> Workers {
        let stop = Arc::new(AtomicBool::new(false));
        // Old databases have games whose organiser is gone, and a server may have broken off while an account was closed.
        if let Err(fault) = app.mend_deserted_games() {
            tracing::error!(%fault, "games of closed accounts cannot be looked after");
        }
        let mut threads = Vec::new();
        let workers = app.config.ai_workers;
        // One thread more for what is quickly decided, which so never waits until a search has ended.
        let lines = std::iter::repeat_n(Line::All, workers).chain((workers > 0).then_some(Line::Quick));
        for line in lines {
            let (app, stop) = (app.clone(), stop.clone());
            threads.push(std::thread::spawn(move || computer_players::keep_working(&app, line, &stop)));
        }
        if app.config.ai_workers == 0 {
            tracing::warn!(
                "this server thinks for no computer players (--ai-workers 0): where no other server does, their turns \
                 wait for the deadline, and get default orders there"
            );
        }
        for _ in 0..app.config.notification_workers {
            let (app, stop) = (app.clone(), stop.clone());
            threads.push(std::thread::spawn(move || deliveries::keep_delivering(&app, &stop)));
        }
        {
            let (app, stop) = (app.clone(), stop.clone());
            threads.push(std::thread::spawn(move || schedule::keep_time(&app, &stop)));
        }
        if let Some(folder) = app.config.inbound_maildir.clone() {
            let (app, stop) = (app.clone(), stop.clone());
            threads.push(std::thread::spawn(move || maildir::keep_reading(&app, &folder, &stop)));
        }
        let upkeep = app.config.scheduler.then(|| upkeep::Upkeep::start(app));
        Workers { stop, app: app.clone(), threads, _upkeep: upkeep }
    }
}

/// Takes the mail that lies in a maildir; how many.
///
/// # Errors
/// Where the folder cannot be read.
pub fn read_maildir(app: &AppContext, folder: &Path) -> std::io::Result<usize> {
    maildir::read_all(app, folder)
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.app.work.wake();
        self.app.post.wake();
        for thread in &self.threads {
            thread.thread().unpark();
        }
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}
