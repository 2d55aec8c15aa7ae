//! Figures that are worth following from month to month.

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::model::persona::Persona;
use crate::model::scenario::Scenario;
use crate::rules::prestige;

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
