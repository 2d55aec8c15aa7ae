//! All that is static about a scenario and known to all from the start, as JSON for clients: the same for every seat.
//!
//! What is hidden at the start is not here: garrisons, forces and leaders (section 6).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::model::board::{Board, Hex, Hexside, Terrain};
use crate::model::command::CommandKind;
use crate::model::ids::{CountryId, HexId};
use crate::model::measures::Turn;
use crate::model::scenario::{CityRecord, CountryRecord, Scenario};
use crate::model::units::UnitKind;
use crate::rules::pyramid;

/// A whole scenario.
pub fn scenario(sc: &Scenario) -> Value {
    json!({
        "id": sc.id,
        "title": sc.title,
        "summary": sc.summary.trim(),
        "about": sc.about.trim(),
        "calendar": {
            "begins": sc.date(Turn(1)),
            "ends": sc.date(Turn(sc.turn_limit)),
            "weeks": sc.turn_limit,
            "weeks_per_quarter": sc.weeks_per_quarter(),
            "first_year": sc.start_year,
            "first_quarter": sc.start_quarter.name(),
        },
        "capitals_to_win": sc.capitals_to_win,
        "seats": sc.countries.iter().map(|country| seat(sc, country)).collect::<Vec<_>>(),
        "map": map(&sc.board),
        "cities": sc.cities.iter().map(|record| city(sc, record)).collect::<Vec<_>>(),
        "units": UnitKind::ALL.map(|kind| unit(sc, kind)),
        "commands": CommandKind::ALL.map(|kind| command(sc, kind)),
        "rulings": sc.rulings,
    })
}

fn seat(sc: &Scenario, country: &CountryRecord) -> Value {
    let quota = |(kind, most): (&UnitKind, &u16)| json!({ "type": kind, "most_a_quarter": most });
    json!({
        "key": country.key,
        "name": country.name,
        "description": country.description.trim(),
        "colour": country.colour,
        "capital": sc.cities[country.capital.index()].name,
        "treasury": country.treasury,
        "morale": country.morale,
        "tax_target": country.tax_target,
        "may_build": UnitKind::ALL.into_iter().filter(|kind| may_build(sc, country, *kind)).collect::<Vec<_>>(),
        "quotas": country.quota.iter().map(quota).collect::<Vec<_>>(),
    })
}

fn may_build(sc: &Scenario, country: &CountryRecord, kind: UnitKind) -> bool {
    sc.units.of(kind).common || country.allowed.contains(&kind)
}

fn key(sc: &Scenario, country: Option<CountryId>) -> Value {
    country.map_or(Value::Null, |country| json!(sc.country(country).key))
}

fn city(sc: &Scenario, record: &CityRecord) -> Value {
    json!({
        "name": record.name,
        "hex": record.hex,
        "owner": key(sc, record.owner),
        "capital": record.capital,
        "size": record.size,
        "dv": record.dv,
        "supply": record.supply,
        "port": sc.board.is_harbour(record.hex),
        "shipyard": record.shipyard,
    })
}

fn unit(sc: &Scenario, kind: UnitKind) -> Value {
    let mut figures = json!(sc.units.of(kind));
    figures["type"] = json!(kind);
    figures["about"] = json!(kind.about());
    figures
}

/// ST-10: what a command costs and what it may be assigned to; a city or fort costs nothing by itself.
fn command(sc: &Scenario, kind: CommandKind) -> Value {
    let cost = pyramid::price(&sc.rulings, kind);
    let under: Vec<CommandKind> = CommandKind::ALL.into_iter().filter(|above| kind.may_be_under(*above)).collect();
    json!({ "type": kind, "cost": cost, "may_be_under": under })
}

/// The letters of the drawing.
const LETTERS: [(Terrain, char); 7] = [
    (Terrain::Clear, '.'),
    (Terrain::Cultivated, 'c'),
    (Terrain::Hills, 'h'),
    (Terrain::Forest, 'f'),
    (Terrain::Mountain, 'm'),
    (Terrain::Desert, 'd'),
    (Terrain::Sea, '~'),
];

