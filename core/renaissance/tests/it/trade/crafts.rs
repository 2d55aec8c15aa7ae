//! Manufacture, ships, walls, towers, pestilence (RN-51 to RN-53).

use renaissance::model::crafts::Recipe;
use renaissance::model::family::Origin;
use renaissance::model::generated;
use renaissance::model::goods::Good;
use renaissance::model::ids::FamilyId;
use renaissance::model::location::{LocalOffice, Location, Tower, TowerOwner};
use renaissance::model::measures::Rating;
use renaissance::model::money::Money;
use renaissance::model::persona::{Persona, Place, Side};
use renaissance::model::ships::Ship;
use renaissance::model::skills::Skill;
use renaissance::model::troops::{Troop, Troops};
use renaissance::rules::fortification::{Measure, NotBuilt, raise_tower, raise_walls};
use renaissance::rules::manufacture::{NotMade, Workshop, build_ships, make};
use renaissance::rules::pestilence::strike;
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

use crate::common;
use crate::trade::world::{TOWN, TRADER, figures, int, number_or, pairs, rating};

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "manufacture" => manufacture(given)?,
        "shipbuilding" => shipbuilding(given)?,
        "walls" => walls(given)?,
        "tower" => tower(given)?,
        "pestilence" => pestilence(given)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn good(key: &str) -> Result<Good, Wrong> {
    Good::of_key(key).ok_or_else(|| format!("there is no good {key}"))
}

/// A persona with ducats, goods and skills.
fn maker(given: &mut Given) -> Result<Persona, Wrong> {
    let mut maker = Persona::default();
    maker.assets.money = Money::ducats(number_or(given, "ducats", 0)?);
    for (key, count) in given.table("goods")? {
        maker.assets.goods.add(good(&key)?, whole(&count)?);
    }
    for (key, points) in given.table("skills")? {
        let skill = Skill::of_key(&key).ok_or_else(|| format!("there is no skill {key}"))?;
        maker.skills.set(skill, Rating::new(whole(&points)?), 21);
    }
    Ok(maker)
}

fn left(maker: &Persona, made: Vec<Value>) -> Table {
    let goods: Table = maker.assets.goods.iter().map(|(good, count)| (good.key().to_owned(), int(count))).collect();
    pairs([("made", made.into()), ("ducats", int(maker.assets.money.whole())), ("goods", goods.into())])
}

fn outcome(made: Result<u32, NotMade>) -> Value {
    match made {
        Ok(count) => int(count),
        Err(NotMade::NoCraft) => "no craft".into(),
        Err(NotMade::MadeAlready) => "made already".into(),
        Err(NotMade::Unskilled) => "unskilled".into(),
        Err(NotMade::NoMaterial) => "no material".into(),
        Err(NotMade::TooShallow) => "too shallow".into(),
    }
}

/// Orders of a row: what, and how many.
fn orders(given: &mut Given, key: &str) -> Result<Vec<(String, u32)>, Wrong> {
    let list = given.list(key)?;
    let order = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([what, count]) => Ok((what.as_str().unwrap_or_default().to_owned(), whole(count)?)),
        _ => Err(format!("{key}: what, and how many")),
    };
    list.iter().map(order).collect()
}

fn manufacture(given: &mut Given) -> Result<Table, Wrong> {
    let (mut maker, mut workshop) = (maker(given)?, Workshop::default());
    let orders = orders(given, "make")?;
    let made = orders.iter().map(|(what, count)| Ok(outcome(make(&mut maker, good(what)?, *count, &mut workshop))));
    let made = made.collect::<Result<Vec<_>, Wrong>>()?;
    Ok(left(&maker, made))
}

fn shipbuilding(given: &mut Given) -> Result<Table, Wrong> {
    let (mut maker, mut workshop) = (maker(given)?, Workshop::default());
    let depth = number_or(given, "depth", 20)?;
    let orders = orders(given, "build")?;
    let built = orders.iter().map(|(what, count)| {
        let ship = Ship::of_key(what).ok_or_else(|| format!("there is no ship {what}"))?;
        Ok(outcome(build_ships(&mut maker, ship, *count, depth, &mut workshop)))
    });
    let built = built.collect::<Result<Vec<_>, Wrong>>()?;
    Ok(left(&maker, built))
}

