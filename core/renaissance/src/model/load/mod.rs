//! Reads the files of a scenario, looks every name up, and checks what must hold. Pure: no clock, no disk.
//!
//! Names are ids: a place, a title or a family is referred to by its name exactly as it is written where it is defined.

mod families;
mod market;
pub(crate) mod notation;
mod places;
mod shares;
mod titles;

use std::sync::Arc;

use kernel::scenario::{Checked, Files, Lookup, one_line, read, read_text, text_of, wrong};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::calendar::{Date, Month};
use super::family::Religion;
use super::ids::{BrotherhoodId, LocationId, TitleId};
use super::rulings::Rulings;
use super::scenario::{Brotherhood, Electors, Pilgrimage, Republic, Scenario};

const MAIN: &str = "scenario.toml";
const TOWNS: &str = "towns.toml";
const SEA: &str = "sea.toml";
const MARKETS: &str = "markets.toml";
const CHURCH: &str = "church.toml";
const TITLES: &str = "titles.toml";
const FAMILIES: &str = "families.toml";
const GOODS: &str = "goods.toml";
const CLASSES: &str = "classes.toml";
const PILGRIMAGES: &str = "pilgrimages.toml";

/// Most entries of any list of a scenario: ids have 16 bits, and some values are taken.
const MOST: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    id: String,
    title: String,
    summary: String,
    about: String,
    start_year: u16,
    start_month: Month,
    game_turns: u16,
    #[serde(default)]
    rulings: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PilgrimagesFile {
    pilgrimage: Vec<PilgrimageFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PilgrimageFile {
    religions: Vec<Religion>,
    month: Month,
    centre: String,
    points: u16,
}

/// The names of all that is referred to by name.
struct Names {
    towns: Lookup,
    titles: Lookup,
}

impl Names {
    fn town(&self, file: &str, place: &str, name: &str) -> Checked<LocationId> {
        self.towns.find(file, place, name).map(LocationId::at)
    }
    fn title(&self, file: &str, place: &str, name: &str) -> Checked<TitleId> {
        self.titles.find(file, place, name).map(TitleId::at)
    }
}

/// Reads a scenario. Every failure names file, line or key, and reason. A file `goods.toml`, `classes.toml` or
/// `pilgrimages.toml` takes the place of the one that is shipped.
pub fn load(files: &Files) -> Checked<Scenario> {
    let main: ScenarioFile = read(files, MAIN)?;
    if !(1..=2_000).contains(&main.game_turns) {
        return Err(wrong(MAIN, "game_turns", "a campaign has 1 to 2000 turns"));
    }
    let rulings = Rulings::with(&main.rulings).map_err(|(key, reason)| wrong(MAIN, key, reason))?;
    let towns: places::TownsFile = read(files, TOWNS)?;
    let sea: places::SeaFile = read(files, SEA)?;
    let church: titles::ChurchFile = read(files, CHURCH)?;
    let ranks: titles::TitlesFile = read(files, TITLES)?;
    let houses: families::FamiliesFile = read(files, FAMILIES)?;
    let classes: families::ClassesFile = shared(files, CLASSES, include_str!("../../../data/classes.toml"))?;
    let market =
        market::Tables::new(shared(files, GOODS, include_str!("../../../data/goods.toml"))?, read(files, MARKETS)?)?;

    let mut all = titles::titles(&ranks, &church, &classes.non_player, &rulings)?;
    let names = Names {
        towns: Lookup::new(TOWNS, "place", towns.town.iter().map(|town| town.name.as_str()))?,
        titles: Lookup::new(TITLES, "title", all.iter().map(|title| title.record.name.as_str()))?,
    };
    if names.towns.count() > MOST || names.titles.count() > MOST {
        return Err(wrong(TOWNS, "the list", format!("a scenario has at most {MOST} places and {MOST} titles")));
    }
    let mut board = places::board(&towns, &sea, &names, &market, &rulings)?;
    titles::districts(&church, &towns, &names, &mut board)?;
    let crowd = families::families(&houses, &classes, &board, &names, &rulings)?;
    titles::seat_holders(&crowd.held, &crowd.personae, &mut all)?;
    Ok(Scenario {
        title: main.title,
        summary: one_line(&main.summary),
        about: one_line(&main.about),
        start: Date { year: main.start_year, month: main.start_month },
        game_turns: main.game_turns,
        pope: church.pope.as_deref().map(|name| names.title(CHURCH, "pope", name)).transpose()?,
        npc_cardinals: church.npc_cardinals,
        brotherhoods: brotherhoods(&church, &names)?,
        republics: republics(&ranks, &names)?,
        pilgrimages: pilgrimages(files, &names)?,
        id: main.id,
        rulings,
        board: Arc::new(board),
        families: crowd.families,
        personae: crowd.personae,
        titles: all,
        names: crowd.names,
    })
}

/// A file that a scenario may bring along instead of the one that is shipped.
fn shared<T: DeserializeOwned>(files: &Files, file: &str, shipped: &str) -> Checked<T> {
    match files.get(file) {
        Some(_) => read_text(file, text_of(files, file)?),
        None => read_text(file, shipped),
    }
}

fn brotherhoods(church: &titles::ChurchFile, names: &Names) -> Checked<Vec<Brotherhood>> {
    if church.order.len() > 200 {
        return Err(wrong(CHURCH, "order", "there are at most 200 military orders"));
    }
    let order = |(at, file): (usize, &titles::OrderFile)| {
        Ok(Brotherhood {
            id: BrotherhoodId::at(at),
            name: file.name.as_str().into(),
            seat: names.town(CHURCH, &file.name, &file.seat)?,
            recruits: file.recruits,
            title: names.title(CHURCH, &file.name, &file.title)?,
        })
    };
    church.order.iter().enumerate().map(order).collect()
}

fn republics(ranks: &titles::TitlesFile, names: &Names) -> Checked<Vec<Republic>> {
    if ranks.republic.len() > 200 {
        return Err(wrong(TITLES, "republic", "there are at most 200 elective states"));
    }
    let republic = |file: &titles::RepublicFile| {
        let electors = match &file.electors {
            None => Electors::Citizens,
            Some(titles) => {
                Electors::Titles(titles.iter().map(|it| names.title(TITLES, &file.name, it)).collect::<Checked<_>>()?)
            }
        };
        Ok(Republic {
            name: file.name.as_str().into(),
            title: names.title(TITLES, &file.name, &file.title)?,
            seat: names.town(TITLES, &file.name, &file.seat)?,
            electors,
            month: file.month,
        })
    };
    ranks.republic.iter().map(republic).collect()
}

/// Pilgrimages whose centre the scenario has.
fn pilgrimages(files: &Files, names: &Names) -> Checked<Vec<Pilgrimage>> {
    let file: PilgrimagesFile = shared(files, PILGRIMAGES, include_str!("../../../data/pilgrimages.toml"))?;
    let mut all = Vec::new();
    for entry in &file.pilgrimage {
        if !names.towns.has(&entry.centre) {
            continue;
        }
        let location = names.town(PILGRIMAGES, &entry.centre, &entry.centre)?;
        let here = entry.religions.iter();
        all.extend(here.map(|religion| Pilgrimage {
            religion: *religion,
            month: entry.month,
            location,
            points: entry.points,
        }));
    }
    Ok(all)
}
