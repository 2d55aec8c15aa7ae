//! Assets change hands, or leave the game (RN-45).

use super::deed::{Deed, Things};
use super::month::Month;
use super::{force, places};
use crate::model::asset::Asset;
use crate::model::goods::GoodClass;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::{Place, Side};
use crate::model::ships::Ship;
use crate::model::state::State;
use crate::model::troops::{Troop, Troops};

/// Why nothing is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTransfer {
    /// The two are not at one location (RN-45.1).
    Apart,
    /// One of them is aboard another's ships (RN-36.4).
    Passenger,
    /// Troops of another religion (RN-45.2).
    Religion,
    /// Troops for somebody inside the walls without ingress (RN-45.4).
    NoIngress,
    /// Troops or food for somebody in a besieged location (RN-45.5).
    Besieged,
    /// The last ship of a fleet at sea (RN-45.7/a).
    LastShip,
    /// He has nothing of it.
    Nothing,
}

/// Gives things to another persona, each as far as he has it (RN-45.1).
pub fn give(
    st: &mut State, month: &mut Month, from: PersonaId, to: PersonaId, items: &[(Asset, u32)],
) -> Result<(), NoTransfer> {
    meet(st, from, to)?;
    for (asset, _) in items {
        may_receive(st, from, to, *asset)?;
    }
    let things = hand_over(st, from, items)?;
    let morale = st.persona(from).morale;
    let receiver = st.persona_mut(to);
    let mut men = Troops::NONE;
    for (asset, count) in &things {
        match asset {
            Asset::Men(troop) => men[*troop] += count,
            asset => receiver.assets.add(*asset, *count),
        }
    }
    force::join(receiver, &men, morale);
    force::settle(st.persona_mut(from));
    month.deeds.push(Deed::Gave { from, to: Some(to), things });
    Ok(())
}

/// Gives things to the locals: they leave the game (RN-45.3).
pub fn give_away(st: &mut State, month: &mut Month, from: PersonaId, items: &[(Asset, u32)]) -> Result<(), NoTransfer> {
    if let Place::With(_) = st.persona(from).place {
        return Err(NoTransfer::Passenger);
    }
    let things = hand_over(st, from, items)?;
    force::settle(st.persona_mut(from));
    month.deeds.push(Deed::Gave { from, to: None, things });
    Ok(())
}

/// RN-45.1: both at the same location, inside or outside, or at the same point of the sea.
fn meet(st: &State, from: PersonaId, to: PersonaId) -> Result<(), NoTransfer> {
    let (a, b) = (st.persona(from).place, st.persona(to).place);
    match (a, b) {
        (Place::With(_), _) | (_, Place::With(_)) => Err(NoTransfer::Passenger),
        (Place::At(a, _), Place::At(b, _)) if a == b => Ok(()),
        (Place::Water(a), Place::Water(b)) if a == b => Ok(()),
        _ => Err(NoTransfer::Apart),
    }
}

/// RN-45.2, RN-45.4, RN-45.5, RN-R84: walls and religion.
fn may_receive(st: &State, from: PersonaId, to: PersonaId, asset: Asset) -> Result<(), NoTransfer> {
    let (giver, receiver) = (st.persona(from), st.persona(to));
    let soldiers = matches!(asset, Asset::Men(troop) if troop != Troop::Crew);
    if soldiers && st.religion_of(from) != st.religion_of(to) {
        return Err(NoTransfer::Religion);
    }
    let Some(location) = comes_in(giver.place, receiver.place) else { return Ok(()) };
    if soldiers && !places::has_ingress(st, receiver.family, location) {
        return Err(NoTransfer::NoIngress);
    }
    let kept_out = match asset {
        Asset::Ducats => false,
        Asset::Men(_) => true,
        Asset::Good(good) => good.classes().contains(&GoodClass::Food),
    };
    if kept_out && places::is_besieged(st, location) { Err(NoTransfer::Besieged) } else { Ok(()) }
}

/// The location into which something is handed over its walls.
fn comes_in(from: Place, to: Place) -> Option<LocationId> {
    match (from, to) {
        (Place::At(location, Side::Outside), Place::At(_, Side::Inside)) => Some(location),
        _ => None,
    }
}

/// Takes each thing as far as it is there.
fn hand_over(st: &mut State, from: PersonaId, items: &[(Asset, u32)]) -> Result<Things, NoTransfer> {
    let giver = st.persona_mut(from);
    let mut rest = giver.assets.clone();
    let taken = items.iter().map(|(asset, count)| (*asset, rest.take(*asset, *count)));
    let things: Things = taken.filter(|(_, count)| *count > 0).collect();
    if things.is_empty() {
        return Err(NoTransfer::Nothing);
    }
    let gives_ships =
        things.iter().any(|(asset, _)| matches!(asset, Asset::Good(good) if Ship::of_good(*good).is_some()));
    if gives_ships && matches!(giver.place, Place::Water(_)) && !rest.has_ships() {
        return Err(NoTransfer::LastShip);
    }
    giver.assets = rest;
    Ok(things)
}
