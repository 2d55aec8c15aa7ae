//! A player's own seed, and how much it may think.

use std::fmt;

use kernel::{Dice, GameSeed, SeatId, ids::hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// The seed of the computer players of one game. It is drawn apart from the game's own dice, which no player sees.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed for the computer players of `game`, from the installation's secret for them.
    pub fn for_game(secret: &[u8], game: &str) -> Self {
        Self(digest(&[b"cursus ai", secret, game.as_bytes()]))
    }

    /// A seed made of one number, for tests and the arena.
    pub fn from_number(number: u64) -> Self {
        Self::for_game(&number.to_be_bytes(), "number")
    }

    /// The seed of one seat at one step for one purpose: no decision changes another's.
    pub fn at(&self, step: u32, seat: SeatId, purpose: &str) -> SeatSeed {
        let (step, seat) = (step.to_be_bytes(), seat.0.to_be_bytes());
        SeatSeed(digest(&[b"cursus seat", &self.0, &step, &seat, purpose.as_bytes()]))
    }
}

/// A seed is a secret: it never reaches a log by way of `{:?}`.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// The seed of one decision. It goes on record with the orders and tells nothing about other decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSeed([u8; 32]);

impl SeatSeed {
    /// The dice of the decision.
    pub fn dice(&self) -> Dice {
        Dice::keyed(&GameSeed(self.0), "ai").quiet()
    }

    /// The seed of everything that is sampled for the decision.
    pub fn search_seed(&self) -> GameSeed {
        seed_for(&GameSeed(self.0), "search")
    }

    /// The seed in lower-case hexadecimal.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }
}

/// Luck for a named purpose within a search.
pub fn seed_for(seed: &GameSeed, purpose: &str) -> GameSeed {
    GameSeed(digest(&[b"cursus luck", &seed.0, purpose.as_bytes()]))
}

/// How much a player may think: counted, never timed, so that it decides the same on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Budget {
    /// Imagined futures for one decision; the level's own number when left out. Levels that imagine none ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u32>,
}

impl Budget {
    /// So many playouts for a decision.
    pub fn of(playouts: u32) -> Self {
        Self { playouts: Some(playouts) }
    }
}

/// SHA-256 of parts, each with its length before it, so that no two lists of parts run together.
fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_has_its_own_luck() {
        let seed = Seed::for_game(b"secret", "g1");
        let base = seed.at(3, SeatId(1), "orders");
        assert_eq!(base, Seed::for_game(b"secret", "g1").at(3, SeatId(1), "orders"));
        for other in [
            seed.at(4, SeatId(1), "orders"),
            seed.at(3, SeatId(2), "orders"),
            seed.at(3, SeatId(1), "advice"),
            Seed::for_game(b"secret", "g2").at(3, SeatId(1), "orders"),
            Seed::for_game(b"secre", "tg1").at(3, SeatId(1), "orders"),
        ] {
            assert_ne!(base.reveal(), other.reveal());
        }
        assert_eq!(format!("{seed:?}"), "Seed(secret)");
    }
}
