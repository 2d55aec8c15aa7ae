//! Requests under an idempotency key: the first is done, a repeat gets the first one's answer.

use super::Desk;
use super::fault::Fault;
use crate::store::idempotency::{self, KeptAnswer};

/// How long an answer is kept, in milliseconds.
pub const KEEP_MS: i64 = 24 * 3600 * 1000;

#[derive(Debug, Clone)]
pub struct Claim {
    pub account: String,
    pub key: String,
    pub request_hash: String,
}

pub enum Repeat {
    /// Nobody asked this before: do it, then keep the answer.
    First,
    Answered(KeptAnswer),
}

impl Desk {
    pub fn claim_repeat(&self, claim: &Claim) -> Result<Repeat, Fault> {
        let now = self.now();
        // A request this old that is still “under way” died with its server.
        let dead_before = now - (self.config.request_timeout as i64 + 30) * 1000;
        let outcome = self.store.write(|conn| {
            if let Some(kept) = idempotency::find(conn, &claim.account, &claim.key)? {
                let stale = kept.created_at < now - KEEP_MS || (kept.status == 0 && kept.created_at < dead_before);
                if !stale {
                    return Ok(Some(kept));
                }
                idempotency::forget(conn, &claim.account, &claim.key)?;
            }
            let row = KeptAnswer {
                account_id: claim.account.clone(),
                key: claim.key.clone(),
                request_hash: claim.request_hash.clone(),
                status: 0,
                content_type: String::new(),
                location: None,
                body: Vec::new(),
                created_at: now,
            };
            idempotency::claim(conn, &row)?;
            Ok(None)
        });
        let under_way = || {
            let detail = "A request with this Idempotency-Key is under way. Ask again in a moment.";
            Fault::conflict("request-under-way", detail).retry_after(1)
        };
        match outcome {
            Ok(None) => Ok(Repeat::First),
            Ok(Some(kept)) if kept.request_hash != claim.request_hash => {
                let detail = "This Idempotency-Key was used for a different request. Take a new key.";
                Err(Fault::of(super::fault::Why::Invalid, "idempotency-key-reused", detail))
            }
            Ok(Some(kept)) if kept.status == 0 => Err(under_way()),
            Ok(Some(kept)) => Ok(Repeat::Answered(kept)),
            // Two servers, one key, the same moment: the database let one in.
            Err(Fault::Store(e)) if e.is_duplicate() => Err(under_way()),
            Err(e) => Err(e),
        }
    }

    pub fn keep_repeat(
        &self, claim: &Claim, status: i32, content_type: String, location: Option<String>, body: Vec<u8>,
    ) -> Result<(), Fault> {
        let row = KeptAnswer {
            account_id: claim.account.clone(),
            key: claim.key.clone(),
            request_hash: claim.request_hash.clone(),
            status,
            content_type,
            location,
            body,
            created_at: self.now(),
        };
        self.store.write(|conn| Ok(idempotency::keep(conn, &row)?))
    }

    pub fn forget_repeat(&self, claim: &Claim) -> Result<(), Fault> {
        self.store.write(|conn| Ok(idempotency::forget(conn, &claim.account, &claim.key)?))
    }
}
