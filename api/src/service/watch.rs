//! What time it is; tests bring a watch of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

#[derive(Clone)]
pub struct Watch(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Watch {
    /// The time of this machine.
    pub fn real() -> Watch {
        Watch(Arc::new(|| chrono::Utc::now().timestamp_millis()))
    }

    /// A watch that stands still until it is set.
    pub fn set_by(hands: Arc<AtomicI64>) -> Watch {
        Watch(Arc::new(move || hands.load(Ordering::SeqCst)))
    }

    pub fn now(&self) -> i64 {
        (self.0)()
    }
}
