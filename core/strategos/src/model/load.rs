//! Reads the files of a scenario, looks every name up, and checks what must hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::scenario::{Checked, Files, Lookup, one_line, read, text_of, wrong};
use serde::Deserialize;

use super::board::{self, Board, Frame};
use super::command::CommandKind;
use super::ids::{CountryId, Name, SiteId};
use super::measures::{Quarter, Ratings, Talents};
use super::rulings::Rulings;
use super::scenario::{CityRecord, CommandRecord, CountryRecord, LeaderRecord, LedBy, Scenario};
use super::units::{UnitKind, UnitTable, Units};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    id: String,
    title: String,
    summary: String,
    about: String,
    map: String,
    frame: Option<Frame>,
    start_year: i16,
    start_quarter: Quarter,
    turn_limit: u16,
    capitals_to_win: usize,
    seat: Vec<SeatFile>,
    #[serde(default)]
    rulings: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatFile {
    key: String,
    name: String,
    description: String,
    colour: String,
    treasury: u32,
    morale: u8,
    tax_target: u32,
    allowed: Vec<UnitKind>,
    #[serde(default)]
    quota: BTreeMap<UnitKind, u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CitiesFile {
    city: Vec<CityFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CityFile {
    hex: String,
    name: String,
    size: u8,
    dv: u8,
    supply: u8,
    owner: Option<String>,
    #[serde(default)]
    capital: bool,
    #[serde(default)]
    shipyard: bool,
    garrison: Option<Units>,
    commander: Option<CommanderFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderFile {
    name: String,
    ma: u8,
    loy: u8,
    sa: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForcesFile {
    leader: Vec<LeaderFile>,
    command: Vec<CommandFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderFile {
    seat: String,
    name: String,
    ma: u8,
    loy: u8,
    sa: u8,
    at: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandFile {
    seat: Option<String>,
    #[serde(rename = "type")]
    kind: CommandKind,
    name: String,
    city: String,
    under: Option<String>,
    leader: Option<String>,
    #[serde(default)]
    units: Units,
}

const MAIN: &str = "scenario.toml";
const CITIES: &str = "cities.toml";
const FORCES: &str = "forces.toml";

/// The word in a scenario for a leader who is drawn.
const DRAWN: &str = "drawn";

/// Reads a scenario. Every failure names file, line or key, and reason. The files of a map that is not shipped are there as
/// `maps/ID/NAME`; a file `units.toml` takes the place of the types of unit that are shipped.
pub fn load(files: &Files) -> Checked<Scenario> {
    let main: ScenarioFile = read(files, MAIN)?;
    let cities: CitiesFile = read(files, CITIES)?;
    let forces: ForcesFile = read(files, FORCES)?;
    if main.seat.is_empty() || main.seat.len() > 16 {
        return Err(wrong(MAIN, "seat", "a scenario has 1 to 16 seats"));
    }
    if cities.city.len() > 1_000 || forces.command.len() > 1_000 || forces.leader.len() > 1_000 {
        return Err(wrong(MAIN, "the files", "a scenario has at most 1000 cities, commands and leaders"));
    }
    if main.turn_limit == 0 || main.turn_limit > 2_000 {
        return Err(wrong(MAIN, "turn_limit", "a campaign has 1 to 2000 turns"));
    }
    let rulings = Rulings::with(&main.rulings).map_err(|(key, reason)| wrong(MAIN, key, reason))?;
    let units = match files.get("units.toml") {
        Some(_) => UnitTable::read(text_of(files, "units.toml")?),
        None => UnitTable::read(include_str!("../../data/units.toml")),
    };
    let units = units.map_err(|reason| wrong("units.toml", "the table", reason))?;
    let board = the_board(&main, files)?;
    let seats = Lookup::new(MAIN, "seat", main.seat.iter().map(|seat| seat.key.as_str()))?;
    let towns = Lookup::new(CITIES, "city", cities.city.iter().map(|city| city.name.as_str()))?;

    let cities = the_cities(cities, &seats, &board, &rulings)?;
    let countries = the_countries(&main, &cities, &units)?;
    let leaders = the_leaders(&forces, &seats, &towns, &cities)?;
    let commands = the_commands(&forces, &seats, &towns, &cities, &leaders, &board, &rulings)?;
    let leader_names = include_str!("../../data/leaders.txt").lines().map(Name::from).collect();
    Ok(Scenario {
        id: main.id,
        title: main.title,
        summary: one_line(&main.summary),
        about: one_line(&main.about),
        start_year: main.start_year,
        start_quarter: main.start_quarter,
        turn_limit: main.turn_limit,
        capitals_to_win: main.capitals_to_win,
        rulings,
        units,
        board,
        countries,
        cities,
        leaders,
        commands,
        leader_names,
    })
}

fn the_board(main: &ScenarioFile, files: &Files) -> Checked<Arc<Board>> {
    let board = match board::shipped(&main.map) {
        Some(board) => board,
        None => Arc::new(board::load(&main.map, files)?),
    };
    let Some(frame) = main.frame else { return Ok(board) };
    let whole = Frame::WHOLE;
    if frame.columns == 0 || frame.rows == 0 || frame.columns > whole.columns || frame.rows > whole.rows {
        let reason = format!("1 to {} columns and 1 to {} rows", whole.columns, whole.rows);
        return Err(wrong(MAIN, "frame", reason));
    }
    Ok(Arc::new(board::cut(&board, frame)))
}

fn the_cities(file: CitiesFile, seats: &Lookup, board: &Board, rulings: &Rulings) -> Checked<Vec<CityRecord>> {
    let mut taken = BTreeSet::new();
    let mut all = Vec::new();
    for city in file.city {
        let fault = |reason: String| wrong(CITIES, city.name.as_str(), reason);
        let hex = city.hex.parse().map_err(fault)?;
        if !board.in_frame(hex) || board.is_sea(hex) {
            return Err(fault("should lie on a land hex of the map".into()));
        }
        if !taken.insert(hex) {
            return Err(fault("there is another city in its hex".into()));
        }
        let (sizes, walls) = (1..=rulings.cities.greatest_size, 1..=rulings.cities.greatest_dv);
        if !sizes.contains(&i32::from(city.size)) || !walls.contains(&i32::from(city.dv)) || city.supply > 15 {
            return Err(fault("size is 1 to 10, dv 1 to 15, supply 0 to 15 (ST-1.1, ST-14.2)".into()));
        }
        let owner = city.owner.as_deref().map(|key| seats.find(CITIES, &city.name, key)).transpose()?;
        if city.capital && owner.is_none() {
            return Err(fault("only a seat has a capital".into()));
        }
        let ratings = |file: CommanderFile| Ratings { ma: file.ma, loy: file.loy, sa: file.sa };
        let commander = city.commander.map(|file| (Name::from(file.name.as_str()), ratings(file)));
        if let Some((_, ratings)) = &commander {
            check_ratings(CITIES, &city.name, *ratings)?;
            if owner.is_some() {
                return Err(fault(
                    "a commander is named here for free cities only; others stand in forces.toml".into(),
                ));
            }
        }
        let garrison = city.garrison.unwrap_or_else(|| usual_garrison(city.size, owner.is_some(), rulings));
        if i32::from(garrison.regts()) > i32::from(city.dv) * rulings.cities.garrison_per_dv {
            return Err(fault("its garrison is greater than its walls hold (ST-1.6)".into()));
        }
        all.push(CityRecord {
            name: city.name.into(),
            hex,
            size: city.size,
            dv: city.dv,
            supply: city.supply,
            owner: owner.map(CountryId::at),
            capital: city.capital,
            shipyard: city.shipyard,
            garrison,
            commander,
        });
    }
    Ok(all)
}

/// What stands in a city that names no garrison: half its size in regiments, a third of them hoplites (section 8.2); in a
/// free city levies, two at least (ST-R56).
fn usual_garrison(size: u8, owned: bool, rulings: &Rulings) -> Units {
    let half = u16::from(size) / 2;
    if !owned {
        return Units::of(UnitKind::Levy, half.max(rulings.free_cities.least_garrison.max(0) as u16));
    }
    let hoplites = half.div_ceil(3);
    [(UnitKind::Hoplite, hoplites), (UnitKind::Levy, half - hoplites)].into_iter().collect()
}

fn the_countries(main: &ScenarioFile, cities: &[CityRecord], units: &UnitTable) -> Checked<Vec<CountryRecord>> {
    let mut all = Vec::new();
    for (at, seat) in main.seat.iter().enumerate() {
        let country = CountryId::at(at);
        let capitals = cities.iter().enumerate().filter(|(_, city)| city.capital && city.owner == Some(country));
        let capitals: Vec<SiteId> = capitals.map(|(at, _)| SiteId::at(at)).collect();
        let [capital] = capitals[..] else {
            return Err(wrong(CITIES, seat.key.as_str(), format!("has {} capitals, not one", capitals.len())));
        };
        if !(1..=20).contains(&seat.morale) {
            return Err(wrong(MAIN, seat.key.as_str(), "morale is 1 to 20 (ST-R54)"));
        }
        if seat.tax_target == 0 || seat.treasury > 10_000_000 {
            return Err(wrong(MAIN, seat.key.as_str(), "tax_target is 1 or more, a treasury at most 10000000"));
        }
        let common = UnitKind::ALL.into_iter().filter(|kind| units.of(*kind).common);
        let allowed: BTreeSet<UnitKind> = common.chain(seat.allowed.iter().copied()).collect();
        all.push(CountryRecord {
            key: seat.key.as_str().into(),
            name: seat.name.as_str().into(),
            description: one_line(&seat.description),
            colour: seat.colour.clone(),
            capital,
            treasury: Talents(seat.treasury),
            morale: seat.morale,
            tax_target: seat.tax_target,
            allowed: allowed.into_iter().collect(),
            quota: seat.quota.clone(),
        });
    }
    Ok(all)
}

fn check_ratings(file: &str, place: &str, ratings: Ratings) -> Checked<()> {
    let all = [ratings.ma, ratings.loy, ratings.sa];
    if all.iter().all(|rating| (1..=9).contains(rating)) {
        return Ok(());
    }
    Err(wrong(file, place, "ma, loy and sa are 1 to 9 (ST-7.7)"))
}

fn the_leaders(
    forces: &ForcesFile, seats: &Lookup, towns: &Lookup, cities: &[CityRecord],
) -> Checked<Vec<LeaderRecord>> {
    let mut governed = BTreeSet::new();
    let mut all = Vec::new();
    for file in &forces.leader {
        let country = CountryId::at(seats.find(FORCES, &file.name, &file.seat)?);
        let ratings = Ratings { ma: file.ma, loy: file.loy, sa: file.sa };
        check_ratings(FORCES, &file.name, ratings)?;
        let at = file.at.as_deref().map(|town| towns.find(FORCES, &file.name, town)).transpose()?.map(SiteId::at);
        if let Some(city) = at {
            if cities[city.index()].owner != Some(country) {
                return Err(wrong(FORCES, file.name.as_str(), "commands a city of another seat"));
            }
            if !governed.insert(city) {
                return Err(wrong(FORCES, file.name.as_str(), "commands a city that has a commander"));
            }
        }
        all.push(LeaderRecord { country, name: file.name.as_str().into(), ratings, at });
    }
    Ok(all)
}

fn the_commands(
    forces: &ForcesFile, seats: &Lookup, towns: &Lookup, cities: &[CityRecord], leaders: &[LeaderRecord],
    board: &Board, rulings: &Rulings,
) -> Checked<Vec<CommandRecord>> {
    let mut led = BTreeSet::new();
    let mut all: Vec<CommandRecord> = Vec::new();
    for file in &forces.command {
        let fault = |reason: &str| wrong(FORCES, file.name.as_str(), reason);
        let country = file.seat.as_deref().map(|key| seats.find(FORCES, &file.name, key)).transpose()?;
        let country = country.map(CountryId::at);
        let city = SiteId::at(towns.find(FORCES, &file.name, &file.city)?);
        if cities[city.index()].owner != country {
            return Err(fault("stands in a city of its own side"));
        }
        let same = |record: &CommandRecord, name: &str| record.country == country && record.name.as_str() == name;
        if all.iter().any(|record| same(record, &file.name)) {
            return Err(fault("its seat has two commands of this name"));
        }
        let under = match &file.under {
            None => None,
            Some(name) => {
                let above = all.iter().position(|record| same(record, name));
                Some(above.ok_or_else(|| fault("the command it is under should stand before it in the list"))?)
            }
        };
        if under.is_some_and(|above| all[above].city != city) {
            return Err(fault("stands elsewhere than the command it is under (ST-9.2)"));
        }
        let leader = match file.leader.as_deref() {
            None => LedBy::Intrinsic,
            Some(DRAWN) => LedBy::Drawn,
            Some(name) => {
                let own = |leader: &LeaderRecord| leader.name.as_str() == name && Some(leader.country) == country;
                let found = leaders.iter().position(own);
                let found = found.ok_or_else(|| fault("there is no such leader of its seat"))?;
                if leaders[found].at.is_some() || !led.insert(found) {
                    return Err(fault("its leader has another post"));
                }
                LedBy::Named(found)
            }
        };
        check_units(file, rulings).map_err(fault)?;
        if file.kind.is_naval() && !board.is_harbour(cities[city.index()].hex) {
            return Err(fault("ships lie in a port (ST-1.11)"));
        }
        all.push(CommandRecord {
            country,
            kind: file.kind,
            name: file.name.as_str().into(),
            city,
            under,
            leader,
            units: file.units,
        });
    }
    Ok(all)
}

fn check_units(file: &CommandFile, rulings: &Rulings) -> Result<(), &'static str> {
    let (regts, sqds) = (i32::from(file.units.regts()), i32::from(file.units.sqds()));
    match file.kind {
        CommandKind::City | CommandKind::Fort => Err("commands of cities come with their cities"),
        CommandKind::Division if sqds > 0 || regts > rulings.commands.division_regts => {
            Err("a division has regts, 30 at most, and trains (ST-10.8)")
        }
        CommandKind::Fleet if file.units.fighting() != file.units.sqds() || sqds > rulings.commands.fleet_sqds => {
            Err("a fleet has sqds, 10 at most (ST-10.11)")
        }
        CommandKind::Division | CommandKind::Fleet => Ok(()),
        _ if !file.units.is_empty() => Err("only divisions and fleets have units (ST-10)"),
        _ => Ok(()),
    }
}
