//! Who calls, and what they may do.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::secrets::digest;
use crate::context::secrets::{self, TOKEN_PREFIX};
use crate::store::accounts::AccountRow;
use crate::store::tokens::TokenRow;
use crate::store::{AnyConn, StoreError, accounts, sessions, tokens};

/// What a token may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub enum Scope {
    /// Read games, views and reports.
    #[serde(rename = "game:read")]
    GameRead,
    /// Take seats, hand in orders, write letters.
    #[serde(rename = "orders:write")]
    OrdersWrite,
    /// Create and run games.
    #[serde(rename = "gm")]
    Gm,
    /// Administer the server; for administrators only.
    #[serde(rename = "admin")]
    Admin,
}

impl Scope {
    pub fn name(self) -> &'static str {
        match self {
            Scope::GameRead => "game:read",
            Scope::OrdersWrite => "orders:write",
            Scope::Gm => "gm",
            Scope::Admin => "admin",
        }
    }

    pub fn parse(name: &str) -> Option<Scope> {
        [Scope::GameRead, Scope::OrdersWrite, Scope::Gm, Scope::Admin].into_iter().find(|scope| scope.name() == name)
    }
}

/// For how long a stream ticket opens streams: it stands in an address, and addresses are written down on the way.
const TICKET_SECONDS: i64 = 60;

/// What a caller showed: what its streams end with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Credential {
    /// An access token of the session with this id.
    Session(String),
    /// The API token with this id.
    Token(String),
}

#[derive(Debug, Clone)]
pub struct Caller {
    pub account_id: String,
    pub name: String,
    pub is_admin: bool,
    /// The session, when the caller logged in; none behind an API token.
    pub session_id: Option<String>,
    credential: Credential,
    scopes: Vec<Scope>,
    expires_at: i64,
}

impl Caller {
    pub fn credential(&self) -> Credential {
        self.credential.clone()
    }

    /// When the token runs out, in milliseconds since 1970: with an access token 15 minutes after it was given.
    pub(crate) fn expires_at(&self) -> i64 {
        self.expires_at
    }

    pub fn may(&self, scope: Scope) -> bool {
        match scope {
            Scope::Admin => self.is_admin && self.scopes.contains(&Scope::Admin),
            other => self.scopes.contains(&other),
        }
    }

    pub fn need(&self, scope: Scope) -> Result<(), Fault> {
        if self.may(scope) {
            return Ok(());
        }
        let detail = format!("This token lacks the scope “{}”.", scope.name());
        Err(Fault::forbidden("scope-missing", detail))
    }

    /// What touches the account itself is for people who logged in, never for a token that may have leaked.
    pub fn need_session(&self) -> Result<&str, Fault> {
        self.session_id.as_deref().ok_or_else(|| {
            Fault::forbidden(
                "session-needed",
                "An API token cannot do this; log in at /v1/sessions and use that token.",
            )
        })
    }
}

/// Whether an account may come in.
///
/// # Errors
/// `account-suspended`.
pub fn must_not_be_suspended(account: &AccountRow) -> Result<(), Fault> {
    if account.suspended_at.is_none() {
        return Ok(());
    }
    let detail = "Whoever runs this server has suspended your account. Nothing of it is lost; ask them.";
    Err(Fault::forbidden("account-suspended", detail))
}

/// Callers recognised a moment ago, so that most requests cost no look into the store.
#[derive(Default)]
pub struct KnownCallers(Mutex<Known>);

struct Known {
    /// Beyond its bound, whoever was not heard of for longest is looked up anew.
    by_token: LruCache<String, (Arc<Caller>, Instant)>,
    /// How often something was revoked: who was looked up before must not be remembered after.
    revocations: u64,
}

/// How long what another server or the command line revoked may go unnoticed. What we revoke ourselves is noticed at
/// once.
const RECALL: Duration = Duration::from_secs(1);
const MOST_KNOWN: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

impl Default for Known {
    fn default() -> Self {
        Known { by_token: LruCache::new(MOST_KNOWN), revocations: 0 }
    }
}