fn letter(terrain: Terrain) -> char {
    LETTERS.iter().find(|(kind, _)| *kind == terrain).map_or('.', |(_, letter)| *letter)
}

/// The grid as rows of letters, a hex a letter, and what does not follow from it.
fn map(board: &Board) -> Value {
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for hex in board.all() {
        let next = codes.len();
        codes.entry(board.name(hex)).or_insert(next);
    }
    let mut names = vec![""; codes.len()];
    codes.iter().for_each(|(name, at)| names[*at] = name);
    let rows: Vec<Vec<HexId>> = rows(board);
    let drawn: Vec<String> =
        rows.iter().map(|row| row.iter().map(|hex| letter(board.hex(*hex).terrain)).collect()).collect();
    let name_of: Vec<Vec<usize>> =
        rows.iter().map(|row| row.iter().map(|hex| codes[board.name(*hex)]).collect()).collect();
    let with = |has: fn(&Hex) -> bool| board.all().filter(|hex| has(board.hex(*hex))).collect::<Vec<_>>();
    let projection = &board.projection;
    json!({
        "columns": rows.first().map_or(0, Vec::len),
        "rows": rows.len(),
        "layout": "pointy tops, odd rows half a hex to the right, ids CCRR from 0000 in the north-west",
        "projection": {
            "north": projection.north,
            "west": projection.west,
            "metres_per_lat": projection.metres_per_lat,
            "metres_per_lon": projection.metres_per_lon,
            "metres_per_hex": projection.metres_per_hex,
        },
        "letters": LETTERS.map(|(terrain, letter)| json!({ "letter": letter.to_string(), "terrain": terrain })),
        "terrain": drawn,
        "names": names,
        "name_of": name_of,
        "rivers": with(|hex| hex.river),
        "navigable": with(|hex| hex.navigable),
        "roads": with(|hex| hex.road),
        "hexsides": edges(board),
        "waters": waters(board),
    })
}

/// The hexes of the frame, row by row from the north.
fn rows(board: &Board) -> Vec<Vec<HexId>> {
    let mut rows: BTreeMap<u16, Vec<HexId>> = BTreeMap::new();
    for hex in board.all() {
        rows.entry(hex.row()).or_default().push(hex);
    }
    rows.into_values().collect()
}

/// Land forces cross a side between two land hexes, ships one with sea on either hand. Here are the sides that differ, and
/// those that ships pass on a river; the smaller hex first.
fn edges(board: &Board) -> Vec<Value> {
    let sides = board.all().flat_map(|from| board.hex(from).sides.iter().flatten().map(move |side| (from, *side)));
    sides
        .filter(|(from, side)| *from < side.to && *side != usual(board, *from, side))
        .map(|(from, side)| {
            json!({ "from": from, "to": side.to, "land": side.land, "sea": side.sea, "river": side.channel })
        })
        .collect()
}

/// The side as it would be by the terrain of its two hexes.
fn usual(board: &Board, from: HexId, side: &Hexside) -> Hexside {
    let wet = board.is_sea(from) || board.is_sea(side.to);
    Hexside { land: !wet, sea: wet, channel: false, ..*side }
}

