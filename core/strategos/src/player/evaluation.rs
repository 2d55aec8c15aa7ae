//! What a state is worth to each country: the score of ST-R60, and what will become score.

use std::sync::LazyLock;

use kernel::{Feature, Weights};

use super::treasury::upkeep;
use crate::model::command::CommandKind;
use crate::model::ids::{CountryId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::base;
use crate::rules::city::{base_tax, is_taxed, tax_level};
use crate::rules::{leaders, revolt, trade, victory};

/// What all others have less of where one has won, in hundredths of what he had before.
const WON: i64 = 400;
/// Weeks of upkeep beyond which money is worth no more.
const WEEKS_KEPT: i64 = 20;
/// Weeks in which an army takes what it can: with fewer left it is worth less, and so is money.
const WEEKS_TO_USE: i64 = 13;
/// The terms of a country's worth. In hundredths of its score: the score; strength in the field, the treasury up to some weeks
/// of upkeep, and what traders on the way bring, each as talents of weekly tax and less in the last weeks; the tax of captured
/// cities that may rise, taken off; then per mille of the way to the tax that wins.
pub const TERMS: [&str; 6] = ["score", "strength", "treasury", "trade", "tax in doubt", "way to the target"];

/// What each term weighs.
pub fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> =
        LazyLock::new(|| Weights::built_in(include_str!("../../data/evaluation.toml"), &TERMS));
    &WEIGHTS
}

/// Each country's share of the whole in millionths.
pub fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
    let mut worth: Vec<i64> = sc.country_ids().map(|country| weights().evaluate(&terms(sc, world, country))).collect();
    if let Some(ending) = &world.ended {
        worth[ending.ranking[0].index()] *= WON / 100;
    }
    let weights: Vec<u64> = worth.iter().map(|worth| (*worth).max(0) as u64).collect();
    kernel::exact::apportion(1_000_000, &weights)
}

/// The terms of a country, each of `TERMS`.
pub fn terms(sc: &Scenario, st: &State, country: CountryId) -> Vec<i64> {
    let own = st.country(country);
    if own.out {
        return vec![0; TERMS.len()];
    }
    let start = i64::from(own.base_tax.max(1));
    let soon = |talents: i64| talents * time_left(sc, st) * 10_000 / WEEKS_TO_USE / start;
    let saved = i64::from(own.treasury.0).min(WEEKS_KEPT * i64::from(upkeep(sc, st, country)));
    let target = i64::from(sc.country(country).tax_target.max(1));
    vec![
        victory::score(sc, st, country) * 100,
        soon(strength(sc, st, country)),
        soon(saved),
        soon(trade(sc, st, country)),
        -doubtful(sc, st, country) * 10_000 / start,
        (i64::from(base_tax(sc, st, country)) * 1_000 / target).min(1_000),
    ]
}

/// Weeks in which men and money can still become score, as far as they count; none once the campaign has ended.
fn time_left(sc: &Scenario, st: &State) -> i64 {
    let left = i64::from(sc.turn_limit) + 1 - i64::from(st.turn.0);
    if st.ended.is_some() { 0 } else { left.clamp(0, WEEKS_TO_USE) }
}

/// What traders on the way bring.
fn trade(sc: &Scenario, st: &State, country: CountryId) -> i64 {
    let own = st.convoys.iter().filter(|convoy| convoy.country == country);
    own.map(|convoy| i64::from(trade::worth(sc, st, convoy.from, convoy.to).0.0)).sum()
}

/// Strength in the field, each command by its leader.
fn strength(sc: &Scenario, st: &State, country: CountryId) -> i64 {
    let own = st.commands.iter().filter(|(_, it)| it.power == Power::Country(country));
    let divisions = own.filter(|(_, it)| it.kind == CommandKind::Division && it.units.regts() > 0);
    let led = |id| 80 + 4 * i64::from(leaders::ratings(sc, st, id).ma);
    divisions.map(|(id, it)| i64::from(base(&sc.units, &it.units, false)) * led(*id) / 100).sum()
}

/// Weekly tax of captured cities that may rise for want of a garrison, by the chance of it.
fn doubtful(sc: &Scenario, st: &State, country: CountryId) -> i64 {
    let taxed = st.sites.iter().filter(|(id, _)| is_taxed(sc, st, country, **id));
    let unquiet = taxed.filter(|(id, _)| !revolt::reasons(sc, st, **id).is_empty());
    let at_stake = unquiet.map(|(id, site)| {
        let chance = revolt::chance_at(sc, st, *id);
        i64::from(tax_level(&sc.rulings, site.size).0) * i64::from(chance) / 100
    });
    at_stake.sum()
}

/// The figures behind the evaluation.
pub fn features(sc: &Scenario, world: &State, country: CountryId) -> Vec<Feature> {
    let cities = world.sites.values().filter(|site| site.power == Power::Country(country) && site.size > 0);
    vec![
        Feature::new("Weekly tax", i64::from(base_tax(sc, world, country))),
        Feature::new("Cities", cities.count() as i64),
        Feature::new("Capitals", victory::capitals_held(sc, world, country) as i64),
        Feature::new("Strength in the field", strength(sc, world, country)),
        Feature::new("Treasury", i64::from(world.country(country).treasury.0)),
        Feature::new("Country morale", i64::from(world.country(country).morale)),
    ]
}