impl KnownCallers {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, token: &str, now: i64) -> Option<Arc<Caller>> {
        let mut known = self.lock();
        let (caller, at) = known.by_token.get(token)?;
        // The clock may be set back; what has passed since then may not.
        (at.elapsed() < RECALL && now < caller.expires_at).then(|| caller.clone())
    }

    fn revocations(&self) -> u64 {
        self.lock().revocations
    }

    /// Remembers a caller, unless something was revoked since `revocations` were counted.
    fn put(&self, token: String, caller: &Arc<Caller>, at: Instant, revocations: u64) {
        let mut known = self.lock();
        if known.revocations != revocations {
            return;
        }
        known.by_token.put(token, (caller.clone(), at));
    }

    /// Something was revoked: look everybody up again.
    pub fn forget(&self) {
        let mut known = self.lock();
        known.revocations += 1;
        known.by_token.clear();
    }
}

impl AppContext {
    /// Who holds this bearer token.
    pub async fn recognise(&self, token: &str) -> Result<Arc<Caller>, Fault> {
        let now = self.now();
        if let Some(caller) = self.known.get(token, now) {
            return Ok(caller);
        }
        let token = token.to_owned();
        self.run(move |app| {
            let (revocations, at) = (app.known.revocations(), Instant::now());
            let caller = if token.starts_with(TOKEN_PREFIX) {
                app.recognise_api_token(&token, now)?
            } else {
                app.recognise_session(&token, now)?
            };
            let caller = Arc::new(caller);
            app.known.put(token, &caller, at, revocations);
            Ok(caller)
        })
        .await
    }

    fn recognise_session(&self, token: &str, now: i64) -> Result<Caller, Fault> {
        let claims = self.signer.read(token).ok_or_else(|| {
            Fault::unauthenticated("bad-token", "This token is none of ours. Log in at /v1/sessions.")
        })?;
        let expires_at = claims.exp * 1000;
        if now >= expires_at {
            let detail = "This token has expired. Get a fresh one at /v1/sessions/refresh.";
            return Err(Fault::unauthenticated("token-expired", detail));
        }
        self.caller_of_session(&claims.sub, &claims.sid, expires_at)
    }

    fn caller_of_session(&self, account: &str, session_id: &str, expires_at: i64) -> Result<Caller, Fault> {
        self.store.read(|conn| {
            let ended = || Fault::unauthenticated("session-ended", "This session has ended. Log in at /v1/sessions.");
            let session = sessions::find_session(conn, session_id)?.ok_or_else(ended)?;
            if session.revoked_at.is_some() || session.account_id != account {
                return Err(ended());
            }
            let account = accounts::find_account(conn, account)?.filter(|a| a.closed_at.is_none()).ok_or_else(ended)?;
            must_not_be_suspended(&account)?;
            Ok(Caller {
                is_admin: account.is_admin,
                account_id: account.id,
                name: account.name,
                session_id: Some(session_id.to_owned()),
                credential: Credential::Session(session_id.to_owned()),
                scopes: vec![Scope::GameRead, Scope::OrdersWrite, Scope::Gm, Scope::Admin],
                expires_at,
            })
        })
    }

    /// A person who answers a mail: they order, and read what comes of it.
    pub(crate) fn caller_by_mail(&self, account: &str) -> Result<Caller, Fault> {
        self.store.read(|conn| {
            let account = accounts::find_account(conn, account)?.filter(|account| account.closed_at.is_none());
            let account = account.ok_or_else(|| Fault::not_found("account"))?;
            must_not_be_suspended(&account)?;
            Ok(Caller {
                is_admin: false,
                account_id: account.id,
                name: account.name,
                session_id: None,
                credential: Credential::Token("mail".into()),
                scopes: vec![Scope::GameRead, Scope::OrdersWrite],
                expires_at: i64::MAX,
            })
        })
    }

    fn recognise_api_token(&self, token: &str, now: i64) -> Result<Caller, Fault> {
        self.caller_of_api_token(now, |conn| tokens::find_token_by_hash(conn, &digest(token)))
    }

    fn caller_of_api_token(
        &self, now: i64, find: impl FnOnce(&mut AnyConn) -> Result<Option<TokenRow>, StoreError>,
    ) -> Result<Caller, Fault> {
        self.store.read(|conn| {
            let unknown = || Fault::unauthenticated("bad-token", "This API token is unknown, expired or revoked.");
            let row = find(conn)?.ok_or_else(unknown)?;
            let expires_at = row.expires_at.unwrap_or(i64::MAX);
            if row.revoked_at.is_some() || now >= expires_at {
                return Err(unknown());
            }
            let account =
                accounts::find_account(conn, &row.account_id)?.filter(|a| a.closed_at.is_none()).ok_or_else(unknown)?;
            must_not_be_suspended(&account)?;
            Ok(Caller {
                is_admin: account.is_admin,
                account_id: account.id,
                name: account.name,
                session_id: None,
                credential: Credential::Token(row.id),
                scopes: row.scopes.split(' ').filter_map(Scope::parse).collect(),
                expires_at,
            })
        })
    }