/// Coastal hexes on more than one water: which is at each side, E, NE, NW, W, SW, SE, 0 for none. Ships that do not stop go on
/// along the water they came by (ST-R5).
fn waters(board: &Board) -> Vec<Value> {
    let of = |hex: HexId| board.hex(hex).sides.map(|side| side.map_or(0, |side| side.water));
    let several = board.all().map(|hex| (hex, of(hex))).filter(|(_, waters)| waters.iter().any(|water| *water > 0));
    several.map(|(hex, waters)| json!({ "hex": hex, "of_sides": waters })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::shipped::{find, shipped};

    fn object(value: &Value) -> &serde_json::Map<String, Value> {
        value.as_object().unwrap()
    }

    #[test]
    fn a_client_finds_everything_it_needs() {
        for sc in shipped() {
            let data = scenario(sc);
            let size = |key: &str| data[key].as_array().unwrap().len();
            assert_eq!((size("seats"), size("cities")), (sc.countries.len(), sc.cities.len()));
            assert_eq!((size("units"), size("commands")), (UnitKind::ALL.len(), CommandKind::ALL.len()));
            assert_eq!(data["map"]["terrain"][0].as_str().unwrap().len(), data["map"]["columns"]);
            assert_eq!(data["rulings"]["supply"]["line"], sc.rulings.supply.line);
            let text = data.to_string();
            assert!(text.len() < 150_000, "{}", text.len());
        }
        let data = scenario(&find("diadochoi-310bc").unwrap());
        let of = |list: &str, field: &str, name: &str| {
            data[list].as_array().unwrap().iter().find(|it| it[field] == name).unwrap().clone()
        };
        assert_eq!(of("units", "type", "light_horse")["scouting"], 8);
        assert_eq!(of("units", "type", "transport_sqd")["carries"], 4);
        assert_eq!(of("commands", "type", "division")["cost"], 100);
        assert_eq!(of("cities", "name", "Kardia")["owner"], "LYS");
        assert_eq!(of("cities", "name", "Rhodes")["owner"], Value::Null);
        let ant = of("seats", "key", "ANT");
        assert_eq!((&ant["capital"], &ant["quotas"][0]["most_a_quarter"]), (&json!("Kelainai"), &json!(2)));
        assert!(ant["may_build"].as_array().unwrap().contains(&json!("elephant")));
    }

    /// Section 6: what only its owner knows at the start stands in no answer that all may read.
    #[test]
    fn what_is_hidden_at_the_start_is_not_told() {
        let data = scenario(&find("hellespontos-313bc").unwrap());
        for hidden in ["garrison", "commander", "leaders"] {
            let told = |list: &Value| list.as_array().unwrap().iter().any(|it| object(it).contains_key(hidden));
            assert!(!object(&data).contains_key(hidden) && !told(&data["cities"]) && !told(&data["seats"]), "{hidden}");
        }
        assert!(!data.to_string().contains("Eumelos"), "a leader of Lysimachos");
    }

    #[test]
    fn the_map_can_be_rebuilt_from_the_data() {
        let sc = find("diadochoi-310bc").unwrap();
        let (board, data) = (&sc.board, scenario(&sc)["map"].clone());
        let drawn = |hex: HexId| {
            let row = data["terrain"][usize::from(hex.row())].as_str().unwrap();
            row.chars().nth(usize::from(hex.column())).unwrap()
        };
        let differ: BTreeMap<(String, String), &Value> = data["hexsides"]
            .as_array()
            .unwrap()
            .iter()
            .map(|side| ((side["from"].as_str().unwrap().into(), side["to"].as_str().unwrap().into()), side))
            .collect();
        for from in board.all() {
            let terrain = LETTERS.iter().find(|(_, letter)| *letter == drawn(from)).unwrap().0;
            assert_eq!(terrain, board.hex(from).terrain, "{from}");
            let name = data["name_of"][usize::from(from.row())][usize::from(from.column())].as_u64().unwrap();
            assert_eq!(data["names"][name as usize], board.name(from));
            for side in board.hex(from).sides.iter().flatten().filter(|side| side.to > from) {
                let wet = [from, side.to].iter().any(|hex| drawn(*hex) == '~');
                let told = differ.get(&(from.to_string(), side.to.to_string()));
                let passes =
                    told.map_or((!wet, wet, false), |it| (it["land"] == true, it["sea"] == true, it["river"] == true));
                assert_eq!(passes, (side.land, side.sea, side.channel), "{from}-{}", side.to);
            }
        }
        assert_eq!(drawn("4848".parse().unwrap()), '.', "Tyre");
    }
}
