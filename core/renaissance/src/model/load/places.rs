//! Towns, sea nodes and ferries.

use std::collections::BTreeSet;

use kernel::scenario::{Checked, Lookup, wrong};
use serde::Deserialize;

use super::market::{Market, MarketTown, Tables};
use super::{MOST, Names, SEA, TOWNS, notation};
use crate::model::board::{Board, Ferry, LocationRecord, SeaNode};
use crate::model::distance::great_circle;
use crate::model::ids::{Holder, LandId, Name, SeaId, WaterId};
use crate::model::location::{Location, Selection};
use crate::model::measures::{Miles, Rating};
use crate::model::rulings::Rulings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TownsFile {
    pub town: Vec<TownFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TownFile {
    pub name: String,
    place: PlaceFile,
    port: Option<PortFile>,
    people: Option<PeopleFile>,
    walls: Option<WallsFile>,
    #[serde(default)]
    held: HeldFile,
    pub see: Option<String>,
    magistrate: Option<Selection>,
    tariffs: Option<TariffsFile>,
    garrison: Option<u32>,
    #[serde(default)]
    colonizable: bool,
    #[serde(default)]
    china: bool,
    #[serde(default)]
    supply: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceFile {
    at: String,
    land: String,
    region: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PortFile {
    depth: u8,
    water: String,
    nodes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PeopleFile {
    population: u32,
    wealth: u16,
    loyalty: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WallsFile {
    far: u16,
    fas: u16,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct HeldFile {
    sovereign: Option<String>,
    feudatory: Option<String>,
    tenant: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TariffsFile {
    import: u8,
    export: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaFile {
    node: Vec<NodeFile>,
    #[serde(default)]
    ferry: Vec<FerryFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeFile {
    name: String,
    at: String,
    water: String,
    links: Vec<String>,
    depth: Option<u16>,
    #[serde(default)]
    narrow: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FerryFile {
    ends: [String; 2],
    midpoint: String,
    /// Longer than ferries are, as between Dover and Calais (RN-33.1).
    #[serde(default)]
    long: bool,
}

/// Greatest population of a place.
const PEOPLE_MOST: u32 = 5_000_000;
/// Usual tariffs in per cent (section 8.2).
const TARIFF: u8 = 5;
/// The usual garrison: one in so many of the people, at most so many (section 8.2).
const GARRISON: (u32, u32) = (50, 400);
/// Shares of the people that a garrison never exceeds: one in so many (RN-60.2).
const GARRISON_MOST: u32 = 20;

/// The map, without the districts of the church.
pub(super) fn board(
    towns: &TownsFile, sea: &SeaFile, names: &Names, market: &Tables, rulings: &Rulings,
) -> Checked<Board> {
    let nodes = Lookup::new(SEA, "sea node", sea.node.iter().map(|node| node.name.as_str()))?;
    if nodes.count() > MOST {
        return Err(wrong(SEA, "node", format!("a scenario has at most {MOST} sea nodes")));
    }
    let mut board = Board::default();
    let mut points = BTreeSet::new();
    for town in &towns.town {
        let record = location(town, &nodes, names, market, &mut board)?;
        if !points.insert((record.point.lat, record.point.lon)) {
            return Err(wrong(TOWNS, town.name.as_str(), "another place is at the same point"));
        }
        board.locations.push(record);
    }
    board.nodes = sea_nodes(sea, &nodes, &mut board.waters)?;
    board.ferries = ferries(sea, names, &board, rulings)?;
    Ok(board)
}

/// The place of a name in a list, which it joins if it is new.
fn listed(list: &mut Vec<Name>, name: &str) -> usize {
    list.iter().position(|it| it.as_str() == name).unwrap_or_else(|| {
        list.push(name.into());
        list.len() - 1
    })
}

fn location(
    town: &TownFile, nodes: &Lookup, names: &Names, market: &Tables, board: &mut Board,
) -> Checked<LocationRecord> {
    let fault = |reason: String| wrong(TOWNS, town.name.as_str(), reason);
    let market = the_market(town, market)?;
    let (supply, supplied) = market.supply.into_iter().unzip();
    let (demand, demanded) = market.demand.into_iter().unzip();
    let start = Location { supply: supplied, demand: demanded, ..as_it_stands(town, names)? };
    let (water, nodes) = match &town.port {
        None => (None, Vec::new()),
        Some(port) if port.depth == 0 || port.nodes.is_empty() => {
            return Err(fault("a port is 1 foot deep or more and opens on a sea node".into()));
        }
        Some(port) => {
            let mut all = nodes.find_all(TOWNS, &town.name, &port.nodes, SeaId::at)?;
            all.sort_unstable();
            all.dedup();
            (Some(WaterId::at(listed(&mut board.waters, &port.water))), all)
        }
    };
    Ok(LocationRecord {
        name: town.name.as_str().into(),
        point: notation::point(&town.place.at).map_err(fault)?,
        land: LandId::at(listed(&mut board.lands, &town.place.land)),
        water,
        nodes,
        see: None,
        colonizable: town.colonizable,
        china: town.china,
        supply,
        demand,
        start,
    })
}

fn the_market(town: &TownFile, market: &Tables) -> Checked<Market> {
    let fault = |reason: &str| wrong(TOWNS, town.name.as_str(), reason);
    match (&town.people, &town.place.region) {
        (None, _) if !town.supply.is_empty() => Err(fault("nobody lives there to supply anything: name its people")),
        (None, _) => Ok(Market::default()),
        (Some(_), None) => Err(fault("a place with people has a region, from which its prices follow")),
        (Some(people), Some(region)) => market.market(&MarketTown {
            name: &town.name,
            population: people.population,
            region,
            is_port: town.port.is_some(),
            supply: &town.supply,
        }),
    }
}

fn as_it_stands(town: &TownFile, names: &Names) -> Checked<Location> {
    let fault = |reason: String| wrong(TOWNS, town.name.as_str(), reason);
    let title = |name: &Option<String>| name.as_deref().map(|it| names.title(TOWNS, &town.name, it)).transpose();
    let rating = |what: &str, points: u16| {
        let fits = points <= Rating::MOST;
        fits.then(|| Rating::new(i64::from(points))).ok_or_else(|| fault(format!("{what} is 0 to 999 (RN-R7)")))
    };
    let blank = Location::default();
    let mut here = match &town.people {
        None => blank,
        Some(people) if !(1..=PEOPLE_MOST).contains(&people.population) => {
            return Err(fault(format!("a population is 1 to {PEOPLE_MOST}")));
        }
        Some(people) => Location {
            population: people.population,
            wealth: rating("wealth", people.wealth)?,
            loyalty: rating("loyalty", people.loyalty)?,
            magistrate: Holder::NonPlayer,
            import_tariff: TARIFF,
            export_tariff: TARIFF,
            ..blank
        },
    };
    if let Some(walls) = &town.walls {
        (here.far, here.fas) = (rating("far", walls.far)?, rating("fas", walls.fas.max(1))?);
    }
    if let Some(tariffs) = &town.tariffs {
        (here.import_tariff, here.export_tariff) = (tariffs.import, tariffs.export);
    }
    if here.import_tariff > 99 || here.export_tariff > 99 {
        return Err(fault("tariffs are 0 to 99 per cent (RN-17.2)".into()));
    }
    here.depth = town.port.as_ref().map_or(0, |port| port.depth);
    here.sovereign = title(&town.held.sovereign)?;
    here.feudatory = title(&town.held.feudatory)?;
    here.tenant = title(&town.held.tenant)?;
    here.selection = town.magistrate.unwrap_or(here.selection);
    let usual = (here.population / GARRISON.0).min(GARRISON.1);
    here.garrison = town.garrison.unwrap_or(if here.tenant.is_some() { usual } else { 0 });
    if here.garrison > here.population / GARRISON_MOST {
        return Err(fault("a garrison is at most a twentieth of the people (RN-60.2)".into()));
    }
    if here.garrison > 0 && here.tenant.is_none() {
        return Err(fault("a garrison is a tenant's (RN-60.1)".into()));
    }
    Ok(here)
}

fn sea_nodes(sea: &SeaFile, lookup: &Lookup, waters: &mut Vec<Name>) -> Checked<Vec<SeaNode>> {
    let mut all = Vec::new();
    for node in &sea.node {
        let mut links = lookup.find_all(SEA, &node.name, &node.links, SeaId::at)?;
        links.sort_unstable();
        links.dedup();
        let point = notation::point(&node.at).map_err(|reason| wrong(SEA, node.name.as_str(), reason))?;
        all.push(SeaNode {
            name: node.name.as_str().into(),
            point,
            water: WaterId::at(listed(waters, &node.water)),
            depth: node.depth.unwrap_or(u16::MAX),
            narrow: node.narrow,
            links,
        });
    }
    for (at, node) in all.iter().enumerate() {
        let here = SeaId::at(at);
        for link in &node.links {
            let other = &all[link.index()];
            if *link == here {
                return Err(wrong(SEA, node.name.as_str(), "is linked to itself"));
            }
            if !other.links.contains(&here) {
                let reason =
                    format!("is linked to {}, which is not linked to it: links stand at both ends", other.name);
                return Err(wrong(SEA, node.name.as_str(), reason));
            }
        }
    }
    Ok(all)
}

fn ferries(sea: &SeaFile, names: &Names, board: &Board, rulings: &Rulings) -> Checked<Vec<Ferry>> {
    let mut all = Vec::new();
    for file in &sea.ferry {
        let place = file.ends.join(" and ");
        let fault = |reason: String| wrong(SEA, place.as_str(), reason);
        let [first, second] = &file.ends;
        let (first, second) = (names.town(SEA, &place, first)?, names.town(SEA, &place, second)?);
        let (a, b) = (first.min(second), first.max(second));
        let ends = (board.location(a), board.location(b));
        let length = great_circle(rulings.movement.earth_radius_tenths, ends.0.point, ends.1.point).miles();
        if a == b || ends.0.land == ends.1.land {
            return Err(fault("a ferry joins two places on different land masses (RN-33.1)".into()));
        }
        if length > Miles(rulings.movement.ferry_miles) && !file.long {
            return Err(fault(format!("{} miles is too far for a ferry (RN-33.1)", length.0)));
        }
        all.push(Ferry { a, b, midpoint: notation::point(&file.midpoint).map_err(fault)? });
    }
    all.sort_unstable_by_key(|ferry| (ferry.a, ferry.b));
    Ok(all)
}
