//! Requests under an idempotency key: the first is done, a repeat gets the first one's answer.
//!
//! The work and its key are one transaction. The layer that reads the key only looks it up and lets it travel with the
//! request; the use case enters it ([`AppContext::write_once`], [`AppContext::change_game_once`]), together with what the work gave
//! back. So a server that dies leaves both or neither. The answer is kept afterwards, for speed: where it is missing,
//! the handler runs again, gets what the work gave back, and builds the answer anew.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::context::AppContext;
use crate::context::fault::{Fault, Why};
use crate::store::AnyConn;
use crate::store::idempotency::{self, KeptAnswer};

/// How long an answer is kept, in milliseconds.
pub const KEEP_MS: i64 = 24 * 3600 * 1000;

/// A key on its way through a request.
#[derive(Debug)]
pub struct Claim {
    pub account: String,
    pub key: String,
    pub request_hash: String,
    progress: AtomicU8,
}

/// How far the work under a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Nothing has been done, by this request or another.
    Open,
    /// This request did the work.
    Done,
    /// An earlier one did.
    Repeated,
}

impl Claim {
    pub fn new(account: String, key: String, request_hash: String) -> Claim {
        Claim { account, key, request_hash, progress: AtomicU8::new(Progress::Open as u8) }
    }

    pub fn progress(&self) -> Progress {
        match self.progress.load(Ordering::SeqCst) {
            0 => Progress::Open,
            1 => Progress::Done,
            _ => Progress::Repeated,
        }
    }

    pub(crate) fn settle(&self, progress: Progress) {
        self.progress.store(progress as u8, Ordering::SeqCst);
    }

    fn row(&self, now: i64) -> KeptAnswer {
        KeptAnswer {
            account_id: self.account.clone(),
            key: self.key.clone(),
            request_hash: self.request_hash.clone(),
            status: 0,
            content_type: String::new(),
            location: None,
            body: Vec::new(),
            created_at: now,
            made: None,
        }
    }

    /// Enters the key; gives what the work gave back if it was done before.
    pub(crate) fn enter<T: DeserializeOwned>(&self, conn: &mut AnyConn, now: i64) -> Result<Option<T>, Fault> {
        idempotency::forget_if_older(conn, &self.account, &self.key, now - KEEP_MS)?;
        idempotency::enter(conn, &self.row(now))?;
        let kept = idempotency::find(conn, &self.account, &self.key)?;
        let kept = kept.ok_or_else(|| Fault::broken("a key that was entered is not there"))?;
        self.must_be_of(&kept)?;
        kept.made.map(|made| serde_json::from_str(&made).map_err(Fault::broken)).transpose()
    }

    pub(crate) fn record<T: Serialize>(&self, conn: &mut AnyConn, value: &T) -> Result<(), Fault> {
        let made = serde_json::to_string(value).map_err(Fault::broken)?;
        if idempotency::record_work(conn, &self.account, &self.key, &made)? {
            return Ok(());
        }
        let detail = "Another request with this Idempotency-Key was quicker. Ask again.";
        Err(Fault::conflict("request-under-way", detail).retry_after(1))
    }

    fn must_be_of(&self, kept: &KeptAnswer) -> Result<(), Fault> {
        if kept.request_hash == self.request_hash {
            return Ok(());
        }
        let detail = "This Idempotency-Key was used for a different request. Take a new key.";
        Err(Fault::of(Why::Invalid, "idempotency-key-reused", detail))
    }
}

/// An answer as it is kept.
#[derive(Debug, Clone)]
pub struct Given {
    pub status: u16,
    pub content_type: String,
    pub location: Option<String>,
    pub body: Vec<u8>,
}

tokio::task_local! {
    /// The key of the request that this task answers.
    static OF_REQUEST: Arc<Claim>;
}

thread_local! {
    /// The same, on the thread where its use case runs.
    static OF_USE_CASE: RefCell<Option<Arc<Claim>>> = const { RefCell::new(None) };
}

/// Answers a request that came with a key.
pub async fn under_key<F: Future>(claim: Arc<Claim>, answer: F) -> F::Output {
    OF_REQUEST.scope(claim, answer).await
}

/// The key of the request under way, to be handed to the thread that does its work.
pub(crate) fn of_request() -> Option<Arc<Claim>> {
    OF_REQUEST.try_with(Arc::clone).ok()
}

/// Does a piece of work for a request with this key, if it has one.
pub(crate) fn with_key<T>(claim: Option<Arc<Claim>>, work: impl FnOnce() -> T) -> T {
    /// Takes the key away again, after a panic too: the thread goes on to other work.
    struct Away;
    impl Drop for Away {
        fn drop(&mut self) {
            OF_USE_CASE.set(None);
        }
    }
    OF_USE_CASE.set(claim);
    let _away = Away;
    work()
}

/// The key that the next work is done under: none once it is done.
pub(crate) fn key_of_work() -> Option<Arc<Claim>> {
    OF_USE_CASE.with_borrow(|claim| claim.as_ref().filter(|claim| claim.progress() == Progress::Open).cloned())
}

impl AppContext {
    /// The answer that is kept for a repeated request; none where there is work to do, or an answer to be built anew.
    pub fn find_repeat(&self, claim: &Claim) -> Result<Option<KeptAnswer>, Fault> {
        let now = self.now();
        let kept = self.store.read(|conn| Ok::<_, Fault>(idempotency::find(conn, &claim.account, &claim.key)?))?;
        let Some(kept) = kept.filter(|kept| kept.created_at >= now - KEEP_MS) else { return Ok(None) };
        claim.must_be_of(&kept)?;
        Ok(Some(kept).filter(|kept| kept.status != 0))
    }

    /// Keeps an answer. That of a request which did nothing is kept only where no other did anything under its key.
    pub fn keep_repeat(&self, claim: &Claim, given: Given) -> Result<(), Fault> {
        let Given { status, content_type, location, body } = given;
        let row = KeptAnswer { status: status.into(), content_type, location, body, ..claim.row(self.now()) };
        let nothing_done = claim.progress() == Progress::Open;
        self.store.write(|conn| {
            if nothing_done {
                idempotency::enter(conn, &row)?
            } else {
                idempotency::keep(conn, &row)?
            }
            Ok(())
        })
    }

    /// One transaction that does the work of a request: under its key, if it has one, at most once. What the work gave
    /// back is kept for a day, so it must hold no secret that is stored as a hash alone.
    pub fn write_once<T: Serialize + DeserializeOwned>(
        &self, work: impl FnOnce(&mut AnyConn) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Some(claim) = key_of_work() else { return self.store.write(work) };
        let now = self.now();
        let (value, progress) = self.store.write(|conn| {
            if let Some(made) = claim.enter(conn, now)? {
                return Ok((made, Progress::Repeated));
            }
            let value = work(conn)?;
            claim.record(conn, &value)?;
            Ok::<_, Fault>((value, Progress::Done))
        })?;
        claim.settle(progress);
        Ok(value)
    }
}
