//! The map that ships (ST-R4, ST-R5, section 8.2).

use std::collections::BTreeSet;

use strategos::model::board::{Board, Terrain, shipped};
use strategos::model::ids::HexId;
use strategos::model::shipped::find;

fn hex(text: &str) -> HexId {
    text.parse().unwrap()
}

fn board() -> std::sync::Arc<Board> {
    shipped("anatolike").expect("it ships")
}

/// Hexes that ships reach from a hex, over sea, coasts and rivers, each entered from where a ship may come (ST-R5).
fn voyage(board: &Board, from: HexId) -> BTreeSet<HexId> {
    let mut open: Vec<(HexId, Option<HexId>)> = vec![(from, None)];
    let mut seen = BTreeSet::new();
    while let Some((here, before)) = open.pop() {
        if !seen.insert((here, before)) {
            continue;
        }
        for side in board.hex(here).sides.iter().flatten().filter(|side| side.ships()) {
            if before.is_none_or(|before| board.ships_pass(before, here, side.to)) {
                open.push((side.to, Some(here)));
            }
        }
    }
    seen.into_iter().map(|(hex, _)| hex).collect()
}

fn land(board: &Board, from: HexId) -> BTreeSet<HexId> {
    let mut open = vec![from];
    let mut seen = BTreeSet::from([from]);
    while let Some(here) = open.pop() {
        let next = board.hex(here).sides.iter().flatten().filter(|side| side.land).map(|side| side.to);
        open.extend(next.filter(|to| seen.insert(*to)));
    }
    seen
}

#[test]
fn every_city_lies_where_its_coordinates_are() {
    let board = board();
    let places = [("2726", 38.49, 28.04), ("2528", 37.94, 27.34), ("3257", 31.20, 29.92), ("8842", 34.80, 48.51)];
    for (number, lat, lon) in places {
        assert_eq!(board.projection.locate(lat, lon), Some(hex(number)));
    }
    assert_eq!(board.projection.locate(10.0, 28.0), None, "Nubia is not on the map");
}

#[test]
fn hexes_by_terrain_are_those_of_the_drawing() {
    let board = board();
    let count = |terrain| HexId::all().filter(|hex| board.hex(*hex).terrain == terrain).count();
    assert_eq!((count(Terrain::Sea), count(Terrain::Mountain), count(Terrain::Desert)), (1962, 249, 908));
    assert_eq!(HexId::all().filter(|hex| board.hex(*hex).river).count(), 423);
    assert_eq!(HexId::all().filter(|hex| board.hex(*hex).navigable).count(), 89);
    assert_eq!(HexId::all().filter(|hex| board.hex(*hex).road).count(), 199);
    assert_eq!((board.name(hex("1422")), board.name(hex("7752"))), ("Aegean Sea", "Babylonia"));
}

#[test]
fn sides_are_the_same_from_both_ends() {
    let board = board();
    for here in HexId::all() {
        for side in board.hex(here).sides.iter().flatten() {
            let back = board.side(side.to, here).unwrap();
            assert_eq!((back.land, back.sea, back.channel), (side.land, side.sea, side.channel), "{here} {}", side.to);
        }
    }
}

#[test]
fn straits_are_open_and_isthmuses_are_closed_to_ships() {
    let board = board();
    let aegean = voyage(&board, hex("1818"));
    // Byzantion and Sinope, Pella and Memphis on their rivers, Corinth on both its seas.
    for port in ["2915", "4811", "1017", "3663", "1129", "4733"] {
        assert!(aegean.contains(&hex(port)), "{port}");
    }
    for inland in ["2726", "8552", "7652", "5633"] {
        assert!(!aegean.contains(&hex(inland)), "{inland}");
    }
    assert!(voyage(&board, hex("7652")).contains(&hex("8559")), "from Babylon down to the Persian Gulf");
    assert!(!board.side(hex("1129"), hex("1228")).unwrap().sea, "the isthmus of Corinth");
    assert!(board.side(hex("1129"), hex("1228")).unwrap().land);
    // Corinth has a shore on the Saronic gulf in the east and on its own in the north-west; no ship passes from one to the
    // other within its hex.
    let corinth = hex("1129");
    let (saronic, gulf) = (corinth.neighbour(0).unwrap(), corinth.neighbour(2).unwrap());
    assert!(board.side(corinth, saronic).unwrap().sea && board.side(corinth, gulf).unwrap().sea);
    assert!(!board.ships_pass(saronic, corinth, gulf) && board.ships_pass(gulf, corinth, gulf));
}

#[test]
fn islands_are_islands() {
    let board = board();
    let europe = land(&board, hex("1017"));
    assert!(europe.contains(&hex("1032")), "Sparta");
    assert!(europe.contains(&hex("1426")), "Chalkis over the Euripos");
    for overseas in ["2735", "2127", "2726", "3257", "1840"] {
        assert!(!europe.contains(&hex(overseas)), "{overseas}");
    }
    assert!(land(&board, hex("2726")).contains(&hex("3257")), "Asia and Egypt");
}

#[test]
fn the_smaller_scenario_ends_at_its_frame() {
    let small = find("hellespontos-313bc").unwrap();
    let board = &small.board;
    assert_eq!(board.all().count(), 35 * 33);
    for here in board.all() {
        assert!(board.neighbours(here).all(|next| board.in_frame(next)));
    }
    assert!(!board.in_frame(hex("3500")) && !board.in_frame(hex("0033")) && board.in_frame(hex("3432")));
}

#[test]
fn ports_are_those_of_the_list() {
    let sc = find("diadochoi-310bc").unwrap();
    let inland: Vec<&str> =
        sc.cities.iter().filter(|city| !sc.board.is_harbour(city.hex)).map(|city| city.name.as_str()).collect();
    for name in ["Argos", "Elis", "Messene", "Philippoi", "Sparta", "Thebes", "Thermon", "Thapsakos", "Sardis", "Susa"]
    {
        assert!(inland.contains(&name), "{name} is no port (section 8.2)");
    }
    assert_eq!((sc.cities.len(), inland.len()), (109, 40));
    assert!(sc.cities.iter().filter(|city| city.shipyard).all(|city| sc.board.is_harbour(city.hex)));
}
