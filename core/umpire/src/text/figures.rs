//! Figures that are worth following from turn to turn (UM-6, UM-35).

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::knowledge::gallery::Public;
use crate::knowledge::view::NationView;
use crate::model::ids::Rp;
use crate::model::scenario::Scenario;

/// What everybody may know of the nations: the published ranks.
pub fn public(sc: &Scenario, public: &Public) -> Vec<Figure> {
    let mut playing: Vec<&NationView> = public.nations.iter().filter(|it| !it.eliminated).collect();
    playing.sort_by_key(|it| it.rank);
    let ranks = playing.into_iter().map(|it| (&sc.nation(it.nation.id).name, false, i64::from(it.rank)));
    vec![Figure::of_all("Rank", "1 is the best", ranks)]
}

/// The figures of a seat.
pub fn figures(sc: &Scenario, known: &Knowledge) -> Vec<Figure> {
    let view = known.view(sc);
    let whole = |rp: Rp| rp.in_tenths().div_euclid(10);
    let me = view.me();
    let own = |title: &str, unit: &str, value: i64| Figure::own(title, unit, &sc.nation(me).name, value);
    let playing = sc.nation_ids().filter(|nation| !known.st.nation(*nation).eliminated);
    let provinces =
        playing.map(|nation| (&sc.nation(nation).name, nation == me, known.st.owned_by(nation).count() as i64));
    vec![
        own("Score", "% of the start", view.score),
        own("Treasury", "RP", whole(view.treasury)),
        own("Expected tax", "RP", whole(view.expected_tax)),
        Figure::of_all("Provinces, as last known", "", provinces),
        own("Army and fleet", "units", i64::from(known.st.strength(sc, me))),
    ]
}
