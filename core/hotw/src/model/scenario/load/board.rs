//! The board: map, cards and tables together.

use std::sync::OnceLock;

use kernel::scenario::{Checked, Files, read, read_json, wrong};
use serde::de::DeserializeOwned;

use super::super::raw::{
    AreasFile, BordersFile, EmpiresFile, EpochsFile, EventsFile, LandsFile, TableFile, WatersFile,
};
use super::super::{Board, Constants, EpochInfo};
use super::cards::{self, Map};
use super::map::{self, MapNames};
use crate::model::ids::{EmpireId, Epoch, LandId, WaterId};
use crate::model::tables::{COMPLIANT_COLUMNS, COMPLIANT_ROWS, RIGID_COLUMNS, RIGID_ROWS, TableError, Tables};

/// Reads a board. Every failure names file, line or key, and reason.
pub fn load_board(files: &Files) -> Checked<Board> {
    let area_file: AreasFile = read(files, "areas.toml")?;
    let land_file: LandsFile = read(files, "lands.toml")?;
    let water_file: WatersFile = read(files, "waters.toml")?;
    let border_file: BordersFile = read(files, "borders.toml")?;
    let empire_file: EmpiresFile = read(files, "empires.toml")?;
    let event_file: EventsFile = read(files, "events.toml")?;

    let names = MapNames::new(&area_file, &land_file, &water_file)?;
    let lands = map::lands(&names, &land_file, &border_file)?;
    let areas = map::areas(&area_file, &lands)?;
    let waters = map::waters(&names, &water_file, &lands)?;
    map::connected(&lands, &waters)?;
    let known = Map { names: &names, lands: &lands, waters: &waters };
    let empires = cards::empires(&known, &empire_file)?;
    Ok(Board {
        epochs: epochs(&read(files, "epochs.toml")?)?,
        cards: cards::cards(&empire_file)?,
        minors: cards::minors(&empire_file)?,
        sumeria: EmpireId::at(empires.len() - 1),
        events: cards::events(&known, &event_file, &empire_file)?,
        piles: cards::piles(&event_file)?,
        sumeria_default: cards::sumeria_default(&known, &empire_file)?,
        palestine: names.land("lands.toml", "land", "palestine")?,
        crusade_sea: WaterId::at(names.water.find("waters.toml", "water", "eastern_mediterranean")?),
        usable: (0..lands.len()).filter(|land| !lands[*land].barren).map(LandId::at).collect(),
        resources: (0..lands.len()).filter(|land| lands[*land].resource).map(LandId::at).collect(),
        tables: tables(files)?,
        constants: constants(read(files, "constants.toml")?)?,
        facts: OnceLock::new(),
        areas,
        lands,
        waters,
        empires,
    })
}

fn epochs(file: &EpochsFile) -> Checked<Vec<EpochInfo>> {
    if !file.epoch.iter().map(|epoch| epoch.epoch).eq(1..=7) {
        return Err(wrong("epochs.toml", "epoch", "there are seven epochs, 1 to 7 in order (HW-20.6)"));
    }
    let info =
        |epoch: &super::super::raw::EpochFile| EpochInfo { epoch: Epoch(epoch.epoch), years: epoch.years.clone() };
    Ok(file.epoch.iter().map(info).collect())
}

fn tables(files: &Files) -> Checked<Tables> {
    let rigid = table::<Option<u8>>(files, "rigid", RIGID_ROWS, RIGID_COLUMNS)?;
    let compliant = table::<u8>(files, "compliant", COMPLIANT_ROWS, COMPLIANT_COLUMNS)?;
    Tables::new(rigid, compliant).map_err(|error| {
        let (TableError::Shape { table, .. } | TableError::Order { table, .. }) = &error;
        wrong(&format!("{table}.json"), "values", error.to_string())
    })
}

fn table<Cell: DeserializeOwned>(
    files: &Files, name: &str, rows: impl Iterator<Item = i32>, columns: impl Iterator<Item = i32>,
) -> Checked<Vec<Vec<Cell>>> {
    let file = format!("{name}.json");
    let table: TableFile<Cell> = read_json(files, &file)?;
    if table.table != name {
        return Err(wrong(&file, "table", format!("this is the {} table", table.table)));
    }
    if !table.row_labels.into_iter().eq(rows) || !table.column_labels.into_iter().eq(columns) {
        return Err(wrong(&file, "row_labels, column_labels", "these are not the sides of the printed table (HW-2)"));
    }
    Ok(table.values)
}

fn constants(constants: Constants) -> Checked<Constants> {
    let [presence, domination, control] = constants.area_multiples;
    let bad = |key: &str, reason: &str| Err(wrong("constants.toml", key, reason));
    if !(0 <= presence && presence <= domination && domination <= control) {
        return bad("area_multiples", "Presence, Domination and Control are worth more in this order (HW-28.3)");
    }
    if constants.symbols_a_monument == 0 {
        return bad("symbols_a_monument", "a Monument takes one resource symbol at the least (HW-27.1)");
    }
    if constants.draw_order_dice == 0 {
        return bad("draw_order_dice", "the draw order takes one die at the least (HW-21.1)");
    }
    if constants.lookup_fee < 0 {
        return bad("lookup_fee", "the fee is not less than 0 VP (HW-5.3)");
    }
    Ok(constants)
}
