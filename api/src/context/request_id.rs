//! The id of the request that a task answers.

use std::time::{SystemTime, UNIX_EPOCH};

use uuid::{Builder, Uuid};

tokio::task_local! {
    static REQUEST_ID: Uuid;
}

/// The id of the request being answered, or a fresh one outside any.
pub fn current() -> String {
    REQUEST_ID.try_with(|id| *id).unwrap_or_else(|_| fresh()).to_string()
}

/// A fresh id, in order of time. Its random part comes from the thread's own generator: asking the operating system
/// for every request would cost as much as finding the answer to a simple one.
pub fn fresh() -> Uuid {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let ms = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
    Builder::from_unix_timestamp_millis(ms, &rand::random()).into_uuid()
}

/// Answers a request under its id.
pub async fn under<F: Future>(id: Uuid, answer: F) -> F::Output {
    REQUEST_ID.scope(id, answer).await
}
