//! Applications of third parties: people sign in here, and allow them what they ask for. OAuth 2.1 with authorization codes and
//! PKCE (RFC 7636), for public clients: a program on somebody's own machine keeps no secret, so none is given out.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use ureq::http::Uri;

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::context::new_id;
use crate::context::secrets::{TOKEN_PREFIX, digest, new_token};
use crate::model::{AuthorizationRequest, TokenForm};
use crate::service::names;
use crate::store::applications::{self, ApplicationRow, AuthorizationCodeRow};
use crate::store::tokens::{self, TokenRow};
use crate::store::{AnyConn, accounts};

const MOST_APPLICATIONS: usize = 20;
const MOST_REDIRECT_URIS: usize = 10;
const LONGEST_URI: usize = 1000;
/// How long a code is good, in milliseconds.
const CODE_MS: i64 = 60_000;
/// How long a token of an application is good, in seconds.
const TOKEN_SECONDS: i64 = 90 * 86_400;
/// So many tokens of one application somebody has at a time: the oldest ends when there is one more.
const MOST_GRANTS: usize = 5;
/// What begins an authorization code.
const CODE_PREFIX: &str = "cursus_code_";

/// An application, as everybody may know it.
#[derive(Debug, Clone)]
pub struct Application {
    pub row: ApplicationRow,
    /// Name of who registered it.
    pub by: String,
}

/// A token that an application has fetched.
#[derive(Debug, Clone)]
pub struct Granted {
    pub token: String,
    pub seconds: i64,
    pub scope: String,
}

/// Why no token is given, in the words of OAuth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoGrant {
    InvalidRequest(&'static str),
    InvalidGrant,
    UnsupportedGrantType,
}

impl AppContext {
    pub fn register_application(&self, caller: &Caller, name: &str, uris: &[String]) -> Result<Application, Fault> {
        caller.need_session()?;
        let mut flaws = Vec::new();
        let name = names::name("/name", "An application's name", 64, name).unwrap_or_else(|flaw| {
            flaws.push(flaw);
            String::new()
        });
        if !(1..=MOST_REDIRECT_URIS).contains(&uris.len()) {
            let detail = format!("Name 1 to {MOST_REDIRECT_URIS} addresses to which people may be sent back.");
            flaws.push(Flaw::at("/redirect_uris", "bad-count", detail));
        }
        for (at, uri) in uris.iter().enumerate().filter(|(_, uri)| !may_be_sent_to(uri)) {
            let detail = format!(
                "People are sent back to https:// addresses, to http://127.0.0.1, http://[::1] or http://localhost, or to a \
                 scheme of your own with a dot in it, as in org.example.app:/back; without a fragment. “{uri}” is none of them."
            );
            flaws.push(Flaw::at(format!("/redirect_uris/{at}"), "bad-redirect-uri", detail));
        }
        if !flaws.is_empty() {
            return Err(Fault::invalid(flaws));
        }
        let row = ApplicationRow {
            id: new_id(),
            account_id: caller.account_id.clone(),
            name,
            redirect_uris: uris.join(" "),
            created_at: self.now(),
        };
        let made = self.write_once(|conn| {
            let account = accounts::find_account(conn, &caller.account_id)?;
            if account.is_none_or(|account| account.password_hash.is_empty()) {
                let detail =
                    "A guest registers no applications. Give the account a name and a password first: PUT /v1/me/name.";
                return Err(Fault::forbidden("guests-cannot", detail));
            }
            if applications::applications_of(conn, &caller.account_id)?.len() >= MOST_APPLICATIONS {
                let detail = format!("You have {MOST_APPLICATIONS} applications. Take one away first.");
                return Err(Fault::conflict("too-many-applications", detail));
            }
            applications::insert_application(conn, &row)?;
            Ok(row.id.clone())
        })?;
        self.show_application(&made)
    }

