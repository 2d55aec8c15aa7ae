//! Leaders, commands, treaties, covert acts, scouting: one function a check, fed by rows.

use strategos::model::command::CommandKind;
use strategos::model::measures::{Ratings, Talents};
use strategos::model::rulings::Rulings;
use strategos::model::units::{UnitKind, Units};
use strategos::rules::covert::{self, BribePurpose};
use strategos::rules::{leaders, morale, prisoners, pyramid, scouting, treaties};
use testkit::casebook::{Given, Wrong, text};
use toml::{Table, Value};

use crate::rules::checks::{all, int, list_of, numbers, one, world};

/// The check of a name; `None` if it is not here.
pub fn check(name: &str, rulings: &Rulings, it: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "leader_travel" => {
            list_of("weeks", it, "distance", |distance| int(leaders::travel_weeks(rulings, distance as u32)))?
        }
        "army_ma" => army_ma(rulings, it)?,
        "intrinsic" => intrinsic(it)?,
        "rank" => rank(rulings, it)?,
        "appointments" => appointments(rulings, it)?,
        "average" => average(it)?,
        "limits" => limits(it)?,
        "half_morale" => list_of("threshold", it, "country_morale", |value| int(morale::halved(value as u8)))?,
        "treaty_weeks" => {
            list_of("legal", it, "weeks", |weeks| Value::from(treaties::may_last(rulings, weeks as u32)))?
        }
        "ransom" => {
            let (foot, horse) = (it.int("infantry")? as u16, it.int("cavalry")? as u16);
            one("tlts", int(prisoners::ransom(rulings, foot, horse).0))
        }
        "scouting_level" => {
            list_of("level", it, "points", |points| int(scouting::level(&rulings.scouting, points as u32)))?
        }
        "city_scouting" => city_scouting(rulings, it)?,
        "spies" => spies(it)?,
        "bribe" => bribe(rulings, it)?,
        "kill_chance" => {
            let (sa, inside) = (it.int("sa")? as u8, it.flag("in_city")?);
            let chance = |price| covert::kill_chance(&rulings.covert, Talents(price as u32), sa, inside);
            list_of("percent", it, "tlts", |price| chance(price).map_or(Value::from("none"), int))?
        }
        "assassination" => {
            let chance = it.int("kill_chance")? as i32;
            let end = |face| covert::assassination(&rulings.covert, chance, face as i32);
            list_of("ends", it, "d100", |face| Value::from(format!("{:?}", end(face))))?
        }
        "spy_week" => list_of("week", it, "d100", |face| {
            Value::from(match covert::spy_week(&rulings.covert, face as i32) {
                covert::SpyWeek::Report { error } => format!("report, {error} off"),
                covert::SpyWeek::Nothing => "nothing".into(),
                covert::SpyWeek::Caught => "caught".into(),
            })
        })?,
        "scout_command" => list_of("level", it, "points", |points| {
            int(scouting::level_at(rulings, points as u32, true, strategos::model::board::Terrain::Hills))
        })?,
        "hill_scouting" => list_of("level", it, "points", |points| {
            int(scouting::level_at(rulings, points as u32, false, strategos::model::board::Terrain::Hills))
        })?,
        "reported" => {
            let count = it.int("count")? as u32;
            list_of("told", it, "error", |error| int(scouting::reported(count, error as i32)))?
        }
        "defenders" => {
            let size = it.int("size")? as u8;
            list_of("units", it, "dv_current", |dv| int(strategos::rules::city::defenders(rulings, dv as u8, size)))?
        }
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn army_ma(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let own = numbers(given, "army_ma")?;
    let divisions = lists(given, "division_mas")?;
    let effective = own.into_iter().zip(divisions).map(|(own, divisions)| {
        int(leaders::army_ma(&rulings.leaders, own as u8, divisions.into_iter().map(|ma| ma as u8)))
    });
    Ok(one("effective", Value::Array(effective.collect())))
}

fn lists(given: &mut Given, key: &str) -> Result<Vec<Vec<i64>>, Wrong> {
    let of = |list: &Value| {
        let list = list.as_array().ok_or("a list of lists")?;
        list.iter().map(|value| value.as_integer().ok_or_else(|| "a number".to_owned())).collect()
    };
    given.list(key)?.iter().map(of).collect()
}

/// A command of the smaller scenario without its leader.
fn intrinsic(given: &mut Given) -> Result<Table, Wrong> {
    let kind = CommandKind::of_key(&given.text("command")?).ok_or("a type of command")?;
    if given.text("leader")? != "none" {
        return Err("the vector is about a command without a leader".into());
    }
    let (sc, mut st) = world();
    let (id, led) = st.commands.iter().find(|(_, command)| command.kind == kind).ok_or("none of this type")?;
    let (id, power) = (*id, led.power);
    let before = st.leaders.values().filter(|leader| leader.power == power).count();
    if let Some(leader) = st.command_mut(id).leader.take() {
        st.leaders.get_mut(&leader).expect("he leads it").post = None;
    }
    let found = leaders::ratings(&sc, &st, id);
    let counted = st.leaders.values().filter(|leader| leader.power == power).count();
    Ok(all([
        ("ma", int(found.ma)),
        ("loy", int(found.loy)),
        ("sa", int(found.sa)),
        ("counts_as_leader", Value::from(counted > before)),
    ]))
}

/// `city dv 8`, `division`.
fn the_rank(rulings: &Rulings, word: &str) -> Result<u8, Wrong> {
    let (kind, dv) = match word.split_once(" dv ") {
        Some((kind, dv)) => (kind, dv.parse().map_err(|_| format!("{dv} is no defence value"))?),
        None => (word, 0),
    };
    let kind = CommandKind::of_key(kind).ok_or_else(|| format!("there is no command {kind}"))?;
    Ok(leaders::rank(rulings, kind, dv))
}

fn word_pairs(given: &mut Given, key: &str) -> Result<Vec<[String; 2]>, Wrong> {
    let of = |pair: &Value| {
        let [one, other] = pair.as_array().ok_or("a pair")?.as_slice() else { return Err("a pair".to_owned()) };
        Ok([text(one)?.to_owned(), text(other)?.to_owned()])
    };
    given.list(key)?.iter().map(of).collect()
}

fn rank(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let higher = word_pairs(given, "pairs")?.into_iter().map(|[one, other]| {
        let order = the_rank(rulings, &one)?.cmp(&the_rank(rulings, &other)?);
        Ok(match order {
            std::cmp::Ordering::Greater => one,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => "equal".into(),
        })
    });
    Ok(one("higher", Value::Array(higher.map(|word| word.map(Value::from)).collect::<Result<_, Wrong>>()?)))
}

fn appointments(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let moves = word_pairs(given, "moves")?;
    let legal = |failed: bool| -> Result<Value, Wrong> {
        let may = moves.iter().map(|[from, to]| {
            let (from, to) = (the_rank(rulings, from)?, the_rank(rulings, to)?);
            Ok(Value::from(leaders::may_be_appointed(Some(from), to, failed)))
        });
        Ok(Value::Array(may.collect::<Result<_, Wrong>>()?))
    };
    Ok(all([("legal_not_failed", legal(false)?), ("legal_failed", legal(true)?)]))
}

fn average(given: &mut Given) -> Result<Table, Wrong> {
    let average = lists(given, "ma")?.into_iter().map(|mas| {
        let all: Vec<Ratings> = mas.into_iter().map(|ma| Ratings { ma: ma as u8, loy: 5, sa: 5 }).collect();
        int(leaders::average(&all).ma)
    });
    Ok(one("average", Value::Array(average.collect())))
}

fn limits(given: &mut Given) -> Result<Table, Wrong> {
    let (sc, _) = world();
    let legal = |kind, unit| {
        let sc = sc.clone();
        move |count: i64| Value::from(pyramid::may_hold(&sc, kind, 0, &Units::of(unit, count as u16)))
    };
    let divisions = legal(CommandKind::Division, UnitKind::Levy);
    let fleets = legal(CommandKind::Fleet, UnitKind::TriremeSqd);
    let mut found = list_of("division_legal", given, "division_regts_after_transfer", divisions)?;
    found.extend(list_of("fleet_legal", given, "fleet_sqds_after_transfer", fleets)?);
    Ok(found)
}

fn city_scouting(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (sizes, forces) = (numbers(given, "size")?, numbers(given, "points_of_forces_in_hex")?);
    let level = sizes.into_iter().zip(forces).map(|(size, forces)| {
        let points = scouting::city_points(&rulings.scouting, size as u8, forces as u32);
        int(scouting::level(&rulings.scouting, points))
    });
    Ok(one("level", Value::Array(level.collect())))
}

/// Spies are ordered into the first cities of the list.
fn spies(given: &mut Given) -> Result<Table, Wrong> {
    let (sc, mut st) = world();
    let country = sc.find_country("CAS").expect("he plays");
    let purse = given.int("treasury")?;
    st.country_mut(country).treasury = Talents(purse as u32);
    let wanted = given.int("cities_ordered")? as usize;
    let cities: Vec<_> = st.sites.keys().copied().take(wanted).collect();
    let results: Vec<_> = cities.into_iter().map(|city| covert::place_spy(&sc, &mut st, country, city)).collect();
    let left = i64::from(st.country(country).treasury.0);
    let sixth = if results[5] == Err(covert::NoSpy::NoneLeft) { "rejected" } else { "placed" };
    Ok(all([
        ("placed", int(st.spies.len() as i64)),
        ("cost", int(purse - left)),
        ("treasury", int(left)),
        ("sixth", Value::from(sixth)),
    ]))
}

/// A leader of loyalty 4 is to surrender a city.
fn bribe(rulings: &Rulings, given: &mut Given) -> Result<Table, Wrong> {
    let (sums, dice) = (numbers(given, "tlts")?, numbers(given, "d10")?);
    let (covert, purpose, loyalty) = (&rulings.covert, BribePurpose::SurrenderCity, 4);
    let (mut score, mut success, mut paid) = (Vec::new(), Vec::new(), Vec::new());
    for (sum, d10) in sums.into_iter().zip(dice) {
        let (sum, d10) = (Talents(sum as u32), d10 as i32);
        let (taken, price) = covert::bribe(covert, purpose, loyalty, sum, d10);
        score.push(int(covert::bribe_score(covert, sum, d10)));
        success.push(Value::from(taken));
        paid.push(int(price.0));
    }
    Ok(all([
        ("needed", int(covert::bribe_needed(covert, purpose, loyalty))),
        ("score", Value::Array(score)),
        ("success", Value::Array(success)),
        ("paid", Value::Array(paid)),
    ]))
}
