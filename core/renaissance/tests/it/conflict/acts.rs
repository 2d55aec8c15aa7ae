//! What a row does: one function an order.

use renaissance::model::affairs::Whom;
use renaissance::model::ids::PersonaId;
use renaissance::model::location::{LocalOffice, TowerOwner};
use renaissance::model::persona::{Place, Side};
use renaissance::rules::conflict::bombard::bombard;
use renaissance::rules::conflict::field::{self, FieldAttack};
use renaissance::rules::conflict::intercept::{Passage, Way, intercept, is_ferry_stopped, pass};
use renaissance::rules::conflict::naval::{self, NavalAttack};
use renaissance::rules::conflict::ravage::{burn_crops, loot, raze};
use renaissance::rules::conflict::shore::{Berth, fire_on, lay_guns, open_fire};
use renaissance::rules::conflict::siege::{self, SiegeOrder, besiege};
use renaissance::rules::conflict::towers::{self, TowerAssault};
use renaissance::rules::conflict::urban::{self, AttackByGarrison, UrbanAttack, UrbanTarget};
use renaissance::rules::conflict::walls::{self, WallAssault};
use renaissance::rules::conflict::{Refused, fate};
use renaissance::rules::month::Month;
use testkit::casebook::{Given, Wrong, table, texts};
use toml::Value;

use crate::conflict::world::{TOWN, World};

/// Carries out one order; a refusal is noted.
pub fn carry_out(world: &mut World, act: &Value) -> Result<(), Wrong> {
    let mut given = Given::new(table("what is done", act)?);
    let result = order(world, &mut given)?;
    if let Err(refused) = result {
        world.refused.push(refused.rule.to_owned());
    }
    given.finish()
}

fn order(world: &mut World, given: &mut Given) -> Result<Result<(), Refused>, Wrong> {
    if given.take("next_month").is_some() {
        next_month(world);
        return Ok(Ok(()));
    }
    if let Some(order) = on_the_way(world, given)? {
        return Ok(order);
    }
    if let Some(order) = of_siege(world, given)? {
        return Ok(order);
    }
    let by = given.maybe_text("by")?.map(|it| world.id(&it)).transpose()?;
    let spare = given.take("spare").is_some();
    let fight_on = given.take("fight_on").is_some();
    let by_somebody = || by.ok_or("an order is `by` somebody".to_owned());
    let World { sc, st, month, letters, .. } = world;
    let id = |letter: &str| letters.get(letter).copied().ok_or_else(|| format!("there is no {letter}"));
    for key in ["field", "sortie"] {
        if let Some(victim) = given.maybe_text(key)? {
            let order = FieldAttack { by: by_somebody()?, victim: id(&victim)?, spare, sortie: key == "sortie" };
            return Ok(field::attack(sc, st, month, order));
        }
    }
    if let Some(target) = given.maybe_text("urban")? {
        let target = if target == "garrison" { UrbanTarget::Garrison } else { UrbanTarget::Persona(id(&target)?) };
        return Ok(urban::attack(sc, st, month, UrbanAttack { by: by_somebody()?, target, spare, fight_on }));
    }
    if let Some(victim) = given.maybe_text("garrison_attack")? {
        let order = AttackByGarrison { by: by_somebody()?, location: TOWN, victim: id(&victim)?, spare };
        return Ok(urban::attack_with_garrison(sc, st, month, order));
    }
    if let Some(letter) = given.maybe_text("shuns_garrison")? {
        month.conflicts.of_mut(id(&letter)?).shuns_garrison = true;
        return Ok(Ok(()));
    }
    Err("there is no such order".into())
}

/// The month ends, and the next begins, as far as sieges are concerned.
fn next_month(world: &mut World) {
    let World { sc, st, month, .. } = world;
    siege::wear_down(sc, st, month);
    st.turn = st.turn.later(1);
    st.interceptions.retain(|it| it.turn >= st.turn);
    st.bombardments.retain(|it| it.turn >= st.turn);
    let mut deeds = std::mem::take(&mut month.deeds);
    *month = Month::begin(st);
    siege::review(sc, st, &mut deeds);
    month.deeds = deeds;
}

fn tower(world: &World, word: &str) -> Result<TowerOwner, Wrong> {
    let office = LocalOffice::of_key(word).map(TowerOwner::Office);
    office.map_or_else(|| Ok(TowerOwner::Family(world.st.persona(world.id(word)?).family)), Ok)
}

