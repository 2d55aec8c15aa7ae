//! Movement (RN-30 to RN-37) as rows of data: `tests/cases/README-movement.md` tells what a row may say.

use kernel::{Dice, GameSeed};
use renaissance::model::calendar::Month;
use renaissance::model::distance::Length;
use renaissance::model::goods::Good;
use renaissance::model::measures::{Point, Rating};
use renaissance::model::persona::{Assets, Persona};
use renaissance::model::rulings::{Movement, Rulings};
use renaissance::model::shipped;
use renaissance::model::skills::Skill;
use renaissance::model::troops::Troop;
use renaissance::rules::battle::exact::Exact;
use renaissance::rules::movement::attrition::{free_by_land, is_deadly, rate_by_land, rate_by_water, wear};
use renaissance::rules::movement::load::{Carriage, Load, abandon, floats};
use renaissance::rules::movement::march::ferry_fee;
use renaissance::rules::movement::range::{Conditions, is_winter, range};
use renaissance::rules::movement::roads::{Roadwork, changed};
use renaissance::rules::movement::sea::{self, Mooring};
use renaissance::rules::movement::voyage::lose_ships;
use testkit::casebook::{Given, Wrong, shows, whole};

use crate::common::{BOOK, Case};
use toml::{Table, Value};

fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let figures = Rulings::standard().movement.clone();
    let mut persona = Persona { assets: assets(&mut given)?, morale: Rating::new(500), ..Persona::default() };
    let found = match case.check.as_str() {
        "load" => load(&figures, &persona.assets),
        "abandon" => abandoned(&figures, &mut persona.assets, faces(&mut given)?),
        "march" => march(&figures, &mut persona, &mut given)?,
        "range" => miles_by_water(&figures, &mut persona, &mut given)?,
        "draft" => {
            let feet = given.int("feet")? as u32;
            table([("floats", floats(&persona.assets, feet).into())])
        }
        "ferry" => table([("ducats", number(ferry_fee(&figures, &persona.assets).whole()))]),
        "wear" => wear_of_ships(&figures, &mut persona.assets, &mut given)?,
        "road" => road(&mut given)?,
        "sea_way" => sea_way(&mut given)?,
        other => return Err(format!("there is no check {other}")),
    };
    given.finish()?;
    shows(found, &case.expect)
}

fn assets(given: &mut Given) -> Result<Assets, Wrong> {
    let mut assets = Assets::default();
    for (key, value) in given.table("men")? {
        assets.troops[Troop::of_key(&key).ok_or(format!("there are no {key}"))?] = whole(&value)?;
    }
    for (key, value) in given.table("goods")? {
        assets.goods.add(Good::of_key(&key).ok_or(format!("there is no {key}"))?, whole(&value)?);
    }
    Ok(assets)
}

/// The faces of the dice, if the row says so.
fn faces(given: &mut Given) -> Result<Option<Vec<i32>>, Wrong> {
    let Some(faces) = given.take("dice") else { return Ok(None) };
    let faces = faces.as_array().ok_or("dice are a list of faces")?;
    faces.iter().map(|face| whole(face).map(|face: u32| face as i32)).collect::<Result<_, _>>().map(Some)
}

fn load(figures: &Movement, assets: &Assets) -> Table {
    let load = Load::of(figures, assets, Carriage::Land);
    table([("quarters_too_much", number(load.excess())), ("moves", (load.excess() == 0).into())])
}

fn abandoned(figures: &Movement, assets: &mut Assets, dice: Option<Vec<i32>>) -> Table {
    let seed = GameSeed::from_number(3);
    let mut dice = dice.map_or_else(|| Dice::for_step(&seed, 1), Dice::scripted);
    let before = assets.clone();
    abandon(figures, assets, Carriage::Land, &mut dice.stream("abandonment", 0, 0));
    let lost = before.goods.iter().map(|(good, count)| (good, count - assets.goods.of(good))).filter(|it| it.1 > 0);
    let lost: Table = lost.map(|(good, count)| (good.key().to_owned(), i64::from(count).into())).collect();
    let left = Load::of(figures, assets, Carriage::Land).excess();
    table([("left_behind", lost.into()), ("quarters_too_much", number(left))])
}

