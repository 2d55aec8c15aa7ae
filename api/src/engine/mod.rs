//! The engine: lets games go on. It decides when a step is complete, resolves it exactly once, gives computer players
//! their work, and looks after deadlines and absent players. It knows no rule and no HTTP.
//!
//! | question | file |
//! |---|---|
//! | may this game go on? | `settle.rs` |
//! | what happens when it does? | `resolve.rs` |
//! | who has not come? | `absence.rs` |
//! | who asks for too much? | `measure.rs` |
//! | who thinks for the computer players? | `work.rs` |
//! | and if nobody does? | `nobody.rs` |
//! | who looks at the time? | `schedule.rs` |
//! | who clears away what has grown old? | `upkeep.rs` |

mod absence;
mod measure;
mod nobody;
mod resolve;
mod schedule;
mod settle;
mod upkeep;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crate::service::Desk;
use crate::store::jobs::Line;

pub(crate) use absence::deserted;
pub(crate) use resolve::read_orders;
pub(crate) use settle::{awaited_seats, may_order};

/// The threads behind a server: computer players and the scheduler. They stop when it is dropped.
pub struct Engine {
    stop: Arc<AtomicBool>,
    desk: Desk,
    threads: Vec<JoinHandle<()>>,
    /// Ends by being dropped.
    _upkeep: Option<upkeep::Upkeep>,
}

impl Engine {
    pub fn start(desk: &Desk) -> Engine {
        let stop = Arc::new(AtomicBool::new(false));
        // Old databases have games whose organiser is gone, and a server may have broken off while an account was closed.
        if let Err(fault) = desk.mend_deserted_games() {
            tracing::error!(%fault, "games of closed accounts cannot be looked after");
        }
        let mut threads = Vec::new();
        let workers = desk.config.ai_workers;
        // One thread more for what is quickly decided, which so never waits until a search has ended.
        let lines = std::iter::repeat_n(Line::All, workers).chain((workers > 0).then_some(Line::Quick));
        for line in lines {
            let (desk, stop) = (desk.clone(), stop.clone());
            threads.push(std::thread::spawn(move || work::keep_working(&desk, line, &stop)));
        }
        if desk.config.ai_workers == 0 {
            tracing::warn!(
                "this server thinks for no computer players (--ai-workers 0): where no other server does, their turns \
                 wait for the deadline, and get default orders there"
            );
        }
        {
            let (desk, stop) = (desk.clone(), stop.clone());
            threads.push(std::thread::spawn(move || schedule::keep_time(&desk, &stop)));
        }
        let upkeep = desk.config.scheduler.then(|| upkeep::Upkeep::start(desk));
        Engine { stop, desk: desk.clone(), threads, _upkeep: upkeep }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.desk.work.wake();
        for thread in &self.threads {
            thread.thread().unpark();
        }
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}
