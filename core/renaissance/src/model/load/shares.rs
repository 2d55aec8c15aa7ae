//! Sharing what a family has among its personae (RN-10.2/a).

/// Splits a number by weights: each part rounded down, and what is left over one by one to the first who have a weight. Nobody
/// gets anything if nobody has a weight.
pub(super) fn split(total: u32, weights: &[u32]) -> Vec<u32> {
    let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let part = |weight: &u32| (u64::from(total) * u64::from(*weight) / sum) as u32;
    let mut parts: Vec<u32> = weights.iter().map(part).collect();
    let mut left = total - parts.iter().sum::<u32>();
    for (part, weight) in parts.iter_mut().zip(weights) {
        if left > 0 && *weight > 0 {
            *part += 1;
            left -= 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_in_sharing() {
        assert_eq!(split(10, &[1, 0, 2]), [4, 0, 6]);
        assert_eq!(split(2, &[4, 4, 4]), [1, 1, 0]);
        assert_eq!(split(7, &[0, 0]), [0, 0]);
        assert_eq!(split(u32::MAX, &[3, 1]).iter().sum::<u32>(), u32::MAX);
    }
}
