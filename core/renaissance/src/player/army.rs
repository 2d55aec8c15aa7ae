//! Who leads the men of a family who are in one place, and who has its ships.

use std::cmp::Reverse;

use super::draft::Draft;
use super::stores::{self, ARMY, FEW};
use crate::model::asset::Asset;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::PersonaId;
use crate::model::location::LocalOffice;
use crate::model::ships::Ship;
use crate::model::skills::Skill;
use crate::model::troops::Troop;
use crate::orders::{Items, TransferAssets};
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::places::holder_of;
use crate::rules::titles::rank_of;

/// Whether he is sovereign where he is, and stays inside.
fn has_duties(draft: &Draft<'_>, id: PersonaId) -> bool {
    let place = draft.persona(id).place;
    let rules = |here| holder_of(draft.sc, &draft.st, here, LocalOffice::Sovereign).persona() == Some(id);
    place.is_inside() && place.location().is_some_and(rules)
}

/// What keeps an army under somebody in the fight beside its morale (RN-61.12).
fn standing(draft: &Draft<'_>, id: PersonaId) -> i64 {
    i64::from(rank_of(draft.sc, &draft.st, id)) + draft.persona(id).popularity.points() / 10
}

/// Who leads the men of all of the family who are in one place: whose rank and fame keep them in the fight longest.
pub fn commander(draft: &Draft<'_>, id: PersonaId) -> PersonaId {
    let place = draft.persona(id).place;
    let beside = |it: &PersonaId| {
        let persona = draft.persona(*it);
        persona.place == place && persona.assets.troops.soldiers() > 0
    };
    // Who is sovereign leaves only when there is nobody else.
    let rank = |it: &PersonaId| (!has_duties(draft, *it), standing(draft, *it), Reverse(*it));
    draft.own().into_iter().filter(beside).max_by_key(rank).unwrap_or(id)
}

/// Gives his men, with all that they need, to who leads the family's army here.
pub fn unite(draft: &mut Draft<'_>, id: PersonaId) {
    let leader = commander(draft, id);
    if leader == id {
        leave_ships(draft, id);
        return;
    }
    let assets = &draft.persona(id).assets;
    if assets.troops.soldiers() == 0 || draft.st.sieges.iter().any(|it| it.besieger == id) {
        return;
    }
    let mut items = Items::default();
    for (troop, men) in assets.troops.iter().filter(|(troop, _)| *troop != Troop::Crew) {
        items.put(Asset::Men(troop), men);
    }
    let goes_with = |good: Good| {
        good.classes().contains(&GoodClass::Food) || matches!(good, Good::Horses | Good::Cannons | Good::Falconets)
    };
    for (good, units) in assets.goods.iter().filter(|(good, _)| goes_with(*good)) {
        items.put(Asset::Good(good), units);
    }
    let ducats = assets.money.whole().min(stores::needs(draft, id).ducats);
    items.put(Asset::Ducats, u32::try_from(ducats).unwrap_or(u32::MAX));
    let (persona, to) = (draft.name(id), draft.name(leader));
    draft.give(id, TransferAssets { persona, to, items });
}

/// To whom somebody leaves his ships who leads an army that they do not hold: by land ships are cargo (RN-30.5).
fn admiral(draft: &Draft<'_>, id: PersonaId) -> Option<PersonaId> {
    let persona = draft.persona(id);
    let afloat = Load::of(&draft.sc.rulings.movement, &persona.assets, Carriage::Water);
    if !persona.assets.has_ships() || persona.assets.troops.soldiers() < ARMY || afloat.excess() == 0 {
        return None;
    }
    let here = persona.place.location()?;
    let beside = |it: &PersonaId| {
        let other = draft.persona(*it);
        *it != id && other.place.location() == Some(here) && other.assets.troops.soldiers() < FEW
    };
    let skill = |it: &PersonaId| draft.persona(*it).skills.of(Skill::Navigation);
    draft.own().into_iter().filter(beside).max_by_key(|it| (skill(it), Reverse(*it)))
}

/// Whether somebody waits to take over the ships of who leads the family's army here.
pub fn waits_for_ships(draft: &Draft<'_>, id: PersonaId) -> bool {
    let leader = commander(draft, id);
    leader != id && admiral(draft, leader) == Some(id)
}

/// Leaves his ships to one of the family, with the food of their crews.
fn leave_ships(draft: &mut Draft<'_>, id: PersonaId) {
    let Some(admiral) = admiral(draft, id) else { return };
    let assets = draft.persona(id).assets.clone();
    let mut items = Items::default();
    for (good, units) in assets.goods.iter().filter(|(good, _)| Ship::of_good(*good).is_some() || *good == Good::Slaves)
    {
        items.put(Asset::Good(good), units);
    }
    items.put(Asset::Men(Troop::Crew), assets.troops[Troop::Crew]);
    let meals = (assets.troops[Troop::Crew] + assets.goods.of(Good::Slaves)) / 2;
    items.put(Asset::Good(Good::Grain), meals.min(assets.goods.of(Good::Grain)));
    let (persona, to) = (draft.name(id), draft.name(admiral));
    draft.give(id, TransferAssets { persona, to, items });
}
