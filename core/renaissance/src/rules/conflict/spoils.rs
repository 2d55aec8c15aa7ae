//! Who takes what another loses (RN-64.26, RN-64.29, RN-64.30, RN-65.11).

use super::deed::Conflict;
use crate::model::asset::Asset;
use crate::model::goods::Good;
use crate::model::ids::PersonaId;
use crate::model::measures::Rating;
use crate::model::persona::{Assets, Persona};
use crate::model::state::State;
use crate::model::troops::Troops;
use crate::rules::battle::field::Guns;
use crate::rules::battle::horses::{HorseNeeds, Horsed, allot};
use crate::rules::deed::Things;
use crate::rules::month::Month;

/// All that a persona owns goes to the victor; without one it leaves the game. Men never change sides.
pub fn take_all(st: &mut State, month: &mut Month, from: PersonaId, by: Option<PersonaId>) {
    let loser = st.persona_mut(from);
    loser.assets.troops = Troops::NONE;
    loser.morale = Rating::default();
    let taken = std::mem::take(&mut loser.assets);
    let things: Things = taken.iter().collect();
    if let Some(by) = by {
        let victor = &mut st.persona_mut(by).assets;
        victor.money += taken.money;
        taken.goods.iter().for_each(|(good, count)| victor.goods.add(good, count));
    }
    tell(month, from, by, things);
}

/// So much of some things goes to the victor; without one it leaves the game.
pub fn take(st: &mut State, month: &mut Month, from: PersonaId, by: Option<PersonaId>, things: Things) {
    let loser = &mut st.persona_mut(from).assets;
    let things: Things = things
        .into_iter()
        .map(|(asset, count)| (asset, loser.take(asset, count)))
        .filter(|(_, count)| *count > 0)
        .collect();
    if let Some(by) = by {
        let victor = &mut st.persona_mut(by).assets;
        things.iter().for_each(|(asset, count)| victor.add(*asset, *count));
    }
    tell(month, from, by, things);
}

fn tell(month: &mut Month, from: PersonaId, by: Option<PersonaId>, things: Things) {
    if !things.is_empty() {
        month.tell(Conflict::Captured { from, by, things });
    }
}

/// A persona's guns.
pub fn guns(assets: &Assets) -> Guns {
    Guns { cannons: assets.goods.of(Good::Cannons), falconets: assets.goods.of(Good::Falconets) }
}

/// Sets what is left of a persona's guns.
pub fn keep_guns(persona: &mut Persona, guns: Guns) {
    persona.assets.goods.set(Good::Cannons, guns.cannons);
    persona.assets.goods.set(Good::Falconets, guns.falconets);
}

/// What a persona owns that has to be drawn or carried by land, but for guns: neither what walks nor money; ships by their
/// weight overland (RN-R104).
fn carried(assets: &Assets) -> Vec<(Good, u32)> {
    let is_gun = |good: Good| matches!(good, Good::Cannons | Good::Falconets);
    assets.goods.iter().filter(|(good, _)| !good.walks() && !is_gun(*good)).collect()
}

/// What has horses of a persona's men, guns and goods. In a town nobody is mounted to fight, and slaves carry too.
pub fn harness(assets: &Assets, in_town: bool) -> Harness {
    let goods = carried(assets);
    let needs = HorseNeeds {
        heavy_cavalry: assets.troops[crate::model::troops::Troop::HeavyCavalry],
        auxiliaries: if in_town { 0 } else { assets.troops[crate::model::troops::Troop::Auxiliaries] },
        guns: guns(assets),
        goods: goods.iter().map(|(good, count)| (*count, good.weight())).collect(),
    };
    let slaves = if in_town { assets.goods.of(Good::Slaves) } else { 0 };
    let horsed = allot(assets.goods.of(Good::Horses), slaves, &needs);
    let left = needs.guns.without(horsed.guns);
    let guns = [(Good::Cannons, left.cannons), (Good::Falconets, left.falconets)];
    let goods = goods.iter().zip(&horsed.goods).map(|((good, count), with)| (*good, count - with));
    let unhorsed = guns.into_iter().chain(goods).filter(|(_, count)| *count > 0).collect();
    Harness { horsed, unhorsed }
}

/// What has horses, and what has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harness {
    /// What has.
    pub horsed: Horsed,
    /// Guns and goods without.
    pub unhorsed: Vec<(Good, u32)>,
}

impl Harness {
    /// How much of a good has no horses.
    pub fn without(&self, good: Good) -> u32 {
        self.unhorsed.iter().find(|(it, _)| *it == good).map_or(0, |(_, count)| *count)
    }
    /// What is left behind of what there is now.
    pub fn left_behind(&self, assets: &Assets) -> Things {
        self.unhorsed.iter().map(|(good, count)| (Asset::Good(*good), (*count).min(assets.goods.of(*good)))).collect()
    }
}
