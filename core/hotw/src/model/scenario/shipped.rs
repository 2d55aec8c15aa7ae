//! The board and the scenarios that Cursus ships, compiled in.

use std::sync::{Arc, OnceLock};

use super::{Board, Files, Scenario, load_board, load_scenario};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        Files::from([$(($name, include_str!(concat!("../../../data/", $name)))),*])
    };
}

macro_rules! scenarios {
    ($($id:literal),* $(,)?) => {
        [$((concat!($id, ".toml"), include_str!(concat!("../../../data/scenarios/", $id, ".toml")))),*]
    };
}

/// The files of the board.
pub fn board_files() -> Files<'static> {
    files!(
        "epochs.toml",
        "areas.toml",
        "lands.toml",
        "waters.toml",
        "borders.toml",
        "empires.toml",
        "events.toml",
        "constants.toml",
        "rigid.json",
        "compliant.json",
    )
}

/// The board, read once.
pub fn board() -> &'static Arc<Board> {
    static BOARD: OnceLock<Arc<Board>> = OnceLock::new();
    BOARD.get_or_init(|| Arc::new(load_board(&board_files()).expect("the shipped board is complete")))
}

/// All scenarios, read once; the first is the default.
pub fn shipped() -> &'static [Arc<Scenario>] {
    static SCENARIOS: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        let all = scenarios!("world-4", "world-2", "world-3", "world-5", "world-6", "dawn-4", "dawn-3", "sample-game",);
        let read = |(file, text)| load_scenario(file, text, board()).expect("a shipped scenario is complete");
        all.into_iter().map(|entry| Arc::new(read(entry))).collect()
    })
}

/// One of them by id.
pub fn find(id: &str) -> Option<Arc<Scenario>> {
    shipped().iter().find(|scenario| scenario.id == id).cloned()
}
