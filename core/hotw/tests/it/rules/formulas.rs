//! Checks that need no board: cells of the tables, arithmetic of rows, defence values; and facts of the board.

use hotw::model::ids::{Defence, Works};
use hotw::model::scenario::Scenario;
use hotw::model::tables;
use serde_json::Value as Json;
use testkit::casebook::{Given, Wrong};
use toml::Value;

use crate::rules::cases::Case;
use crate::rules::world::{World, scenario};

/// Feeds a row to its formula.
pub fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let sc = scenario(&given.maybe_text("scenario")?.unwrap_or_else(|| "world-4".into()))?;
    let found = match case.check.as_str() {
        "rigid" => {
            let cell = sc.board.tables.rigid(given.int("column")? as i32, given.int("row")? as i32);
            cell.map_or(Json::from("none"), Json::from)
        }
        "compliant" => Json::from(sc.board.tables.compliant(given.int("column")? as i32, given.int("row")? as i32)),
        "rigid_row" => Json::from(rigid_row(&sc, given.int("row")?)),
        "compliant_row" => Json::from(compliant_row(&sc, given.int("row")?)),
        "row" => {
            let defence = Defence::try_from(given.int_or("defence", 0)? as i8)?;
            let row = tables::row(given.int("roll")? as i32, defence, given.int_or("events", 0)? as i32);
            serde_json::json!({ "row": row, "read": tables::clamp(row) })
        }
        "defence" => {
            let works = match given.maybe_text("works")?.as_deref() {
                None => Works::None,
                Some("fort") => Works::Fort,
                Some("fortress") => Works::Fortress,
                Some(other) => return Err(format!("{other} are no works")),
            };
            let difficult = given.take("difficult").is_some_and(|value| value.as_bool() == Some(true));
            Json::from(Defence::of(difficult, works).modifier())
        }
        "table_error" => Json::from(table_error(&sc, &mut given)?),
        "odds" => odds(&sc),
        "counts" => counts(&sc),
        "epoch" => {
            let epoch = given.int("epoch")?;
            let found = sc.board.epochs.iter().find(|info| i64::from(info.epoch.0) == epoch);
            Json::from(found.ok_or("there is no such epoch")?.years.as_str())
        }
        "land" | "border" | "water" | "area" | "empire" | "card" | "event" => fact(&case.check, &sc, &mut given)?,
        other => return Err(format!("there is no check {other}")),
    };
    given.finish()?;
    let wanted = serde_json::to_value(&case.expect).map_err(|error| error.to_string())?;
    let holds = match (&wanted, &found) {
        (Json::Object(wanted), Json::Object(found)) => {
            wanted.iter().all(|(key, value)| found.get(key).is_some_and(|found| found == value))
        }
        _ => wanted == found,
    };
    if holds { Ok(()) } else { Err(format!("{found}, not {wanted}")) }
}

fn rigid_row(sc: &Scenario, row: i64) -> String {
    let cell = |column| sc.board.tables.rigid(column, row as i32).map_or(".".to_owned(), |value| value.to_string());
    tables::RIGID_COLUMNS.map(cell).collect::<Vec<_>>().join(" ")
}

fn compliant_row(sc: &Scenario, row: i64) -> String {
    let cell = |column| sc.board.tables.compliant(column, row as i32).to_string();
    tables::COMPLIANT_COLUMNS.map(cell).collect::<Vec<_>>().join(" ")
}

/// What is said when a printed cell is something else than it is.
fn table_error(sc: &Scenario, given: &mut Given) -> Result<String, Wrong> {
    let table = given.text("table")?;
    let (column, row, value) = (given.int("column")?, given.int("row")?, given.int("value")? as u8);
    let mut rigid = sc.board.tables.rigid_rows().to_vec();
    let extra = (tables::COMPLIANT_ROWS.start() - tables::LOWEST_ROW) as usize;
    let mut compliant = sc.board.tables.compliant_rows()[extra..].to_vec();
    match table.as_str() {
        "rigid" => rigid[(row + 3) as usize][(column + 1) as usize] = Some(value),
        "compliant" => compliant[(row - 3) as usize][(column + 2) as usize] = value,
        other => return Err(format!("there is no table {other}")),
    }
    match tables::Tables::new(rigid, compliant) {
        Ok(_) => Ok("accepted".into()),
        Err(tables::TableError::Order { column, row, .. }) => Ok(format!("order broken at ({column},{row})")),
        Err(tables::TableError::Shape { .. }) => Ok("shape".into()),
    }
}

