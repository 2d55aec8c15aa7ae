//! Secrets that are derived from the signing key and not stored, so that a copy of the database gives none away.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What a secret is for: secrets for one purpose are good for no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Signs the messages of a channel.
    Webhook,
    /// Is sent by mail, and given back.
    MailCode,
    /// Turns a channel off, in the hands of who gets its mail.
    Unsubscribe,
    /// Proves that orders by mail answer a mail of ours.
    ReplyAddress,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Purpose::Webhook => "webhook secret",
            Purpose::MailCode => "mail code",
            Purpose::Unsubscribe => "unsubscribe",
            Purpose::ReplyAddress => "reply address",
        }
    }
}

/// Derives secrets from a key.
pub struct Derived(Hmac<Sha256>);

impl Derived {
    pub fn new(key: &[u8]) -> Derived {
        Derived(Hmac::new_from_slice(key).expect("HMAC takes keys of any length"))
    }

    fn mac(&self, purpose: Purpose, of: &str) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(format!("{}\n{of}", purpose.word()).as_bytes());
        mac
    }

    /// The secret of something for a purpose.
    pub fn bytes(&self, purpose: Purpose, of: &str) -> Vec<u8> {
        self.mac(purpose, of).finalize().into_bytes().to_vec()
    }

    /// The same as 22 letters, digits, `-` and `_`.
    pub fn word(&self, purpose: Purpose, of: &str) -> String {
        URL_SAFE_NO_PAD.encode(&self.bytes(purpose, of)[..16])
    }

    /// Whether a word is that secret. Takes as long for one that is nearly right as for any other.
    pub fn is_word(&self, purpose: Purpose, of: &str, given: &str) -> bool {
        let Ok(given) = URL_SAFE_NO_PAD.decode(given) else { return false };
        given.len() == 16 && self.mac(purpose, of).verify_truncated_left(&given).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_purpose_and_thing_has_a_secret_of_its_own() {
        let derived = Derived::new(b"a key of some length");
        let word = derived.word(Purpose::MailCode, "one");
        assert_eq!(word.len(), 22);
        assert!(derived.is_word(Purpose::MailCode, "one", &word));
        for (purpose, of) in [(Purpose::MailCode, "two"), (Purpose::Unsubscribe, "one")] {
            assert!(!derived.is_word(purpose, of, &word));
        }
        assert!(!Derived::new(b"another key").is_word(Purpose::MailCode, "one", &word));
        for part in ["", "AA", &word[..20], "not base64 at all!!"] {
            assert!(!derived.is_word(Purpose::MailCode, "one", part), "{part}");
        }
    }
}
