//! Quotas, prices, tariffs, trade (RN-40 to RN-44).

use renaissance::model::board::{DemandRecord, SupplyRecord, Ware};
use renaissance::model::goods::{Good, GoodClass};
use renaissance::model::ids::{FamilyId, Holder};
use renaissance::model::location::{Location, Quota};
use renaissance::model::measures::BaseQuantity;
use renaissance::model::money::Money;
use renaissance::model::persona::Side;
use renaissance::model::scenario::Scenario;
use renaissance::model::skills::Skill;
use renaissance::model::state::State;
use renaissance::model::troops::Troop;
use renaissance::rules::market::access::may_trade;
use renaissance::rules::market::quotas::{renew_demand, renew_supply};
use renaissance::rules::market::trade::{Bargain, Dealings, NoBargain, buy, sell};
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

use crate::trade::world::{self, TOWN, TRADER, figures, int, number_or, pairs, rating};

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "march" => march(given)?,
        "september" => september(given)?,
        "sales" => sales(given)?,
        "purchases" => purchases(given)?,
        "access" => access(given)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// Lists of a row: a name, units per head, what is left, the price.
fn quotas(given: &mut Given, key: &str) -> Result<Vec<(String, BaseQuantity, Quota)>, Wrong> {
    let list = given.list(key)?;
    let entry = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([name, base, left, price]) => {
            let name = name.as_str().ok_or("a quota begins with a name")?;
            Ok((name.to_owned(), world::base(base)?, Quota { quantity: whole(left)?, price: whole(price)? }))
        }
        _ => Err(format!("{key}: name, units a head, what is left, price")),
    };
    list.iter().map(entry).collect()
}

fn town(given: &mut Given) -> Result<(Scenario, State), Wrong> {
    let (sc, mut st) = world::world();
    let here = st.location_mut(TOWN);
    here.population = number_or(given, "population", 20_000)?;
    (here.import_tariff, here.export_tariff) = (number_or(given, "import", 0)?, number_or(given, "export", 0)?);
    (here.wealth, here.loyalty) = (rating(given, "wealth")?, rating(given, "loyalty")?);
    Ok((sc, st))
}

fn demand(sc: &mut Scenario, st: &mut State, entries: Vec<(String, BaseQuantity, Quota)>) -> Result<(), Wrong> {
    for (name, base, quota) in entries {
        let class = GoodClass::of_key(&name).ok_or_else(|| format!("there is no class {name}"))?;
        world::record(sc).demand.push(DemandRecord { class, base });
        st.location_mut(TOWN).demand.push(quota);
    }
    Ok(())
}

fn supply(sc: &mut Scenario, st: &mut State, entries: Vec<(String, BaseQuantity, Quota)>) -> Result<(), Wrong> {
    for (name, base, quota) in entries {
        world::record(sc).supply.push(SupplyRecord { ware: ware(&name)?, base });
        st.location_mut(TOWN).supply.push(quota);
    }
    Ok(())
}

fn ware(name: &str) -> Result<Ware, Wrong> {
    let men = || Troop::of_key(name).map(Ware::Mercenaries);
    Good::of_key(name).map(Ware::Good).or_else(men).ok_or_else(|| format!("there is no ware {name}"))
}

fn good(value: &Value) -> Result<Good, Wrong> {
    value.as_str().and_then(Good::of_key).ok_or_else(|| format!("there is no good {value}"))
}

fn listed(here: &Location, quotas: &[Quota]) -> Table {
    pairs([
        ("quantity", quotas.iter().map(|quota| int(quota.quantity)).collect::<Vec<_>>().into()),
        ("price", quotas.iter().map(|quota| int(quota.price)).collect::<Vec<_>>().into()),
        ("wealth", int(here.wealth.get())),
        ("loyalty", int(here.loyalty.get())),
    ])
}

fn march(given: &mut Given) -> Result<Table, Wrong> {
    let (mut sc, mut st) = town(given)?;
    demand(&mut sc, &mut st, quotas(given, "demand")?)?;
    renew_demand(sc.board.location(TOWN), st.location_mut(TOWN), &figures().markets);
    Ok(listed(st.location(TOWN), &st.location(TOWN).demand))
}

fn september(given: &mut Given) -> Result<Table, Wrong> {
    let (mut sc, mut st) = town(given)?;
    supply(&mut sc, &mut st, quotas(given, "supply")?)?;
    let here = st.location_mut(TOWN);
    (here.blocked_months, here.burnt_grain) =
        (number_or(given, "blocked_months", 0)?, number_or(given, "burnt_grain", 0)?);
    renew_supply(sc.board.location(TOWN), here, &figures().markets);
    let mut found = listed(here, &here.supply);
    found.insert("forgotten".into(), (here.blocked_months == 0 && here.burnt_grain == 0).into());
    Ok(found)
}

