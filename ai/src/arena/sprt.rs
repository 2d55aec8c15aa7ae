//! Sequential tests: a match goes on pair by pair until it is decided, and no longer.
//!
//! Two hypotheses about the strength of a player, in Elo against its opponent, are weighed by the generalized sequential
//! probability ratio test on pairs, as testers of chess engines do: a pair counts as one result out of five, so that
//! what the two games of a pair have in common (the scenario, the dice) does not count as luck. In some scenarios the seat decides a
//! game, whoever plays it: where each side won once, the pair is not drawn unless both have as much of the two games together.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::GameRecord;

/// Added to the count of each result, so that a match of equal results has a spread.
const PRIOR: f64 = 1e-3;
/// Pairs before which nothing is decided: the spread is not known before.
const LEAST: usize = 8;

/// What is to be decided, and how surely.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// Elo of the first hypothesis: not stronger than this.
    pub elo0: f64,
    /// Elo of the second: stronger by this.
    pub elo1: f64,
    /// Chance that the second is taken though the first holds.
    pub alpha: f64,
    /// Chance that the first is taken though the second holds.
    pub beta: f64,
}

/// Written as two numbers of Elo, the first the smaller: `0,30`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("“{text}” is no test: write two numbers of Elo, the smaller first, such as 0,30");
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number = |word: &str| word.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2_000.0);
        let (elo0, elo1) = (number(low).ok_or_else(wrong)?, number(high).ok_or_else(wrong)?);
        if elo0 < elo1 { Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05 }) } else { Err(wrong()) }
    }
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtOutcome {
    /// The player is not that much stronger.
    Lower,
    /// It is.
    Higher,
    /// The pairs were used up before.
    Undecided,
}

impl fmt::Display for SprtOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lower => "the lower holds",
            Self::Higher => "the higher holds",
            Self::Undecided => "undecided",
        })
    }
}

/// A test and its result.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Tested {
    /// What was tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// Pairs by their points: none, half a point, one, one and a half, two.
    pub pairs: [u32; 5],
    /// Logarithm of the ratio of likelihoods after the last pair.
    pub llr: f64,
    /// The bounds at which it is decided.
    pub bounds: [f64; 2],
    /// What came of it.
    pub decision: SprtOutcome,
}

/// How far the player's seats are ahead in a game: what they have of the whole on average, less what the others have, times the
/// numbers of both, which are the same in the two games of a pair.
fn lead(game: &GameRecord) -> i64 {
    let side = |own: bool| {
        let shares = game.sides.iter().zip(&game.shares).filter(|(side, _)| **side == own).map(|(_, share)| *share);
        let (sum, count) = shares.fold((0, 0), |(sum, count), share| (sum + i64::from(share), count + 1));
        (sum, count.max(1))
    };
    let ((own, seats), (other, others)) = (side(true), side(false));
    own * others - other * seats
}

