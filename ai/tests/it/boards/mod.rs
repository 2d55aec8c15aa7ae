//! Small games with known answers, as the tree sees them: two for two players, one for three with dice.

// Each program that shares these uses a part of them.
#![allow(dead_code)]

pub mod connect_four;
pub mod pig;
pub mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use pig::Pig;
pub use tic_tac_toe::TicTacToe;

/// A whole win in a payoff.
pub const WIN: i64 = 1000;

/// What a place is worth to the two players of a board game.
pub fn result(winner: Option<u8>) -> [i64; 2] {
    match winner {
        Some(0) => [WIN, -WIN],
        Some(_) => [-WIN, WIN],
        None => [0, 0],
    }
}

/// The bit of the n-th set bit of a mask.
pub fn nth(mut mask: u64, n: u32) -> u64 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask & mask.wrapping_neg()
}
