//! The tree on small games: one thread, one random rollout a simulation. `ai/benches/openspiel/compare.py` calls this and
//! asks the same of OpenSpiel; by itself it prints a game's simulations per second.
//!
//! ```console
//! cargo bench -p cursus-ai --bench boards -- --game pig --simulations 10000 --constant 1.414 --searches 40
//! ```

#[path = "../tests/it/boards/mod.rs"]
mod boards;

use std::time::Instant;

use ai::search::tree::{Growth, Walk, grow};
use boards::{ConnectFour, Pig, TicTacToe, WIN};

fn main() {
    let number = |name: &str, usual: f64| argument(name).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let simulations = number("--simulations", 10_000.0) as u64;
    let constant = number("--constant", 1.414) * WIN as f64;
    let searches = number("--searches", 40.0) as u64;
    let growth = Growth { playouts: simulations, batch: simulations, constant, seed: 0, least_visits: 1 };
    let game = argument("--game");
    for name in
        ["tic_tac_toe", "connect_four", "pig"].into_iter().filter(|name| game.as_deref().is_none_or(|g| g == *name))
    {
        let begun = Instant::now();
        match name {
            "tic_tac_toe" => search(TicTacToe::default(), growth, searches),
            "connect_four" => search(ConnectFour::default(), growth, searches),
            _ => search(Pig::new(100), growth, searches),
        }
        println!("{name} {:.0}", (simulations * searches) as f64 / begun.elapsed().as_secs_f64());
    }
}

/// The word after a name on the command line; `cargo bench` adds words of its own.
fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != name).nth(1)
}

fn search<W: Walk>(root: W, growth: Growth, searches: u64) {
    for seed in 0..searches {
        let line = grow(root.clone(), &Growth { seed, ..growth });
        let visits: u64 = line[0].iter().map(|branch| branch.visits).sum();
        assert_eq!(visits, growth.playouts, "every simulation went through the root");
    }
}
