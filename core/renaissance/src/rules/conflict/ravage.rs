//! Looting, burning crops and razing on the state (RN-70).

use super::deed::Conflict;
use super::start::may_act;
use super::{Refused, control, must};
use crate::model::calendar::Month as CalendarMonth;
use crate::model::goods::Good;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::{LocalOffice, TowerOwner};
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::looting;
use crate::rules::month::Month;
use crate::rules::places::{family_of_tower, holder_of};

/// A controller who is not the tenant has the location looted, in a later month than that in which he came into control
/// (RN-70.1). He has to be inside; he does nothing else this month (RN-70.4).
pub fn loot(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    may_act(st, month, by, false)?;
    let Place::At(location, Side::Inside) = st.persona(by).place else {
        return Err(Refused { rule: "RN-70.1", reason: "he is not inside the walls" });
    };
    let here = st.location(location);
    let controls = here.controller.is_some_and(|it| it.persona == by && it.since < st.turn);
    must(controls, "RN-70.1", "he has not been in control since an earlier month")?;
    let soldiers = st.persona(by).assets.troops.soldiers();
    must(soldiers > 0, "RN-70.2", "he has no soldiers here")?;
    must(month.conflicts.loot(location), "RN-R125", "it has been looted this month")?;
    let ducats = looting::yield_of(here.wealth, here.population, soldiers);
    let is_sovereign = holder_of(sc, st, location, LocalOffice::Sovereign).persona() == Some(by);
    looting::suffer(st.location_mut(location), is_sovereign);
    st.persona_mut(by).assets.money += Money::ducats(ducats);
    occupy(month, by, "RN-70.4");
    month.tell(Conflict::Looted { by, location, ducats });
    Ok(())
}

/// Soldiers outside a location burn in August what grain September would bring, a unit each, at most all soldiers (RN-70.7).
pub fn burn_crops(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, men: u32) -> Result<(), Refused> {
    may_act(st, month, by, false)?;
    must(sc.month(st.turn) == CalendarMonth::August, "RN-70.7", "crops are burnt in August")?;
    let Place::At(location, Side::Outside) = st.persona(by).place else {
        return Err(Refused { rule: "RN-70.7", reason: "he is not outside the walls of a location" });
    };
    must(month.start(by) == st.persona(by).place, "RN-70.7", "he has not begun the month there")?;
    let men = men.min(st.persona(by).assets.troops.soldiers());
    must(men > 0, "RN-70.7", "he has no soldiers to burn crops")?;
    st.location_mut(location).burnt_grain += men;
    month.conflicts.of_mut(by).burning = men;
    occupy(month, by, "RN-70.7");
    month.tell(Conflict::BurntCrops { by, location, men });
    Ok(())
}

/// Who is in control has the walls razed, or an owner his tower, by men inside: at most all his troops, crew and slaves
/// (RN-70.9). A tower of nothing disappears (RN-R126).
pub fn raze(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, tower: Option<TowerOwner>, men: u32,
) -> Result<(), Refused> {
    may_act(st, month, by, false)?;
    let Place::At(location, Side::Inside) = st.persona(by).place else {
        return Err(Refused { rule: "RN-70.9", reason: "he is not inside the walls" });
    };
    must(may_raze(sc, st, by, location, tower), "RN-70.9", "it is not his to raze")?;
    let assets = &st.persona(by).assets;
    let men = men.min(assets.troops.men() + assets.goods.of(Good::Slaves));
    must(men > 0, "RN-70.9", "he has nobody to raze it")?;
    let here = st.location_mut(location);
    match tower {
        None => (here.far, here.fas) = looting::raze(here.far, here.fas, men, Rating::new(1)),
        Some(owner) => {
            for it in here.towers.iter_mut().filter(|it| it.owner == owner) {
                it.fas = looting::raze(Rating::default(), it.fas, men, Rating::default()).1;
            }
            here.towers.retain(|it| it.owner != owner || it.fas > Rating::default());
        }
    }
    occupy(month, by, "RN-70.9");
    month.tell(Conflict::Razed { by, location, tower, men });
    Ok(())
}

fn may_raze(sc: &Scenario, st: &State, by: PersonaId, location: LocationId, tower: Option<TowerOwner>) -> bool {
    match tower {
        None => control::controller(sc, st, location) == Some(by),
        Some(TowerOwner::Office(office)) => holder_of(sc, st, location, office).persona() == Some(by),
        Some(owner) => {
            let family = Some(st.persona(by).family);
            let towers = st.location(location).towers.iter();
            towers.filter(|it| it.owner == owner).any(|it| family_of_tower(sc, st, location, it) == family)
        }
    }
}

/// His men are busy: he does not move and does nothing else.
fn occupy(month: &mut Month, by: PersonaId, rule: &'static str) {
    let acts = month.acts_mut(by);
    acts.moved = true;
    acts.finished = acts.finished.or(Some(rule));
}
