//! Webhooks: messages to addresses that people name, signed after the Standard Webhooks scheme.
//!
//! An address is not trusted. It has to be https; each address that its name resolves to has to be public, and it is those very
//! addresses that are called; no redirect is followed, no proxy asked, no answer kept but its status.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

use super::derived::{Derived, Purpose};
use super::public_addresses::is_public;

/// How long one message may take, from looking up the name to the head of the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a secret starts with, so that people and libraries recognise one.
const SECRET_PREFIX: &str = "whsec_";
/// The longest address, in bytes.
pub const LONGEST_ADDRESS: usize = 1000;

/// The key that a channel's messages are signed with.
pub struct WebhookSecret(Vec<u8>);

impl WebhookSecret {
    /// The secret of a channel, in each version another.
    pub fn of(derived: &Derived, channel: &str, version: i32) -> WebhookSecret {
        WebhookSecret(derived.bytes(Purpose::Webhook, &format!("{channel}\n{version}")))
    }

    /// As its owner gets to see it, and as libraries take it.
    pub fn in_words(&self) -> String {
        format!("{SECRET_PREFIX}{}", STANDARD.encode(&self.0))
    }
}

/// A message that is to be posted.
pub struct Post<'a> {
    pub url: &'a str,
    /// Names the message: the same at every attempt.
    pub id: &'a str,
    /// Seconds since 1970.
    pub at: i64,
    pub body: &'a str,
    /// Good secrets, the newest first.
    pub secrets: &'a [WebhookSecret],
}

/// What the other side said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// It has the message: a status of 200 to 299.
    Taken(u16),
    /// The mail server, or the folder, has it.
    Mailed,
    /// It wants no more of them: 410.
    Gone,
    /// Another status.
    Refused(u16),
    /// No answer; in words.
    Nothing(String),
}

/// The way out of this server.
pub struct Webhooks {
    agent: Agent,
    loopback: bool,
}

impl Webhooks {
    /// `loopback`: whether messages may go to this machine itself, also without TLS.
    pub fn new(loopback: bool) -> Webhooks {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(PATIENCE))
            .max_response_header_size(16 << 10)
            .max_idle_connections(0)
            .user_agent(concat!("Cursus/", env!("CARGO_PKG_VERSION")))
            .build();
        let agent = Agent::with_parts(config, DefaultConnector::default(), PublicResolver { loopback });
        Webhooks { agent, loopback }
    }

    /// Whether messages may go to this machine itself.
    pub fn reach_loopback(&self) -> bool {
        self.loopback
    }

    /// Posts a message. Takes ten seconds at most.
    pub fn post(&self, post: &Post) -> Answered {
        let (id, at) = (post.id, post.at.to_string());
        let request = self
            .agent
            .post(post.url)
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", &at)
            .header("webhook-signature", signatures(post.secrets, id, &at, post.body));
        match request.send(post.body) {
            Ok(answer) => match answer.status().as_u16() {
                status @ 200..=299 => Answered::Taken(status),
                410 => Answered::Gone,
                status => Answered::Refused(status),
            },
            Err(error) => Answered::Nothing(in_words(&error)),
        }
    }
}

