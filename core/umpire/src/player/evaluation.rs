//! What a world is worth to each nation: what it would be ranked by now, and what will change that soon.
//!
//! All in thousandths of what the nation is measured by at the start (UM-35): revenue or units, objectives, then the
//! army and the money that will win or lose the next provinces, less what is about to be lost.

use std::sync::LazyLock;

use kernel::exact::apportion;
use kernel::{Feature, Weights};

use super::forces::Strength;
use crate::model::ids::{NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::score;

/// Turns left in which army, money and land count whole.
const WHOLE: i64 = 8;
/// The terms of a nation's worth, thousandths of its start: revenue or units; points of objectives; then, less in the last
/// turns, army units and money in points of revenue, the land of a tribe, and what is taken off: revenue of captured
/// provinces, which may rise (UM-25), and of provinces that enemies are about to take, capitals by themselves.
pub const TERMS: [&str; 8] =
    ["score", "objectives", "army", "money", "land of a tribe", "captured", "threatened", "capital threatened"];

/// What each term weighs.
pub fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> =
        LazyLock::new(|| Weights::built_in(include_str!("../../data/evaluation.toml"), &TERMS));
    &WEIGHTS
}

/// The shares of all nations in millionths, by nation.
pub fn evaluate(sc: &Scenario, st: &State) -> Vec<u32> {
    let worth: Vec<u64> =
        sc.nation_ids().map(|nation| weights().evaluate(&terms(sc, st, nation)).max(0) as u64).collect();
    apportion(1_000_000, &worth)
}

/// What a nation has and may hope for: each of `TERMS`.
pub fn terms(sc: &Scenario, st: &State, nation: NationId) -> Vec<i64> {
    let own = st.nation(nation);
    if own.eliminated {
        return vec![0; TERMS.len()];
    }
    let left = i64::from((sc.end_turn + 1).saturating_sub(st.turn)).min(WHOLE);
    let start = original(sc, st, nation);
    let soon = |tenths: i64| tenths * 1_000 * left / WHOLE / start;
    let Risks { captured, threatened, capital } = risks(sc, st, nation);
    let objectives = score::objective_points(sc, st, nation) * 10;
    let revenue: i64 = st.owned_by(nation).map(|place| st.normal_revenue(sc, place).in_tenths()).sum();
    if sc.is_tribal(nation) {
        let units = i64::from(st.strength(sc, nation)) * 10_000 / start;
        return vec![units, objectives, 0, 0, soon(revenue), 0, -soon(threatened / 2), -soon(capital / 2)];
    }
    let army = i64::from(armies(sc, st, nation)) * 10;
    vec![
        revenue * 1_000 / start,
        objectives,
        soon(army),
        soon(own.treasury.in_tenths()),
        0,
        -soon(captured),
        -soon(threatened),
        -soon(capital),
    ]
}

fn original(sc: &Scenario, st: &State, nation: NationId) -> i64 {
    let own = st.nation(nation);
    if sc.is_tribal(nation) { i64::from(own.original_forces) * 10 } else { own.original_revenue.in_tenths() }.max(1)
}

fn armies(sc: &Scenario, st: &State, nation: NationId) -> u32 {
    sc.province_ids().map(|place| st.armies(sc, place, nation)).sum()
}

/// Revenue that a nation may lose soon, tenths.
#[derive(Default)]
struct Risks {
    /// Of captured provinces.
    captured: i64,
    /// Of provinces in which enemies stand, by the danger.
    threatened: i64,
    /// Of the capital, likewise: its loss costs morale, pay and new generals beside its revenue.
    capital: i64,
}

fn risks(sc: &Scenario, st: &State, nation: NationId) -> Risks {
    let mut risks = Risks::default();
    for place in st.owned_by(nation) {
        let revenue = st.normal_revenue(sc, place).in_tenths();
        if st.province(place).loyalty == 1 {
            risks.captured += revenue;
        }
        let lost = revenue * danger(sc, st, nation, place) / 100;
        *if st.nation(nation).capital == place { &mut risks.capital } else { &mut risks.threatened } += lost;
    }
    risks
}

/// How likely a province is to be lost to the hostile troops in it, per cent.
fn danger(sc: &Scenario, st: &State, nation: NationId, place: ProvinceId) -> i64 {
    let terrain = sc.province(place).terrain;
    let mut hostile = Strength::default();
    for faction in st.stacks.present(place).iter().filter(|&faction| st.hostile(sc, place, nation, faction)) {
        hostile = hostile.and(Strength::of(sc, st.stacks.of(place, faction), terrain));
    }
    if hostile.armies == 0 {
        return 0;
    }
    let own = Strength::of(sc, st.stacks.of(place, nation), terrain);
    let behind_walls = st.province(place).cty == crate::model::scenario::CityStatus::Standing && own.armies > 0;
    let factor = if behind_walls { 3 } else { 1 };
    (hostile.field * 60 / (hostile.field + factor * own.field).max(1)).min(60)
}

/// The figures behind a nation's worth.
pub fn features(sc: &Scenario, st: &State, nation: NationId) -> Vec<Feature> {
    let own = st.nation(nation);
    let capital_held = st.province(own.capital).owner == nation;
    let at_risk = if capital_held { danger(sc, st, nation, own.capital) } else { 100 };
    let revenue: i64 = st.owned_by(nation).map(|place| st.normal_revenue(sc, place).in_tenths()).sum();
    vec![
        Feature::new("score", score::score(sc, st, nation)),
        Feature::new("points for objectives", score::objective_points(sc, st, nation)),
        Feature::new("revenue in tenths of a point", revenue),
        Feature::new("provinces", st.owned_by(nation).count() as i64),
        Feature::new("army units", i64::from(armies(sc, st, nation))),
        Feature::new("units of all arms", i64::from(st.strength(sc, nation))),
        Feature::new("treasury in tenths of a point", own.treasury.in_tenths()),
        Feature::new("safety of the capital, per cent", 100 - at_risk),
    ]
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::model::scenario::shipped;
    use crate::rules::ownership::hand_over;

    #[test]
    fn shares_are_of_one_whole_and_follow_provinces() {
        for sc in shipped::shipped() {
            let mut st = State::start(sc, &GameSeed::from_number(1));
            let before = evaluate(sc, &st);
            assert_eq!(before.iter().sum::<u32>(), 1_000_000);
            let (one, other) = (NationId(0), NationId(1));
            let place = st.owned_by(other).find(|&place| st.nation(other).capital != place).unwrap();
            hand_over(sc, &mut st, place, one);
            let after = evaluate(sc, &st);
            assert!(after[0] > before[0] && after[1] < before[1], "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_eliminated_have_no_share() {
        let sc = &shipped::shipped()[0];
        let mut st = State::start(sc, &GameSeed::from_number(1));
        st.nation_mut(NationId(3)).eliminated = true;
        assert_eq!(evaluate(sc, &st)[3], 0);
    }

    #[test]
    fn an_army_before_the_capital_is_a_danger() {
        let sc = &shipped::shipped()[0];
        let mut st = State::start(sc, &GameSeed::from_number(1));
        let capital = st.nation(NationId(0)).capital;
        let before = evaluate(sc, &st)[0];
        st.nation_mut(NationId(1)).declared.add(NationId(0));
        st.stacks.add(capital, NationId(1), sc.militia_type, 30);
        assert!(evaluate(sc, &st)[0] < before);
        let safety = features(sc, &st, NationId(0)).into_iter().find(|figure| figure.name.starts_with("safety"));
        assert!(safety.unwrap().amount < 100);
    }
}
