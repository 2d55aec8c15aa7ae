//! Upkeep by the calendar: every ten minutes what has grown old is cleared away. A clock that is set while the server runs
//! makes it sooner or later, which does no harm. Deadlines are not kept this way: see `schedule.rs`.

use std::thread::JoinHandle;

use tokio::sync::oneshot;
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::context::AppContext;

const EVERY_TEN_MINUTES: &str = "0 */10 * * * *";

/// The thread that keeps up, and what ends it.
pub(crate) struct Upkeep {
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Upkeep {
    pub(crate) fn start(app: &AppContext) -> Upkeep {
        let (end, ended) = oneshot::channel();
        let app = app.clone();
        let thread = std::thread::spawn(move || keep_up(&app, ended));
        Upkeep { end: Some(end), thread: Some(thread) }
    }
}

impl Drop for Upkeep {
    fn drop(&mut self) {
        // It may have ended by itself, with an error that was logged.
        let _ = self.end.take().map(|end| end.send(()));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn keep_up(app: &AppContext, ended: oneshot::Receiver<()>) {
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return tracing::error!(error = %e, "upkeep cannot start"),
    };
    runtime.block_on(async {
        let mut scheduler = match schedule(app).await {
            Ok(scheduler) => scheduler,
            Err(e) => return tracing::error!(error = %e, "upkeep cannot start"),
        };
        // The sender is kept until the engine stops; should it be gone, that is the same.
        let _ = ended.await;
        if let Err(e) = scheduler.shutdown().await {
            tracing::warn!(error = %e, "upkeep did not stop cleanly");
        }
    });
}

async fn schedule(app: &AppContext) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let app = app.clone();
    let tidy = Job::new_async(EVERY_TEN_MINUTES, move |_, _| {
        let app = app.clone();
        Box::pin(async move {
            if let Err(fault) = app.run(AppContext::tidy).await {
                tracing::error!(%fault, "what has grown old cannot be cleared away");
            }
        })
    })?;
    scheduler.add(tidy).await?;
    scheduler.start().await?;
    Ok(scheduler)
}
