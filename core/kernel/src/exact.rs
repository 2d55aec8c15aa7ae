//! Arithmetic where a rule rounds. No floating point.

/// `numerator / denominator` rounded half up, away from zero for negative values: the *rhu* of the rulebooks.
///
/// Panics when `denominator` is not positive.
pub const fn round_half_up(numerator: i64, denominator: i64) -> i64 {
    assert!(denominator > 0, "rounding wants a positive denominator");
    if numerator < 0 {
        -((-numerator * 2 + denominator) / (denominator * 2))
    } else {
        (numerator * 2 + denominator) / (denominator * 2)
    }
}

/// Shares `total` out in proportion to `weights` by largest remainder; ties go to the earlier entry.
///
/// The shares sum to `total`, or are all 0 when the weights are.
pub fn apportion(total: u32, weights: &[u64]) -> Vec<u32> {
    let sum: u128 = weights.iter().map(|&w| u128::from(w)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let scaled: Vec<u128> = weights.iter().map(|&w| u128::from(w) * u128::from(total)).collect();
    let mut shares: Vec<u32> = scaled.iter().map(|s| (s / sum) as u32).collect();
    let mut left = total - shares.iter().sum::<u32>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(scaled[i] % sum), i));
    for i in order {
        if left == 0 {
            break;
        }
        shares[i] += 1;
        left -= 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(round_half_up(5, 2), 3);
        assert_eq!(round_half_up(-5, 2), -3);
        assert_eq!(round_half_up(49, 100), 0);
        assert_eq!(round_half_up(50, 100), 1);
        assert_eq!(round_half_up(-1, 4), 0);
    }

    #[test]
    fn shares_sum_to_the_total_and_ties_go_to_the_first() {
        assert_eq!(apportion(1, &[1, 1, 1]), [1, 0, 0]);
        assert_eq!(apportion(10, &[3, 3, 4]), [3, 3, 4]);
        assert_eq!(apportion(5, &[1, 2]), [2, 3]);
        assert_eq!(apportion(5, &[0, 0]), [0, 0]);
    }
}
