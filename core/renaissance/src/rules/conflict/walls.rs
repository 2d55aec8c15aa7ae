//! Assault of the walls of a location (RN-68).

use super::contingent::garrison_morale;
use super::deed::{Conflict, Record};
use super::start::commit;
use super::storm::{Storm, fortification, may_assault, with_men_inside};
use super::{Refused, control, fate, must};
use crate::model::family::Religion;
use crate::model::goods::Good;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::places::holder_of;

/// An order to assault the walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WallAssault {
    /// Who assaults.
    pub by: PersonaId,
    /// Where.
    pub location: LocationId,
    /// Defending personae are not to be killed (RN-62.7).
    pub spare: bool,
    /// When the sovereign is of another religion, a hundredth of the people are enslaved (RN-68.21).
    pub enslave: bool,
}

/// Carries out an assault of the walls.
pub fn assault(sc: &Scenario, st: &mut State, month: &mut Month, order: WallAssault) -> Result<(), Refused> {
    let WallAssault { by, location, spare, enslave } = order;
    may_assault(sc, st, month, by)?;
    let outside = Place::At(location, Side::Outside);
    let starts = month.start(by) == outside && st.persona(by).place == outside;
    must(starts, "RN-68.1", "he has not begun the month outside these walls")?;
    commit(month, by);
    let storm = muster(sc, st, month, by, location, spare);
    let record = storm.fight(sc, st, month);
    if storm.garrison.is_some() {
        st.location_mut(location).garrison = storm.garrison_left(&record);
    }
    let is_success = record.end.is_success();
    storm.tell(month, Record::Walls(record.clone()));
    storm.carry_out_end(sc, st, month, &record);
    if is_success {
        capture(sc, st, month, by, location);
        if enslave {
            enslave_people(sc, st, month, by, location);
        }
    }
    Ok(())
}

/// All forces inside take part, those in towers too, but for tower garrisons and who has ordered otherwise (RN-68.3).
fn muster(sc: &Scenario, st: &State, month: &Month, by: PersonaId, location: LocationId, spare: bool) -> Storm {
    let here = st.location(location);
    let joins = |id: &PersonaId| !month.conflicts.of(*id).shuns_walls;
    let defenders: Vec<PersonaId> = with_men_inside(st, location).filter(joins).collect();
    let tower = |id: &PersonaId| control::own_tower(sc, st, location, *id).map(|tower| u32::from(tower.fas.get()));
    let morale = garrison_morale(sc, st, location, &defenders);
    Storm {
        by,
        location,
        spare,
        fortification: fortification(here.far, here.fas, 4),
        garrison: (here.garrison > 0).then_some((here.garrison, morale)),
        towers: defenders.iter().map(tower).collect(),
        defenders,
    }
}

/// The assaulter is inside and in control (RN-68.19, RN-68.22, RN-R122); his siege is over.
fn capture(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId) {
    fate::end_sieges(st, month, by);
    fate::withdraw(st, month, by, Place::At(location, Side::Inside));
    month.conflicts.enter(location, by, false);
    control::gain(sc, st, month, location, by);
}

/// A hundredth of the people become the assaulter's slaves, if the sovereign is of another religion (RN-68.21, RN-R122).
fn enslave_people(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId) {
    if religion_of_sovereign(sc, st, location).is_none_or(|it| it == st.religion_of(by)) {
        return;
    }
    let slaves = st.location(location).population / 100;
    st.location_mut(location).population -= slaves;
    st.persona_mut(by).assets.goods.add(Good::Slaves, slaves);
    month.tell(Conflict::Enslaved { by, location, slaves });
}

/// The religion of who is sovereign, played or not (RN-R30).
pub fn religion_of_sovereign(sc: &Scenario, st: &State, location: LocationId) -> Option<Religion> {
    let title = st.location(location).sovereign?;
    match holder_of(sc, st, location, LocalOffice::Sovereign) {
        Holder::Persona(id) => Some(st.religion_of(id)),
        Holder::NonPlayer => Some(st.title_record(sc, title).non_player.religion),
        Holder::Vacant => None,
    }
}
