//! Formulas: one function each, fed by rows.

use eternal_rome::costs;
use eternal_rome::phases::combat::crt;
use eternal_rome::phases::{cities, morale};
use eternal_rome::{map, names, strength};
use kernel::map::Mode;
use toml::{Table, Value};

use crate::cases::{Case, Given, Wrong, same};
use crate::world::{World, kind, month, text, whole};

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
            bands.push(eternal_rome::state::Band { kind: kind(&word)?, seasoned, spent: 0, count });
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
    let world = World::new(&Table::new())?;
    let leader = world.leader(&given.text("leader")?)?;
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