fn reason(why: NoBargain) -> &'static str {
    match why {
        NoBargain::NotOfClass => "not of the class",
        NoBargain::NotDemanded => "not demanded",
        NoBargain::Satisfied => "satisfied",
        NoBargain::NothingToSell => "nothing to sell",
        NoBargain::NotSupplied => "not supplied",
        NoBargain::SoldOut => "sold out",
        NoBargain::SoldOutLimit => "limit of sold-out goods",
        NoBargain::TooDear => "too dear",
    }
}

/// What came of each bargain: the units, or why there was none.
fn outcome(bargain: Result<Bargain, NoBargain>, tariffs: &mut u64) -> Value {
    match bargain {
        Ok(bargain) => {
            *tariffs += bargain.tariff.whole();
            int(bargain.units)
        }
        Err(why) => reason(why).into(),
    }
}

fn trader(given: &mut Given, st: &mut State) -> Result<(), Wrong> {
    world::teach(st, Skill::Merchantry, given.int_or("merchantry", 0)?);
    let magistrate = given.flag("is_magistrate").unwrap_or(false);
    if magistrate {
        st.location_mut(TOWN).magistrate = Holder::Persona(TRADER);
    }
    st.persona_mut(TRADER).assets.money = Money::ducats(number_or(given, "ducats", 0)?);
    Ok(())
}

fn sales(given: &mut Given) -> Result<Table, Wrong> {
    let (mut sc, mut st) = town(given)?;
    demand(&mut sc, &mut st, quotas(given, "demand")?)?;
    trader(given, &mut st)?;
    for (key, count) in given.table("goods")? {
        st.persona_mut(TRADER).assets.goods.add(good(&Value::from(key))?, whole(&count)?);
    }
    let (mut dealings, mut tariffs, mut units) = (Dealings::default(), 0, Vec::new());
    for sale in given.list("sales")? {
        let Some([class, what, count]) = sale.as_array().map(Vec::as_slice) else {
            return Err("a sale: class, good, units".into());
        };
        let class = class.as_str().and_then(GoodClass::of_key).ok_or("a sale begins with a class")?;
        let sale = (class, good(what)?, whole(count)?);
        units.push(outcome(sell(&sc, &mut st, (TRADER, TOWN), sale, &mut dealings), &mut tariffs));
    }
    let demanded = st.location(TOWN).demand.iter().map(|quota| int(quota.quantity)).collect::<Vec<_>>();
    Ok(pairs([
        ("units", units.into()),
        ("ducats", int(st.persona(TRADER).assets.money.whole())),
        ("tariff", int(tariffs)),
        ("demanded", demanded.into()),
    ]))
}

fn purchases(given: &mut Given) -> Result<Table, Wrong> {
    let (mut sc, mut st) = town(given)?;
    supply(&mut sc, &mut st, quotas(given, "supply")?)?;
    trader(given, &mut st)?;
    let pikemen = number_or(given, "archers", 0)?;
    let buyer = st.persona_mut(TRADER);
    buyer.assets.troops[Troop::Archers] = pikemen;
    buyer.morale = rating(given, "morale")?;
    let surcharge = given.flag("surcharge").unwrap_or(false);
    let (mut dealings, mut tariffs, mut units) = (Dealings::default(), 0, Vec::new());
    for purchase in given.list("purchases")? {
        let Some([what, count]) = purchase.as_array().map(Vec::as_slice) else {
            return Err("a purchase: ware, units".into());
        };
        let wish = (ware(what.as_str().unwrap_or_default())?, whole(count)?);
        units.push(outcome(buy(&sc, &mut st, (TRADER, TOWN), wish, surcharge, &mut dealings), &mut tariffs));
    }
    let available = st.location(TOWN).supply.iter().map(|quota| int(quota.quantity)).collect::<Vec<_>>();
    let buyer = st.persona(TRADER);
    Ok(pairs([
        ("units", units.into()),
        ("ducats", int(buyer.assets.money.whole())),
        ("tariff", int(tariffs)),
        ("available", available.into()),
        ("morale", int(buyer.morale.get())),
        ("men", int(buyer.assets.troops.men())),
    ]))
}

fn access(given: &mut Given) -> Result<Table, Wrong> {
    let family = FamilyId(1);
    let list = |has: bool| if has { vec![family] } else { Vec::new() };
    let mut flag = |key: &str| given.flag(key).unwrap_or(false);
    let here = Location {
        market_open: flag("open"),
        ingress: list(flag("ingress")),
        market_rights: list(flag("market_right")),
        ..Location::default()
    };
    let side = if flag("inside") { Side::Inside } else { Side::Outside };
    Ok(pairs([("trades", may_trade(&here, family, side).into())]))
}
