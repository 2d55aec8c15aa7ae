//! Answers that never change: what a seat saw at a step, as data and as a map, in the very bytes that go out. They are kept by
//! their tags up to a bound that the operator sets; what nobody has asked for longest goes first.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::context::bounded::Bounded;

/// Bytes in both forms, shared by all answers: packed once, when somebody asks for it.
#[derive(Clone)]
pub struct Packed {
    pub plain: Bytes,
    packed: Arc<OnceLock<Bytes>>,
}

impl Packed {
    pub fn new(plain: impl Into<Bytes>) -> Packed {
        Packed { plain: plain.into(), packed: Arc::default() }
    }

    /// The same, packed at once: for what is made while a server starts.
    pub fn ready(plain: impl Into<Bytes>) -> Packed {
        let both = Packed::new(plain);
        both.packed();
        both
    }

    /// Packed with gzip.
    pub fn packed(&self) -> Bytes {
        self.packed.get_or_init(|| pack(&self.plain)).clone()
    }

    pub fn is_packed(&self) -> bool {
        self.packed.get().is_some()
    }
}

/// Bytes packed with gzip.
pub fn pack(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default().into()
}

/// Answers by their tags.
pub(crate) struct AnswerCache(Bounded<String, Packed>);

impl AnswerCache {
    pub(crate) fn new(most: usize) -> AnswerCache {
        AnswerCache(Bounded::new(most))
    }

    pub(crate) fn get(&self, tag: &str) -> Option<Packed> {
        self.0.get(tag)
    }

    pub(crate) fn put(&self, tag: String, answer: Packed) {
        // Packed it is at most a third of what it is: reckoned with from the first, so that the bound holds.
        let bytes = answer.plain.len() * 4 / 3;
        self.0.put(tag, answer, bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let text = "Arma virumque cano. ".repeat(5_000);
        let both = Packed::new(text.clone());
        assert!(!both.is_packed());
        assert!(both.packed().len() < text.len() / 10);
        assert!(both.clone().is_packed(), "by one for all");
        let mut back = String::new();
        flate2::read::GzDecoder::new(&both.packed()[..]).read_to_string(&mut back).expect("gzip");
        assert_eq!(back, text);
        assert!(Packed::ready("a").is_packed());
    }
}