    /// A ticket that opens streams for this caller, and when it stops opening any, in milliseconds since 1970. What it
    /// opens ends when this caller's token does.
    pub fn stream_ticket(&self, caller: &Caller) -> Result<(String, i64), Fault> {
        caller.need(Scope::GameRead)?;
        let (session, api_token) = match caller.credential() {
            Credential::Session(id) => (Some(id), None),
            Credential::Token(id) => (None, Some(id)),
        };
        let opens_until = self.now() / 1000 + TICKET_SECONDS;
        let ends_at = caller.expires_at();
        let claims =
            secrets::TicketClaims { account: caller.account_id.clone(), session, api_token, opens_until, ends_at };
        Ok((self.signer.sign_ticket(&claims)?, opens_until * 1000))
    }

    /// The caller on whose behalf a ticket was made, while it opens streams and its token is good.
    pub async fn recognise_ticket(&self, ticket: &str) -> Result<Arc<Caller>, Fault> {
        let now = self.now();
        let claims = self.signer.read_ticket(ticket).ok_or_else(|| {
            let detail = "This stream ticket is none of ours. Get one at POST /v1/me/stream-tickets.";
            Fault::unauthenticated("bad-token", detail)
        })?;
        if now >= claims.opens_until * 1000 || now >= claims.ends_at {
            let detail = format!(
                "This stream ticket has expired: one opens streams for {TICKET_SECONDS} seconds. Get a fresh one at POST \
                 /v1/me/stream-tickets."
            );
            return Err(Fault::unauthenticated("token-expired", detail));
        }
        self.run(move |app| {
            let caller = match (&claims.session, claims.api_token) {
                (Some(session), _) => app.caller_of_session(&claims.account, session, claims.ends_at)?,
                (None, id) => {
                    let id = id.unwrap_or_default();
                    app.caller_of_api_token(now, |conn| tokens::find_token(conn, &id))?
                }
            };
            Ok(Arc::new(caller))
        })
        .await
    }

    /// Something was revoked: nobody is taken on trust, and streams end whose credential it was.
    pub(crate) fn forget_callers(&self) {
        self.known.forget();
        self.streams.check_credentials();
    }
}

/// Seconds since 1970 for a token.
pub(crate) fn claims(account: &str, session: &str, now: i64) -> secrets::Claims {
    let iat = now / 1000;
    secrets::Claims { sub: account.to_owned(), sid: session.to_owned(), iat, exp: iat + secrets::ACCESS_MINUTES * 60 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_looked_up_before_a_revocation_is_not_remembered_after() {
        let known = KnownCallers::default();
        let caller = Arc::new(Caller {
            account_id: "a".into(),
            name: "ada".into(),
            is_admin: false,
            session_id: None,
            credential: Credential::Token("t".into()),
            scopes: vec![Scope::GameRead],
            expires_at: 10_000,
        });
        let (before, now) = (known.revocations(), Instant::now());
        known.put("token".into(), &caller, now, before);
        assert!(known.get("token", 1).is_some());
        known.put("token".into(), &caller, now.checked_sub(RECALL).expect("a second ago"), before);
        assert!(known.get("token", 1).is_none(), "another server may have revoked it");
        known.put("token".into(), &caller, now, before);
        known.forget();
        assert!(known.get("token", 1).is_none());
        known.put("token".into(), &caller, now, before);
        assert!(known.get("token", 1).is_none(), "it may be what was revoked");
        known.put("token".into(), &caller, Instant::now(), known.revocations());
        assert!(known.get("token", 10_000).is_none(), "it has expired");
    }

    #[test]
    fn who_comes_when_the_memory_is_full_takes_one_place_and_not_all() {
        let known = KnownCallers::default();
        let caller = Arc::new(Caller {
            account_id: "a".into(),
            name: "ada".into(),
            is_admin: false,
            session_id: None,
            credential: Credential::Token("t".into()),
            scopes: vec![],
            expires_at: 10_000,
        });
        let now = Instant::now() + Duration::from_secs(60);
        for number in 0..=MOST_KNOWN.get() {
            known.put(number.to_string(), &caller, now, 0);
        }
        let held = (0..=MOST_KNOWN.get()).filter(|number| known.get(&number.to_string(), 1).is_some()).count();
        assert_eq!(held, MOST_KNOWN.get());
    }
}
