//! Passwords, tokens and signed sessions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{DecodingKey, EncodingKey, Header, Validation};
use rand::TryRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use kernel::ids::hex;

use crate::context::fault::{Fault, Why};

/// Minutes an access token is good for.
pub const ACCESS_MINUTES: i64 = 15;
/// Days a refresh token is good for.
pub const REFRESH_DAYS: i64 = 30;
/// What an API token starts with, so that people and scanners recognise one.
pub const TOKEN_PREFIX: &str = "cursus_";

/// The argon2id hasher; slow on purpose, so call it off the executor.
pub struct Passwords {
    hasher: Argon2<'static>,
    /// What a password is held against where there is no account: nobody knows what it is the hash of.
    nobody: String,
    worked: AtomicU64,
}

impl Passwords {
    pub fn new(memory_kib: u32, passes: u32) -> Result<Passwords, String> {
        let params = Params::new(memory_kib, passes, 1, None).map_err(|e| format!("password hashing: {e}"))?;
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let mut passwords = Passwords { hasher, nobody: String::new(), worked: AtomicU64::new(0) };
        passwords.nobody = passwords.hash(&random_hex()).map_err(|e| format!("password hashing: {e}"))?;
        Ok(passwords)
    }

    pub fn hash(&self, password: &str) -> Result<String, Fault> {
        let hash: argon2::password_hash::phc::PasswordHash =
            self.hasher.hash_password(password.as_bytes()).map_err(Fault::broken)?;
        self.worked.fetch_add(1, Ordering::Relaxed);
        Ok(hash.to_string())
    }

    /// Whether this is the hash of that password. Without a hash the same work is done, and the answer is no.
    pub fn matches(&self, password: &str, hash: Option<&str>) -> bool {
        self.worked.fetch_add(1, Ordering::Relaxed);
        let right = self.hasher.verify_password(password.as_bytes(), hash.unwrap_or(&self.nobody)).is_ok();
        right && hash.is_some()
    }

    /// How many hashes were worked out since the start.
    pub fn worked(&self) -> u64 {
        self.worked.load(Ordering::Relaxed)
    }
}

/// How many may wait for their turn to hash; the rest come back later.
const MOST_WAITING: usize = 64;

/// Turns at hashing passwords. Each hash takes a core and some 20 MB of memory for a while.
pub struct Hashing {
    turns: Arc<Semaphore>,
    /// Those who hash and those who wait.
    crowd: Arc<Semaphore>,
}

/// A turn at hashing; given back when dropped.
pub struct HashingPermit {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Default for Hashing {
    fn default() -> Self {
        Hashing::new(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Hashing {
    fn new(at_once: usize) -> Hashing {
        Hashing { turns: Arc::new(Semaphore::new(at_once)), crowd: Arc::new(Semaphore::new(at_once + MOST_WAITING)) }
    }

    pub async fn turn(&self) -> Result<HashingPermit, Fault> {
        let busy = || {
            let detail = "Too many people log in or register just now. Try again in a moment.";
            Fault::of(Why::Unavailable, "passwords-busy", detail).retry_after(2)
        };
        let place = self.crowd.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        Ok(HashingPermit { _turn: turn, _place: place })
    }
}

/// What an access token says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub sub: String,
    pub sid: String,
    pub iat: i64,
    pub exp: i64,
}

/// What a stream ticket says: on whose behalf a stream may be opened. None of its fields is one of [`Claims`], so that
/// neither serves as the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketClaims {
    pub account: String,
    /// The session behind it, or else the API token.
    pub session: Option<String>,
    pub api_token: Option<String>,
    /// Seconds since 1970 from which on it opens nothing.
    pub opens_until: i64,
    /// Milliseconds since 1970 at which what it opened ends.
    pub ends_at: i64,
}

pub struct Signer {
    encode: EncodingKey,
    decode: DecodingKey,
}

impl Signer {
    pub fn new(key: &[u8]) -> Signer {
        // Fails when it is installed already, which is as good.
        let _ = hs256::PROVIDER.install_default();
        Signer { encode: EncodingKey::from_secret(key), decode: DecodingKey::from_secret(key) }
    }

    pub fn sign(&self, claims: &Claims) -> Result<String, Fault> {
        jsonwebtoken::encode(&Header::default(), claims, &self.encode).map_err(Fault::broken)
    }

    pub fn sign_ticket(&self, claims: &TicketClaims) -> Result<String, Fault> {
        jsonwebtoken::encode(&Header::default(), claims, &self.encode).map_err(Fault::broken)
    }

    /// The claims of a ticket, if we signed them; whether it still opens anything is for the caller, who knows the time.
    pub fn read_ticket(&self, ticket: &str) -> Option<TicketClaims> {
        let mut rules = Validation { validate_exp: false, ..Validation::default() };
        rules.required_spec_claims.clear();
        jsonwebtoken::decode::<TicketClaims>(ticket, &self.decode, &rules).ok().map(|data| data.claims)
    }

