//! Ratings: Bradley-Terry strengths on the Elo scale, with an interval by resampling pairs.

use kernel::{Dice, GameSeed, RuleRef};
use serde::Serialize;

use super::{Interval, Match, stats};

const RULE: RuleRef = RuleRef::new("arena");

/// How often the pairs are drawn anew.
const RESAMPLES: u16 = 200;

/// The rating of a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Level or style.
    pub player: String,
    /// Elo points.
    pub elo: Interval,
}

/// Won and lost pairs between the first player and another, draws as halves.
type Score = (f64, f64);

/// Ratings of all players of the matches; `steady` is 1000 where it played, else the first player.
pub fn ratings(matches: &[Match], seed: u64) -> Vec<Rating> {
    let Some(first) = matches.first().map(|played| played.player.clone()) else { return Vec::new() };
    let mut players = vec![first];
    for played in matches {
        if !players.contains(&played.opponent) {
            players.push(played.opponent.clone());
        }
    }
    let anchor = players.iter().position(|player| player == "steady").unwrap_or(0);
    let gaps: Vec<Vec<f64>> = matches
        .iter()
        .map(|played| {
            played.games.chunks_exact(2).map(|pair| stats::pair_gap(&pair[0], &pair[1], stats::JUDGED)).collect()
        })
        .collect();
    let place = |played: &Match| players.iter().position(|player| *player == played.opponent).unwrap_or(0);
    let fit = |scores: &[Score]| {
        let mut games: Vec<(usize, usize, f64, f64)> = Vec::new();
        for (played, &(won, lost)) in matches.iter().zip(scores) {
            if place(played) != 0 {
                games.push((0, place(played), won, lost));
            }
        }
        strengths(players.len(), &games, anchor)
    };
    let whole: Vec<Score> = gaps.iter().map(|list| score(list.iter().copied())).collect();
    let best = fit(&whole);
    let mut dice = Dice::keyed(&GameSeed::from_number(seed), "arena bootstrap").quiet();
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); players.len()];
    for round in 0..RESAMPLES {
        let mut stream = dice.stream("resample", round, 0);
        let scores: Vec<Score> = gaps
            .iter()
            .map(|list| score((0..list.len()).map(|_| list[stream.pick(list.len(), RULE)]).collect::<Vec<_>>()))
            .collect();
        for (list, elo) in drawn.iter_mut().zip(fit(&scores)) {
            list.push(elo);
        }
    }
    let interval = |elo: f64, list: &mut Vec<f64>| {
        list.sort_by(f64::total_cmp);
        let at = |part: f64| list[((list.len() - 1) as f64 * part).round() as usize];
        Interval { mean: elo, low: at(0.025), high: at(0.975) }
    };
    let rated = players.into_iter().zip(best).zip(&mut drawn);
    rated.map(|((player, elo), list)| Rating { player, elo: interval(elo, list) }).collect()
}

fn score(gaps: impl IntoIterator<Item = f64>) -> Score {
    gaps.into_iter().fold((0.0, 0.0), |(won, lost), gap| {
        if gap > 0.0 {
            (won + 1.0, lost)
        } else if gap < 0.0 {
            (won, lost + 1.0)
        } else {
            (won + 0.5, lost + 0.5)
        }
    })
}

/// Bradley-Terry strengths in Elo points by the usual fixed-point iteration. Half a win each way is added to every
/// pairing, so that a clean sweep has a rating too.
fn strengths(players: usize, games: &[(usize, usize, f64, f64)], anchor: usize) -> Vec<f64> {
    let mut power = vec![1.0f64; players];
    for _ in 0..500 {
        let mut wins = vec![0.0; players];
        let mut weight = vec![0.0; players];
        for &(one, other, won, lost) in games {
            let (won, lost) = (won + 0.5, lost + 0.5);
            wins[one] += won;
            wins[other] += lost;
            let share = (won + lost) / (power[one] + power[other]);
            weight[one] += share;
            weight[other] += share;
        }
        for player in 0..players {
            if weight[player] > 0.0 {
                power[player] = wins[player] / weight[player];
            }
        }
        let scale = power[anchor];
        power.iter_mut().for_each(|value| *value /= scale);
    }
    power.into_iter().map(|value| 1000.0 + 400.0 * value.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_wins_in_four_are_about_190_points() {
        let elo = strengths(2, &[(0, 1, 300.0, 100.0)], 1);
        assert!((elo[0] - 1190.0).abs() < 2.0 && elo[1] == 1000.0, "{elo:?}");
        let even = strengths(3, &[(0, 1, 10.0, 10.0), (0, 2, 20.0, 0.0)], 0);
        assert!((even[1] - 1000.0).abs() < 1e-6 && even[2] < 500.0, "{even:?}");
    }
}
