//! Sessions: log in, refresh, log out. A refresh token works once; used twice, its whole family ends.

use crate::context::AppContext;
use crate::context::caller::{Caller, claims, must_not_be_suspended};
use crate::context::fault::Fault;
use crate::context::new_id;
use crate::context::secrets::{self, ACCESS_MINUTES, REFRESH_DAYS, digest};
use crate::service::accounts::Account;
use crate::store::sessions::{self, RefreshRow, SessionRow};
use crate::store::{AnyConn, accounts};

/// How long a session lasts from its last refresh, in milliseconds.
pub const REFRESH_MS: i64 = REFRESH_DAYS * 24 * 3600 * 1000;

/// What somebody gets who logs in.
#[derive(Debug, Clone)]
pub struct Grant {
    pub access_token: String,
    pub expires_in: i64,
    pub refresh_token: String,
    pub session_id: String,
    pub account: Account,
}

impl AppContext {
    pub fn log_in(&self, name: &str, password: &str) -> Result<Grant, Fault> {
        let row = self.store.read(|conn| Ok::<_, Fault>(accounts::find_account_by_name(conn, name)?))?;
        // Unknown names cost the same work and meet the same delays, so that neither tells them apart.
        // So do guests, who have no password.
        let hash = row.as_ref().map(|row| row.password_hash.as_str()).filter(|hash| !hash.is_empty());
        let right = self.try_password(name, hash, password)?;
        let Some(row) = row.filter(|_| right) else {
            return Err(Fault::unauthenticated("wrong-credentials", "Name and password do not match."));
        };
        must_not_be_suspended(&row)?;
        let now = self.now();
        self.store.write(|conn| self.open_session(conn, row.clone().into(), now))
    }

    /// A new session of an account.
    pub(crate) fn open_session(&self, conn: &mut AnyConn, account: Account, now: i64) -> Result<Grant, Fault> {
        let session = SessionRow {
            id: new_id(),
            account_id: account.id.clone(),
            created_at: now,
            expires_at: now + REFRESH_MS,
            revoked_at: None,
        };
        sessions::insert_session(conn, &session)?;
        self.grant(conn, &session.id, account, now)
    }

    /// Gives a new pair of tokens for a refresh token, once.
    pub fn refresh(&self, token: &str) -> Result<Grant, Fault> {
        let now = self.now();
        let hash = digest(token);
        let outcome = self.store.write(|conn| {
            let unknown = || {
                Fault::unauthenticated("bad-refresh-token", "This refresh token is unknown or its session has ended.")
            };
            let refresh = sessions::find_refresh(conn, &hash)?.ok_or_else(unknown)?;
            let session = sessions::find_session(conn, &refresh.session_id)?.ok_or_else(unknown)?;
            if session.revoked_at.is_some() || now >= session.expires_at {
                return Err(unknown());
            }
            if !sessions::use_refresh(conn, &hash, now)? {
                // Somebody holds a copy, and nobody knows who is the thief: the family ends, durably.
                sessions::revoke_session(conn, &session.id, now)?;
                return Ok(None);
            }
            let account = accounts::find_account(conn, &session.account_id)?
                .filter(|account| account.closed_at.is_none())
                .ok_or_else(unknown)?;
            must_not_be_suspended(&account)?;
            sessions::extend_session(conn, &session.id, now + REFRESH_MS)?;
            self.grant(conn, &session.id, account.into(), now).map(Some)
        })?;
        outcome.ok_or_else(|| {
            self.forget_callers();
            let detail = "This refresh token was used before, so its session has been ended. Log in again.";
            Fault::unauthenticated("refresh-token-reused", detail)
        })
    }

    pub fn log_out(&self, caller: &Caller) -> Result<(), Fault> {
        let session = caller.need_session()?.to_owned();
        self.end_session(caller, &session)
    }

    pub fn end_session(&self, caller: &Caller, id: &str) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            let session = sessions::find_session(conn, id)?.filter(|s| s.account_id == caller.account_id);
            let session = session.ok_or_else(|| Fault::not_found("session"))?;
            sessions::revoke_session(conn, &session.id, now)?;
            Ok::<_, Fault>(())
        })?;
        self.forget_callers();
        Ok(())
    }

    pub fn list_sessions(&self, caller: &Caller) -> Result<Vec<SessionRow>, Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.read(|conn| Ok(sessions::list_sessions(conn, &caller.account_id, now)?))
    }

    fn grant(&self, conn: &mut AnyConn, session: &str, account: Account, now: i64) -> Result<Grant, Fault> {
        let refresh_token = secrets::new_token("refresh_");
        let row = RefreshRow {
            token_hash: digest(&refresh_token),
            session_id: session.to_owned(),
            created_at: now,
            used_at: None,
        };
        sessions::insert_refresh(conn, &row)?;
        Ok(Grant {
            access_token: self.signer.sign(&claims(&account.id, session, now))?,
            expires_in: ACCESS_MINUTES * 60,
            refresh_token,
            session_id: session.to_owned(),
            account,
        })
    }
}