/// The header `webhook-signature`: a signature by each secret.
fn signatures(secrets: &[WebhookSecret], id: &str, at: &str, body: &str) -> String {
    let by = |secret: &WebhookSecret| {
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).expect("HMAC takes keys of any length");
        mac.update(format!("{id}.{at}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    };
    secrets.iter().map(by).collect::<Vec<_>>().join(" ")
}

fn in_words(error: &Error) -> String {
    match error {
        Error::HostNotFound => "There is no host of this name.".into(),
        Error::Timeout(_) => format!("No answer came within {} seconds.", PATIENCE.as_secs()),
        Error::Other(inner) if inner.is::<NotPublic>() => inner.to_string(),
        Error::Io(e) if e.kind() == std::io::ErrorKind::ConnectionRefused => "The connection was refused.".into(),
        Error::Io(e) => format!("The connection failed: {e}."),
        other => format!("The message could not be sent: {other}."),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("The name leads to an address that is not public, and nothing is sent there.")]
struct NotPublic;

/// Looks names up, and gives back only what may be called.
#[derive(Debug)]
struct PublicResolver {
    loopback: bool,
}

impl PublicResolver {
    fn may_call(&self, uri: &Uri, address: IpAddr) -> bool {
        if self.loopback && address.to_canonical().is_loopback() {
            return true;
        }
        uri.scheme_str() == Some("https") && is_public(address)
    }
}

impl Resolver for PublicResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let all = found.iter().all(|address: &SocketAddr| self.may_call(uri, address.ip()));
        if all { Ok(found) } else { Err(Error::Other(Box::new(NotPublic))) }
    }
}

/// Whether a message may be sent to this address; what is wrong and what would be right, in words.
pub fn check_address(text: &str, loopback: bool) -> Result<(), String> {
    let right = "An address of a webhook looks like https://example.org/path";
    if text.len() > LONGEST_ADDRESS {
        return Err(format!("{right}, and has at most {LONGEST_ADDRESS} characters."));
    }
    let uri: Uri = text.parse().map_err(|_| format!("{right}; this is none."))?;
    let Some(authority) = uri.authority() else { return Err(format!("{right}; this has no host.")) };
    if authority.as_str().contains('@') {
        return Err(format!("{right}; a name or password in it would be sent to nobody."));
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let literal: Option<IpAddr> = host.parse().ok();
    let here = host.eq_ignore_ascii_case("localhost") || literal.is_some_and(|it| it.to_canonical().is_loopback());
    if here && !loopback {
        return Err("This server sends nothing to itself. Name a host that everybody reaches.".into());
    }
    if literal.is_some_and(|address| !here && !is_public(address)) {
        return Err("This address is of a private network, and nothing is sent there. Name a public host.".into());
    }
    match uri.scheme_str() {
        Some("https") => Ok(()),
        Some("http") if here => Ok(()),
        _ => Err(format!("{right}: it begins with https://, so that nobody reads along.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification.
    #[test]
    fn messages_are_signed_as_the_scheme_has_it() {
        let body = r#"{"test": 2432232314}"#;
        let theirs = || WebhookSecret(STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap());
        let (id, at) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330");
        let signed = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signatures(&[theirs()], id, at, body), signed);
        let both = signatures(&[WebhookSecret(vec![1; 32]), theirs()], id, at, body);
        assert!(both.starts_with("v1,") && both.ends_with(&format!(" {signed}")), "{both}");
    }

    #[test]
    fn each_channel_and_version_has_a_secret_of_its_own() {
        let key = Derived::new(b"a key of some length");
        let words = |channel: &str, version: i32| WebhookSecret::of(&key, channel, version).in_words();
        assert_eq!(words("a", 1), words("a", 1));
        assert_ne!(words("a", 1), words("a", 2));
        assert_ne!(words("a", 1), words("b", 1));
        assert!(words("a", 1).starts_with("whsec_") && words("a", 1).len() == 50);
    }

    #[test]
    fn addresses_that_lead_inside_are_refused_when_they_are_named() {
        for good in ["https://example.org/x", "https://example.org:8443/x?y=z", "https://1.1.1.1/"] {
            assert_eq!(check_address(good, false), Ok(()), "{good}");
        }
        let bad = [
            "",
            "nonsense",
            "/path",
            "ftp://example.org/",
            "http://example.org/",
            "https://user:secret@example.org/",
            "https://localhost/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest",
            "http://localhost:8080/",
            "https://[fd00::1]/",
        ];
        for address in bad {
            assert!(check_address(address, false).is_err(), "{address}");
        }
        for here in ["http://localhost:8080/", "http://127.0.0.1:1/", "https://[::1]/"] {
            assert_eq!(check_address(here, true), Ok(()), "{here}");
        }
        assert!(check_address("http://10.0.0.1/", true).is_err());
        assert!(check_address(&format!("https://example.org/{}", "x".repeat(LONGEST_ADDRESS)), false).is_err());
    }

    /// A name may lead anywhere, and elsewhere than when it was checked: what counts is what it resolves to when it is called.
    #[test]
    fn a_name_that_leads_inside_is_not_called() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let post =
            |webhooks: &Webhooks, url: &str| webhooks.post(&Post { url, id: "msg", at: 1, body: "{}", secrets: &[] });
        let closed = Webhooks::new(false);
        for url in [format!("https://localhost:{port}/"), format!("http://localhost:{port}/")] {
            assert_eq!(post(&closed, &url), Answered::Nothing(NotPublic.to_string()), "{url}");
        }
        assert!(listener.accept().is_err(), "nobody called");
    }
}
