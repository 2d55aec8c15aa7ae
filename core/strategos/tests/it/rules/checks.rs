//! Cities, money, calendar, map, weather: one function a check, fed by rows.

use strategos::model::board::{Terrain, shipped};
use strategos::model::calendar::quarter;
use strategos::model::ids::HexId;
use strategos::model::measures::{Quarter, Talents, Turn};
use strategos::model::rulings::{Rulings, Weather};
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{RainRun, State};
use strategos::rules::founding::{self, WorkGroup};
use strategos::rules::tax::TaxFacts;
use strategos::rules::{city, money, plunder, roads, setup, tax, weather};
use testkit::casebook::{Given, Wrong, flag, same, text, whole};
use toml::{Table, Value};

use crate::rules::{Case, people, war};

/// Feeds a row to its check.
pub fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let rulings = Rulings::standard();
    let it = &mut given;
    let found = match case.check.as_str() {
        "tax" => one("tax", the_tax(&rulings, it)?),
        "capacity" => capacity(&rulings, it)?,
        "quarter_stores" => quarter_stores(&rulings, it)?,
        "may_found" => may_found(&rulings, it)?,
        "found_city" => found_city(it)?,
        "devastation" => devastation(&rulings, it)?,
        "pull_down" => pull_down(&rulings, it)?,
        "dv_cost" => dv_cost(&rulings, it)?,
        "fort_cost" => fort_cost(&rulings, it)?,
        "size_cost" => list_of("cost", it, "to_level", |level| int(founding::size_cost(&rulings, level as u8).0))?,
        "raid" => raid(&rulings, it)?,
        "loot" => loot(&rulings, it)?,
        "captured_city" => captured_city(&rulings, it)?,
        "road_price" => road_price(&rulings, it)?,
        "quarter" => list_of("quarter", it, "turn", |turn| {
            key(quarter(Quarter::Spring, rulings.calendar.weeks_per_quarter, Turn(turn as u16)))
        })?,
        "map" => map(it)?,
        "rain" => rain(&rulings, it)?,
        other => match people::check(other, &rulings, it)? {
            Some(found) => found,
            None => war::check(other, &rulings, it)?.ok_or_else(|| format!("there is no check {other}"))?,
        },
    };
    given.finish()?;
    let found = Value::Table(found);
    if same(&found, &case.expect) { Ok(()) } else { Err(format!("{found}, not {}", case.expect)) }
}

/// A whole number.
pub fn int(number: impl Into<i64>) -> Value {
    Value::from(number.into())
}

/// A table of one key.
pub fn one(key: &str, value: Value) -> Table {
    Table::from_iter([(key.to_owned(), value)])
}

/// A table.
pub fn all<const N: usize>(pairs: [(&str, Value); N]) -> Table {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A list of what a function makes of each number of a list.
pub fn list_of(name: &str, given: &mut Given, from: &str, of: impl Fn(i64) -> Value) -> Result<Table, Wrong> {
    let numbers = numbers(given, from)?;
    Ok(one(name, Value::Array(numbers.into_iter().map(of).collect())))
}

/// A list of whole numbers.
pub fn numbers(given: &mut Given, key: &str) -> Result<Vec<i64>, Wrong> {
    given.list(key)?.iter().map(whole).collect()
}

/// A list of truths.
pub fn flags(given: &mut Given, key: &str) -> Result<Vec<bool>, Wrong> {
    given.list(key)?.iter().map(flag).collect()
}

/// A value as data has it, such as `summer`.
pub fn key(value: impl serde::Serialize) -> Value {
    Value::try_from(value).expect("it is written")
}

/// What a key of data says, such as `hills`.
pub fn of_key<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, Wrong> {
    value.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())
}

/// A truth that may be absent.
pub fn maybe(given: &mut Given, key: &str) -> Result<bool, Wrong> {
    given.take(key).map_or(Ok(false), |value| flag(&value))
}

/// The smaller scenario at its start, as most rows need it.
pub fn world() -> (std::sync::Arc<Scenario>, State) {
    let sc = find("hellespontos-313bc").expect("it ships");
    let st = setup::start(&sc, &mut kernel::Dice::middling());
    (sc, st)
}

