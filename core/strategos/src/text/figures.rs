//! Figures that are worth following from week to week (ST-R54, ST-R60).

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::model::ids::{CountryId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::victory;

/// What everybody may know of the countries.
pub fn public(sc: &Scenario, st: &State) -> Vec<Figure> {
    let playing = || sc.country_ids().filter(|country| !st.country(*country).out);
    let cities = playing().map(|country| (&sc.country(country).name, false, held(st, country)));
    let capitals =
        playing().map(|country| (&sc.country(country).name, false, victory::capitals_held(sc, st, country) as i64));
    vec![Figure::of_all("Cities", "", cities).highest_first(), Figure::of_all("Capitals", "", capitals)]
}

/// Cities that a country holds, as far as they are known.
fn held(st: &State, country: CountryId) -> i64 {
    st.sites.values().filter(|site| site.size > 0 && site.power == Power::Country(country)).count() as i64
}

/// The figures of a seat.
pub fn figures(sc: &Scenario, knowledge: &Knowledge) -> Vec<Figure> {
    let (st, me) = (&knowledge.state, knowledge.country);
    let name = &sc.country(me).name;
    let own = st.country(me);
    let playing = sc.country_ids().filter(|country| !st.country(*country).out);
    let cities = playing.map(|country| (&sc.country(country).name, country == me, held(st, country)));
    let mine = st.commands.values().filter(|command| command.power == Power::Country(me));
    let regts: i64 = mine.map(|command| i64::from(command.units.regts() + command.aboard.regts())).sum();
    vec![
        Figure::own("Score", "", name, victory::score(sc, st, me)),
        Figure::own("Treasury", "talents", name, i64::from(own.treasury.0)),
        Figure::own("Morale", "of 20", name, i64::from(own.morale)),
        Figure::of_all("Cities, as last known", "", cities),
        Figure::own("Regiments", "", name, regts),
    ]
}
