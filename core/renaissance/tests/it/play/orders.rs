//! Orders of a month in the Italy of 1493: rows place and equip a few personae, and say what families order.

use std::sync::Arc;

use kernel::{Dice, Verdict};
use renaissance::model::calendar::Turn;
use renaissance::model::ids::{FamilyId, LocationId, PersonaId};
use renaissance::model::location::Quota;
use renaissance::model::measures::{Point, Rating};
use renaissance::model::persona::{Place, Side};
use renaissance::model::scenario::Scenario;
use renaissance::model::shipped;
use renaissance::model::skills::Skill;
use renaissance::model::state::State;
use renaissance::orders::Order;
use renaissance::orders::carry_out::{FamilyOrders, carry_out, check as judge, play_month};
use renaissance::rules::deed::Deed;
use renaissance::rules::month::Month;
use renaissance::rules::setup::at_set_up;
use testkit::casebook::{Given, Wrong, table, text, whole};
use toml::{Table, Value};

use crate::play::assets;

/// What a row plays: the whole month, or the orders alone.
pub fn check(given: &mut Given) -> Result<Table, Wrong> {
    let (sc, mut st) = world(given)?;
    let (now, next) = (sets(&sc, given, "sets")?, sets(&sc, given, "next")?);
    let as_received = |sets: &[(FamilyId, Vec<Order>)]| -> Vec<Verdict> {
        sets.iter().flat_map(|(family, orders)| judge(&sc, &st, FamilyOrders { family: *family, orders })).collect()
    };
    let before = as_received(&now);
    let mut dice = Dice::middling();
    let (refused, deeds) = if !next.is_empty() {
        let (mut refused, mut deeds) = (Vec::new(), Vec::new());
        for sets in [&now, &next] {
            let played = play_month(&sc, &mut st, &of(sets), &mut dice);
            refused.extend(played.refused);
            deeds.extend(played.deeds.into_iter().chain(played.opening));
        }
        (refused, deeds)
    } else if given.take("whole_month").is_some() {
        let played = play_month(&sc, &mut st, &of(&now), &mut dice);
        (played.refused, played.deeds)
    } else {
        let mut month = Month::begin(&st);
        (carry_out(&sc, &mut st, &mut month, &of(&now), &mut dice), month.deeds)
    };
    let (codes, rules): (Vec<_>, Vec<_>) =
        refused.iter().map(|(.., it)| (Value::from(it.code), Value::from(it.rule.as_str()))).unzip();
    let judged = before.iter().map(|verdict| verdict.code.as_str()).filter(|code| *code != "ok").map(Value::from);
    let kinds = deeds.iter().map(kind_of).map(Value::from);
    let mut found = Table::from_iter([
        ("refused".into(), codes.into()),
        ("rules".into(), rules.into()),
        ("judged".into(), judged.collect::<Vec<_>>().into()),
        ("deeds".into(), kinds.collect::<Vec<_>>().into()),
    ]);
    for (id, _) in sc.personae.iter().enumerate() {
        found.insert(st.name_of(&sc, PersonaId::at(id)), about(&sc, &st, PersonaId::at(id)).into());
    }
    for id in sc.board.location_ids() {
        found.insert(sc.board.location(id).name.to_string(), of_location(&sc, &st, id).into());
    }
    narrow(given, &mut found)?;
    Ok(found)
}

/// `Marched`, or `Conflict Stopped`.
fn kind_of(deed: &Deed) -> String {
    let text = format!("{deed:?}");
    let mut words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    match first {
        "Peace" | "Conflict" | "Government" => format!("{first} {}", words.next().unwrap_or_default()),
        _ => first.to_owned(),
    }
}

/// `show` names the keys of personae and locations that a row looks at.
fn narrow(given: &mut Given, found: &mut Table) -> Result<(), Wrong> {
    let keys = given.words("show")?;
    for value in found.iter_mut().map(|(_, value)| value) {
        if let Value::Table(about) = value {
            about.retain(|key, _| keys.iter().any(|it| it == key));
        }
    }
    Ok(())
}

fn about(sc: &Scenario, st: &State, id: PersonaId) -> Table {
    let persona = st.persona(id);
    let place = match persona.place {
        Place::At(location, side) => format!("{} {side}", sc.board.location(location).name),
        Place::Water(point) => point.to_string(),
        Place::With(owner) => format!("with {}", st.name_of(sc, owner)),
    };
    Table::from_iter([
        ("assets".into(), assets::write(persona.assets.iter())),
        ("place".into(), place.into()),
        ("alive".into(), persona.alive.into()),
        ("morale".into(), i64::from(persona.morale.get()).into()),
        ("popularity".into(), i64::from(persona.popularity.get()).into()),
        ("piety".into(), i64::from(persona.piety.get()).into()),
        (
            "skills".into(),
            persona
                .skills
                .iter()
                .map(|(skill, rating)| (skill.key().into(), i64::from(rating.get()).into()))
                .collect::<Table>()
                .into(),
        ),
    ])
}

fn of_location(sc: &Scenario, st: &State, id: LocationId) -> Table {
    let here = st.location(id);
    let int = |number: u32| Value::from(i64::from(number));
    let quotas = |quotas: &[Quota]| Value::from(quotas.iter().map(|quota| int(quota.quantity)).collect::<Vec<_>>());
    Table::from_iter([
        ("supply".into(), quotas(&here.supply)),
        ("demand".into(), quotas(&here.demand)),
        ("population".into(), int(here.population)),
        ("garrison".into(), int(here.garrison)),
        ("loyalty".into(), int(here.loyalty.get().into())),
        ("depth".into(), int(here.depth.into())),
        ("wealth".into(), int(here.wealth.get().into())),
        ("fas".into(), int(here.fas.get().into())),
        ("recruits".into(), int(here.recruits)),
        ("towers".into(), here.towers.iter().map(|tower| int(tower.fas.get().into())).collect::<Vec<_>>().into()),
        ("ingress".into(), here.ingress.iter().map(|it| sc.family(*it).key.to_string()).collect::<Vec<_>>().into()),
    ])
}

