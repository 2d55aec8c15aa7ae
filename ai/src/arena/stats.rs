//! Telling skill from chance.

use serde::Serialize;

use super::GameRecord;

/// A mean with the interval that holds the true one 95 times in a hundred.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// Mean.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Two-sided exact sign test; draws are left out before. 1 when nothing was decided.
pub fn sign_test(won: u32, lost: u32) -> f64 {
    let (count, least) = (won + lost, won.min(lost));
    // P(at most `least` of `count`) under a fair coin, summed from logarithms so that it cannot underflow half-way.
    let half = f64::from(count) * 0.5f64.ln();
    let mut log_choose = 0.0;
    let mut tail = 0.0;
    for k in 0..=least {
        if k > 0 {
            log_choose += (f64::from(count - k + 1) / f64::from(k)).ln();
        }
        tail += (log_choose + half).exp();
    }
    (2.0 * tail).min(1.0)
}

/// Mean and 95 % interval by Student's t.
pub fn mean_interval(values: &[f64]) -> Interval {
    let count = values.len() as f64;
    if values.is_empty() {
        return Interval { mean: 0.0, low: 0.0, high: 0.0 };
    }
    let mean = values.iter().sum::<f64>() / count;
    if values.len() == 1 {
        return Interval { mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let reach = student_t(count - 1.0) * (variance / count).sqrt();
    Interval { mean, low: mean - reach, high: mean + reach }
}

/// The 97.5 % point of Student's t: tabulated where the series is poor, by its expansion about the normal elsewhere.
fn student_t(freedom: f64) -> f64 {
    const FIRST: [f64; 8] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306];
    if let Some(value) = FIRST.get(freedom as usize - 1) {
        return *value;
    }
    let z: f64 = 1.959_964;
    let term = |power: i32, factor: f64| factor / freedom.powi(power);
    z + term(1, (z.powi(3) + z) / 4.0)
        + term(2, (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0)
        + term(3, (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0)
}

/// Which shares of a game count: those by which it is judged, or those as it stood.
pub type Shares = fn(&GameRecord) -> &Vec<u32>;
/// The shares by which games are judged.
pub const JUDGED: Shares = |game| &game.shares;
/// The shares as games stood when they were cut off.
pub const STOOD: Shares = |game| &game.stood;

/// Mean gap in share per seat between the player and the opponent over both games of a pair.
pub fn pair_gap(one: &GameRecord, two: &GameRecord, by: Shares) -> f64 {
    // Whole numbers first: equal play must come out as exactly nothing.
    let total: i64 = (0..one.sides.len()).map(|seat| seat_gap(one, two, seat, by)).sum();
    total as f64 / 1e6 / one.sides.len().max(1) as f64
}

/// The player's share of a seat less the opponent's, in millionths; every seat is held by either in one game.
fn seat_gap(one: &GameRecord, two: &GameRecord, seat: usize, by: Shares) -> i64 {
    let gap = i64::from(by(one)[seat]) - i64::from(by(two)[seat]);
    if one.sides[seat] { gap } else { -gap }
}

/// The seat with the lowest mean gap, and that gap.
pub fn worst_seat(games: &[GameRecord]) -> Option<(usize, f64)> {
    let seats = games.first()?.shares.len();
    let pairs = games.chunks_exact(2);
    let count = pairs.len().max(1) as f64;
    let gap = |pair: &[GameRecord], seat| seat_gap(&pair[0], &pair[1], seat, JUDGED);
    let mean = |seat| pairs.clone().map(|pair| gap(pair, seat)).sum::<i64>() as f64 / 1e6 / count;
    (0..seats).map(|seat| (seat, mean(seat))).min_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-3 * other.abs().max(1e-3)
    }

    #[test]
    fn the_sign_test_gives_the_known_values() {
        assert_eq!(sign_test(0, 0), 1.0);
        assert_eq!(sign_test(5, 5), 1.0);
        assert!(near(sign_test(5, 0), 0.0625));
        assert!(near(sign_test(16, 4), 0.011_817_9));
        assert!(near(sign_test(4, 16), 0.011_817_9));
        assert!(near(sign_test(38, 2), 1.4934e-9));
        assert!(near(sign_test(63, 37), 0.012_03));
        assert!(near(sign_test(1000, 900), 0.023_109));
    }

    #[test]
    fn the_interval_is_students() {
        let interval = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        // sd 3.02765, t(9) 2.26216
        assert!(near(interval.mean, 5.5) && near(interval.high, 5.5 + 2.165_85), "{interval:?}");
        assert!(near(student_t(5.0), 2.570_6) && near(student_t(12.0), 2.178_8));
        assert!(near(student_t(99.0), 1.984_2));
    }

    #[test]
    fn equal_play_has_no_gap_and_better_play_shows_where() {
        let game = |sides: [bool; 2], shares: [u32; 2]| GameRecord {
            sides: sides.to_vec(),
            shares: shares.to_vec(),
            ..GameRecord::default()
        };
        let (one, two) = (game([true, false], [700_000, 300_000]), game([false, true], [700_000, 300_000]));
        assert_eq!(pair_gap(&one, &two, JUDGED), 0.0);
        let two = game([false, true], [500_000, 500_000]);
        assert_eq!(pair_gap(&one, &two, JUDGED), 0.2);
        assert_eq!(worst_seat(&[one, two]), Some((0, 0.2)));
    }
}
