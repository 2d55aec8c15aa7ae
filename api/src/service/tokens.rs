//! API tokens: for bots and scripts, with scopes, shown once.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::context::new_id;
use crate::context::secrets::{TOKEN_PREFIX, digest, new_token};
use crate::service::names;
use crate::store::tokens::{self, TokenRow};

const MOST_TOKENS: usize = 50;

#[derive(Debug, Clone)]
pub struct NewToken {
    pub name: String,
    pub scopes: Vec<Scope>,
    pub expires_in_days: Option<u32>,
}

/// A token without its text.
#[derive(Debug, Clone)]
pub struct Token {
    pub id: String,
    pub name: String,
    pub scopes: Vec<Scope>,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    /// The application that it was given to.
    pub application_id: Option<String>,
}

impl From<TokenRow> for Token {
    fn from(row: TokenRow) -> Self {
        Token {
            scopes: row.scopes.split(' ').filter_map(Scope::parse).collect(),
            id: row.id,
            name: row.name,
            created_at: row.created_at,
            expires_at: row.expires_at,
            application_id: row.application_id,
        }
    }
}

impl AppContext {
    /// Makes a token; the text comes back this once.
    pub fn create_token(&self, caller: &Caller, new: &NewToken) -> Result<(Token, String), Fault> {
        caller.need_session()?;
        let mut flaws = Vec::new();
        let name = names::name("/name", "A token's name", 64, &new.name).unwrap_or_else(|flaw| {
            flaws.push(flaw);
            String::new()
        });
        if new.scopes.is_empty() {
            flaws.push(Flaw::at(
                "/scopes",
                "no-scope",
                "A token without a scope is good for nothing; name at least one.",
            ));
        }
        if new.scopes.contains(&Scope::Admin) && !caller.is_admin {
            flaws.push(Flaw::at(
                "/scopes",
                "not-admin",
                "Only an administrator can make a token with the scope “admin”.",
            ));
        }
        if new.expires_in_days.is_some_and(|days| !(1..=3650).contains(&days)) {
            flaws.push(Flaw::at(
                "/expires_in_days",
                "out-of-range",
                "A token lasts 1 to 3650 days, or for ever when left out.",
            ));
        }
        if !flaws.is_empty() {
            return Err(Fault::invalid(flaws));
        }
        let now = self.now();
        let token = new_token(TOKEN_PREFIX);
        let mut scopes = new.scopes.clone();
        scopes.sort();
        scopes.dedup();
        let row = TokenRow {
            id: new_id(),
            account_id: caller.account_id.clone(),
            name,
            token_hash: digest(&token),
            scopes: scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(" "),
            created_at: now,
            expires_at: new.expires_in_days.map(|days| now + i64::from(days) * 86_400_000),
            revoked_at: None,
            application_id: None,
        };
        let made = self.write_once(|conn| {
            if tokens::list_tokens(conn, &caller.account_id)?.len() >= MOST_TOKENS {
                let detail = format!("You have {MOST_TOKENS} tokens. Revoke one first.");
                return Err(Fault::conflict("too-many-tokens", detail));
            }
            tokens::insert_token(conn, &row)?;
            Ok(row.id.clone())
        })?;
        if made != row.id {
            let detail = format!(
                "This Idempotency-Key has made the token {made} already. Its text was shown once and is not kept: if the \
                 answer was lost, revoke that token and make another under another key."
            );
            return Err(Fault::conflict("token-made-already", detail));
        }
        Ok((row.into(), token))
    }

    pub fn list_tokens(&self, caller: &Caller) -> Result<Vec<Token>, Fault> {
        caller.need_session()?;
        let rows = self.store.read(|conn| Ok::<_, Fault>(tokens::list_tokens(conn, &caller.account_id)?))?;
        Ok(rows.into_iter().map(Token::from).collect())
    }

    pub fn revoke_token(&self, caller: &Caller, id: &str) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        let revoked =
            self.store.write(|conn| Ok::<_, Fault>(tokens::revoke_token(conn, &caller.account_id, id, now)?))?;
        if revoked == 0 {
            return Err(Fault::not_found("token"));
        }
        self.forget_callers();
        Ok(())
    }
}
