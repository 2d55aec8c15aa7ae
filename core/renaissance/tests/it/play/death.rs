//! Death and replacement (RN-10.4 to RN-10.7), in the first turns of a small world.

use renaissance::model::generated;
use renaissance::model::ids::{FamilyId, Holder, LocationId, PersonaId};
use renaissance::model::measures::Rating;
use renaissance::model::persona::{Assets, Place, Side};
use renaissance::model::skills::Skill;
use renaissance::rules::death::{die, replace_the_dead};
use renaissance::rules::deed::{Cause, Deed};
use renaissance::rules::month::Month;

use crate::common::state;

#[test]
fn the_dead_are_replaced_and_only_titles_are_inherited() {
    let mut sc = generated::scenario(4, 2);
    sc.titles.iter_mut().for_each(|title| title.record.hereditary = title.record.name.as_str() != "King 0");
    let mut st = state(&sc);
    let (head, family) = (PersonaId(0), FamilyId(0));
    let persona = st.persona_mut(head);
    (persona.popularity, persona.piety) = (Rating::new(640), Rating::new(300));
    persona.skills.set(Skill::Navigation, Rating::new(500), 21);
    let held: Vec<_> = st.titles_of(head).collect();
    assert_eq!(held.len(), 2, "a lord and king");
    st.location_mut(LocationId(1)).magistrate = Holder::Persona(head);
    let mut month = Month::begin(&st);
    die(&sc, &mut st, &mut month, head, Cause::Murder);
    assert_eq!(month.deeds, [Deed::Died { persona: head, cause: Cause::Murder }]);
    assert_eq!(st.location(LocationId(1)).magistrate, Holder::Vacant, "RN-R17");
    assert_eq!((&st.persona(head).assets, st.titles_of(head).count()), (&Assets::default(), 1), "RN-R17");

    let mut deeds = Vec::new();
    replace_the_dead(&sc, &mut st, &mut deeds);
    let heir = st.family(family).personae[0];
    assert_eq!(deeds, [Deed::Succeeded { dead: head, heir }]);
    let him = st.persona(heir);
    assert_eq!((him.popularity.get(), him.piety.get(), him.morale.get()), (200, 0, 0), "RN-V1");
    assert_eq!(him.skills.of(Skill::Navigation).get(), 0, "RN-V1");
    assert_eq!(him.place, Place::At(sc.family(family).citizen_of, Side::Outside), "RN-10.4");
    let titles: Vec<_> = st.titles_of(heir).map(|id| st.title_record(&sc, id).name.to_string()).collect();
    assert_eq!(titles, ["Lord 0"], "what is not hereditary is vacant");
    assert_eq!(st.name_of(&sc, heir), "A Family 0", "names of successors are used in their order");
}

#[test]
fn who_was_less_popular_leaves_no_more_to_his_successor() {
    let sc = generated::scenario(4, 2);
    let mut st = state(&sc);
    st.persona_mut(PersonaId(0)).popularity = Rating::new(130);
    let mut month = Month::begin(&st);
    die(&sc, &mut st, &mut month, PersonaId(0), Cause::Marching);
    replace_the_dead(&sc, &mut st, &mut Vec::new());
    let heir = st.family(FamilyId(0)).personae[0];
    assert_eq!(st.persona(heir).popularity.get(), 130, "RN-V2");
}

#[test]
fn passengers_die_with_the_owner_of_the_ships() {
    let sc = generated::scenario(4, 2);
    let mut st = state(&sc);
    st.persona_mut(PersonaId(1)).place = Place::With(PersonaId(0));
    let mut month = Month::begin(&st);
    die(&sc, &mut st, &mut month, PersonaId(0), Cause::Drowning);
    assert!(!st.persona(PersonaId(1)).alive, "RN-36.5");
    assert_eq!(month.deeds[1], Deed::Died { persona: PersonaId(1), cause: Cause::Aboard });
}