fn the_tax(rulings: &Rulings, given: &mut Given) -> Result<Value, Wrong> {
    let quarter: Quarter = of_key(&given.take("quarter").unwrap_or_else(|| Value::from("summer")))?;
    let weeks = given.maybe_int("weeks_since_loot")?;
    let spoiled = weeks.is_some_and(|weeks| {
        use strategos::model::ids::{CountryId, Power};
        let spoils =
            strategos::model::state::Spoils { pillage: false, by: Power::Country(CountryId(0)), done: Turn(100) };
        tax::is_spoiled(rulings, Some(&spoils), Turn(100 + weeks as u16))
    });
    let facts = TaxFacts {
        size: given.int("size")? as u8,
        winter: quarter.is_winter(),
        spoiled,
        beset: maybe(given, "enemy_outside_at_week_start")?,
        blockaded: maybe(given, "blockaded")?,
        ..TaxFacts::default()
    };
    Ok(int(tax::tax(rulings, &facts).0))
}

fn capacity(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (dv, regts, sqds) =
        (given.int("dv")? as u8, given.int("regts_wanting_in")? as u16, given.int("sqds_wanting_in")?);
    let (inside, outside) = city::admitted(rulings, dv, 0, regts);
    let most = city::defenders(rulings, dv, 1);
    Ok(all([
        ("regts_inside", int(inside)),
        ("regts_outside", int(outside)),
        ("sqds_inside", int(sqds)),
        ("max_garrison_units", int(most)),
    ]))
}

fn quarter_stores(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    // What is left over is nothing that the function asks for: it is lost (ST-1.9).
    let (supply, _) = (given.int("supply")? as u8, given.int("left_over")?);
    let of = |quarter| int(city::quarter_stores(rulings, supply, quarter));
    Ok(all([("stores_if_summer", of(Quarter::Summer)), ("stores_if_winter", of(Quarter::Winter))]))
}

fn may_found(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let lists = given.list("distances_to_existing_cities")?;
    let legal = lists.iter().map(|list| {
        let distances: Vec<u32> =
            list.as_array().ok_or("a list of lists")?.iter().map(whole).collect::<Result<_, Wrong>>()?;
        Ok(Value::from(founding::may_found_at(rulings, distances)))
    });
    Ok(one("legal", Value::Array(legal.collect::<Result<_, Wrong>>()?)))
}

/// Founds a city in open land of the smaller scenario, at the first hex where the distances allow it.
fn found_city(given: &mut Given) -> Result<Table, Wrong> {
    let (sc, mut st) = world();
    let country = sc.find_country("LYS").expect("he plays");
    st.country_mut(country).treasury = Talents(given.int("treasury")? as u32);
    let fits = |hex: &HexId| {
        let distances = st.sites.values().map(|site| site.hex.distance(*hex));
        sc.board.hex(*hex).terrain == Terrain::Clear && founding::may_found_at(&sc.rulings, distances)
    };
    let hex = sc.board.all().find(fits).ok_or("there is no room for a city")?;
    let site =
        founding::found_city(&sc, &mut st, country, hex, "Lysimacheia".into()).map_err(|no| format!("{no:?}"))?;
    let site = st.site(site);
    Ok(all([
        ("treasury", int(st.country(country).treasury.0)),
        ("size", int(site.size)),
        ("dv", int(site.dv)),
        ("supply", int(site.supply)),
        ("stores", int(site.stores)),
    ]))
}

fn devastation(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (mut size, weeks) = (given.int("size")? as u8, given.int("weeks")?);
    let regts = |regts: &Value| Ok(WorkGroup { regts: whole(regts)?, siege_trains: 0 });
    let groups = match given.take("groups") {
        Some(groups) => work_groups(&groups)?,
        None => given.list("groups_regts")?.iter().map(regts).collect::<Result<Vec<_>, Wrong>>()?,
    };
    let enemy = given.take("enemy_in_hex_at_week_start");
    let enemy: Vec<bool> = match &enemy {
        None => vec![false; weeks as usize],
        Some(list) => list.as_array().ok_or("a list")?.iter().map(flag).collect::<Result<_, Wrong>>()?,
    };
    enemy.into_iter().for_each(|enemy| size -= founding::devastated(rulings, &groups, enemy));
    Ok(one("size_after", int(size)))
}

fn work_groups(groups: &Value) -> Result<Vec<WorkGroup>, Wrong> {
    let read = |group: &Value| {
        let mut group = Given::new(group.as_table().ok_or("a group")?);
        let work = WorkGroup { regts: group.int("regts")? as u16, siege_trains: group.int("trains")? as u16 };
        group.finish().map(|()| work)
    };
    groups.as_array().ok_or("a list of groups")?.iter().map(read).collect()
}