/// Orders against fortifications and towns.
fn of_siege(world: &mut World, given: &mut Given) -> Result<Option<Result<(), Refused>>, Wrong> {
    if let Some(letter) = given.maybe_text("enters")? {
        let (id, by_water) = (world.id(&letter)?, given.take("by_water").is_some());
        world.st.persona_mut(id).place = Place::At(TOWN, Side::Inside);
        world.month.conflicts.enter(TOWN, id, by_water);
        return Ok(Some(Ok(())));
    }
    if let Some(letter) = given.maybe_text("stands_inside")? {
        let id = world.id(&letter)?;
        world.st.persona_mut(id).place = Place::At(TOWN, Side::Inside);
        return Ok(Some(Ok(())));
    }
    if let Some(letter) = given.maybe_text("lasted")? {
        let (id, stages) = (world.id(&letter)?, given.int("stages")? as u32);
        world.month.conflicts.of_mut(id).stages += stages;
        return Ok(Some(Ok(())));
    }
    let Some(order) = given.maybe_text("order")? else { return Ok(None) };
    let by = given.text("by")?;
    let by = world.id(&by)?;
    let owner = given.maybe_text("tower")?.map(|word| tower(world, &word)).transpose()?;
    let count = given.int_or("count", 0)? as u32;
    let (spare, enslave) = (given.take("spare").is_some(), given.take("enslave").is_some());
    let World { sc, st, month, .. } = world;
    let done = match order.as_str() {
        "walls" => walls::assault(sc, st, month, WallAssault { by, location: TOWN, spare, enslave }),
        "tower" => {
            let tower = owner.ok_or("whose tower?")?;
            towers::assault(sc, st, month, TowerAssault { by, tower, spare })
        }
        "besiege" => besiege(sc, st, month, SiegeOrder { by, location: TOWN, tower: owner }),
        "lift" => {
            fate::end_sieges(st, month, by);
            Ok(())
        }
        "bombard" => bombard(sc, st, month, by, count),
        "loot" => loot(sc, st, month, by),
        "burn" => burn_crops(sc, st, month, by, count),
        "raze" => raze(sc, st, month, by, owner, count),
        "shun walls" => {
            month.conflicts.of_mut(by).shuns_walls = true;
            Ok(())
        }
        other => return Err(format!("there is no order {other}")),
    };
    Ok(Some(done))
}

fn whom(world: &World, given: &mut Given) -> Result<Whom, Wrong> {
    let Some(value) = given.take("whom") else { return Ok(Whom::All) };
    let letters = texts(&value)?;
    let families = letters.iter().map(|it| Ok(world.st.persona(world.id(it)?).family)).collect::<Result<_, Wrong>>()?;
    Ok(Whom::Families(families))
}

/// A way between the town and elsewhere, or at sea; what `passage` it has is noted.
fn goes(world: &mut World, given: &mut Given, id: PersonaId) -> Result<(), Wrong> {
    let (from, to) = (given.text("from")?, given.text("to")?);
    let point = |word: &str| {
        let location = world.place(word)?.location();
        Ok::<_, Wrong>(match world.place(word)? {
            Place::Water(point) => (point, None),
            _ => (world.sc.board.location(location.unwrap_or(TOWN)).point, location),
        })
    };
    let ((start, from_location), (end, to_location)) = (point(&from)?, point(&to)?);
    let points = if from_location.is_some() && from_location == to_location { vec![start] } else { vec![start, end] };
    let way = Way {
        points,
        from: from_location,
        to: to_location,
        enters: to == "inside",
        by_water: given.take("by_water").is_some(),
    };
    let place = world.place(&to)?;
    let World { sc, st, month, .. } = world;
    if pass(sc, st, month, id, &way) == Passage::Free {
        st.persona_mut(id).place = place;
        month.acts_mut(id).moved = true;
    }
    Ok(())
}

/// Interceptions, moves, and battles at sea.
fn on_the_way(world: &mut World, given: &mut Given) -> Result<Option<Result<(), Refused>>, Wrong> {
    let own = |given: &mut Given, key: &str, world: &World| {
        given.maybe_text(key)?.map(|letter| world.id(&letter)).transpose()
    };
    if let Some(id) = own(given, "goes", world)? {
        goes(world, given, id)?;
        return Ok(Some(Ok(())));
    }
    if let Some(id) = own(given, "takes_ferry", world)? {
        let Place::Water(midpoint) = world.place("at sea")? else { return Err("a ferry crosses water".into()) };
        let ferry = renaissance::model::board::Ferry { a: TOWN, b: TOWN, midpoint };
        let stopped = is_ferry_stopped(&world.sc, &world.st, &world.month, &ferry, id);
        return Ok(Some(if stopped { Err(Refused { rule: "RN-33.6", reason: "" }) } else { Ok(()) }));
    }
    if let Some(id) = own(given, "intercepts", world)? {
        let whom = whom(world, given)?;
        let ferries = given.take("ferries").is_some();
        return Ok(Some(intercept(&mut world.st, &mut world.month, id, whom, ferries)));
    }
    if let Some(id) = own(given, "lays_guns", world)? {
        let (whom, count) = (whom(world, given)?, given.int("count")? as u32);
        let World { sc, st, month, .. } = world;
        return Ok(Some(lay_guns(sc, st, month, id, whom, count)));
    }
    if given.take("open_fire").is_some() {
        open_fire(&world.sc, &mut world.st, &mut world.month);
        return Ok(Some(Ok(())));
    }
    if let Some(id) = own(given, "comes_to_port", world)? {
        fire_on(&world.sc, &mut world.st, &mut world.month, id, Berth::Port(TOWN));
        return Ok(Some(Ok(())));
    }
    if let Some(victim) = own(given, "naval", world)? {
        let by = given.text("by")?;
        let order = NavalAttack { by: world.id(&by)?, victim, spare: given.take("spare").is_some() };
        let World { sc, st, month, .. } = world;
        return Ok(Some(naval::attack(sc, st, month, order)));
    }
    Ok(None)
}
