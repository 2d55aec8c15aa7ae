//! Ids that cannot be swapped by accident, and the secret seed of a game.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Makes the id of one kind of thing in a room: its place in a list of the scenario or of the state.
///
/// ```
/// kernel::index! {
///     /// A province, by its place in the scenario's list.
///     ProvinceId(u16)
/// }
/// assert_eq!(ProvinceId::at(7).index(), 7);
/// ```
#[macro_export]
macro_rules! index {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// As an index into vectors.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
            /// From an index into vectors.
            pub fn at(index: usize) -> Self {
                Self(<$inner>::try_from(index).expect("the scenario was checked for its size"))
            }
        }
    };
}

/// A player's place in a campaign: the index into the scenario's list of seats, from 0.
///
/// A seat plays one or more powers; which ones may change during play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct SeatId(pub u16);

impl SeatId {
    /// The seat of none of those who play: what it knows is what everybody may know.
    pub const NOBODY: Self = Self(u16::MAX);

    /// The seat as an index into per-seat vectors.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// The secret from which all of a campaign's dice come. Published only when the campaign has ended.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSeed(pub [u8; 32]);

impl GameSeed {
    /// A seed made of one number, for tests, benchmarks and the arena.
    pub fn from_number(number: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"cursus seed ");
        hash.update(number.to_be_bytes());
        Self(hash.finalize().into())
    }

    /// What is published when the game starts: the SHA-256 of the seed, in lower-case hexadecimal.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The seed itself in lower-case hexadecimal, as published when the game has ended.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Reads a revealed seed back. `None` unless the text is 64 hexadecimal digits.
    pub fn from_revealed(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut seed = [0; 32];
        for (i, byte) in seed.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(Self(seed))
    }
}

/// A seed is a secret: it never reaches a log by way of `{:?}`.
impl fmt::Debug for GameSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameSeed(secret)")
    }
}

/// Lower-case hexadecimal digits of some bytes.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revealed_seed_reads_back_and_matches_its_commitment() {
        let seed = GameSeed::from_number(7);
        let back = GameSeed::from_revealed(&seed.reveal()).unwrap();
        assert_eq!(back, seed);
        assert_eq!(back.commitment(), seed.commitment());
        assert_ne!(seed.commitment(), GameSeed::from_number(8).commitment());
        assert_eq!(GameSeed::from_revealed("xyz"), None);
        assert_eq!(GameSeed::from_revealed(&"g".repeat(64)), None);
    }

    #[test]
    fn a_seed_does_not_print_itself() {
        assert_eq!(format!("{:?}", GameSeed::from_number(1)), "GameSeed(secret)");
    }
}
