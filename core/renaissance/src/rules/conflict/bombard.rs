//! Siege bombardment on the state (RN-67).

use super::deed::Conflict;
use super::start::may_act;
use super::{Refused, fate, must, siege};
use crate::model::affairs::Siege;
use crate::model::goods::Good;
use crate::model::ids::PersonaId;
use crate::model::location::Location;
use crate::model::measures::Rating;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::battle::siege::SiegeBombardment;
use crate::rules::month::Month;
use crate::rules::places::tower_of;

/// Bombards what a persona besieges with so many cannons, at most those that he has and has not fired at ships (RN-67.1,
/// RN-67.7). He may assault afterwards (RN-67.8).
pub fn bombard(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, cannons: u32) -> Result<(), Refused> {
    may_act(st, month, by, false)?;
    must(!month.conflicts.of(by).has_bombarded, "RN-67.8", "he has bombarded this month")?;
    let siege = siege::of(st, by).copied().filter(|siege| siege.closed);
    let siege = siege.ok_or(Refused { rule: "RN-67.1", reason: "he has not kept everybody out by land last month" })?;
    let has = st.persona(by).assets.goods.of(Good::Cannons);
    let cannons = cannons.min(has.saturating_sub(month.conflicts.of(by).spent_cannons));
    must(cannons > 0, "RN-67.1", "he has no cannons to fire")?;
    let answering = owners_of_guns(sc, st, &siege);
    let effect = bombardment(st, by, &siege, cannons, &answering).effect(&sc.rulings.war);
    let before = fas(st.location(siege.location), &siege);
    *fas_mut(st.location_mut(siege.location), &siege) = Rating::new(effect.fas.into());
    let lost = effect.burst + effect.destroyed;
    st.persona_mut(by).assets.goods.take(Good::Cannons, lost);
    fate::fire_guns(st, month, by);
    for (owner, burst) in answering.iter().zip(&effect.burst_inside) {
        st.persona_mut(*owner).assets.goods.take(Good::Cannons, *burst);
        fate::fire_guns(st, month, *owner);
    }
    month.conflicts.of_mut(by).has_bombarded = true;
    month.acts_mut(by).moved = true;
    let points = before.get().saturating_sub(effect.fas);
    let Siege { location, tower, .. } = siege;
    month.tell(Conflict::Bombarded { by, location, tower, points, lost });
    Ok(())
}

/// Personae inside with cannons, ascending. All fire back by themselves unless FAR is 0, as it is of a tower (RN-67.4).
fn owners_of_guns(sc: &Scenario, st: &State, siege: &Siege) -> Vec<PersonaId> {
    let inside = Place::At(siege.location, Side::Inside);
    let has_guns = |id: &PersonaId| st.persona(*id).assets.goods.of(Good::Cannons) > 0;
    let there = st.living().filter(|(_, it)| it.place == inside).map(|(id, _)| id);
    there.filter(has_guns).filter(|id| siege.tower.is_none() || tower_of(sc, st, *id) == siege.tower).collect()
}

fn bombardment(st: &State, by: PersonaId, siege: &Siege, cannons: u32, answering: &[PersonaId]) -> SiegeBombardment {
    let here = st.location(siege.location);
    let gunnery = |id: PersonaId| st.persona(id).skills.of(Skill::Gunnery).get();
    let inside = answering.iter().map(|id| (st.persona(*id).assets.goods.of(Good::Cannons), gunnery(*id)));
    SiegeBombardment {
        cannons,
        gunnery: gunnery(by),
        far: if siege.tower.is_some() { 0 } else { here.far.get() },
        fas: fas(here, siege).get(),
        least_fas: u16::from(siege.tower.is_none()),
        inside: inside.collect(),
    }
}

fn fas(here: &Location, siege: &Siege) -> Rating {
    let tower = siege.tower.map(|owner| here.towers.iter().find(|it| it.owner == owner).map(|it| it.fas));
    tower.map_or(here.fas, Option::unwrap_or_default)
}

fn fas_mut<'a>(here: &'a mut Location, siege: &Siege) -> &'a mut Rating {
    match here.towers.iter().position(|it| Some(it.owner) == siege.tower) {
        Some(at) => &mut here.towers[at].fas,
        None => &mut here.fas,
    }
}
