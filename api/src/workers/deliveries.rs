//! Notifications on their way: threads of their own, since the other side may take its time.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::context::AppContext;
use crate::context::fault::Fault;

/// How often the line is looked at where nobody of this server has put anything in.
const BEAT: Duration = Duration::from_secs(1);

pub(crate) fn keep_delivering(app: &AppContext, stop: &AtomicBool) {
    let mut seen = 0;
    while !stop.load(Ordering::SeqCst) {
        match std::panic::catch_unwind(AssertUnwindSafe(|| Ok::<_, Fault>(app.deliver_once()? + app.mail_once()?))) {
            Ok(Ok(0)) => {}
            Ok(Ok(_)) => continue,
            Ok(Err(fault)) => tracing::error!(%fault, "notifications cannot be delivered"),
            Err(_) => tracing::error!("a thread that delivers notifications panicked"),
        }
        seen = app.post.wait(seen, BEAT);
    }
}