/// Half points of the player in a pair, 0 to 4: two for each game in which its seats have more, one where they have as much. Where
/// each side won once, as where the seat decides a game, who has more of both games together has one more.
fn half_points(one: &GameRecord, two: &GameRecord) -> usize {
    let points = |lead: i64| usize::try_from(lead.signum() + 1).unwrap_or(0);
    let (one, two) = (lead(one), lead(two));
    match points(one) + points(two) {
        2 => 1 + points(one + two),
        sum => sum,
    }
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Sprt {
    /// The test after some pairs of games, in their order: it ends with the first pair that decides it, and says how many
    /// pairs it took.
    pub fn weigh<'g>(&self, games: impl IntoIterator<Item = &'g GameRecord>) -> (Tested, usize) {
        let bounds = [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()];
        let mut tested = Tested { test: *self, pairs: [0; 5], llr: 0.0, bounds, decision: SprtOutcome::Undecided };
        let (mut games, mut pairs) = (games.into_iter(), 0);
        while let (Some(one), Some(two)) = (games.next(), games.next()) {
            tested.pairs[half_points(one, two)] += 1;
            tested.llr = self.llr(tested.pairs);
            pairs += 1;
            if pairs < LEAST {
                continue;
            }
            tested.decision = match tested.llr {
                llr if llr <= bounds[0] => SprtOutcome::Lower,
                llr if llr >= bounds[1] => SprtOutcome::Higher,
                _ => continue,
            };
            break;
        }
        (tested, pairs)
    }

    /// The logarithm of the ratio of likelihoods, by the normal approximation to the mean of the pairs.
    fn llr(&self, pairs: [u32; 5]) -> f64 {
        let counts = pairs.map(|count| f64::from(count) + PRIOR);
        let all: f64 = counts.iter().sum();
        let points = |at: usize| at as f64 / 4.0;
        let mean: f64 = counts.iter().enumerate().map(|(at, count)| points(at) * count).sum::<f64>() / all;
        let spread =
            counts.iter().enumerate().map(|(at, count)| (points(at) - mean).powi(2) * count).sum::<f64>() / all;
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        all * (high - low) * (2.0 * mean - low - high) / (2.0 * spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(own: u32, other: u32) -> GameRecord {
        GameRecord { sides: vec![true, false], shares: vec![own, other], ..GameRecord::default() }
    }

    fn pairs(results: &[(u32, u32)]) -> Vec<GameRecord> {
        results.iter().flat_map(|&(one, two)| [game(one, 5), game(two, 5)]).collect()
    }

    #[test]
    fn a_test_is_two_numbers_of_elo() {
        let test: Sprt = "0, 30".parse().unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (0.0, 30.0, 0.05, 0.05));
        for wrong in ["", "30", "30,0", "a,b", "0,9999", "nan,1"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn points_are_those_of_the_seats_on_average() {
        let alone = GameRecord { sides: vec![true, false, false], shares: vec![4, 3, 4], ..GameRecord::default() };
        let (lost, even) = (game(1, 5), game(5, 5));
        assert_eq!([half_points(&lost, &lost), half_points(&even, &lost), half_points(&alone, &alone)], [0, 1, 4]);
        assert_eq!([half_points(&even, &even), half_points(&alone, &even)], [2, 3]);
    }

    #[test]
    fn where_each_side_won_once_it_counts_who_has_more_of_both_games() {
        let results = [(9, 4), (9, 1), (9, 0), (0, 9)].map(|(one, two)| half_points(&game(one, 5), &game(two, 5)));
        assert_eq!(results, [3, 2, 1, 1]);
        // A seat that decides every game is no reason to call two players equal.
        let test: Sprt = "0,100".parse().unwrap();
        assert_eq!(test.weigh(&pairs(&[(9, 4); 20])).0.decision, SprtOutcome::Higher);
        assert_eq!(test.weigh(&pairs(&[(9, 0); 20])).0.decision, SprtOutcome::Lower);
    }

    /// Figures worked out by hand from the formula.
    #[test]
    fn the_ratio_is_that_of_the_formula() {
        let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        // Twenty pairs with a mean of 0.6 and a spread of 0.0275: 20 x 0.140065 x (1.2 - 1.140065) / 0.055.
        let llr = test.llr([0, 2, 8, 10, 0]);
        assert!((llr - 3.0527).abs() < 0.02, "{llr}");
        assert!((expected(100.0) - 0.640_065).abs() < 1e-6);
    }

    #[test]
    fn a_match_ends_with_the_pair_that_decides_it() {
        let test: Sprt = "0,100".parse().unwrap();
        let won = pairs(&[(9, 9); 40]);
        let (tested, took) = test.weigh(&won);
        assert_eq!((tested.decision, took), (SprtOutcome::Higher, LEAST), "{tested:?}");
        let even = [(9, 1), (9, 9), (1, 1), (5, 5)].repeat(100);
        let (tested, took) = test.weigh(&pairs(&even));
        assert_eq!(tested.decision, SprtOutcome::Lower, "{tested:?}");
        assert!(took > LEAST && took < 200, "{took}");
        // What comes after the decision changes nothing.
        assert_eq!(test.weigh(&pairs(&even[..took])), (tested, took));
        let (tested, took) = test.weigh(&pairs(&even[..10]));
        assert_eq!((tested.decision, took), (SprtOutcome::Undecided, 10));
    }
}
