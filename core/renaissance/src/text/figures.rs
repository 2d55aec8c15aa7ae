//! Figures that are worth following from month to month.

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::model::ids::FamilyId;
use crate::model::persona::Persona;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::prestige::{self, Prestige};

/// What everybody may know of the families: of their prestige the part that all can reckon (RN-R133).
pub fn public(sc: &Scenario, st: &State) -> Vec<Figure> {
    let of = |value: &dyn Fn(FamilyId) -> i64| -> Vec<(String, bool, i64)> {
        sc.family_ids().map(|family| (sc.family(family).name.to_string(), false, value(family))).collect()
    };
    let alive = |family| st.living().filter(|(_, it)| it.family == family).count() as i64;
    vec![
        Figure::of_all("Prestige that is public", "points", of(&|family| Prestige::of(sc, st, family).public()))
            .highest_first(),
        Figure::of_all("Personae", "alive", of(&alive)),
    ]
}

/// The figures of a seat.
pub fn figures(sc: &Scenario, knowledge: &Knowledge) -> Vec<Figure> {
    let (st, me) = (&knowledge.state, knowledge.family);
    let name = &sc.families[me.index()].name;
    let alive: Vec<&Persona> = st.family(me).personae.iter().map(|id| st.persona(*id)).filter(|it| it.alive).collect();
    let ducats: i64 = alive.iter().map(|it| i64::try_from(it.assets.money.whole()).unwrap_or(i64::MAX)).sum();
    vec![
        Figure::own("Prestige", "points", name, prestige::of_family(sc, st, me)),
        Figure::own("Money", "ducats", name, ducats),
        Figure::own("Personae", "alive", name, alive.len() as i64),
    ]
}
