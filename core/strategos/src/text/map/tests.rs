use kernel::picture::is_well_formed;
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;

use super::*;
use crate::Strategos;
use crate::model::shipped;

/// What a seat knows after so many weeks of the computer player.
fn known(id: &str, seat: u16, weeks: u32) -> (std::sync::Arc<Scenario>, Knowledge) {
    let sc = shipped::find(id).unwrap();
    let seed = GameSeed::from_number(7);
    let mut st = Strategos::start(&sc, &Value::Null, &seed).unwrap();
    for _ in 0..weeks {
        let seats = Strategos::awaiting(&sc, &st).into_iter().map(|wait| wait.seat);
        let sets: Vec<_> =
            seats.map(|seat| (seat, Strategos::orders(&sc, &Strategos::knowledge(&sc, &st, seat), &[]))).collect();
        let dice = Dice::for_step(&seed, Strategos::step(&st) + 1);
        Strategos::advance(&sc, &mut st, &sets, &mut dice.quiet());
    }
    let knowledge = Strategos::knowledge(&sc, &st, SeatId(seat));
    (sc, knowledge)
}

fn drawn(id: &str, seat: u16, options: &MapOptions) -> String {
    let (sc, knowledge) = known(id, seat, 0);
    map_svg(&sc, &knowledge, options)
}

fn aegean() -> MapOptions {
    MapOptions { width: Some(1600), crop: Some([21.0, 34.0, 30.0, 42.0]) }
}

#[test]
fn the_map_shows_what_the_seat_knows_and_is_the_same_each_time() {
    let mine = drawn("hellespontos-313bc", 0, &MapOptions::default());
    assert!(is_well_formed(&mine));
    assert!(mine.contains("Sardis (2726): capital of") || mine.contains("Sardis (2726): city of"));
    assert!(mine.len() < 1_000_000, "{}", mine.len());
    assert_eq!(mine, drawn("hellespontos-313bc", 0, &MapOptions::default()));
    assert_ne!(mine, drawn("hellespontos-313bc", 1, &MapOptions::default()));
}

#[test]
fn a_part_is_shown_larger_with_its_own_cities_only() {
    let part = drawn("diadochoi-310bc", 0, &aegean());
    assert!(part.contains("width=\"1600\"") && part.contains("data-site=\"Sardis\""));
    assert!(!part.contains("data-site=\"Alexandria\""));
    let odd = MapOptions { width: Some(1), crop: Some([f64::NAN, 0.0, -1.0, 0.0]) };
    assert!(drawn("diadochoi-310bc", 0, &odd).contains("width=\"320\""));
}

/// For a look: writes maps into the folder of an environment variable.
#[test]
#[ignore = "writes pictures for the eye"]
fn show_maps() {
    let Ok(folder) = std::env::var("SHOW_MAPS") else { return };
    let weeks = std::env::var("SHOW_WEEKS").ok().and_then(|weeks| weeks.parse().ok()).unwrap_or(0);
    for id in ["hellespontos-313bc", "diadochoi-310bc"] {
        let seat = std::env::var("SHOW_SEAT").ok().and_then(|seat| seat.parse().ok()).unwrap_or(0);
        let (sc, knowledge) = known(id, seat, weeks);
        for (name, options) in [("whole", MapOptions::default()), ("aegean", aegean())] {
            let svg = map_svg(&sc, &knowledge, &options);
            std::fs::write(format!("{folder}/{id}-{name}-{weeks}.svg"), svg).unwrap();
        }
    }
}
