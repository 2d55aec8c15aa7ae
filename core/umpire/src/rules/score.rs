//! Score, ranking and elimination (UM-35, UM-R6, UM-R101, UM-R102).

use std::cmp::Reverse;

use kernel::exact::{apportion, round_half_up};

use crate::model::ids::{Factions, NationId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;

/// UM-35.1, UM-35.2, UM-R101: what a nation has now, per cent of what it had at the start, to the nearest whole.
pub fn percent_of_start(now: i64, start: i64) -> i64 {
    round_half_up(now * 100, start.max(1))
}

/// What a nation is measured by, now and at the start, in tenths: revenue at a rate of 100 % if it is civilised (all
/// owned provinces, bracketed ones included), units if it is tribal.
fn measure(sc: &Scenario, st: &State, nation: NationId) -> (i64, i64) {
    let own = st.nation(nation);
    if sc.is_tribal(nation) {
        (i64::from(st.strength(sc, nation)) * 10, i64::from(own.original_forces) * 10)
    } else {
        let revenue: Rp = st.owned_by(nation).map(|place| st.normal_revenue(sc, place)).sum();
        (revenue.in_tenths(), own.original_revenue.in_tenths())
    }
}

/// A nation's score: 100 is neither gain nor loss (UM-35.3).
pub fn score(sc: &Scenario, st: &State, nation: NationId) -> i64 {
    let (now, start) = measure(sc, st, nation);
    percent_of_start(now, start)
}

/// UM-35.4: points of the objectives that a nation holds, as the scenario counts them towards victory.
pub fn objective_points(sc: &Scenario, st: &State, nation: NationId) -> i64 {
    let own = sc.victory.objectives.iter().filter(|objective| objective.nation == nation);
    let held = own.filter(|objective| st.province(objective.province).owner == nation);
    sc.victory.objective_factor * held.map(|objective| objective.points).sum::<i64>()
}

/// What the ranking goes by: score and objectives together, then the gain since the start, tenths (UM-R102).
pub fn total_and_gain(sc: &Scenario, st: &State, nation: NationId) -> (i64, i64) {
    let (now, start) = measure(sc, st, nation);
    (percent_of_start(now, start) + objective_points(sc, st, nation), now - start)
}

/// Where a nation stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NationScore {
    /// Which nation.
    pub nation: NationId,
    /// Its score (UM-35.1, UM-35.2).
    pub score: i64,
    /// Points of the objectives it holds (UM-35.4).
    pub objectives: i64,
    /// What it has gained since the start, tenths: breaks ties (UM-R102).
    pub gain: i64,
    /// Whether it is out of the game.
    pub eliminated: bool,
    /// Its share of the whole, in millionths: in proportion to score and objectives; nothing for the eliminated.
    pub share: u32,
}

impl NationScore {
    /// Score and objectives together.
    pub fn total(&self) -> i64 {
        self.score + self.objectives
    }
}

/// All nations, best first (UM-35.3): by score and objectives, then by gain, then in the scenario's order; those out of
/// the game come last (UM-R102). The shares of those who live sum to a million.
pub fn standings(sc: &Scenario, st: &State) -> Vec<NationScore> {
    let of = |nation| {
        let (now, start) = measure(sc, st, nation);
        let (score, objectives) = (percent_of_start(now, start), objective_points(sc, st, nation));
        let eliminated = st.nation(nation).eliminated;
        NationScore { nation, score, objectives, gain: now - start, eliminated, share: 0 }
    };
    let mut all: Vec<NationScore> = sc.nation_ids().map(of).collect();
    all.sort_by_key(|one| (one.eliminated, Reverse((one.total(), one.gain)), one.nation));
    let living = all.iter().filter(|one| !one.eliminated);
    let mut weights: Vec<u64> = living.map(|one| one.total().max(0) as u64).collect();
    if weights.iter().all(|weight| *weight == 0) {
        weights.fill(1);
    }
    for (one, share) in all.iter_mut().zip(apportion(1_000_000, &weights)) {
        one.share = share;
    }
    all
}

/// By nation its place in the published ranking, 1 for the best (UM-35.3). Before the first turn it is the scenario's order
/// (UM-R103).
pub fn published_ranks(sc: &Scenario, st: &State) -> Vec<u16> {
    let ranking = if st.turn > 1 { ranking(sc, st) } else { sc.nation_ids().collect() };
    let rank = |nation| ranking.iter().position(|&id| id == nation).map_or(0, |at| at as u16 + 1);
    sc.nation_ids().map(rank).collect()
}

/// The nations of [`standings`] alone.
pub fn ranking(sc: &Scenario, st: &State) -> Vec<NationId> {
    standings(sc, st).into_iter().map(|one| one.nation).collect()
}

/// P20: a nation with no province and no fleet or army unit is out of the game; its generals, spies and treasury vanish
/// (UM-R6).
pub fn eliminate(turn: &mut Turn) {
    let sc = turn.sc;
    for nation in sc.nation_ids() {
        let st = &mut *turn.st;
        let owns = st.provinces.iter().any(|province| province.owner == nation);
        if st.nation(nation).eliminated || owns || st.strength(sc, nation) > 0 {
            continue;
        }
        for general in st.generals.iter_mut().filter(|general| general.nation == nation) {
            general.alive = false;
        }
        for province in &mut st.provinces {
            province.spies.remove(nation);
        }
        for other in &mut st.nations {
            other.declared.remove(nation);
        }
        let gone = st.nation_mut(nation);
        gone.eliminated = true;
        gone.treasury = Rp::ZERO;
        gone.declared = Factions::NONE;
        turn.tell(EventScope::Public, "UM-R6", |sc, _| EventKind::NationEliminated { nation: sc.party(nation) });
    }
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::model::scenario::shipped;

    #[test]
    fn the_score_is_what_is_left_of_the_start() {
        assert_eq!(percent_of_start(700, 620), 113);
        assert_eq!(percent_of_start(24, 24), 100);
        assert_eq!(percent_of_start(5, 0), 500);
    }

    #[test]
    fn at_the_start_all_stand_equal_in_the_scenarios_order() {
        let sc = shipped::find("italia-1450").unwrap();
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        let all = standings(&sc, &st);
        assert!(all.iter().zip(sc.nation_ids()).all(|(one, nation)| one.nation == nation && one.total() == 100));
        assert_eq!(all.iter().map(|one| one.share).sum::<u32>(), 1_000_000);

        let brescia = sc.province_ids().find(|&id| sc.first_place(id).name.as_str() == "Brescia").unwrap();
        st.province_mut(brescia).owner = NationId(0);
        st.nation_mut(NationId(9)).eliminated = true;
        let all = standings(&sc, &st);
        assert_eq!((all[0].nation, all[0].objectives), (NationId(0), 15));
        assert_eq!((all[9].nation, all[9].share), (NationId(9), 0));
        assert_eq!(all.iter().map(|one| one.share).sum::<u32>(), 1_000_000);
    }
}
