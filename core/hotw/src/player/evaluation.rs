//! What a state is worth to each seat: VP now, and what the pieces on the board, the cards in hand and the empires still
//! to come are likely to score.

use std::sync::LazyLock;

use kernel::{Feature, Weights};

use super::cards;
use super::decision::{DecisionContext, HORIZONS, MILLE};
use super::position::Position;
use crate::model::ids::{EmpireId, MOST_PLAYERS, Owner, PlayerId, Town};
use crate::model::scenario::Scenario;
use crate::model::state::{Stage, State};
use crate::rules::score;

/// The whole, in millionths.
const WHOLE: u64 = 1_000_000;
/// What a player is likely to score in an epoch that is out of sight.
const EPOCH: i64 = 20_000;
/// How steeply a seat's share of the whole rises with its points: 10 % more points are about three times the chance.
const STEEPNESS: u32 = 12;

/// The terms of a player's prospects, in thousandths of a VP: what he has scored, what his pieces are likely to score by Areas,
/// Lands and Waters, then points of Strength still to be played, points on the Strength marker, which cost in later drafts
/// (HW-21.3), and the cards in hand.
pub const TERMS: [&str; 7] = ["VP", "Areas", "Lands", "Waters", "forces to come", "Strength marker", "cards"];

/// What each term weighs.
pub fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> =
        LazyLock::new(|| Weights::built_in(include_str!("../../data/evaluation.toml"), &TERMS));
    &WEIGHTS
}

/// What each player is likely to have in the end, in thousandths of a VP.
fn prospects(sc: &Scenario, st: &State) -> [i64; MOST_PLAYERS] {
    let beyond = if st.stage == Stage::Over { 0 } else { i64::from(sc.last_epoch.0 - st.epoch.0) };
    terms_of_players(sc, st).map(|terms| weights().evaluate(&terms) + beyond * EPOCH)
}

/// The terms of each seat, whose players may be several.
pub fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
    let mut seats = vec![vec![0; TERMS.len()]; sc.seats.len()];
    let players = terms_of_players(sc, st);
    for player in st.player_ids() {
        let seat = &mut seats[usize::from(sc.colour(player).seat)];
        seat.iter_mut().zip(players[player.index()]).for_each(|(sum, term)| *sum += term);
    }
    seats
}

fn terms_of_players(sc: &Scenario, st: &State) -> [[i64; TERMS.len()]; MOST_PLAYERS] {
    let mut terms = [[0; TERMS.len()]; MOST_PLAYERS];
    for player in st.player_ids() {
        terms[player.index()][0] = i64::from(st.player(player).vp * MILLE);
    }
    if st.stage == Stage::Over {
        return terms;
    }
    let context = DecisionContext::of_a_bystander(sc, st);
    let position = Position::new(&context, st, EmpireId::REMNANTS);
    for area in 0..sc.board.areas.len() {
        let more = position.area_points(&context, area);
        terms.iter_mut().zip(more).for_each(|(terms, more)| terms[1] += i64::from(more));
    }
    for land in sc.board.usable.iter() {
        if let Some((holder, more)) = position.seat_points(&context, land) {
            terms[holder][2] += i64::from(more);
        }
    }
    for (water, fleets) in sc.board.waters.iter().zip(&st.fleets) {
        for player in st.player_ids().filter(|player| fleets[player.index()] > 0) {
            let later = (1..HORIZONS).filter(|at| context.played[*at]).map(|at| context.afloat[at]).sum::<i32>();
            let now = if context.scores[player.index()] { MILLE } else { 0 };
            terms[player.index()][3] += i64::from(i32::from(water.vp) * (now + later));
        }
    }
    let beyond = i32::from(sc.last_epoch.0 - st.epoch.0);
    for player in st.player_ids() {
        let state = st.player(player);
        let coming = state.card.filter(|held| !held.played).and_then(|held| held.card);
        let forces = coming.map_or(0, |card| i32::from(sc.board.card(card).strength));
        let marker = if beyond > 0 { i32::from(state.strength) * MILLE } else { 0 };
        let [.., to_come, on_marker, cards] = &mut terms[player.index()];
        (*to_come, *on_marker) = (i64::from(forces * MILLE), -i64::from(marker));
        *cards = i64::from(cards::hoard(sc, st, player));
    }
    terms
}

/// Each seat's share of the whole, in millionths: about its chance to come out ahead.
pub fn evaluate(sc: &Scenario, st: &State) -> Vec<u32> {
    let points = prospects(sc, st);
    let mut seats = vec![0i64; sc.seats.len()];
    for player in st.player_ids() {
        seats[usize::from(sc.colour(player).seat)] += points[player.index()];
    }
    let most = seats.iter().copied().max().unwrap_or(0).max(1);
    let weights: Vec<u64> =
        seats.iter().map(|points| steep(points.max(&0).unsigned_abs(), most.unsigned_abs())).collect();
    let total = weights.iter().sum::<u64>().max(1);
    weights.iter().map(|weight| (weight * WHOLE / total) as u32).collect()
}

/// A fraction of the most to a high power, in parts of 2^20.
fn steep(points: u64, most: u64) -> u64 {
    const ONE: u64 = 1 << 20;
    let fraction = points * ONE / most;
    (0..STEEPNESS).fold(ONE, |power, _| power * fraction / ONE)
}

/// The figures behind a seat's worth.
pub fn features(sc: &Scenario, st: &State, seat: usize) -> Vec<Feature> {
    let own: Vec<PlayerId> = st.player_ids().filter(|player| usize::from(sc.colour(*player).seat) == seat).collect();
    let sum = |of: &dyn Fn(PlayerId) -> i64| own.iter().map(|player| of(*player)).sum::<i64>();
    let lands = |counted: &dyn Fn(&crate::model::state::LandState) -> i64| {
        let mine = st.lands.iter().filter(|land| {
            land.army.is_some_and(|army| matches!(army.owner, Owner::Player(player) if own.contains(&player)))
        });
        mine.map(counted).sum::<i64>()
    };
    let likely = prospects(sc, st);
    vec![
        Feature::new("VP", sum(&|player| i64::from(st.player(player).vp))),
        Feature::new("VP if scored now", sum(&|player| i64::from(score::score(&sc.board, st, player).total()))),
        Feature::new("VP likely in the end", sum(&|player| likely[player.index()] / i64::from(MILLE))),
        Feature::new("Lands", lands(&|_| 1)),
        Feature::new("armies", lands(&|land| i64::from(land.armies()))),
        Feature::new("fleets", sum(&|player| st.fleets.iter().map(|fleets| i64::from(fleets[player.index()])).sum())),
        Feature::new("Capitals", lands(&|land| i64::from(land.town == Town::Capital))),
        Feature::new("Cities", lands(&|land| i64::from(land.town == Town::City))),
        Feature::new("Monuments", lands(&|land| i64::from(land.monument.is_some()))),
        Feature::new("event cards", sum(&|player| st.player(player).hand.len() as i64)),
        Feature::new("Strength marker", -sum(&|player| i64::from(st.player(player).strength))),
    ]
}