    /// The claims, if we signed them; whether they have expired is for the caller, who knows the time.
    pub fn read(&self, token: &str) -> Option<Claims> {
        let rules = Validation { validate_exp: false, ..Validation::default() };
        jsonwebtoken::decode::<Claims>(token, &self.decode, &rules).ok().map(|data| data.claims)
    }
}

/// Bytes from the operating system. A machine that has none to give can keep no secrets, and must not run.
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// 32 random bytes in hexadecimal.
pub fn random_hex() -> String {
    hex(&random_bytes::<32>())
}

/// A new token, as its owner gets to see it once.
pub fn new_token(prefix: &str) -> String {
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(random_bytes::<32>()))
}

/// A short code a person can read out: 10 letters and digits, none of them easily mistaken.
pub fn new_code() -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    random_bytes::<10>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// What the store keeps of a token.
pub fn digest(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// HS256 on `hmac` and `sha2`: the bundled back ends bring either a known advisory or a C library.
mod hs256 {
    use hmac::{Hmac, KeyInit, Mac};
    use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
    use jsonwebtoken::errors::{Error, ErrorKind};
    use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey, signature};

    struct Hs(Hmac<sha2::Sha256>);

    impl signature::Signer<Vec<u8>> for Hs {
        fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
            let mut mac = self.0.clone();
            mac.update(message);
            Ok(mac.finalize().into_bytes().to_vec())
        }
    }

    impl signature::Verifier<Vec<u8>> for Hs {
        fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
            let mut mac = self.0.clone();
            mac.update(message);
            mac.verify_slice(signature).map_err(signature::Error::from_source)
        }
    }

    impl JwtSigner for Hs {
        fn algorithm(&self) -> Algorithm {
            Algorithm::HS256
        }
    }

    impl JwtVerifier for Hs {
        fn algorithm(&self) -> Algorithm {
            Algorithm::HS256
        }
    }

    fn make(algorithm: &Algorithm, family: AlgorithmFamily, key: &[u8]) -> Result<Hs, Error> {
        if *algorithm != Algorithm::HS256 || family != AlgorithmFamily::Hmac {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        Ok(Hs(Hmac::new_from_slice(key).map_err(|_| Error::from(ErrorKind::InvalidKeyFormat))?))
    }

    pub static PROVIDER: CryptoProvider = CryptoProvider {
        signer_factory: |a, k: &EncodingKey| Ok(Box::new(make(a, k.family(), k.as_bytes())?)),
        verifier_factory: |a, k: &DecodingKey| Ok(Box::new(make(a, k.family(), k.try_get_as_bytes()?)?)),
        key_utils: KeyUtils::new_unimplemented(),
    };
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_session_reads_back_and_a_tampered_one_does_not() {
        let signer = Signer::new(b"a key of some length");
        let claims = Claims { sub: "a".into(), sid: "s".into(), iat: 1, exp: 2 };
        let token = signer.sign(&claims).unwrap();
        assert_eq!(signer.read(&token).unwrap().sub, "a");
        assert!(Signer::new(b"another key").read(&token).is_none());
        let (head, rest) = token.split_at(token.len() - 2);
        assert!(signer.read(&format!("{head}{}", if rest == "AA" { "BB" } else { "AA" })).is_none());
    }

    #[test]
    fn unsigned_sessions_are_refused() {
        let signer = Signer::new(b"a key of some length");
        let none = format!(
            "{}.{}.",
            URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#),
            URL_SAFE_NO_PAD.encode(r#"{"sub":"a","sid":"s","iat":1,"exp":9}"#)
        );
        assert!(signer.read(&none).is_none());
    }

    #[test]
    fn only_so_many_hash_at_once_and_only_so_many_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let hashing = Hashing::new(2);
            let held = [hashing.turn().await.unwrap(), hashing.turn().await.unwrap()];
            let mut waiting: Vec<_> = (0..MOST_WAITING).map(|_| Box::pin(hashing.turn())).collect();
            for turn in &mut waiting {
                assert!(turn.as_mut().now_or_never().is_none());
            }
            let refused = hashing.turn().await.err().map(|fault| fault.code());
            assert_eq!(refused, Some("passwords-busy"));
            drop(held);
            assert!(waiting[0].as_mut().now_or_never().is_some());
            // Who gives up makes room.
            drop(waiting);
            drop((hashing.turn().await.unwrap(), hashing.turn().await.unwrap()));
        });
    }

    #[test]
    fn passwords_match_themselves_only() {
        let passwords = Passwords::new(8, 1).unwrap();
        let hash = passwords.hash("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.matches("correct horse", Some(&hash)));
        assert!(!passwords.matches("correct house", Some(&hash)));
        let before = passwords.worked();
        assert!(!passwords.matches("correct horse", None));
        assert_eq!(passwords.worked(), before + 1, "nobody's password costs as much as somebody's");
    }
}
