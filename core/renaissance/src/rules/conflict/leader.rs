//! Who leads a force, in numbers (RN-61).

use crate::model::family::Religion;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::battle::morale::{Leader, MoraleFactors, confucian_end, confucian_start};
use crate::rules::titles::rank_of;

/// A persona as he leads against an enemy, with the morale that his own force goes into battle with.
///
/// `place`: the location of the battle; none at sea.
pub fn of(sc: &Scenario, st: &State, id: PersonaId, enemy: Option<PersonaId>, place: Option<LocationId>) -> Leader {
    let persona = st.persona(id);
    Leader {
        morale: morale_before(sc, st, id, place),
        rank: rank_of(sc, st, id),
        popularity: persona.popularity.get(),
        gunnery: persona.skills.of(Skill::Gunnery).get(),
        factors: factors(sc, st, id, enemy),
    }
}

/// How many times the morale of his men counts (RN-61.7, RN-22.6); both together multiply (RN-R96).
fn factors(sc: &Scenario, st: &State, id: PersonaId, enemy: Option<PersonaId>) -> MoraleFactors {
    let sovereign = |city: LocationId| {
        st.location(city).sovereign.is_some_and(|title| st.title(title).holder == Holder::Persona(id))
    };
    let doubled = st.religion_of(id).is_moslem() && st.persona(id).bonus_city.is_some_and(sovereign);
    let masters = sc.brotherhoods.iter().any(|it| st.title(it.title).holder == Holder::Persona(id));
    let zeal = if masters && enemy.is_some_and(|it| st.religion_of(it).is_moslem()) {
        MoraleFactors::GRANDMASTER
    } else {
        MoraleFactors::default()
    };
    let faith = if doubled { MoraleFactors::MOSLEM_SOVEREIGN } else { MoraleFactors::default() };
    MoraleFactors { force: faith.force * zeal.force, own_division: faith.own_division * zeal.own_division }
}

/// Whether a persona's men fight with half their morale: those of a Confucian outside China (RN-61.10).
fn is_far_from_home(sc: &Scenario, st: &State, id: PersonaId, place: Option<LocationId>) -> bool {
    let in_china = place.is_some_and(|it| sc.board.location(it).china);
    st.religion_of(id) == Religion::Confucian && !in_china
}

/// The morale with which a persona's men go into a battle (RN-R97).
pub fn morale_before(sc: &Scenario, st: &State, id: PersonaId, place: Option<LocationId>) -> u16 {
    let morale = st.persona(id).morale.get();
    if is_far_from_home(sc, st, id, place) { confucian_start(morale) } else { morale }
}

/// The morale that they have after it (RN-R97).
pub fn morale_after(sc: &Scenario, st: &State, id: PersonaId, place: Option<LocationId>, morale: u16) -> Rating {
    let morale = if is_far_from_home(sc, st, id, place) { confucian_end(morale) } else { morale };
    Rating::new(morale.into())
}