    pub fn list_applications(&self, caller: &Caller) -> Result<Vec<Application>, Fault> {
        caller.need_session()?;
        self.store.read(|conn| {
            let rows = applications::applications_of(conn, &caller.account_id)?;
            Ok(rows.into_iter().map(|row| Application { row, by: caller.name.clone() }).collect())
        })
    }

    pub fn show_application(&self, id: &str) -> Result<Application, Fault> {
        self.store.read(|conn| application(conn, id))
    }

    /// Takes an application away: what people allowed it ends.
    pub fn delete_application(&self, caller: &Caller, id: &str) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        let found = self
            .store
            .write(|conn| Ok::<_, Fault>(applications::delete_application(conn, &caller.account_id, id, now)?))?;
        if !found {
            return Err(Fault::not_found("application of yours"));
        }
        self.forget_callers();
        Ok(())
    }

    /// Allows an application what it asks for, or does not; where the person is to be sent.
    ///
    /// # Errors
    /// `not-found` for an unknown application, `invalid` for an address that is not one of its own and for whatever else is wrong
    /// with the request: then nobody is sent anywhere.
    pub fn authorize(&self, caller: &Caller, asked: &AuthorizationRequest) -> Result<String, Fault> {
        caller.need_session()?;
        let application = self.show_application(&asked.client_id)?;
        let mut flaws = Vec::new();
        if !application.row.redirect_uris.split(' ').any(|known| leads_to(known, &asked.redirect_uri)) {
            let detail = "The application has not registered this address, so nobody is sent there.";
            flaws.push(Flaw::at("/redirect_uri", "bad-redirect-uri", detail));
        }
        let challenge = URL_SAFE_NO_PAD.decode(&asked.code_challenge).ok().filter(|bytes| bytes.len() == 32);
        if asked.code_challenge_method != "S256" || challenge.is_none() {
            let detail = "The application proves itself by PKCE with the method S256: `code_challenge` is the SHA-256 of its \
                          verifier in base64 for addresses, without padding.";
            flaws.push(Flaw::at("/code_challenge", "bad-challenge", detail));
        }
        let mut scopes = Vec::new();
        for word in asked.scope.as_deref().unwrap_or("game:read").split_whitespace() {
            match Scope::parse(word) {
                Some(scope) if scope != Scope::Admin => scopes.push(scope),
                _ => {
                    let detail = format!(
                        "“{word}” is nothing that an application may ask for; it may ask for game:read, orders:write and gm."
                    );
                    flaws.push(Flaw::at("/scope", "bad-scope", detail));
                }
            }
        }
        if asked.state.as_ref().is_some_and(|state| state.len() > LONGEST_URI) {
            flaws.push(Flaw::at("/state", "too-long", format!("A state has at most {LONGEST_URI} bytes.")));
        }
        if !flaws.is_empty() {
            return Err(Fault::invalid(flaws));
        }
        if !asked.allow {
            return Ok(self.sent_back(asked, "error", "access_denied"));
        }
        scopes.sort();
        scopes.dedup();
        let code = new_token(CODE_PREFIX);
        let row = AuthorizationCodeRow {
            code_hash: digest(&code),
            application_id: application.row.id,
            account_id: caller.account_id.clone(),
            redirect_uri: asked.redirect_uri.clone(),
            challenge: asked.code_challenge.clone(),
            scopes: scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(" "),
            expires_at: self.now() + CODE_MS,
            token_id: None,
        };
        self.store.write(|conn| Ok::<_, Fault>(applications::insert_authorization_code(conn, &row)?))?;
        Ok(self.sent_back(asked, "code", &code))
    }

    fn sent_back(&self, asked: &AuthorizationRequest, name: &str, value: &str) -> String {
        let mut pairs = vec![(name, value)];
        pairs.extend(asked.state.as_deref().map(|state| ("state", state)));
        // So that a program that knows several servers is not led astray (RFC 9207).
        pairs.extend(self.config.public_url.as_deref().map(|issuer| ("iss", issuer)));
        let query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let joint = if asked.redirect_uri.contains('?') { '&' } else { '?' };
        format!("{}{joint}{}", asked.redirect_uri, query.join("&"))
    }

    /// Gives an application its token for a code.
    ///
    /// # Errors
    /// The inner one in the words of OAuth; the outer one where the store cannot be asked.
    pub fn grant_token(&self, asked: &TokenForm) -> Result<Result<Granted, NoGrant>, Fault> {
        if asked.grant_type != "authorization_code" {
            return Ok(Err(NoGrant::UnsupportedGrantType));
        }
        for (value, name) in [
            (&asked.code, "code is missing"),
            (&asked.redirect_uri, "redirect_uri is missing"),
            (&asked.client_id, "client_id is missing"),
            (&asked.code_verifier, "code_verifier is missing"),
        ] {
            if value.is_empty() {
                return Ok(Err(NoGrant::InvalidRequest(name)));
            }
        }
        let (hash, now) = (digest(&asked.code), self.now());
        let token = new_token(TOKEN_PREFIX);
        let granted = self.store.write(|conn| {
            let Some(row) = applications::find_authorization_code(conn, &hash)? else {
                return Ok(Err(NoGrant::InvalidGrant));
            };
            if let Some(used) = &row.token_id {
                // Somebody has the code who should not: nobody keeps what was given for it.
                tokens::revoke_token(conn, &row.account_id, used, now)?;
                return Ok(Err(NoGrant::InvalidGrant));
            }
            let proved = URL_SAFE_NO_PAD.encode(Sha256::digest(asked.code_verifier.as_bytes())) == row.challenge;
            let same = row.application_id == asked.client_id && row.redirect_uri == asked.redirect_uri;
            let account = accounts::find_account(conn, &row.account_id)?;
            let is_welcome = account.is_some_and(|one| one.closed_at.is_none() && one.suspended_at.is_none());
            let application = applications::find_application(conn, &row.application_id)?;
            let (true, true, true, true, Some(application)) =
                (proved, same, is_welcome, row.expires_at > now, application)
            else {
                return Ok(Err(NoGrant::InvalidGrant));
            };
            let id = new_id();
            if !applications::use_authorization_code(conn, &hash, &id)? {
                return Ok(Err(NoGrant::InvalidGrant));
            }
            let before = tokens::list_tokens(conn, &row.account_id)?;
            let of_this = before.iter().filter(|one| one.application_id.as_ref() == Some(&row.application_id));
            for oldest in of_this.skip(MOST_GRANTS - 1) {
                tokens::revoke_token(conn, &row.account_id, &oldest.id, now)?;
            }
            tokens::insert_token(
                conn,
                &TokenRow {
                    id,
                    account_id: row.account_id,
                    name: application.name,
                    token_hash: digest(&token),
                    scopes: row.scopes.clone(),
                    created_at: now,
                    expires_at: Some(now + TOKEN_SECONDS * 1000),
                    revoked_at: None,
                    application_id: Some(row.application_id),
                },
            )?;
            Ok::<_, Fault>(Ok(Granted { token, seconds: TOKEN_SECONDS, scope: row.scopes }))
        })?;
        self.forget_callers();
        Ok(granted)
    }

    /// Ends a token in the hands of whoever has it (RFC 7009). That there is none is no error.
    pub fn give_token_back(&self, token: &str) -> Result<(), Fault> {
        let now = self.now();
        self.store.write(|conn| {
            if let Some(row) = tokens::find_token_by_hash(conn, &digest(token))? {
                tokens::revoke_token(conn, &row.account_id, &row.id, now)?;
            }
            Ok::<_, Fault>(())
        })?;
        self.forget_callers();
        Ok(())
    }
}

