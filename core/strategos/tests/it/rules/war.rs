//! March, battle, siege, assault, supply, attrition, revolt: one function a check, fed by rows.

use strategos::model::board::Terrain;
use strategos::model::measures::{Credit, MovePoints};
use strategos::model::rulings::Rulings;
use strategos::rules::assault::{self, AssaultForm, AssaultSide, Prospect};
use strategos::rules::battle::{self, BattleSide};
use strategos::rules::supply::Pasture;
use strategos::rules::{attrition, losses, march, revolt, siege, supply};
use testkit::casebook::{Given, Wrong, flag, text};
use toml::{Table, Value};

use crate::rules::checks::{all, flags, int, key, list_of, numbers, of_key, one};

/// The check of a name; `None` if it is not here.
pub fn check(name: &str, rulings: &Rulings, it: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "blockade" => blockade(it)?,
        "assault_sv" => assault_sv(rulings, it)?,
        "assault" => the_assault(rulings, it)?,
        "impulses" => impulses(rulings, it)?,
        "impulses_terrain" => impulses_terrain(rulings, it)?,
        "battle" => the_battle(rulings, it)?,
        "loss_rounding" => loss_rounding(it)?,
        "forage" => forage(rulings, it)?,
        "hunger" => hunger(rulings, it)?,
        "fleet_supply" => fleet_supply(rulings, it)?,
        "forced_attrition" => forced_attrition(rulings, it)?,
        "siege" => the_siege(rulings, it)?,
        "starvation" => starvation(rulings, it)?,
        "revolt_chance" => revolt_chance(rulings, it)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn cases(given: &mut Given) -> Result<Vec<Given>, Wrong> {
    let list = given.list("cases")?;
    list.iter().map(|case| Ok(Given::new(case.as_table().ok_or("a table")?))).collect()
}

fn blockade(given: &mut Given) -> Result<Table, Wrong> {
    let size = 6; // The vector's title says so.
    let able = cases(given)?.into_iter().map(|mut case| {
        let (port, regts, sqds) = (case.flag("port")?, case.int("regts")? as u16, case.int("sqds")? as u16);
        case.finish().map(|()| Value::from(siege::may_blockade(size, port, regts, sqds)))
    });
    Ok(one("blockade", Value::Array(able.collect::<Result<_, Wrong>>()?)))
}

/// SV only: no people, no walls, no commanders.
fn assault_sv(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (attack, garrison) = (given.int("attacker_sv")? as u32, given.int("garrison_sv")? as u32);
    let dv = given.int("dv")? as u8;
    let defence = assault::behind_walls(garrison, dv);
    let prospect = assault::prospect(rulings, assault::odds(attack, defence), AssaultForm::Storm);
    let repulse = matches!(prospect, Prospect::Repulse { .. });
    let mut found = one("defence", int(defence));
    if repulse {
        found.insert("result".into(), Value::from("bloody_repulse"));
    } else {
        found.insert("automatic_repulse".into(), Value::from(repulse));
    }
    Ok(found)
}

fn the_assault(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let side = |ma: i64| AssaultSide { ma: ma as u8, ..AssaultSide::default() };
    let (attacker, defender) = (side(given.int("attacker_ma")?), side(given.int("defender_ma")?));
    let (sv, garrison) = (given.int("attacker_sv")? as u32, given.int("garrison_sv")? as u32);
    let (size, dv) = (given.int("size")? as u8, given.int("dv")? as u8);
    let form: AssaultForm = of_key(&given.take("form").ok_or("a form")?)?;
    let a = assault::attack_strength(sv, assault::modifier(rulings, &attacker, &defender));
    let d = assault::defence_strength(garrison, size, dv, assault::modifier(rulings, &defender, &attacker));
    let x = assault::odds(a, d);
    let mut found = all([("A", int(a)), ("D", int(d)), ("X", int(x))]);
    match assault::prospect(rulings, x, form) {
        Prospect::Repulse { attacker, defender } => {
            found.insert("attacker_loss_failure".into(), int(attacker));
            found.insert("defender_loss_failure".into(), int(defender));
        }
        Prospect::Chance { needed, success, failure, defender } => found.extend(all([
            ("needed_d10", int(needed)),
            ("attacker_loss_success", int(success)),
            ("attacker_loss_failure", int(failure)),
            ("defender_loss_failure", int(defender)),
        ])),
    }
    Ok(found)
}

fn credits(rulings: &Rulings, points: i32) -> Credit {
    Credit((points * rulings.march.credit_per_point) as u16)
}

fn entered(rulings: &Rulings, mp: i64, costs: &[Credit]) -> Value {
    Value::Array(march::arrivals(rulings, MovePoints(mp as u8), costs).into_iter().map(int).collect())
}

fn impulses(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (mps, hexes) = (numbers(given, "mp")?, numbers(given, "hexes")?);
    let rows = mps.into_iter().zip(hexes);
    let rows =
        rows.map(|(mp, hexes)| (format!("mp{mp}"), entered(rulings, mp, &vec![credits(rulings, 1); hexes as usize])));
    Ok(rows.collect())
}

fn impulses_terrain(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let mp = given.int("mp")?;
    let cost = |word: &Value| {
        let terrain: Terrain = of_key(word)?;
        Ok(credits(rulings, rulings.terrain.of(terrain).ok_or("no land")?.cost))
    };
    let costs = given.list("path")?.iter().map(cost).collect::<Result<Vec<_>, Wrong>>()?;
    Ok(one("entered_at_impulse", entered(rulings, mp, &costs)))
}

fn side(rulings: &Rulings, given: &mut Given, key: &str) -> Result<BattleSide, Wrong> {
    let mut given = Given::new(&given.table(key)?);
    let hills = given.take("in_hills_first").is_some_and(|value| flag(&value) == Ok(true));
    let side = BattleSide {
        base: given.int("B")? as u32,
        ma: given.int("ma")? as u8,
        morale: given.int("cm")? as u8,
        order: of_key(&given.take("order").ok_or("an order")?)?,
        ground: if hills { rulings.terrain.hills.battle } else { 0 },
        disorder: 0,
        routed: false,
        hungry: false,
        special: None,
        horse: 0,
        elephants: false,
        dice: given.int("dice_2d6")? as i32,
    };
    given.finish().map(|()| side)
}

fn the_battle(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (attacker, defender) = (side(rulings, given, "attacker")?, side(rulings, given, "defender")?);
    if given.text("special")? != "none" {
        return Err("the vector has no Special commands".into());
    }
    let (m_att, m_def) =
        (battle::modifier(rulings, &attacker, &defender), battle::modifier(rulings, &defender, &attacker));
    let e_att = battle::strength(rulings, attacker.base, m_att);
    let e_def = battle::strength(rulings, defender.base, m_def);
    let (winner, high, low) = if e_att > e_def { ("attacker", e_att, e_def) } else { ("defender", e_def, e_att) };
    let q = battle::quotient(high, low);
    Ok(all([
        ("M_att", int(m_att)),
        ("E_att", int(e_att)),
        ("M_def", int(m_def)),
        ("E_def", int(e_def)),
        ("winner", Value::from(winner)),
        ("Q", int(q)),
        ("row", key(battle::result(rulings, q).name)),
    ]))
}

fn loss_rounding(given: &mut Given) -> Result<Table, Wrong> {
    let (percent, units) = (given.int("percent")? as u32, given.int("units")? as u16);
    let lost = |face: i64| {
        let mut dice = kernel::Dice::scripted([face as i32]);
        let lost = losses::percent_of(percent, units, &mut dice.stream("battle", 0, 0));
        assert!(dice.exhausted());
        int(lost)
    };
    list_of("units_lost", given, "d100", lost)
}

fn forage(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let found = cases(given)?.into_iter().map(|mut case| {
        let pasture = Pasture {
            terrain: of_key(&case.take("terrain").ok_or("a terrain")?)?,
            city: false,
            river: false,
            winter: case.flag("winter")?,
            used: case.int("used")? as u16,
        };
        let (unspent, regts) = (case.int("unspent_mp")? as u8, case.int("regts_in_hex")? as u16);
        case.finish().map(|()| int(supply::forage(rulings, &pasture, unspent, regts)))
    });
    Ok(one("forage", Value::Array(found.collect::<Result<_, Wrong>>()?)))
}

fn hunger(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (os, forage) = (numbers(given, "os")?, numbers(given, "forage")?);
    let hungry = os.into_iter().zip(forage);
    let hungry = hungry.map(|(os, forage)| Value::from(supply::is_hungry(rulings, os as u8, forage as u8)));
    Ok(one("attrition", Value::Array(hungry.collect())))
}

fn fleet_supply(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (sqds, ends, sky) = (numbers(given, "sqds")?, given.list("week_end")?, given.list("weather")?);
    let tlts = sqds.into_iter().zip(ends).zip(sky).map(|((sqds, end), sky)| {
        let in_port = text(&end)? == "friendly port";
        Ok(int(supply::fleet_supply(rulings, sqds as u16, in_port, of_key(&sky)?).0))
    });
    Ok(one("tlts", Value::Array(tlts.collect::<Result<_, Wrong>>()?)))
}

fn forced_attrition(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let mut weeks = 0;
    let one_in = flags(given, "forced")?.into_iter().map(|forced| {
        weeks = attrition::forced_weeks(weeks, forced);
        attrition::forced_march(rulings, weeks).map_or(Value::from("none"), int)
    });
    Ok(one("one_in", Value::Array(one_in.collect())))
}

/// Of walls of DV 8, as the vector's title says.
fn the_siege(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (sv, trains, weeks) = (given.int("sv")? as u32, given.int("trains")? as u16, given.int("weeks")?);
    let (mut points, mut dv) = (0, 8);
    let rows = (0..weeks).map(|_| {
        (points, dv) = siege::wear(rulings, points, siege::week_points(rulings, sv, trains), dv);
        Value::Array(vec![int(points), int(dv)])
    });
    Ok(one("points_and_dv_after_each_week", Value::Array(rows.collect())))
}

fn starvation(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (mut stores, inside) = (given.int("stores")? as u8, given.int("regts_plus_sqds_inside")? as u16);
    let (mut after, mut starving) = (Vec::new(), Vec::new());
    for _ in 0..given.int("weeks")? {
        let (left, hungry) = siege::week_of_blockade(rulings, stores, inside);
        stores = left;
        after.push(int(left));
        starving.push(Value::from(hungry));
    }
    Ok(all([("after_each_week", Value::Array(after)), ("attrition_in_week", Value::Array(starving))]))
}

fn revolt_chance(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let sizes = numbers(given, "size")?;
    let (regts, sqds) = (numbers(given, "garrison_regts")?, numbers(given, "garrison_sqds")?);
    let percent = sizes.into_iter().zip(regts.into_iter().zip(sqds));
    let percent = percent.map(|(size, (regts, sqds))| int(revolt::chance(rulings, size as u8, (regts + sqds) as u16)));
    Ok(one("percent", Value::Array(percent.collect())))
}
