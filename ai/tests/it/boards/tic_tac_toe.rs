use ai::search::rng::SplitMix64;
use ai::search::tree::Walk;

use super::{nth, result};

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;
/// Whether a set of stones holds a line.
const WON: [bool; 512] = {
    let mut won = [false; 512];
    let mut stones = 0;
    while stones < 512 {
        let mut line = 0;
        while line < 8 {
            won[stones] |= stones as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        stones += 1;
    }
    won
};

/// Stones of both players as bits of a 3 x 3 board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct TicTacToe {
    pub stones: [u16; 2],
    pub to_move: u8,
}

impl TicTacToe {
    /// A position from nine signs.
    pub fn read(signs: &str) -> Self {
        let of = |sign| signs.chars().filter(|c| !c.is_whitespace()).enumerate().filter(move |(_, c)| *c == sign);
        let bits = |sign| of(sign).fold(0, |bits, (at, _)| bits | 1 << at);
        let stones: [u16; 2] = [bits('x'), bits('o')];
        Self { stones, to_move: u8::from(stones[0].count_ones() > stones[1].count_ones()) }
    }

    pub fn winner(&self) -> Option<u8> {
        let last = 1 - self.to_move;
        WON[usize::from(self.stones[usize::from(last)])].then_some(last)
    }

    fn free(&self) -> u16 {
        FULL & !(self.stones[0] | self.stones[1])
    }

    pub fn over(&self) -> bool {
        self.winner().is_some() || self.free() == 0
    }

    fn put(&mut self, bit: u16) {
        self.stones[usize::from(self.to_move)] |= bit;
        self.to_move = 1 - self.to_move;
    }

    /// What the position is worth to the player who moves, both playing perfectly: 1, 0 or -1.
    pub fn solved(&self) -> i32 {
        match self.winner() {
            Some(_) => -1,
            None if self.free() == 0 => 0,
            None => self.moves().iter().map(|bit| -self.after(*bit).solved()).max().unwrap_or(0),
        }
    }

    pub fn after(mut self, bit: u16) -> Self {
        self.put(bit);
        self
    }
}

impl Walk for TicTacToe {
    type Move = u16;
    type Payoff = [i64; 2];

    fn player(&self) -> u8 {
        self.to_move
    }

    fn moves(&self) -> Vec<u16> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let free = self.free();
        (0..9).map(|at| 1 << at).filter(|bit| free & bit != 0).collect()
    }

    fn make(&mut self, bit: &u16) {
        self.put(*bit);
    }

    fn rollout(&self, _: u64, mut rng: SplitMix64) -> [i64; 2] {
        let mut board = *self;
        loop {
            let free = board.free();
            let winner = board.winner();
            if winner.is_some() || free == 0 {
                return result(winner);
            }
            board.put(nth(u64::from(free), rng.below(free.count_ones())) as u16);
        }
    }

    fn reward(payoff: &[i64; 2], player: u8) -> i64 {
        payoff[usize::from(player)]
    }
}