fn application(conn: &mut AnyConn, id: &str) -> Result<Application, Fault> {
    let row = applications::find_application(conn, id)?;
    let row = row.ok_or_else(|| Fault::not_found("application of this id"))?;
    let names = accounts::names_of(conn, std::slice::from_ref(&row.account_id))?;
    Ok(Application { by: names.into_iter().next().map(|(_, name)| name).unwrap_or_default(), row })
}

/// Whether people may be sent back to an address: over TLS, to their own machine, or to a program on it.
fn may_be_sent_to(uri: &str) -> bool {
    if uri.len() > LONGEST_URI || uri.contains(['#', ' ', '\\']) || !uri.is_ascii() || uri.chars().any(char::is_control)
    {
        return false;
    }
    let Some((scheme, rest)) = uri.split_once(':') else { return false };
    match scheme {
        "https" => parsed(uri).is_some_and(|uri| uri.host().is_some()),
        "http" => loopback(uri).is_some(),
        // A scheme without a dot is anybody's (RFC 8252), and some of them are the browser's own.
        _ => {
            let letters =
                scheme.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-+".contains(&byte));
            letters && scheme.contains('.') && scheme.as_bytes()[0].is_ascii_lowercase() && rest.starts_with('/')
        }
    }
}

/// An address with a host and without somebody's name in it.
fn parsed(uri: &str) -> Option<Uri> {
    let uri: Uri = uri.parse().ok()?;
    let plain = uri.authority().is_some_and(|authority| !authority.as_str().contains('@'));
    plain.then_some(uri)
}

