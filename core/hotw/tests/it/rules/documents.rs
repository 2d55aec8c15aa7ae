//! The tables printed in `docs/rules/hotw.md` are the tables of the board.

use std::collections::BTreeMap;

use hotw::model::ids::Epoch;
use hotw::model::scenario::{Board, Timing};
use hotw::model::tables::COMPLIANT_COLUMNS;

use crate::rules::cases::BOOK;
use crate::rules::world::scenario;

fn document() -> String {
    BOOK.text("../../docs/rules/hotw.md")
}

fn board() -> std::sync::Arc<Board> {
    scenario("world-4").expect("it ships").board.clone()
}

/// The rows of the first table whose heading begins with `heading`, cell by cell.
fn table(heading: &str) -> Vec<Vec<String>> {
    let text = document();
    let mut lines = text.lines().skip_while(|line| !line.starts_with(heading));
    assert!(lines.next().is_some(), "no table `{heading}`");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// The ids of the worked vectors of section 10.
pub fn vectors() -> Vec<String> {
    let text = document();
    let (_, section) = text.split_once("## 10. Worked vectors").expect("section 10");
    let ids = section.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(' ').map(|(id, _)| id.to_owned()));
    ids.filter(|id| id[1..].chars().all(|digit| digit.is_ascii_digit())).collect()
}

#[test]
fn the_rigid_table_is_as_printed() {
    let tables = &board().tables;
    let rows = table("| row \\ defenders |");
    assert_eq!(rows.len(), 22);
    for row in rows {
        let label: i32 = row[0].parse().expect("a row's label");
        for (cell, column) in row[1..].iter().zip(-1..) {
            let printed = cell.parse::<u8>().ok();
            assert_eq!(tables.rigid(column, label), printed, "({column},{label})");
        }
    }
}

#[test]
fn the_compliant_table_is_as_printed() {
    let tables = &board().tables;
    let rows = table("| row \\ forces | (-2) |");
    assert_eq!(rows.len(), 16);
    for row in rows {
        let label: i32 = row[0].parse().expect("a row's label");
        assert_eq!(row.len() - 1, COMPLIANT_COLUMNS.count());
        for (cell, column) in row[1..].iter().zip(COMPLIANT_COLUMNS) {
            assert_eq!(Some(tables.compliant(column, label)), cell.parse().ok(), "({column},{label})");
        }
    }
}

#[test]
fn the_compliant_table_goes_on_below_as_printed() {
    let tables = &board().tables;
    let rows = table("| row \\ forces | 1 |");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let label: i32 = row[0].parse().expect("a row's label");
        for (cell, column) in row[1..].iter().zip(1..) {
            assert_eq!(Some(tables.compliant(column, label)), cell.parse().ok(), "({column},{label})");
        }
        assert!((-2..=0).all(|column| tables.compliant(column, label) == 1), "row {label}");
    }
}

#[test]
fn the_areas_are_worth_what_is_printed() {
    let board = board();
    let rows = table("| Area | I | II |");
    assert_eq!(rows.len(), board.areas.len());
    for row in rows {
        let area = board.areas.iter().find(|area| area.name == row[0]).unwrap_or_else(|| panic!("no {}", row[0]));
        let values: Vec<u32> = row[1..].iter().map(|cell| cell.parse().expect("a number")).collect();
        let found: Vec<u32> = area.vp.iter().map(|value| u32::from(*value)).chain([area.lands.len()]).collect();
        assert_eq!(found, values, "{}", row[0]);
    }
}

/// `Eastern Med.` and `Atlantic+` as the waters they stand for.
fn navigation(board: &Board, text: &str) -> hotw::model::ids::Waters {
    let mut waters = hotw::model::ids::Waters::NONE;
    for name in text.split(", ").filter(|name| *name != "none") {
        let plain = name.trim_end_matches('+').replace("Med.", "Mediterranean");
        let named = |id: &hotw::model::ids::WaterId| {
            let water = board.water(*id);
            water.name == plain || water.name == format!("{plain} Ocean")
        };
        let id = board.water_ids().find(named).unwrap_or_else(|| panic!("no water {name}"));
        waters.add(id);
        if name.ends_with('+') {
            let seas = board.water(id).neighbours.iter().filter(|other| board.water(*other).sea);
            waters = waters.or(seas.collect());
        }
    }
    waters
}

