//! Acts of those who hold positions and offices.

use renaissance::model::ids::{FamilyId, Name, PersonaId};
use renaissance::model::location::{LocalOffice, Selection, TowerOwner};
use renaissance::model::persona::Office;
use renaissance::rules::offices::deed::Transfer;
use renaissance::rules::offices::deed::{FamilyList, Position};
use renaissance::rules::offices::transfer;
use renaissance::rules::offices::{control, court, islam, lists, magistrates, nobility, resignation, towers};
use testkit::casebook::{Given, Wrong, text};

use crate::peace::acts::{Done, whom};
use crate::peace::world::{TOWN, World, listed};

/// Carries out an act of an office.
pub fn act(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    if let Some(done) = positions(world, given, by)? {
        return Ok(Some(done));
    }
    if let Some(done) = family_lists(world, given, by)? {
        return Ok(Some(done));
    }
    magistracy(world, given, by)
}

fn positions(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    let transfer = match given.maybe_text("transfer")?.as_deref() {
        Some("sovereignty") => Some(Position::Sovereignty),
        Some("feudatory") => Some(Position::Feudatory),
        Some("tenancy") => Some(Position::Tenancy),
        Some(other) => return Err(format!("there is no position {other}")),
        None => None,
    };
    if let Some(position) = transfer {
        let title = world.title(&given.text("to")?)?;
        let order = Transfer { location: TOWN, position, title };
        return Ok(Some(transfer::order(&world.sc, &mut world.st, &mut world.month, by, order)));
    }
    let heir = whom(world, given, "hand_over")?;
    let raised = whom(world, given, "elevate")?;
    let tower = given.maybe_text("tower")?.map(|word| owner(world, &word)).transpose()?;
    let World { sc, st, month, .. } = world;
    if let Some(heir) = heir {
        return Ok(Some(control::hand_over(sc, st, month, by, TOWN, heir)));
    }
    if let Some(persona) = raised {
        let name = Name::from(given.text("title")?.as_str());
        return Ok(Some(nobility::elevate(sc, st, month, by, persona, name)));
    }
    if let Some(from) = tower {
        let word = given.text("to")?;
        let to = owner(world, &word)?;
        return Ok(Some(towers::transfer(&world.sc, &mut world.st, &mut world.month, by, TOWN, from, to)));
    }
    Ok(given.take("emir").map(|_| islam::declare_emir(sc, st, month, by)))
}

fn owner(world: &World, word: &str) -> Result<TowerOwner, Wrong> {
    match LocalOffice::of_key(word) {
        Some(office) => Ok(TowerOwner::Office(office)),
        None => world.family(word).map(TowerOwner::Family),
    }
}

fn family_lists(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    if let Some(open) = given.take("market") {
        let open = open.as_bool().ok_or("open or not")?;
        return Ok(Some(lists::set_market(&world.sc, &mut world.st, &mut world.month, by, TOWN, open)));
    }
    let list = match given.maybe_text("list")?.as_deref() {
        Some("ingress") => FamilyList::Ingress,
        Some("egress_denied") => FamilyList::EgressDenied,
        Some("market_rights") => FamilyList::MarketRights,
        Some(other) => return Err(format!("there is no list {other}")),
        None => return Ok(None),
    };
    let mut families = |key: &str| -> Result<Vec<FamilyId>, Wrong> {
        listed(given, key)?.iter().map(|letter| world.family(text(letter)?)).collect()
    };
    let (add, remove) = (families("add")?, families("remove")?);
    let change = lists::ListChange { location: TOWN, list, add, remove };
    Ok(Some(lists::change(&world.sc, &mut world.st, &mut world.month, by, &change)))
}

fn magistracy(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    let appointee = whom(world, given, "appoint")?;
    let system = given.maybe_text("system")?;
    let office = match given.maybe_text("resign")?.as_deref() {
        Some("magistrate") => Some(Office::Magistrate(TOWN)),
        Some("cardinal") => Some(Office::Cardinal),
        Some(name) => Some(Office::Title(world.title(name)?)),
        None => None,
    };
    let World { sc, st, month, .. } = world;
    if given.take("court").is_some() {
        return Ok(Some(court::hold(sc, st, month, by, TOWN)));
    }
    if given.take("tariffs").is_some() {
        let changes = (given.int_or("import", 0)?, given.int_or("export", 0)?);
        return Ok(Some(magistrates::set_tariffs(sc, st, month, by, TOWN, changes)));
    }
    if let Some(system) = system {
        let selection = Selection::of_key(&system).ok_or("there is no such system")?;
        return Ok(Some(magistrates::change_system(sc, st, month, by, TOWN, selection)));
    }
    if let Some(office) = office {
        return Ok(Some(resignation::resign(sc, st, month, by, office)));
    }
    Ok(appointee.map(|appointee| magistrates::appoint(sc, st, month, by, TOWN, appointee)))
}
