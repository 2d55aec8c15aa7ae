//! Taxes, tithes, growth, colonies, harbours (RN-46 to RN-49).

use renaissance::model::goods::Good;
use renaissance::model::location::Location;
use renaissance::model::money::Money;
use renaissance::model::persona::Persona;
use renaissance::model::skills::Skill;
use renaissance::model::troops::Troop;
use renaissance::rules::growth::{grow, may_plant, plant};
use renaissance::rules::harbours::{NoHarbour, deepen};
use renaissance::rules::revenue::{NoRevenue, collect_taxes, collect_tithes};
use testkit::casebook::{Given, Wrong};
use toml::Table;

use crate::trade::world::{figures, int, number_or, pairs, rating};

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "taxes" => revenue(given, true)?,
        "tithes" => revenue(given, false)?,
        "growth" => growth(given)?,
        "colonists" => colonists(given)?,
        "harbour" => harbour(given)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn town(given: &mut Given) -> Result<Location, Wrong> {
    let population = number_or(given, "population", 10_000)?;
    Ok(Location {
        population,
        wealth: rating(given, "wealth")?,
        loyalty: rating(given, "loyalty")?,
        ..Location::default()
    })
}

fn revenue(given: &mut Given, taxes: bool) -> Result<Table, Wrong> {
    let (mut here, figures) = (town(given)?, figures().revenue);
    let mut collector = Persona { popularity: rating(given, "popularity")?, ..Persona::default() };
    let collected = if taxes {
        collect_taxes(&mut here, &mut collector, &figures)
    } else {
        collect_tithes(&mut here, &mut collector, &figures)
    };
    let refused = match collected {
        Ok(money) => {
            assert_eq!(money, collector.assets.money, "the collector has it");
            "-"
        }
        Err(NoRevenue::Disloyal) => "disloyal",
        Err(NoRevenue::Unpopular) => "unpopular",
    };
    Ok(pairs([
        ("ducats", int(collector.assets.money.whole())),
        ("wealth", int(here.wealth.get())),
        ("loyalty", int(here.loyalty.get())),
        ("popularity", int(collector.popularity.get())),
        ("refused", refused.into()),
    ]))
}

fn growth(given: &mut Given) -> Result<Table, Wrong> {
    let mut here = town(given)?;
    grow(&mut here, &figures().markets);
    Ok(pairs([("population", int(here.population)), ("wealth", int(here.wealth.get()))]))
}

fn colonists(given: &mut Given) -> Result<Table, Wrong> {
    let mut here = town(given)?;
    let (men, slaves) = (number_or::<u32>(given, "men", 0)?, number_or::<u32>(given, "slaves", 0)?);
    let mut planted = number_or(given, "planted", 0)?;
    let allowed = may_plant(men, slaves);
    let lost = if allowed { plant(&mut here, &mut planted, men + slaves, &figures().colonies) } else { 0 };
    Ok(pairs([("allowed", allowed.into()), ("population", int(here.population)), ("lost", int(lost))]))
}

fn harbour(given: &mut Given) -> Result<Table, Wrong> {
    let (depth, engineering) = (number_or(given, "depth", 0)?, rating(given, "engineering")?);
    let mut engineer = Persona::default();
    engineer.skills.set(Skill::Engineering, engineering, 21);
    engineer.assets.money = Money::ducats(number_or(given, "ducats", 10_000_000)?);
    engineer.assets.goods.add(Good::Slaves, number_or(given, "slaves", 20_000)?);
    engineer.assets.troops[Troop::Auxiliaries] = number_or(given, "auxiliaries", 0)?;
    let before = engineer.assets.money.whole();
    let refused = match deepen(depth, &mut engineer, &figures().harbours) {
        Ok(()) => "-",
        Err(NoHarbour::TooShallow) => "too shallow",
        Err(NoHarbour::Unskilled) => "unskilled",
        Err(NoHarbour::TooFewMen) => "too few men",
        Err(NoHarbour::TooDear) => "too dear",
    };
    Ok(pairs([
        ("refused", refused.into()),
        ("cost", int(before - engineer.assets.money.whole())),
        ("slaves", int(engineer.assets.goods.of(Good::Slaves))),
        ("auxiliaries", int(engineer.assets.troops[Troop::Auxiliaries])),
        ("engineering", int(engineer.skills.of(Skill::Engineering).get())),
    ]))
}