#[test]
fn the_empires_are_as_printed() {
    let board = board();
    let rows = table("| epoch | card | empire |");
    assert_eq!(rows.len(), 49);
    for row in &rows {
        let (epoch, number): (u8, u8) = (row[0].parse().expect("epoch"), row[1].parse().expect("number"));
        let of = |card: &&hotw::model::scenario::Card| card.epoch == Epoch(epoch) && card.number == number;
        let card = board.cards.iter().find(of).unwrap_or_else(|| panic!("no card {row:?}"));
        let mut empires = card.empires.iter().map(|id| board.empire(*id));
        let empire = empires.find(|empire| empire.name == row[2]).unwrap_or_else(|| panic!("no empire {row:?}"));
        let capital = empire.capital.as_deref().unwrap_or("none");
        let found = [&empire.strength.to_string(), &board.land(empire.start).name, capital];
        assert_eq!(found, [&row[3], &row[4], row[5].as_str()], "{}", row[2]);
        assert_eq!(empire.navigation, navigation(&board, &row[6]), "{}", row[2]);
        assert_eq!(empire.epoch, Epoch(epoch), "{}", row[2]);
    }
}

#[test]
fn the_minor_empires_are_as_printed() {
    let board = board();
    let rows = table("| epoch | minor empire |");
    assert_eq!(rows.len(), 7);
    for (row, id) in rows.iter().zip(&board.minors) {
        let empire = board.empire(*id);
        let capital = empire.capital.as_deref().unwrap_or("none");
        let epoch = empire.epoch.0.to_string();
        let strength = empire.strength.to_string();
        let found = [epoch.as_str(), &empire.name, &strength, &board.land(empire.start).name, capital];
        assert_eq!(found, [&row[0], &row[1], &row[2], &row[3], row[4].as_str()]);
        assert_eq!(empire.navigation, navigation(&board, &row[5]), "{}", row[1]);
    }
}

#[test]
fn the_event_cards_are_as_printed() {
    let board = board();
    let rows = table("| pile | card | count |");
    let mut cards = BTreeMap::new();
    for row in &rows {
        // Each minor empire is a card of its own, for its own epoch.
        if row[1] == "Minor Empire" {
            continue;
        }
        let event = board.events.iter().find(|event| event.name == row[1]).unwrap_or_else(|| panic!("no {}", row[1]));
        let roman: Vec<&str> = row[4].split('-').collect();
        let epochs = [roman[0], roman[roman.len() - 1]];
        let found = [event.epochs.0.roman(), event.epochs.1.roman()];
        let timing = if event.timing == Timing::BeforeTurn { "before turn" } else { "during turn" };
        assert_eq!((event.pile.to_string(), event.count.to_string()), (row[0].clone(), row[2].clone()), "{}", row[1]);
        assert_eq!((timing, found), (row[3].as_str(), epochs), "{}", row[1]);
        cards.insert(event.id.as_str(), event.count);
    }
    assert_eq!(cards.len(), 40);
    assert_eq!(board.events.len(), cards.len() + 7);
    assert_eq!(cards.values().map(|count| u32::from(*count)).sum::<u32>() + 7, 63);
}

#[test]
fn the_lands_are_as_printed() {
    let board = board();
    let rows = table("| Area | usable Lands");
    let mut seen = 0;
    for row in rows {
        let area =
            board.area_ids().find(|id| board.area(*id).name == row[0]).unwrap_or_else(|| panic!("no {}", row[0]));
        for (names, barren) in [(&row[1], false), (&row[2], true)] {
            for name in names.split(", ").filter(|name| *name != "-") {
                let plain = name.trim_end_matches('*');
                let land = board.lands.iter().find(|land| land.name == plain).unwrap_or_else(|| panic!("no {plain}"));
                assert_eq!((land.area, land.barren, land.resource), (area, barren, name.ends_with('*')), "{plain}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, board.lands.len());
}