/// Host and the rest of an address of one's own machine, without the port.
fn loopback(uri: &str) -> Option<(String, String)> {
    let uri = parsed(uri).filter(|uri| uri.scheme_str() == Some("http"))?;
    let host = uri.host().filter(|host| ["127.0.0.1", "[::1]", "localhost"].contains(host))?;
    Some((host.to_owned(), uri.path_and_query().map(ToString::to_string).unwrap_or_default()))
}

/// Whether an address is one that was registered: to the letter, but for the port on one's own machine, which a program there
/// is given when it starts.
fn leads_to(known: &str, asked: &str) -> bool {
    known == asked || (may_be_sent_to(asked) && loopback(known).is_some() && loopback(known) == loopback(asked))
}

/// As it stands in the query of an address.
fn encoded(text: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    text.bytes()
        .map(|byte| if is_plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_sent_back_to_safe_addresses_alone() {
        let good = [
            "https://example.org/back",
            "https://example.org:8443/back?app=1",
            "http://127.0.0.1/back",
            "http://localhost:4000/back",
            "http://[::1]:4000/",
            "org.example.app:/back",
        ];
        let bad = [
            "",
            "example.org",
            "http://example.org/back",
            "https://example.org/back#here",
            "https://ada@example.org/",
            "http://127.0.0.1@example.org/",
            "http://127.0.0.1.example.org/",
            "javascript:alert(1)",
            "data:text/html,x",
            "app:/back",
            "https:///back",
            "https://example.org/ back",
            "https://exämple.org/",
        ];
        good.iter().for_each(|uri| assert!(may_be_sent_to(uri), "{uri}"));
        bad.iter().for_each(|uri| assert!(!may_be_sent_to(uri), "{uri}"));
    }

    #[test]
    fn an_address_is_the_registered_one_to_the_letter_but_for_a_port_at_home() {
        assert!(leads_to("https://example.org/back", "https://example.org/back"));
        for other in [
            "https://example.org/back/",
            "https://example.org/back?x",
            "https://example.org:444/back",
            "http://example.org/back",
        ] {
            assert!(!leads_to("https://example.org/back", other), "{other}");
        }
        assert!(leads_to("http://127.0.0.1/back", "http://127.0.0.1:49152/back"));
        for other in
            ["http://127.0.0.1:49152/other", "http://localhost:49152/back", "http://127.0.0.1.example.org/back"]
        {
            assert!(!leads_to("http://127.0.0.1/back", other), "{other}");
        }
    }
}
