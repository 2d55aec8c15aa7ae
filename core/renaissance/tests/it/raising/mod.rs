//! Raising troops as rows of data (RN-60, RN-61): `tests/cases/README-raising.md` tells what a row may say.

use renaissance::model::goods::Good;
use renaissance::model::ids::LocationId;
use renaissance::model::location::{LocalOffice, Location, Tower, TowerOwner};
use renaissance::model::measures::Rating;
use renaissance::model::money::Money;
use renaissance::model::persona::{Persona, Place, Side};
use renaissance::model::rulings::Rulings;
use renaissance::model::troops::Troop;
use renaissance::rules::raising::{Raised, hire, home, renewal, spirits};
use testkit::casebook::{Given, Wrong, shows, table, text, whole};

use crate::common::{BOOK, Case};
use toml::{Table, Value};

/// A town, a persona, and what he has raised this turn.
struct World {
    here: Location,
    by: Persona,
    raised: Raised,
    refused: Vec<String>,
    results: Vec<i64>,
}

fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let mut world = world(&mut given)?;
    for act in given.list("do")? {
        let mut act = Given::new(table("what is done", &act)?);
        match carry_out(&mut world, &mut act)? {
            Ok(result) => world.results.push(result),
            Err(refused) => world.refused.push(refused),
        }
        act.finish()?;
    }
    given.finish()?;
    let found = found(&world);
    shows(found, &case.expect)
}

fn world(given: &mut Given) -> Result<World, Wrong> {
    let count = |given: &mut Given, key: &str, usual: i64| given.int_or(key, usual).map(|it| it as u32);
    let here = Location {
        population: count(given, "population", 10_000)?,
        loyalty: Rating::new(given.int_or("loyalty", 500)?),
        garrison: count(given, "garrison", 0)?,
        recruits: count(given, "recruits", 1_000)?,
        depth: given.int_or("depth", 0)? as u8,
        towers: given.maybe_int("tower")?.map(tower).into_iter().collect(),
        ..Location::default()
    };
    let side = if given.maybe_text("side")?.as_deref() == Some("outside") { Side::Outside } else { Side::Inside };
    let mut by = Persona { place: Place::At(LocationId(0), side), ..Persona::default() };
    by.assets.money = Money::ducats(given.int_or("ducats", 0)? as u64);
    for (key, value) in given.table("men")? {
        by.assets.troops[Troop::of_key(&key).ok_or(format!("there are no {key}"))?] = whole(&value)?;
    }
    for (key, value) in given.table("goods")? {
        by.assets.goods.add(Good::of_key(&key).ok_or(format!("there is no {key}"))?, whole(&value)?);
    }
    by.popularity = Rating::new(given.int_or("popularity", 500)?);
    by.morale = Rating::new(given.int_or("morale", 0)?);
    Ok(World { here, by, raised: Raised::default(), refused: Vec::new(), results: Vec::new() })
}

fn tower(fas: i64) -> Tower {
    Tower { owner: TowerOwner::Office(LocalOffice::Tenant), fas: Rating::new(fas), garrison: 0 }
}

fn carry_out(world: &mut World, act: &mut Given) -> Result<Result<i64, String>, Wrong> {
    let World { here, by, raised, results, .. } = world;
    let order = act.text("order")?;
    let count = act.int_or("count", 0)? as u32;
    let good = act.take("good").map(|it| text(&it).map(Good::of_key)).transpose()?.flatten();
    let moslem = act.take("moslem").is_some();
    let men = |result: Result<u32, _>| {
        result.map(i64::from).map_err(|it: renaissance::rules::raising::NotRaised| format!("{it:?}"))
    };
    Ok(match order.as_str() {
        "garrison" => men(home::recruit_garrison(here, by, count, results.iter().sum::<i64>() as u32)),
        "levy" => men(home::raise_levy(here, by).map(|(_, lost)| lost)),
        "crew" => men(hire::hire_crew(here, by, raised, count)),
        "claim" => men(hire::claim_recruits(by, raised, count)),
        "bonus" => spirits::pay_bonus(by, count.into()).map_err(|it| format!("{it:?}")),
        "alcohol" => {
            let good = good.ok_or("which good?")?;
            spirits::issue_alcohol(by, raised, good, count, moslem).map_err(|it| format!("{it:?}"))
        }
        "renew" => {
            renewal::renew(here, &Rulings::standard().raising);
            Ok(here.recruits.into())
        }
        other => {
            let troop = Troop::of_key(other).ok_or(format!("there is no order {other}"))?;
            men(hire::hire(here, by, raised, troop, count))
        }
    })
}

fn found(world: &World) -> Table {
    let World { here, by, refused, results, .. } = world;
    let men = by.assets.troops.iter().filter(|(_, count)| *count > 0);
    let men = men.map(|(troop, count)| (troop.key().to_owned(), Value::from(i64::from(count))));
    let goods = by.assets.goods.iter().map(|(good, count)| (good.key().to_owned(), Value::from(i64::from(count))));
    let int = |number: u32| Value::from(i64::from(number));
    Table::from_iter([
        ("men".to_owned(), Value::Table(men.collect())),
        ("goods".to_owned(), Value::Table(goods.collect())),
        ("ducats".to_owned(), int(by.assets.money.whole() as u32)),
        ("morale".to_owned(), int(by.morale.get().into())),
        ("popularity".to_owned(), int(by.popularity.get().into())),
        ("loyalty".to_owned(), int(here.loyalty.get().into())),
        ("garrison".to_owned(), int(here.garrison)),
        ("recruits".to_owned(), int(here.recruits)),
        ("tower_garrison".to_owned(), int(here.towers.first().map_or(0, |tower| tower.garrison.into()))),
        ("results".to_owned(), results.clone().into()),
        ("refused".to_owned(), refused.clone().into()),
    ])
}

testkit::rows::tests!("raising", BOOK, check);