fn refusal(built: Result<bool, NotBuilt>) -> &'static str {
    match built {
        Ok(_) => "-",
        Err(NotBuilt::TooDear) => "too dear",
        Err(NotBuilt::NoRoom) => "no room",
        Err(NotBuilt::NoTower) => "no tower",
    }
}

fn walls(given: &mut Given) -> Result<Table, Wrong> {
    let mut builder = maker(given)?;
    let mut here = Location {
        population: number_or(given, "population", 0)?,
        far: rating(given, "far")?,
        fas: rating(given, "fas")?,
        ..Location::default()
    };
    let measure = match given.text("raise")?.as_str() {
        "FAR" => Measure::AgainstArtillery,
        "FAS" => Measure::AgainstAssault,
        other => return Err(format!("there is no measure {other}")),
    };
    let built = raise_walls(&mut here, &mut builder, measure, &figures().raising);
    Ok(pairs([
        ("refused", refusal(built.map(|()| false)).into()),
        ("far", int(here.far.get())),
        ("fas", int(here.fas.get())),
        ("ducats", int(builder.assets.money.whole())),
    ]))
}

fn tower(given: &mut Given) -> Result<Table, Wrong> {
    let mut builder = maker(given)?;
    let family = |at: i64| TowerOwner::Family(FamilyId(at as u16));
    let owner = match given.maybe_int("family")? {
        Some(at) => family(at),
        None => TowerOwner::Office(LocalOffice::Tenant),
    };
    let old = rating(given, "fas")?;
    let old_ones = 0..given.int_or("towers", 0)?;
    let towers = old_ones.map(|at| Tower { owner: family(at), fas: old, garrison: 0 }).collect();
    let mut here = Location { towers, ..Location::default() };
    let built = raise_tower(&mut here, &mut builder, owner, &figures().raising);
    let found = here.towers.iter().find(|tower| tower.owner == owner).map_or(0, |tower| tower.fas.get());
    Ok(pairs([
        ("new", (built == Ok(true)).into()),
        ("refused", refusal(built).into()),
        ("fas", int(found)),
        ("towers", int(here.towers.len())),
        ("ducats", int(builder.assets.money.whole())),
    ]))
}

fn pestilence(given: &mut Given) -> Result<Table, Wrong> {
    let mut sc = generated::scenario(2, 2);
    sc.families[1].origin = match given.text("others")?.as_str() {
        "asian" => Origin::Asian,
        "european" => Origin::European,
        "other" => Origin::Other,
        other => return Err(format!("there is no origin {other}")),
    };
    sc.families[0].origin = Origin::Other;
    let mut st = common::state(&sc);
    let together = given.flag("together").unwrap_or(true);
    let stranger = st.families[1].personae[0];
    for persona in &mut st.personae {
        persona.place = Place::At(TOWN, Side::Inside);
    }
    if !together {
        let elsewhere = sc.board.location_ids().nth(1).ok_or("two towns")?;
        for id in st.families[1].personae.clone() {
            st.persona_mut(id).place = Place::At(elsewhere, Side::Outside);
        }
    }
    let mut men = Troops::NONE;
    for (key, count) in given.table("men")? {
        men[Troop::of_key(&key).ok_or_else(|| format!("there is no troop {key}"))?] = whole(&count)?;
    }
    for id in [TRADER, stranger] {
        st.persona_mut(id).assets.troops = men;
    }
    let before = st.persona(stranger).assets.troops;
    let struck = strike(&sc, &mut st);
    assert_eq!(st.persona(stranger).assets.troops, before, "people of the old world lose nobody");
    let lost = struck.iter().find(|(id, _)| *id == TRADER).map(|(_, lost)| *lost).unwrap_or_default();
    let lost: Table = lost
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(troop, count)| (troop.key().to_owned(), int(count)))
        .collect();
    Ok(pairs([("lost", lost.into())]))
}

#[test]
fn every_recipe_says_how_many_and_of_what() {
    assert_eq!(Recipe::all().len(), 9, "RN-52");
    for recipe in Recipe::all() {
        assert!(recipe.most(Rating::new(999)) > 0 && recipe.most(Rating::new(0)) == 0, "{}", recipe.product);
        let material = recipe.material_for(10);
        assert!(recipe.material.is_empty() || recipe.products_of(material) >= 10, "{}", recipe.product);
    }
}
