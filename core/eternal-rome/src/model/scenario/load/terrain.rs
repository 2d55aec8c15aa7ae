//! The map: three drawings of the grid, and the hexsides that do not follow from them (ER-3.4 to ER-3.8, ER-3.13).

use kernel::scenario::{Checked, Files, read, text_of, wrong};

use super::super::raw::{HexsidesFile, MapFile};
use super::super::{Hex, Hexside, LandTerrain, SeaTerrain};
use crate::model::ids::{COLUMNS, HEXES, HexId, Name, ROWS};
use crate::model::map;

/// A map as read: who owns what is the scenario's affair.
pub struct ReadMap {
    /// All hexes, without provinces and cities.
    pub hexes: Vec<Hex>,
    /// Names of lands and waters.
    pub names: Vec<Name>,
    /// Index into `names`, by hex.
    pub hex_names: Vec<u8>,
    /// Name of the province, by hex.
    pub provinces: Vec<Option<String>>,
}

pub fn read_map(id: &str, files: &Files) -> Checked<ReadMap> {
    let folder = format!("maps/{id}");
    if !files.keys().any(|name| name.starts_with(&folder)) {
        return Err(wrong("scenario.toml", "map", format!("there is no map {id}")));
    }
    let file = |name: &str| format!("{folder}/{name}");
    let main: MapFile = read(files, &file("map.toml"))?;
    if (main.columns, main.rows) != (COLUMNS, ROWS) || main.id != id {
        let reason = format!("the map {id} has {COLUMNS} columns and {ROWS} rows (ER-R65)");
        return Err(wrong(&file("map.toml"), "id, columns, rows", reason));
    }
    let mut map = ReadMap {
        hexes: vec![Hex::NOTHING; HEXES],
        names: main.names.values().map(|name| name.as_str().into()).collect(),
        hex_names: vec![0; HEXES],
        provinces: vec![None; HEXES],
    };
    if map.names.is_empty() || map.names.len() > 255 {
        return Err(wrong(&file("map.toml"), "names", "a map has 1 to 255 names"));
    }
    let codes: Vec<&str> = main.names.keys().map(String::as_str).collect();

    drawing(files, &file("terrain.txt"), |hex, cell| {
        (map.hexes[hex.index()].land, map.hexes[hex.index()].sea) = terrain(cell)?;
        Ok(())
    })?;
    drawing(files, &file("provinces.txt"), |hex, cell| {
        let land = map.hexes[hex.index()].land.is_some();
        match (cell, land) {
            ("..", false) | ("--", true) => return Ok(()),
            ("..", true) => return Err("terrain.txt has land here: write a province, or -- for none".into()),
            (_, false) => return Err("terrain.txt has no land here: write .. (ER-R33)".into()),
            _ => {}
        }
        let name = main.provinces.get(cell).ok_or("there is no such code in [provinces] of map.toml")?;
        map.provinces[hex.index()] = Some(name.clone());
        Ok(())
    })?;
    drawing(files, &file("names.txt"), |hex, cell| {
        let at = codes.binary_search(&cell).map_err(|_| "there is no such code in [names] of map.toml")?;
        map.hex_names[hex.index()] = at as u8;
        Ok(())
    })?;
    sides(&mut map.hexes, files, &file("hexsides.toml"))?;
    Ok(map)
}

/// Hands every cell of a drawing over: a line for each row, two characters for each hex, odd rows one space in.
fn drawing(files: &Files, file: &str, mut cell: impl FnMut(HexId, &str) -> Result<(), String>) -> Checked<()> {
    let text = text_of(files, file)?;
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() != usize::from(ROWS) {
        return Err(wrong(file, "the file", format!("has {} lines, but the map has {ROWS} rows", lines.len())));
    }
    for (row, line) in (0..ROWS).zip(lines) {
        let at = format!("line {}", row + 1);
        let inset = usize::from(row % 2);
        let wanted = inset + 2 * usize::from(COLUMNS);
        if !line.is_ascii() || line.len() != wanted || line[..inset].trim() != "" {
            let lead = if inset == 1 { "a space and " } else { "" };
            let reason = format!("must be {lead}{COLUMNS} hexes of two characters, {wanted} characters in all");
            return Err(wrong(file, at, reason));
        }
        for column in 0..COLUMNS {
            let start = inset + 2 * usize::from(column);
            let two = &line[start..start + 2];
            let hex = HexId::new(column, row).expect("within the grid");
            cell(hex, two).map_err(|reason| wrong(file, format!("{at}, hex {hex}, “{two}”"), reason))?;
        }
    }
    Ok(())
}

