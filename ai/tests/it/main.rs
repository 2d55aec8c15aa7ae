//! Computer players: what they know, how strong they are, and that they decide alike everywhere.

mod boards;
mod fog;
mod known_games;
mod strength;
mod toys;
mod umpire_games;
