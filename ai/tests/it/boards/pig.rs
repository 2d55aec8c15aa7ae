use ai::search::rng::SplitMix64;
use ai::search::tree::Walk;

use super::WIN;

/// Who moves while the die falls.
pub const DIE: u8 = 255;
const PLAYERS: u8 = 3;
/// Moves after which nobody has won, as in OpenSpiel's game.
const HORIZON: u16 = 1000;

/// Pig for three: roll as often as you dare, keep the sum when you stop, lose it on a one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pig {
    pub scores: [u8; 3],
    pub total: u8,
    pub turn: u8,
    pub goal: u8,
    rolling: bool,
    moves: u16,
}

/// A choice, or how the die fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PigMove {
    Roll,
    Stop,
    Face(u8),
}

impl Pig {
    pub fn new(goal: u8) -> Self {
        Self { scores: [0; 3], total: 0, turn: 0, goal, rolling: false, moves: 0 }
    }

    pub fn with(self, scores: [u8; 3], total: u8) -> Self {
        Self { scores, total, ..self }
    }

    fn over(&self) -> bool {
        self.moves >= HORIZON || self.scores.iter().any(|score| *score >= self.goal)
    }

    fn must_stop(&self) -> bool {
        self.scores[usize::from(self.turn)] + self.total >= self.goal
    }

    fn pass(&mut self) {
        self.total = 0;
        self.turn = (self.turn + 1) % PLAYERS;
    }

    fn stop(&mut self) {
        self.scores[usize::from(self.turn)] += self.total;
        self.moves += 1;
        self.pass();
    }

    fn fall(&mut self, face: u8) {
        self.rolling = false;
        match face {
            1 => self.pass(),
            face => self.total += face,
        }
    }

    fn payoff(&self) -> [i64; 3] {
        match self.scores.iter().position(|score| *score >= self.goal) {
            Some(winner) => std::array::from_fn(|seat| if seat == winner { WIN } else { -WIN / 2 }),
            None => [0; 3],
        }
    }
}

impl Walk for Pig {
    type Move = PigMove;
    type Payoff = [i64; 3];

    fn player(&self) -> u8 {
        if self.rolling { DIE } else { self.turn }
    }

    fn moves(&self) -> Vec<PigMove> {
        match () {
            () if self.rolling => (1..=6).map(PigMove::Face).collect(),
            () if self.over() => Vec::new(),
            () if self.must_stop() => vec![PigMove::Stop],
            () => vec![PigMove::Roll, PigMove::Stop],
        }
    }

    fn chance(mov: &PigMove) -> Option<f32> {
        matches!(mov, PigMove::Face(_)).then_some(1.0 / 6.0)
    }

    fn make(&mut self, mov: &PigMove) {
        match mov {
            PigMove::Roll => (self.rolling, self.moves) = (true, self.moves + 1),
            PigMove::Stop => self.stop(),
            PigMove::Face(face) => self.fall(*face),
        }
    }

    fn rollout(&self, _: u64, mut rng: SplitMix64) -> [i64; 3] {
        let mut game = *self;
        loop {
            if game.rolling {
                game.fall(rng.below(6) as u8 + 1);
            } else if game.over() {
                return game.payoff();
            } else if game.must_stop() || rng.below(2) == 1 {
                game.stop();
            } else {
                (game.rolling, game.moves) = (true, game.moves + 1);
            }
        }
    }

    fn reward(payoff: &[i64; 3], player: u8) -> i64 {
        payoff.get(usize::from(player)).copied().unwrap_or(0)
    }
}
