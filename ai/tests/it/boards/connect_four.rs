use ai::search::rng::SplitMix64;
use ai::search::tree::Walk;

use super::{nth, result};

const COLUMNS: u32 = 7;
/// Bits per column: six rows and an empty one that keeps columns apart.
const HEIGHT: u32 = 7;
const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
const BOARD: u64 = BOTTOM * 0b11_1111;

/// Stones of both players, column by column from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour {
    pub stones: [u64; 2],
    pub to_move: u8,
}

fn has_four(stones: u64) -> bool {
    [1, HEIGHT - 1, HEIGHT, HEIGHT + 1].iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl ConnectFour {
    /// The position after some columns, counted from 1.
    pub fn after(columns: &str) -> Self {
        let mut board = Self::default();
        for column in columns.bytes() {
            let landing = board.landings() & (0b11_1111 << (u32::from(column - b'1') * HEIGHT));
            board.put(landing);
        }
        board
    }

    /// The column of a move, counted from 1.
    pub fn column(bit: u64) -> u32 {
        bit.trailing_zeros() / HEIGHT + 1
    }

    /// Where stones may land, one bit a column.
    fn landings(&self) -> u64 {
        ((self.stones[0] | self.stones[1]) + BOTTOM) & BOARD
    }

    fn winner(&self) -> Option<u8> {
        let last = 1 - self.to_move;
        has_four(self.stones[usize::from(last)]).then_some(last)
    }

    fn put(&mut self, bit: u64) {
        self.stones[usize::from(self.to_move)] |= bit;
        self.to_move = 1 - self.to_move;
    }
}

impl Walk for ConnectFour {
    type Move = u64;
    type Payoff = [i64; 2];

    fn player(&self) -> u8 {
        self.to_move
    }

    fn moves(&self) -> Vec<u64> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let landings = self.landings();
        (0..COLUMNS).map(|column| landings & (0b11_1111 << (column * HEIGHT))).filter(|bit| *bit != 0).collect()
    }

    fn make(&mut self, bit: &u64) {
        self.put(*bit);
    }

    fn rollout(&self, _: u64, mut rng: SplitMix64) -> [i64; 2] {
        let mut board = *self;
        loop {
            let landings = board.landings();
            let winner = board.winner();
            if winner.is_some() || landings == 0 {
                return result(winner);
            }
            board.put(nth(landings, rng.below(landings.count_ones())));
        }
    }

    fn reward(payoff: &[i64; 2], player: u8) -> i64 {
        payoff[usize::from(player)]
    }
}
