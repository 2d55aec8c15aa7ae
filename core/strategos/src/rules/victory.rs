//! Victory and elimination (ST-R60, ST-R64).

use super::city::base_tax;
use crate::model::ids::{CountryId, Power};
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::model::state::{EndReason, Ending, State};

/// ST-R60: the capitals that a country holds in any fashion, its own included.
pub fn capitals_held(sc: &Scenario, st: &State, country: CountryId) -> usize {
    let held = |capital| st.sites.get(&capital).is_some_and(|site| site.power == Power::Country(country));
    sc.countries.iter().filter(|record| held(record.capital)).count()
}

/// ST-R60: the score: base tax in per cent of that at the start, morale, foreign capitals.
pub fn score(sc: &Scenario, st: &State, country: CountryId) -> i64 {
    let own = st.country(country);
    let tax = i64::from(base_tax(sc, st, country)) * 100 / i64::from(own.base_tax.max(1));
    let own_capital = st.sites.get(&own.capital).is_some_and(|site| site.power == Power::Country(country));
    let foreign = capitals_held(sc, st, country) - usize::from(own_capital);
    let victory = &sc.rulings.victory;
    tax + i64::from(victory.per_morale) * i64::from(own.morale) + i64::from(victory.per_capital) * foreign as i64
}

/// All countries by score, the greatest first, ties by their order; those that are out come last.
pub fn ranking(sc: &Scenario, st: &State) -> Vec<CountryId> {
    let mut all: Vec<CountryId> = sc.country_ids().collect();
    all.sort_by_key(|country| (st.country(*country).out, -score(sc, st, *country), *country));
    all
}

/// ST-R60: whether the campaign is over after a turn: by capitals or by tax at the end of a quarter, by date at the limit;
/// and when one country is left.
pub fn ending(sc: &Scenario, st: &State, turn: Turn) -> Option<Ending> {
    let in_play: Vec<CountryId> = sc.country_ids().filter(|country| !st.country(*country).out).collect();
    let led_by = |first: CountryId| {
        let rest = ranking(sc, st).into_iter().filter(move |country| *country != first);
        std::iter::once(first).chain(rest).collect::<Vec<_>>()
    };
    if let ([last], true) = (&in_play[..], sc.countries.len() > 1) {
        return Some(Ending { reason: EndReason::LastStanding, ranking: led_by(*last) });
    }
    if sc.closes_quarter(turn) {
        let enough: Vec<CountryId> =
            in_play.iter().copied().filter(|country| capitals_held(sc, st, *country) >= sc.capitals_to_win).collect();
        if let [alone] = enough[..] {
            return Some(Ending { reason: EndReason::Capitals, ranking: led_by(alone) });
        }
        let excess = |country: CountryId| {
            let (tax, target) = (base_tax(sc, st, country), sc.country(country).tax_target);
            (tax >= target).then(|| u64::from(tax) * 1000 / u64::from(target))
        };
        let reached = in_play.iter().filter_map(|country| Some((excess(*country)?, std::cmp::Reverse(*country))));
        if let Some((_, std::cmp::Reverse(winner))) = reached.max() {
            return Some(Ending { reason: EndReason::Tax, ranking: led_by(winner) });
        }
    }
    (turn.0 >= sc.turn_limit).then(|| Ending { reason: EndReason::Date, ranking: ranking(sc, st) })
}
