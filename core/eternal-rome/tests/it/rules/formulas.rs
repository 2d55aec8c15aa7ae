//! Formulas: one function each, fed by rows.

use eternal_rome::model::costs;
use eternal_rome::model::{map, names};
use eternal_rome::rules::combat::crt;
use eternal_rome::rules::strength;
use eternal_rome::rules::{cities, morale};
use kernel::map::Mode;
use testkit::casebook::{Given, Wrong, same, table, text, whole};
use toml::{Table, Value};

use crate::rules::cases::Case;
use crate::rules::world::{World, kind, month};

/// Feeds a row to its formula.
pub fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let found = match case.check.as_str() {
        "month_index" => Value::from(i64::from(month(&given.text("month")?)?.0)),
        "values" => values(&mut given)?,
        "results" => results(&mut given)?,
        "morale_modifier" => {
            let (attacker, defender) = (given.int("attacker")? as u16, given.int("defender")? as u16);
            Value::from(i64::from(morale::modifier(attacker, defender)))
        }
        "leader_value" => leader_value(&mut given)?,
        "march" => way(&mut given, Mode::Land)?,
        "voyage" => way(&mut given, Mode::Sea)?,
        "hex" => {
            let world = World::new(&Table::new())?;
            Value::from(world.hex(&given.text("city")?)?.to_string())
        }
        "distance" => {
            let world = World::new(&Table::new())?;
            let (from, to) = (world.hex(&given.text("from")?)?, world.hex(&given.text("to")?)?);
            Value::from(i64::from(map::distance(from, to)))
        }
        "control" => control(&mut given)?,
        "place" => return place(&mut given, &case.expect),
        "reaches" => reaches(&mut given)?,
        "scenario" => return scenario(&mut given, &case.expect),
        other => return Err(format!("there is no check {other}")),
    };
    given.finish()?;
    if same(&found, &case.expect) { Ok(()) } else { Err(format!("{found}, not {}", case.expect)) }
}

/// Land, sea and stacking values of `units` and `new` in a month.
fn values(given: &mut Given) -> Result<Value, Wrong> {
    let mut world = World::new(&Table::new())?;
    if let Some(at) = given.take("at") {
        world.st.month = month(text(&at)?)?;
    }
    let mut bands = Vec::new();
    for (key, seasoned) in [("units", true), ("new", false)] {
        for (word, count) in given.table(key)? {
            let count = whole(&count)?;
            bands.push(eternal_rome::model::state::Band { kind: kind(&word)?, seasoned, spent: 0, count });
        }
    }
    let values = strength::of_bands(&world.sc, &world.st, &bands);
    let shown = [strength::show(values.land4), strength::show(values.sea4), values.stacking.to_string()];
    Ok(Value::from(shown.join("/")))
}

/// Per cent of losses on both sides.
fn results(given: &mut Given) -> Result<Value, Wrong> {
    let world = World::new(&Table::new())?;
    let (attack, defence) = (given.int("attack")? as u32, given.int("defence")? as u32);
    let (attacker, defender) = crt::losses(&world.sc, attack, defence, given.int("roll")? as i32);
    Ok(Value::from(format!("{attacker}/{defender}")))
}

fn leader_value(given: &mut Given) -> Result<Value, Wrong> {
    let mut settings = Table::new();
    let name = given.text("leader")?;
    if let Some(land) = given.take("land") {
        let facts = Table::from_iter([("land".to_owned(), land)]);
        settings.insert("leader".into(), Value::Table(Table::from_iter([(name.clone(), Value::Table(facts))])));
    }
    let world = World::new(&settings)?;
    let leader = world.leader(&name)?;
    Ok(Value::from(i64::from(morale::leader_value(&world.sc, &world.st, leader))))
}

/// Movement points along hexes, the first being where the force stands; `"no way"` when a step is barred.
fn way(given: &mut Given, mode: Mode) -> Result<Value, Wrong> {
    let mut settings = Table::new();
    if let Some(provinces) = given.take("province") {
        settings.insert("province".into(), provinces);
    }
    if let Some(hexes) = given.take("hex") {
        settings.insert("hex".into(), hexes);
    }
    let world = World::new(&settings)?;
    let winter = given.take("winter").is_some_and(|value| value == Value::Boolean(true));
    let hexes = given.list("way")?;
    let hexes = hexes.iter().map(|word| world.hex(text(word)?)).collect::<Result<Vec<_>, Wrong>>()?;
    let steps = hexes.windows(2).map(|pair| costs::step(&world.sc, pair[0], pair[1], mode, winter));
    let sum: Option<u16> = steps.sum();
    Ok(sum.map_or(Value::from("no way"), |sum| Value::from(i64::from(sum))))
}

