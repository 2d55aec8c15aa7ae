//! Strengthening walls and towers (RN-52.11, RN-52.12, RN-R88). Whether it is the place for it is asked before.

use serde::{Deserialize, Serialize};

use crate::model::location::{Location, Tower, TowerOwner};
use crate::model::measures::{Rating, sqrt_half_up};
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::rulings::Raising;
use crate::model::skills::Skill;

/// Which measure of a location is raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Measure {
    /// FAR: against artillery.
    #[serde(rename = "artillery")]
    AgainstArtillery,
    /// FAS: against assault.
    #[serde(rename = "assault")]
    AgainstAssault,
}

/// Why nothing is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotBuilt {
    /// There are not enough ducats.
    TooDear,
    /// The location has all the towers of families that it may have (RN-69.8).
    NoRoom,
    /// There is no such tower, and only families have new ones built (RN-R88).
    NoTower,
}

fn gain(builder: &Persona) -> i64 {
    sqrt_half_up(u64::from(builder.skills.of(Skill::Fortification).get())) as i64
}

/// Raises a measure of a location by the root of the builder's skill, for 1 ducat a head, at least 1,000 (RN-52.11).
pub fn raise_walls(
    here: &mut Location, builder: &mut Persona, measure: Measure, figures: &Raising,
) -> Result<(), NotBuilt> {
    let price = Money::ducats(u64::from(here.population).max(figures.walls_cost_least));
    builder.assets.money = builder.assets.money.less(price).ok_or(NotBuilt::TooDear)?;
    let rating = match measure {
        Measure::AgainstArtillery => &mut here.far,
        Measure::AgainstAssault => &mut here.fas,
    };
    *rating = rating.changed(gain(builder));
    Ok(())
}

/// Raises the FAS of a tower by the root of the builder's skill (RN-52.12); one that a family does not have yet is built, and
/// then the answer is `true`: the family goes on the waiting list (RN-25.5, RN-R88).
pub fn raise_tower(
    here: &mut Location, builder: &mut Persona, owner: TowerOwner, figures: &Raising,
) -> Result<bool, NotBuilt> {
    let found = here.towers.binary_search_by_key(&owner, |tower| tower.owner);
    let of_families = here.towers.iter().filter(|tower| matches!(tower.owner, TowerOwner::Family(_))).count();
    match (found, owner) {
        (Err(_), TowerOwner::Office(_)) => return Err(NotBuilt::NoTower),
        (Err(_), TowerOwner::Family(_)) if of_families >= figures.family_towers_most => return Err(NotBuilt::NoRoom),
        _ => {}
    }
    let price = Money::ducats(figures.tower_new_cost);
    builder.assets.money = builder.assets.money.less(price).ok_or(NotBuilt::TooDear)?;
    let more = gain(builder);
    match found {
        Ok(at) => here.towers[at].fas = here.towers[at].fas.changed(more),
        Err(at) => here.towers.insert(at, Tower { owner, fas: Rating::new(more), garrison: 0 }),
    }
    Ok(found.is_err())
}