fn pull_down(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let dv = given.int("dv")? as u8;
    let groups = work_groups(&Value::Array(given.list("groups")?))?;
    Ok(one("dv_after", int(dv - founding::pulled_down(rulings, &groups))))
}

fn dv_cost(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let costs: Vec<Option<Talents>> =
        numbers(given, "from_dv")?.into_iter().map(|dv| founding::dv_cost(rulings, dv as u8)).collect();
    let shown = costs.iter().map(|cost| cost.map_or(Value::from("none"), |cost| int(cost.0)));
    let legal = costs.iter().map(|cost| Value::from(cost.is_some()));
    Ok(all([("cost", Value::Array(shown.collect())), ("legal", Value::Array(legal.collect()))]))
}

fn fort_cost(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let cost = |strength| founding::fort_cost(rulings, strength as u8).map_or(Value::from("none"), |cost| int(cost.0));
    list_of("cost", given, "strength", cost)
}

fn raid(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let tax = Talents(the_tax(rulings, given)?.as_integer().unwrap_or_default() as u32);
    let units = match given.maybe_int("units")? {
        Some(units) => units,
        None => given.int("regts")? + given.int("sqds")?,
    };
    let raid = plunder::raid(rulings, units as u16, given.int("movement_points")? as u16, tax);
    Ok(all([("raid", int(raid.0)), ("city_tax_left", int(tax.0 - raid.0))]))
}

fn loot(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let size = given.int("size")? as u8;
    if given.int("weeks_per_quarter")? != i64::from(rulings.calendar.weeks_per_quarter) {
        return Err("the quarter is that of ST-R1".into());
    }
    let weeks = plunder::weeks_needed(rulings, size);
    Ok(all([("weeks_needed", int(weeks)), ("tlts", int(plunder::plunder(rulings, size, false).0))]))
}

fn captured_city(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let distances = numbers(given, "distance_to_own_or_allied_city")?;
    let bases = flags(given, "command_base")?;
    let spend = distances.into_iter().zip(bases);
    let spend = spend.map(|(distance, base)| money::captured_city_serves(rulings, distance as u32, base));
    Ok(one("spend", Value::Array(spend.map(Value::from).collect())))
}

fn road_price(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let need = given.list("hexes")?.into_iter().map(|hex| {
        let [terrain, river] = hex.as_array().ok_or("a pair")?.as_slice() else { return Err("a pair".to_owned()) };
        let price = roads::road_price(rulings, of_key(terrain)?, text(river)? == "river");
        Ok(price.map_or(Value::from("none"), |price| Value::Array(vec![int(price.regts), int(price.cost.0)])))
    });
    Ok(one("need", Value::Array(need.collect::<Result<_, Wrong>>()?)))
}

/// Places are named, with their coordinates where the vector gives them.
fn map(given: &mut Given) -> Result<Table, Wrong> {
    let board = shipped("anatolike").expect("it ships");
    let sc = find("diadochoi-310bc").expect("it ships");
    let mut place = |key: &str| -> Result<HexId, Wrong> {
        let word = given.text(key)?;
        let Some((_, at)) = word.split_once(" (") else {
            let city = sc.find_city(&word).ok_or_else(|| format!("there is no city {word}"))?;
            return Ok(sc.cities[city.index()].hex);
        };
        let (lat, lon) = at.trim_end_matches(')').split_once(", ").ok_or("two coordinates")?;
        let degrees = |word: &str| word[..word.len() - 2].parse::<f64>().map_err(|error| error.to_string());
        board.projection.locate(degrees(lat)?, degrees(lon)?).ok_or_else(|| format!("{word} is not on the map"))
    };
    let (a, b, c, d) = (place("a")?, place("b")?, place("c")?, place("d")?);
    Ok(all([
        ("sardis", Value::from(a.to_string())),
        ("ephesos", Value::from(b.to_string())),
        ("distance_ab", int(a.distance(b))),
        ("distance_cd", int(c.distance(d))),
    ]))
}

fn rain(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let mut run = RainRun::default();
    let (mut foot, mut cavalry) = (Vec::new(), Vec::new());
    for week in given.list("weeks")? {
        let state: Weather = of_key(&week)?;
        run = weather::after(run, state);
        let (of_foot, of_horse) = weather::rain_penalty(rulings, run);
        foot.push(int(-i64::from(of_foot)));
        cavalry.push(int(-i64::from(of_horse)));
    }
    Ok(all([("foot", Value::Array(foot)), ("cavalry", Value::Array(cavalry))]))
}
