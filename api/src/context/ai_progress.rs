//! How far the computer players of this server are. Nothing of it is stored: another server does not know.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ai::Progress;

use crate::store::jobs::JobRow;

/// The jobs that are thought about here, by id.
#[derive(Default)]
pub struct AiProgress(Mutex<BTreeMap<String, Progress>>);

impl AiProgress {
    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Progress>> {
        // Every change is whole before the lock is let go.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up jobs. They are shown as long as what is given back lives.
    pub fn begin(&self, jobs: &[JobRow]) -> Tracked<'_> {
        let mut known = self.known();
        // Whoever takes over a job from a thread that is late goes on with its number.
        let take_up = |job: &JobRow| (job.id.clone(), known.entry(job.id.clone()).or_default().clone());
        Tracked { own: jobs.iter().map(take_up).collect(), all: self }
    }

    /// How far a job is, per cent, 0 to 100, rounded down to tens; none when it is not thought about here.
    ///
    /// Where a search ends says something about its seat: few different order sets are soon tried, and first answers that
    /// nothing beats need no proof. So it is told to nobody but who plays alone, and in tens, which say little more of
    /// that than the time it took.
    pub fn tens(&self, job: &str) -> Option<u8> {
        self.known().get(job).map(|progress| progress.percent() / 10 * 10)
    }
}

/// Jobs that one thread has taken up.
pub struct Tracked<'a> {
    own: BTreeMap<String, Progress>,
    all: &'a AiProgress,
}

impl Tracked<'_> {
    /// Where to count what is played for a job.
    pub fn progress(&self, job: &str) -> Progress {
        self.own.get(job).cloned().unwrap_or_default()
    }
}

impl Drop for Tracked<'_> {
    fn drop(&mut self) {
        let mut known = self.all.known();
        for job in self.own.keys() {
            known.remove(job);
        }
    }
}
