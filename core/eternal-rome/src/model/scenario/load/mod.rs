//! Reads the files of a scenario, looks every name up, and checks what must hold (docs/scenarios.md).

mod check;
mod land;
mod powers;
mod terrain;
mod war;

use kernel::scenario::{Checked, Files, Lookup, one_line, read, wrong};

use super::constants::{Constants, units};
use super::raw::{ActivationsFile, ForcesFile, MonthFile, PowersFile, ProvincesFile, ScenarioFile, SeatFile};
use super::{Scenario, SeatRecord, built_in};
use crate::model::calendar::Month;
use crate::model::ids::{FLEET, KINDS, UnitKind};
use crate::model::routes::{self, DEAREST_STEP};
use crate::model::ways::{Distances, Ways};

/// Everything that names refer to.
struct Names {
    seat: Lookup,
    power: Lookup,
    province: Lookup,
    city: Lookup,
    leader: Lookup,
}

/// Reads a scenario. Every failure names file, line or key, and reason. The files of a map that is not shipped are there
/// as `maps/ID/NAME`.
pub fn load(files: &Files) -> Checked<Scenario> {
    let main: ScenarioFile = read(files, "scenario.toml")?;
    let provinces: ProvincesFile = read(files, "provinces.toml")?;
    let powers: PowersFile = read(files, "powers.toml")?;
    let forces: ForcesFile = read(files, "forces.toml")?;
    let activations: ActivationsFile = read(files, "activation.toml")?;
    let map = match built_in::map(&main.map) {
        Some(shipped) => terrain::read_map(&main.map, &shipped)?,
        None => terrain::read_map(&main.map, files)?,
    };

    let cities = provinces.province.iter().flat_map(|province| &province.cities);
    let leaders = powers.power.iter().flat_map(|power| &power.leaders);
    let names = Names {
        seat: Lookup::new("scenario.toml", "seat", main.seat.iter().map(|seat| seat.key.as_str()))?,
        power: Lookup::new("powers.toml", "power", powers.power.iter().map(|power| power.name.as_str()))?,
        province: Lookup::new("provinces.toml", "province", provinces.province.iter().map(|each| each.name.as_str()))?,
        city: Lookup::new("provinces.toml", "city", cities.map(|city| city.name.as_str()))?,
        leader: Lookup::new(
            "powers.toml",
            "leader",
            leaders.map(|each| each.short.as_ref().unwrap_or(&each.name).as_str()),
        )?,
    };
    check_sizes(&main, &powers, &provinces)?;

    let constants = Constants::with(&main.constants).map_err(|(key, reason)| wrong("scenario.toml", key, reason))?;
    let (leader_movement, units) = units();
    let (provinces, cities) = land::provinces(&provinces, &names)?;
    let (powers, leaders) = powers::powers(&powers, &names, &constants, &cities)?;
    let mut scenario = Scenario {
        start: month("start", main.start)?,
        end: month("end", main.end)?,
        first_check: month("first_check", main.first_check)?,
        seats: main.seat.iter().map(seat).collect(),
        turn_order: names.power.find_all(
            "scenario.toml",
            "turn_order",
            &main.turn_order,
            crate::model::ids::PowerId::at,
        )?,
        options: main.options,
        constants,
        units,
        leader_movement,
        hexes: Vec::new(),
        names: Vec::new(),
        hex_names: Vec::new(),
        picture: Default::default(),
        ways: Ways::default(),
        distances: Distances::default(),
        friendly: war::friendly(&main.friendly, &names)?,
        activations: war::activations(&activations, &names)?,
        forces: powers::forces(&forces, &names, &cities)?,
        reserves: powers::reserves(&forces, &names)?,
        victory: war::victories(&main.victory, &names)?,
        provinces,
        cities,
        powers,
        leaders,
        id: main.id,
        title: main.title,
        summary: one_line(&main.summary),
        about: one_line(&main.about),
    };
    land::settle(&mut scenario, map, &main.hexside)?;
    scenario.ways = routes::laid_out(&scenario).map_err(|(from, to)| {
        wrong("scenario.toml", format!("{from}-{to}"), format!("a step may cost no more than {DEAREST_STEP} points"))
    })?;
    check::check(&scenario)?;
    Ok(scenario)
}

fn check_sizes(main: &ScenarioFile, powers: &PowersFile, provinces: &ProvincesFile) -> Checked<()> {
    if main.seat.is_empty() || main.seat.len() > 5 {
        return Err(wrong("scenario.toml", "seat", "a scenario has 1 to 5 seats (ER-1.1)"));
    }
    if powers.power.len() > 64 {
        return Err(wrong("powers.toml", "power", "a scenario has at most 64 powers"));
    }
    if provinces.province.len() > 255 {
        return Err(wrong("provinces.toml", "province", "a scenario has at most 255 provinces"));
    }
    Ok(())
}

fn month(key: &str, file: MonthFile) -> Checked<Month> {
    Month::of(file.year, file.month).ok_or_else(|| {
        let reason = "write year (negative for BC; there is no year 0) and month 1 to 12";
        wrong("scenario.toml", key, reason)
    })
}

fn seat(file: &SeatFile) -> SeatRecord {
    SeatRecord {
        key: file.key.clone(),
        name: file.name.clone(),
        description: one_line(&file.description),
        colour: file.colour.clone(),
        majors_needed: file.majors_needed,
    }
}

/// Index into lists by type of unit with the fleet unit last.
fn kind_index(file: &str, place: &str, key: &str) -> Checked<usize> {
    if key == "fleet" {
        return Ok(FLEET);
    }
    unit_kind(file, place, key).map(UnitKind::index)
}

fn unit_kind(file: &str, place: &str, key: &str) -> Checked<UnitKind> {
    let known = UnitKind::ALL.into_iter().find(|kind| kind.key() == key);
    known.ok_or_else(|| {
        let keys: [&str; KINDS] = UnitKind::ALL.map(UnitKind::key);
        wrong(file, place, format!("there is no type of unit {key}; the types are {} (ER-6.1)", keys.join(", ")))
    })
}

#[cfg(test)]
mod tests;