fn march(figures: &Movement, persona: &mut Persona, given: &mut Given) -> Result<Table, Wrong> {
    let popularity = Rating::new(given.int_or("popularity", 500)?);
    let miles = given.int_or("miles", 0)? as u32;
    let free = free_by_land(figures, popularity, given.take("prescribed").is_some());
    let beyond = miles.saturating_sub(free);
    let rate = rate_by_land(figures, beyond);
    let toll = wear(persona, rate);
    let men = Troop::ALL.iter().filter(|troop| toll.men[**troop] > 0);
    let mut lost: Table = men.map(|troop| (troop.key().to_owned(), i64::from(toll.men[*troop]).into())).collect();
    lost.extend(toll.goods.iter().map(|(good, count)| (good.key().to_owned(), i64::from(*count).into())));
    Ok(table([
        ("free", i64::from(free).into()),
        ("rate", format!("{}/{}", rate.numerator(), rate.denominator()).into()),
        ("lost", lost.into()),
        ("dies", is_deadly(figures, beyond).into()),
        ("morale", i64::from(persona.morale.get()).into()),
    ]))
}

/// Miles without loss; `month` and `latitudes`, in degrees, say whether it is summer.
fn miles_by_water(figures: &Movement, persona: &mut Persona, given: &mut Given) -> Result<Table, Wrong> {
    persona.popularity = Rating::new(given.int_or("popularity", 500)?);
    persona.skills.set(Skill::Navigation, Rating::new(given.int("navigation")?), 21);
    let month = given.text("month")?;
    let month = Month::of_key(&month).ok_or(format!("there is no month {month}"))?;
    let latitudes = given.list("latitudes")?;
    let points = latitudes.iter().map(|it| whole(it).map(|degrees: i64| Point { lat: degrees as i16 * 100, lon: 0 }));
    let points = points.collect::<Result<Vec<_>, _>>()?;
    let conditions = Conditions {
        open_water: given.take("open_water").is_some(),
        winter: is_winter(figures, month, &points),
        prescribed: given.take("prescribed").is_some(),
    };
    Ok(table([("miles", i64::from(range(figures, persona, conditions)).into())]))
}

/// What a part of ships lost leaves: `part` is its numerator and denominator, or `beyond` the miles that it comes of.
fn wear_of_ships(figures: &Movement, assets: &mut Assets, given: &mut Given) -> Result<Table, Wrong> {
    let before = assets.clone();
    let rate = match given.take("part") {
        Some(Value::Array(part)) if part.len() == 2 => Exact::new(whole(&part[0])?, whole(&part[1])?),
        _ => rate_by_water(figures, given.int("beyond")? as u32),
    };
    lose_ships(figures, assets, rate);
    let lost = before.iter().map(|(asset, count)| (asset, count - assets.of(asset))).filter(|it| it.1 > 0);
    let lost: Table = lost.map(|(asset, count)| (asset.key().to_owned(), i64::from(count).into())).collect();
    Ok(table([("lost", lost.into())]))
}

/// What an engineer makes of a road; lengths in hundredths of a mile.
fn road(given: &mut Given) -> Result<Table, Wrong> {
    let length = |hundredths: i64| Length(hundredths as u64 * 10_000);
    let (full, now) = (length(given.int("full")?), length(given.int("now")?));
    let work = if given.take("lengthen").is_some() { Roadwork::Lengthen } else { Roadwork::Build };
    let after = changed(&Rulings::standard().roads, work, full, now, Rating::new(given.int("engineering")?));
    Ok(table([("length", ((after.0 / 10_000) as i64).into())]))
}

/// The way by water in the Italy of 1493, over `via` where it is prescribed.
fn sea_way(given: &mut Given) -> Result<Table, Wrong> {
    let sc = shipped::find("italy-1493").ok_or("Italy is not there")?;
    let mooring = |name: &str| -> Result<Mooring, Wrong> {
        let port = sc.board.location_named(name).map(Mooring::Port);
        let point = || -> Option<Mooring> {
            let (lat, lon) = name.split_once(',')?;
            Some(Mooring::Open(Point::new(lat.trim().parse().ok()?, lon.trim().parse().ok()?)?))
        };
        port.or_else(point).ok_or(format!("there is no {name}"))
    };
    let (from, to) = (mooring(&given.text("from")?)?, mooring(&given.text("to")?)?);
    let via = given.words("via")?;
    let via = via.iter().map(|name| sc.board.node_named(name).ok_or(format!("there is no node {name}")));
    let via = via.collect::<Result<Vec<_>, _>>()?;
    let nodes = sea::route(&sc, from, &via, to);
    let miles = nodes.as_ref().map(|nodes| sea::length(&sc, &sea::points(&sc, from, nodes, to)).miles().0);
    let names = nodes.into_iter().flatten().map(|node| Value::from(sc.board.node(node).name.to_string()));
    Ok(table([
        ("nodes", names.collect::<Vec<_>>().into()),
        ("miles", miles.map_or_else(|| "none".into(), |miles| i64::from(miles).into())),
    ]))
}

fn table<const N: usize>(found: [(&str, Value); N]) -> Table {
    found.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

testkit::rows::tests!("movement", BOOK, check);
