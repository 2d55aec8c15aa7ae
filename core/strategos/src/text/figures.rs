//! Figures that are worth following from week to week (ST-R54, ST-R60).

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::model::ids::Power;
use crate::model::scenario::Scenario;
use crate::rules::victory;

/// The figures of a seat.
pub fn figures(sc: &Scenario, knowledge: &Knowledge) -> Vec<Figure> {
    let (st, me) = (&knowledge.state, knowledge.country);
    let name = &sc.country(me).name;
    let own = st.country(me);
    let held =
        |country| st.sites.values().filter(|site| site.size > 0 && site.power == Power::Country(country)).count();
    let playing = sc.country_ids().filter(|country| !st.country(*country).out);
    let cities = playing.map(|country| (&sc.country(country).name, country == me, held(country) as i64));
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
