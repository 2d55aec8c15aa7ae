use kernel::SeatId;

use super::*;
use crate::model::scenario::shipped;
use crate::model::state::State;

/// What a seat sees when the campaign begins.
fn seen(sc: &Scenario, seat: u16) -> Knowledge {
    let mut st = State::start(sc, sc.options);
    crate::orders::carry_out::open(sc, &mut st, &mut kernel::Dice::middling());
    Knowledge::of(sc, &st, SeatId(seat))
}

fn drawn(seat: u16, options: &MapOptions) -> String {
    let sc = shipped::find("octavius-antonius").unwrap();
    map_svg(&sc, &seen(&sc, seat), options)
}

fn cropped() -> MapOptions {
    MapOptions { width: Some(1400), crop: Some([12.0, 36.0, 25.0, 46.0]), ..MapOptions::default() }
}

#[test]
fn the_map_shows_what_the_seat_sees_and_no_more() {
    let mine = drawn(0, &MapOptions::default());
    let theirs = drawn(1, &MapOptions::default());
    assert!(mine.contains("OCT-A2: 4 Legion I") && !theirs.contains("OCT-A2: 4 Legion I"));
    assert!(theirs.contains("army of Octavius, strength unknown"));
    assert!(theirs.contains("Canidius") && !mine.contains("Canidius"));
    assert!(mine.contains("Alexandria (5043): capital of "));
    assert!(mine.len() < 1_000_000, "{}", mine.len());
    assert_eq!(mine, drawn(0, &MapOptions::default()));
}

#[test]
fn a_part_is_shown_larger_with_its_own_cities_only() {
    let part = drawn(0, &cropped());
    assert!(part.contains("width=\"1400\"") && part.contains("Brundisium (3327)"));
    assert!(!part.contains("Alexandria (5043)"));
    let odd = MapOptions { width: Some(1), crop: Some([f64::NAN, 0.0, -1.0, 0.0]), ..MapOptions::default() };
    assert!(drawn(0, &odd).contains("width=\"320\""));
}

/// Most of the map is closed in the short scenario: what is in play fills the picture.
#[test]
fn without_a_crop_the_part_in_play_is_shown() {
    let part = |id: &str| {
        let sc = shipped::find(id).unwrap();
        let world = sc.picture.get(|| World::new(&sc));
        let window = window(world, &MapOptions::default());
        let hexes = sc.cities.iter().filter(|city| sc.province(city.province).initial.is_some()).map(|city| city.hex);
        assert!(hexes.into_iter().all(|hex| window.shows(world::centre(hex))), "{id} shows every city");
        window.width / world.width
    };
    assert_eq!(part("octavius-antonius"), 1.0);
    assert!(part("bellum-siculum") < 0.6);
}

#[test]
fn every_curve_of_the_ground_is_closed_and_whole() {
    let sc = shipped::find("octavius-antonius").unwrap();
    let world = sc.picture.get(|| World::new(&sc));
    let all = world.terrain.iter().chain(&world.provinces).chain([&world.land, &world.shallow, &world.closed]);
    for path in all.filter(|path| !path.is_empty()) {
        assert_eq!(path.matches('M').count(), path.matches('z').count());
    }
    // Every closed hexside is drawn, each once.
    let walls = sc.hexes.iter().filter(|hex| hex.land.is_some()).flat_map(|hex| hex.sides.iter().flatten());
    let walls = walls.filter(|side| sc.hex(side.to).land.is_some() && !side.land).count();
    assert_eq!(world.peaks.matches('M').count() * 2, walls);
}

#[test]
fn names_of_lands_and_waters_do_not_cover_each_other() {
    let sc = shipped::find("bellum-siculum").unwrap();
    let view = seen(&sc, 0).view(&sc);
    let world = sc.picture.get(|| World::new(&sc));
    let window = window(world, &MapOptions::default());
    let mut drawing = Drawing { sc: &sc, view: &view, world, window, labels: Labels::default(), svg: String::new() };
    drawing.names();
    assert!(drawing.labels.taken().len() > 20, "{}", drawing.labels.taken().len());
    for (at, frame) in drawing.labels.taken().iter().enumerate() {
        let covered =
            drawing.labels.taken()[..at].iter().map(|other| kernel::labels::overlap(*frame, *other)).sum::<f64>();
        assert_eq!(covered, 0.0, "name {at} of {}", drawing.svg);
    }
}

#[test]
fn hexes_and_own_forces_bear_the_numbers_that_orders_use() {
    let part =
        drawn(0, &MapOptions { width: Some(1400), crop: Some([12.0, 38.0, 20.0, 44.0]), ..MapOptions::default() });
    assert!(part.contains(">3326</text>"), "every hex of a part bears its number");
    assert!(part.contains(">A2</text>") && !part.contains(">A2 A2"), "own armies bear theirs");
    let whole = drawn(0, &MapOptions::default());
    assert!(!whole.contains(">3326</text>") && whole.contains(">05</text>"), "the edges of the whole map are numbered");
    let theirs =
        drawn(1, &MapOptions { width: Some(1400), crop: Some([12.0, 38.0, 20.0, 44.0]), ..MapOptions::default() });
    assert!(!theirs.contains(">A2</text>"), "numbers of foreign armies are not known");
}