fn world(given: &mut Given) -> Result<(Arc<Scenario>, State), Wrong> {
    let sc = shipped::find("italy-1493").ok_or("Italy is not there")?;
    let mut st = at_set_up(&sc);
    st.turn = Turn(given.int_or("turn", 1)? as u16);
    st.action_budget = given.int_or("action_budget", 0)? as u32;
    for (name, value) in given.table("locations")? {
        let id = sc.board.location_named(&name).ok_or(format!("there is no {name}"))?;
        change_location(&sc, &mut st, id, &mut Given::new(table(&name, &value)?))?;
    }
    for (name, value) in given.table("personae")? {
        let id = persona(&sc, &st, &name)?;
        equip(&sc, &mut st, id, &mut Given::new(table(&name, &value)?))?;
    }
    Ok((sc, st))
}

fn persona(sc: &Scenario, st: &State, name: &str) -> Result<PersonaId, Wrong> {
    let found = st.living().map(|(id, _)| id).find(|id| st.name_of(sc, *id) == name);
    found.ok_or(format!("there is no {name}"))
}

fn family(sc: &Scenario, key: &str) -> Result<FamilyId, Wrong> {
    sc.family_ids().find(|id| sc.family(*id).key.as_str() == key).ok_or(format!("there is no family {key}"))
}

/// A persona has what his row says and nothing else.
fn equip(sc: &Scenario, st: &mut State, id: PersonaId, row: &mut Given) -> Result<(), Wrong> {
    let place = place(sc, st, row)?;
    let persona = st.persona_mut(id);
    persona.assets = assets::read(&row.table("assets")?)?;
    persona.morale = Rating::new(row.int_or("morale", 300)?);
    persona.popularity = Rating::new(row.int_or("popularity", 300)?);
    persona.skills = Default::default();
    for (key, value) in row.table("skills")? {
        let skill = Skill::of_key(&key).ok_or(format!("there is no skill {key}"))?;
        persona.skills.set(skill, Rating::new(whole(&value)?), 21);
    }
    persona.place = place.unwrap_or(persona.place);
    row.finish()
}

fn place(sc: &Scenario, st: &State, row: &mut Given) -> Result<Option<Place>, Wrong> {
    if let Some(owner) = row.maybe_text("with")? {
        return persona(sc, st, &owner).map(|owner| Some(Place::With(owner)));
    }
    let side = if row.take("outside").is_some() { Side::Outside } else { Side::Inside };
    match row.maybe_text("at")? {
        Some(name) => {
            let location = sc.board.location_named(&name).ok_or(format!("there is no {name}"))?;
            Ok(Some(Place::At(location, side)))
        }
        None => match row.take("point") {
            Some(Value::Array(point)) if point.len() == 2 => {
                Ok(Point::new(whole(&point[0])?, whole(&point[1])?).map(Place::Water))
            }
            _ => Ok(None),
        },
    }
}

fn change_location(sc: &Scenario, st: &mut State, id: LocationId, row: &mut Given) -> Result<(), Wrong> {
    let here = st.location_mut(id);
    let number = |row: &mut Given, key: &str, now: u32| row.int_or(key, now.into()).map(|it| it as u32);
    here.population = number(row, "population", here.population)?;
    here.garrison = number(row, "garrison", here.garrison)?;
    here.wealth = Rating::new(row.int_or("wealth", here.wealth.points())?);
    here.recruits = number(row, "recruits", here.recruits)?;
    here.depth = number(row, "depth", here.depth.into())? as u8;
    here.loyalty = Rating::new(row.int_or("loyalty", here.loyalty.points())?);
    here.market_open = row.take("market_closed").is_none() && here.market_open;
    if row.take("besieged").is_some() {
        let (besieger, from) = (PersonaId(0), st.turn);
        let siege = renaissance::model::affairs::Siege {
            besieger,
            location: id,
            tower: None,
            from,
            successes: 0,
            closed: true,
        };
        st.sieges.push(siege);
    }
    let here = st.location_mut(id);
    if let Some(Value::Array(keys)) = row.take("ingress") {
        here.ingress = keys.iter().map(|key| family(sc, text(key)?)).collect::<Result<_, Wrong>>()?;
        here.ingress.sort_unstable();
    }
    if let Some(Value::Array(keys)) = row.take("egress_denied") {
        here.egress_denied = keys.iter().map(|key| family(sc, text(key)?)).collect::<Result<_, Wrong>>()?;
    }
    row.finish()
}

fn of(sets: &[(FamilyId, Vec<Order>)]) -> Vec<FamilyOrders<'_>> {
    sets.iter().map(|(family, orders)| FamilyOrders { family: *family, orders }).collect()
}

/// The order sets in the order of receipt.
fn sets(sc: &Scenario, given: &mut Given, key: &str) -> Result<Vec<(FamilyId, Vec<Order>)>, Wrong> {
    let set = |value: &Value| -> Result<(FamilyId, Vec<Order>), Wrong> {
        let mut set = Given::new(table("orders", value)?);
        let family = family(sc, &set.text("family")?)?;
        let orders = set.list("orders")?.into_iter().map(|order| order.try_into().map_err(|wrong| format!("{wrong}")));
        let orders = orders.collect::<Result<_, Wrong>>()?;
        set.finish()?;
        Ok((family, orders))
    };
    given.take(key).map_or(Ok(Vec::new()), |sets| sets.as_array().ok_or("sets are a list")?.iter().map(set).collect())
}