fn terrain(cell: &str) -> Result<(Option<LandTerrain>, Option<SeaTerrain>), String> {
    let land = match &cell[..1] {
        "." => None,
        "c" => Some(LandTerrain::Clear),
        "f" => Some(LandTerrain::Forest),
        "m" => Some(LandTerrain::Marsh),
        "d" => Some(LandTerrain::Desert),
        "w" => Some(LandTerrain::Wild),
        _ => return Err("the first character is one of c f m d w, or . for no land (ER-3.4)".into()),
    };
    let sea = match &cell[1..] {
        "." => None,
        "~" => Some(SeaTerrain::Coast),
        "=" => Some(SeaTerrain::DeepSea),
        _ => return Err("the second character is ~ coast, = deep sea, or . for no sea (ER-3.4)".into()),
    };
    if land.is_some() && sea == Some(SeaTerrain::DeepSea) {
        return Err("land and sea in one hex is shallow water: write ~ (ER-3.5)".into());
    }
    Ok((land, sea))
}

fn sides(hexes: &mut [Hex], files: &Files, file: &str) -> Checked<()> {
    for hex in (0..HEXES).map(HexId::at) {
        for way in 0..6 {
            let Some(to) = map::neighbour(hex, way) else { continue };
            let (here, there) = (hexes[hex.index()], hexes[to.index()]);
            let land = here.land.is_some() && there.land.is_some();
            let sea = here.sea.is_some() && there.sea.is_some();
            let side = Hexside { to, land, sea, land_cost: None, naval_cost: None, strait: 0 };
            hexes[hex.index()].sides[way] = Some(side);
        }
    }
    let raw: HexsidesFile = read(files, file)?;
    let mountains = raw.mountains.iter().flat_map(|(name, list)| list.iter().map(move |pair| (name.as_str(), pair)));
    for (key, pair) in mountains.chain(raw.land.closed.iter().map(|pair| ("land.closed", pair))) {
        change(hexes, file, key, pair, |side| side.land && std::mem::replace(&mut side.land, false))?;
    }
    for pair in &raw.sea.closed {
        change(hexes, file, "sea.closed", pair, |side| side.sea && std::mem::replace(&mut side.sea, false))?;
    }
    for (pair, name) in &raw.passes {
        change(hexes, file, name, pair, |side| side.land)?;
    }
    for strait in &raw.strait {
        if strait.extra == 0 {
            return Err(wrong(file, strait.name.as_str(), "a strait costs something to cross (ER-3.13)"));
        }
        let extra = strait.extra;
        change(hexes, file, &strait.name, &strait.hexes, |side| {
            let free = side.land && side.sea && side.strait == 0;
            side.strait = extra;
            free
        })?;
    }
    Ok(())
}

/// Changes the side between two hexes, seen from both; `deed` says whether it made sense.
fn change(
    hexes: &mut [Hex], file: &str, key: &str, pair: &str, mut permission: impl FnMut(&mut Hexside) -> bool,
) -> Checked<()> {
    let (a, b) = hex_pair(file, key, pair)?;
    for (from, to) in [(a, b), (b, a)] {
        let side = hexes[from.index()].sides.iter_mut().flatten().find(|side| side.to == to);
        if !side.is_some_and(&mut permission) {
            let reason =
                format!("{pair}: there is no such way between these two hexes (ER-3.6), or it is listed twice");
            return Err(wrong(file, key, reason));
        }
    }
    Ok(())
}

/// Reads `2824-2825`: two hexes that touch, the smaller number first.
pub fn hex_pair(file: &str, key: &str, pair: &str) -> Checked<(HexId, HexId)> {
    let read = || {
        let (a, b) = pair.split_once('-')?;
        let (a, b): (HexId, HexId) = (a.parse().ok()?, b.parse().ok()?);
        (a < b && map::distance(a, b) == 1).then_some((a, b))
    };
    let reason = || format!("“{pair}” is no hexside: write two hexes that touch, the smaller first, such as 2824-2825");
    read().ok_or_else(|| wrong(file, key, reason()))
}
