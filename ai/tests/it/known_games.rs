//! The search on small games whose answers are known.

use std::collections::BTreeSet;

use crate::boards::pig::PigMove;
use crate::boards::{ConnectFour, Pig, TicTacToe, WIN};
use ai::search::tree::{Branch, Growth, Walk, grow};

fn growth(playouts: u64, seed: u64) -> Growth {
    Growth { playouts, batch: playouts, constant: 1.414 * WIN as f64, seed, least_visits: 1 }
}

fn root<W: Walk>(game: W, playouts: u64, seed: u64) -> Vec<Branch<W::Move>> {
    grow(game, &growth(playouts, seed)).swap_remove(0)
}

fn chosen<W: Walk>(game: W, playouts: u64) -> W::Move {
    root(game, playouts, 1).swap_remove(0).mov
}

/// All positions of tic-tac-toe that can be reached and are not over.
fn positions() -> BTreeSet<TicTacToe> {
    let mut known = BTreeSet::new();
    let mut open = vec![TicTacToe::default()];
    while let Some(board) = open.pop() {
        if !board.over() && known.insert(board) {
            open.extend(board.moves().into_iter().map(|bit| board.after(bit)));
        }
    }
    known
}

#[test]
fn tic_tac_toe_agrees_with_exhaustive_search() {
    let all = positions();
    assert_eq!(all.len(), 4520, "positions of tic-tac-toe that are not over");
    // Every position with few stones less is a matter of minutes in a debug build; a prime stride meets all sorts.
    let stride = if cfg!(debug_assertions) { 17 } else { 1 };
    let mut wrong = Vec::new();
    for board in all.into_iter().step_by(stride) {
        let mov = chosen(board, 3000);
        if -board.after(mov).solved() != board.solved() {
            wrong.push((board, mov));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn wins_in_one_are_taken_and_losses_in_one_are_stopped() {
    let win = TicTacToe::read("xx. oo. ...");
    assert_eq!(chosen(win, 300), 1 << 2);
    let stop = TicTacToe::read("oo. x.. ..x");
    assert_eq!(chosen(stop, 300), 1 << 2);
    // Three in column 4, then three in row 1.
    assert_eq!(ConnectFour::column(chosen(ConnectFour::after("414142"), 500)), 4);
    assert_eq!(ConnectFour::column(chosen(ConnectFour::after("41424"), 500)), 4);
}

#[test]
fn a_forced_win_in_three_is_found() {
    // Two in the middle of an empty bottom row, to move: three with both ends open cannot be stopped.
    let board = ConnectFour::after("3344");
    let best = ConnectFour::column(chosen(board, 6000));
    assert!([2, 5].contains(&best), "column {best}");
}

#[test]
fn a_fork_is_made_and_one_that_threatens_is_stopped() {
    // Two threats at once from the left side, whichever way; nothing wins in one.
    let fork = TicTacToe::read("xo. .x. ..o");
    let winning: Vec<u16> = fork.moves().into_iter().filter(|bit| fork.after(*bit).solved() == -1).collect();
    assert_eq!((fork.to_move, winning), (0, vec![1 << 3, 1 << 6]));
    assert!(fork.moves().iter().all(|bit| fork.after(*bit).winner().is_none()));
    // The second player holds this from a side, and loses it from either free corner.
    let held = TicTacToe::read("x.. .o. ..x");
    let losing: Vec<u16> = held.moves().into_iter().filter(|bit| held.after(*bit).solved() == 1).collect();
    assert_eq!((held.to_move, losing), (1, vec![1 << 2, 1 << 6]));
    for seed in 1..=5 {
        let best = |board| root(board, 2000, seed).swap_remove(0).mov;
        assert!([1 << 3, 1 << 6].contains(&best(fork)), "seed {seed}: {:o}", best(fork));
        assert!(![1 << 2, 1 << 6].contains(&best(held)), "seed {seed}: {:o}", best(held));
    }
}

#[test]
fn a_pig_for_three_stops_and_rolls_like_the_exact_solution() {
    let goal = 16;
    let exact = ExactPig::solve(goal);
    let (mut agreed, mut clear) = (0, 0);
    for number in 0..if cfg!(debug_assertions) { 40u32 } else { 400 } {
        let of = |factor: u32, below: u32| (number.wrapping_mul(2_654_435_761) / factor % below) as u8;
        let (scores, total) = ([of(3, 16), of(101, 16), of(4001, 16)], 2 + of(70_001, 9));
        let game = Pig::new(goal).with(scores, total);
        let [roll, stop] = exact.worth(scores, total);
        if scores[0] + total >= goal || (roll - stop).abs() < 0.15 {
            continue;
        }
        clear += 1;
        let best = if roll > stop { PigMove::Roll } else { PigMove::Stop };
        agreed += u32::from(chosen(game, 3000) == best);
    }
    assert!(clear >= 12 && agreed * 100 >= clear * 95, "{agreed} of {clear} clear decisions");
}

#[test]
fn the_same_seed_grows_the_same_tree_and_another_seed_another() {
    let shape = |seed| {
        let shape: Vec<(u64, i64)> =
            root(Pig::new(100), 500, seed).iter().map(|branch| (branch.visits, branch.sum)).collect();
        shape
    };
    assert_eq!(shape(5), shape(5));
    assert_ne!(shape(5), shape(6));
    let board = |seed| root(ConnectFour::default(), 500, seed);
    assert_eq!(board(5), board(5));
    assert_ne!(board(5), board(6));
    let visits: u64 = board(5).iter().map(|branch| branch.visits).sum();
    assert_eq!(visits, 500);
}

#[test]
fn a_game_that_is_over_has_no_line() {
    let over = TicTacToe::read("xxx oo. ...");
    assert!(over.over());
    assert_eq!(grow(over, &growth(10, 1)), Vec::<Vec<Branch<u16>>>::new());
}

/// Pig for three solved by iterating the chance of each player to win, until it stands still.
struct ExactPig {
    goal: usize,
    /// By scores from the mover's side (own, next, last): everyone's chance to win at the beginning of a turn.
    turn: Vec<[f64; 3]>,
}

impl ExactPig {
    fn solve(goal: u8) -> Self {
        let goal = usize::from(goal);
        let mut solved = Self { goal, turn: vec![[1.0 / 3.0; 3]; goal * goal * goal] };
        for _ in 0..60 {
            let mut change: f64 = 0.0;
            for at in 0..solved.turn.len() {
                let scores = [at / goal / goal, at / goal % goal, at % goal];
                let now = solved.best(scores, 0, true);
                change = change.max((now[0] - solved.turn[at][0]).abs());
                solved.turn[at] = now;
            }
            if change < 1e-6 {
                break;
            }
        }
        solved
    }

    /// Everyone's chance when the next player begins with these scores, seen from the player before.
    fn passed(&self, [own, next, last]: [usize; 3]) -> [f64; 3] {
        let [next, last, own] = self.turn[(next * self.goal + last) * self.goal + own];
        [own, next, last]
    }

    fn stop(&self, [own, next, last]: [usize; 3], total: usize) -> [f64; 3] {
        if own + total >= self.goal { [1.0, 0.0, 0.0] } else { self.passed([own + total, next, last]) }
    }

    fn roll(&self, scores: [usize; 3], total: usize) -> [f64; 3] {
        let mut sum = self.passed(scores);
        for face in 2..=6 {
            let after = self.best(scores, total + face, false);
            sum = [0, 1, 2].map(|player| sum[player] + after[player]);
        }
        sum.map(|chance| chance / 6.0)
    }

    /// Stopping with nothing gained is a move of the game as well, but never a sensible one.
    fn best(&self, scores: [usize; 3], total: usize, fresh: bool) -> [f64; 3] {
        if scores[0] + total >= self.goal {
            return [1.0, 0.0, 0.0];
        }
        let roll = self.roll(scores, total);
        let stop = self.stop(scores, total);
        if fresh || roll[0] > stop[0] { roll } else { stop }
    }

    /// What rolling and stopping are worth to the mover in payoffs of 1 and -1/2.
    fn worth(&self, scores: [u8; 3], total: u8) -> [f64; 2] {
        let scores = scores.map(usize::from);
        let payoff = |chances: [f64; 3]| 1.5 * chances[0] - 0.5;
        [payoff(self.roll(scores, usize::from(total))), payoff(self.stop(scores, usize::from(total)))]
    }
}
