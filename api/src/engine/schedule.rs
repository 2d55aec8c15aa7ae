//! The scheduler: every second, the games whose time has come; now and then, what has grown old.
//!
//! Deadlines live in the store, not here, so a restart loses none of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::service::Desk;

pub(super) fn keep_time(desk: &Desk, stop: &AtomicBool) {
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return tracing::error!(error = %e, "the scheduler cannot start"),
    };
    runtime.block_on(async {
        let mut scheduler = match schedule(desk).await {
            Ok(scheduler) => scheduler,
            Err(e) => return tracing::error!(error = %e, "the scheduler cannot start"),
        };
        while !stop.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        if let Err(e) = scheduler.shutdown().await {
            tracing::warn!(error = %e, "the scheduler did not stop cleanly");
        }
    });
}

async fn schedule(desk: &Desk) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let busy = Arc::new(AtomicBool::new(false));
    let at_work = desk.clone();
    scheduler
        .add(Job::new_async("* * * * * *", move |_, _| {
            let (desk, busy) = (at_work.clone(), busy.clone());
            Box::pin(async move {
                // A sweep that takes longer than a second is not joined by another.
                if busy.swap(true, Ordering::SeqCst) {
                    return;
                }
                let swept = desk.run(Desk::sweep).await;
                desk.health.scheduler.beat(swept.is_ok());
                if let Err(fault) = swept {
                    tracing::error!(%fault, "deadlines cannot be looked after");
                }
                busy.store(false, Ordering::SeqCst);
            })
        })?)
        .await?;
    let tidy = desk.clone();
    scheduler
        .add(Job::new_async("0 */10 * * * *", move |_, _| {
            let desk = tidy.clone();
            Box::pin(async move {
                if let Err(fault) = desk.run(Desk::tidy).await {
                    tracing::error!(%fault, "what has grown old cannot be cleared away");
                }
            })
        })?)
        .await?;
    scheduler.start().await?;
    Ok(scheduler)
}