/// HW-1.2: in how many cells of the plain rows the Rigid Table is the battle dice. With dice a battle is won with
/// 125/180; the number of battles lost before the N-th is won then follows the negative binomial law. The cell has the
/// quantile in the middle of the band of its roll.
fn odds(sc: &Scenario) -> Json {
    let ways = |total: i32| {
        let rolls = (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| a + b + c)));
        rolls.filter(|sum| *sum == total).count()
    };
    let (mut cells, mut agreeing) = (0, 0);
    for row in 3..=18 {
        let better: usize = (row + 1..=18).map(ways).sum();
        let middle = (2 * better + ways(row)) as f64 / 432.0;
        for defenders in 1..=10 {
            cells += 1;
            agreeing += u32::from(sc.board.tables.rigid(defenders, row) == Some(quantile(defenders, middle)));
        }
    }
    serde_json::json!({ "cells": cells, "same": agreeing })
}

/// The least number of lost battles whose chance reaches `level` when `wins` battles are to be won.
fn quantile(wins: i32, level: f64) -> u8 {
    let win = 125.0 / 180.0;
    let mut chance = f64::powi(win, wins);
    let (mut sum, mut lost) = (chance, 0);
    while sum < level {
        lost += 1;
        chance *= (1.0 - win) * f64::from(wins - 1 + lost) / f64::from(lost);
        sum += chance;
    }
    lost as u8
}

fn counts(sc: &Scenario) -> Json {
    let board = &sc.board;
    let in_cards: usize = board.cards.iter().map(|card| card.empires.len()).sum();
    let pile = |pile: &Vec<(hotw::model::ids::EventId, u8)>| pile.iter().map(|(_, count)| *count).sum::<u8>();
    serde_json::json!({
        "cards": board.cards.len(),
        "cards_by_epoch": (1..=7).map(|epoch| board.cards_of(hotw::model::ids::Epoch(epoch)).count()).collect::<Vec<_>>(),
        "empires": in_cards,
        "minors": board.minors.len(),
        "piles": board.piles.iter().map(pile).collect::<Vec<_>>(),
        "usable": board.usable.len(),
        "barren": board.lands.iter().filter(|land| land.barren).count(),
        "resources": board.resources.len(),
        "seas": board.waters.iter().filter(|water| water.sea).count(),
        "oceans": board.waters.iter().filter(|water| !water.sea).count(),
        "seats": sc.seats.len(),
        "colours": sc.colours.len(),
    })
}

/// Facts of one thing on the board, by its id.
fn fact(kind: &str, sc: &Scenario, given: &mut Given) -> Result<Json, Wrong> {
    let finder = World::new(&toml::Table::from_iter([
        ("phase".to_owned(), Value::from("over")),
        ("scenario".to_owned(), Value::from(sc.id.clone())),
    ]))?;
    let board = &sc.board;
    let waters = |set: hotw::model::ids::Waters| set.iter().map(|id| board.water(id).id.clone()).collect::<Vec<_>>();
    Ok(match kind {
        "land" => {
            let land = board.land(finder.land(&given.text("land")?)?);
            serde_json::json!({
                "area": board.area(land.area).id, "barren": land.barren, "resource": land.resource,
                "mountain": land.mountain, "coasts": waters(land.coasts),
            })
        }
        "border" => {
            let (from, to) = (finder.land(&given.text("from")?)?, finder.land(&given.text("to")?)?);
            match board.border(from, to) {
                None => Json::from("none"),
                Some(border) => serde_json::json!({
                    "kind": border.kind, "terrain": border.terrain.map_or(Json::from("plain"), |t| serde_json::json!(t)),
                    "difficult": border.difficult, "bridged_by": waters(border.bridged_by),
                }),
            }
        }
        "water" => {
            let water = board.water(finder.water(&given.text("water")?)?);
            serde_json::json!({
                "sea": water.sea, "fleets": water.fleets, "most": water.most_fleets, "vp": water.vp,
                "neighbours": waters(water.neighbours),
            })
        }
        "area" => {
            let area = board.area(finder.area(&given.text("area")?)?);
            serde_json::json!({ "vp": area.vp, "lands": area.lands.len() })
        }
        "empire" => {
            let empire = board.empire(finder.empire(&given.text("empire")?)?);
            serde_json::json!({
                "strength": empire.strength, "start": board.land(empire.start).id, "epoch": empire.epoch,
                "capital": empire.capital.clone().unwrap_or_default(), "navigation": waters(empire.navigation),
            })
        }
        "card" => {
            let card = board.card(finder.card(&given.text("card")?)?);
            let empires: Vec<_> = card.empires.iter().map(|id| &board.empire(*id).id).collect();
            serde_json::json!({
                "number": card.number, "strength": card.strength, "epoch": card.epoch, "empires": empires,
            })
        }
        "event" => {
            let event = board.event(finder.event(&given.text("event")?)?);
            serde_json::json!({
                "pile": event.pile, "count": event.count, "timing": event.timing,
                "epochs": [event.epochs.0.0, event.epochs.1.0],
            })
        }
        other => unreachable!("{other} has no facts"),
    })
}