/// Who controls a province of a capital and other cities, given who holds what (ER-4.2 to ER-4.4).
fn control(given: &mut Given) -> Result<Value, Wrong> {
    let mut world = World::new(&Table::new())?;
    let province = world.province(&given.text("province")?)?;
    for (city, power) in given.table("holds")? {
        let (city, power) = (world.city(&city)?, world.power(text(&power)?)?);
        world.st.city_mut(city).controller = power;
    }
    if let Some(before) = given.take("before") {
        let power = names::find_power(&world.sc, text(&before)?);
        world.st.province_mut(province).controller = power;
    }
    let controller = cities::controller(&world.sc, &world.st, province);
    Ok(Value::from(controller.map_or(String::new(), |power| world.sc.power(power).code.to_string())))
}

/// Every key of `expect` as `found` has it.
fn agree(found: Table, expect: &Value) -> Result<(), Wrong> {
    for (key, wanted) in table("what is expected", expect)? {
        let found = found.get(key).ok_or_else(|| format!("there is no {key} here"))?;
        if !same(wanted, found) {
            return Err(format!("{key}: {found}, not {wanted}"));
        }
    }
    Ok(())
}

fn empty_world(given: &mut Given) -> Result<World, Wrong> {
    let mut settings = Table::new();
    if let Some(scenario) = given.take("scenario") {
        settings.insert("scenario".into(), scenario);
    }
    World::new(&settings)
}

/// What the map says of a hex.
fn place(given: &mut Given, expect: &Value) -> Result<(), Wrong> {
    let world = empty_world(given)?;
    let id = world.hex(&given.text("hex")?)?;
    let hex = world.sc.hex(id);
    let shown = |value: Result<Value, toml::ser::Error>| value.unwrap_or_else(|_| Value::from(""));
    let mut found = Table::new();
    found.insert("land".into(), shown(Value::try_from(hex.land)));
    found.insert("sea".into(), shown(Value::try_from(hex.sea)));
    found.insert("closed".into(), Value::from(costs::closed(&world.sc, id)));
    let province = hex.province.map_or(String::new(), |id| world.sc.province(id).name.to_string());
    found.insert("province".into(), Value::from(province));
    if let Some(city) = hex.city {
        let info = world.sc.city(city);
        let capital = world.sc.province(info.province).capital == Some(city);
        found.insert("city".into(), Value::from(info.name.to_string()));
        found.insert("port".into(), Value::from(info.port));
        found.insert("fortification".into(), Value::from(i64::from(info.fortification)));
        found.insert("capital".into(), Value::from(capital));
    }
    given.finish()?;
    agree(found, expect)
}

/// Whether all these cities are joined by ways over land and sea.
fn reaches(given: &mut Given) -> Result<Value, Wrong> {
    let world = empty_world(given)?;
    let hexes = given.list("cities")?;
    let hexes = hexes.iter().map(|word| world.hex(text(word)?)).collect::<Result<Vec<_>, Wrong>>()?;
    let mut seen = vec![false; world.sc.hexes.len()];
    let mut open: Vec<_> = hexes.first().copied().into_iter().collect();
    while let Some(here) = open.pop() {
        if std::mem::replace(&mut seen[here.index()], true) {
            continue;
        }
        let ways = world.sc.hex(here).sides.iter().flatten().filter(|side| side.land || side.sea);
        open.extend(ways.map(|side| side.to).filter(|&to| !costs::closed(&world.sc, to)));
    }
    Ok(Value::from(hexes.iter().all(|hex| seen[hex.index()])))
}

/// The frame of a scenario.
fn scenario(given: &mut Given, expect: &Value) -> Result<(), Wrong> {
    let world = empty_world(given)?;
    let sc = &world.sc;
    let list = |words: Vec<String>| Value::Array(words.into_iter().map(Value::from).collect());
    let mut found = Table::new();
    found.insert("begins".into(), Value::from(sc.start.to_string()));
    found.insert("ends".into(), Value::from(sc.end.to_string()));
    found.insert("seats".into(), list(sc.seats.iter().map(|seat| seat.key.clone()).collect()));
    let needed: i64 = sc.seats.iter().map(|seat| i64::from(seat.majors_needed)).sum();
    found.insert("majors_needed".into(), Value::from(needed));
    for (at, seat) in sc.seats.iter().enumerate() {
        let powers = eternal_rome::rules::relations::powers_of(sc, &world.st, kernel::SeatId(at as u16));
        found.insert(seat.key.clone(), list(powers.iter().map(|power| sc.power(power).code.to_string()).collect()));
    }
    given.finish()?;
    agree(found, expect)
}
