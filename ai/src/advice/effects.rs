//! What differs between playouts, in the room's own figures.

use std::collections::BTreeMap;

use kernel::{Determinization, SeatId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::search::Playout;

/// Effects told of each kind.
const MOST: usize = 3;

/// A figure that differs between two plans, on the same samples.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = AdviceEffect)]
pub struct Effect {
    /// The figure, such as `revenue`.
    pub feature: String,
    /// On average with the plan advised, in the figure's own unit.
    pub advised: f64,
    /// With the best other plan.
    pub otherwise: f64,
    /// The difference lot by lot.
    pub difference: f64,
    /// Standard error of the difference.
    pub error: f64,
}

/// A figure that suffers in the worst quarter of the futures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = AdviceDanger)]
pub struct Danger {
    /// The figure.
    pub feature: String,
    /// Now, as far as the seat knows.
    pub now: i64,
    /// On average over all futures.
    pub expected: f64,
    /// On average over the worst quarter of them.
    pub at_worst: f64,
}

/// Two decimals are more than the playouts can tell.
pub fn rounded(value: f64) -> f64 {
    // Adding nothing turns -0 into 0.
    (value * 100.0).round() / 100.0 + 0.0
}

fn mean(values: &[i64]) -> f64 {
    values.iter().sum::<i64>() as f64 / values.len().max(1) as f64
}

/// The figures of all playouts by name.
fn table(ends: &[Box<dyn Determinization>], seat: SeatId) -> BTreeMap<String, Vec<i64>> {
    let mut table: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for end in ends {
        for feature in end.features(seat) {
            table.entry(feature.name).or_default().push(feature.amount);
        }
    }
    table.retain(|_, amounts| amounts.len() == ends.len());
    table
}

/// What the advised plan brings more of and less of than another, beyond the error; the surest first.
pub fn differences(
    advised: &[Box<dyn Determinization>], other: &[Box<dyn Determinization>], seat: SeatId,
) -> (Vec<Effect>, Vec<Effect>) {
    let (own, others) = (table(advised, seat), table(other, seat));
    let mut found: Vec<(f64, Effect)> = Vec::new();
    for (feature, amounts) in own {
        let Some(otherwise) = others.get(&feature) else { continue };
        let gaps: Vec<f64> = amounts.iter().zip(otherwise).map(|(one, other)| (one - other) as f64).collect();
        let count = gaps.len() as f64;
        let gap = gaps.iter().sum::<f64>() / count;
        let squares: f64 = gaps.iter().map(|one| (one - gap) * (one - gap)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        if gap.abs() <= error {
            continue;
        }
        let effect = Effect {
            advised: rounded(mean(&amounts)),
            otherwise: rounded(mean(otherwise)),
            difference: rounded(gap),
            error: rounded(error),
            feature,
        };
        // A difference that is the same in every sample has no error, and is the surest.
        found.push((gap.abs() / error.max(gap.abs() / 1e6), effect));
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut more, mut less): (Vec<Effect>, Vec<Effect>) =
        found.into_iter().map(|(_, effect)| effect).partition(|effect| effect.difference > 0.0);
    more.truncate(MOST);
    less.truncate(MOST);
    (more, less)
}

/// The figure that falls furthest in the worst quarter of the playouts, measured by how much it differs from playout to
/// playout at all; first those that usually fall less. `None` when nothing falls.
pub fn danger(
    now: &dyn Determinization, ends: &[Box<dyn Determinization>], results: &[Playout], seat: SeatId,
) -> Option<Danger> {
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by_key(|at| (results[*at].reward, *at));
    order.truncate(results.len().div_ceil(4));
    let figures = table(ends, seat);
    let fallen = now.features(seat).into_iter().filter_map(|feature| {
        let amounts = figures.get(&feature.name)?;
        let worst: Vec<i64> = order.iter().map(|at| amounts[*at]).collect();
        let fall = mean(&worst) - feature.amount as f64;
        let middle = mean(amounts);
        let spread = amounts.iter().map(|amount| (*amount as f64 - middle).abs()).sum::<f64>() / amounts.len() as f64;
        let danger = Danger {
            feature: feature.name,
            now: feature.amount,
            expected: rounded(middle),
            at_worst: rounded(mean(&worst)),
        };
        (fall < 0.0).then_some((fall / spread.max(1.0), danger))
    });
    // What falls no further than it usually does comes last.
    let first = |one: &(f64, Danger), other: &(f64, Danger)| {
        let usual = |danger: &Danger| danger.at_worst >= danger.expected;
        usual(&one.1).cmp(&usual(&other.1)).then(one.0.total_cmp(&other.0))
    };
    fallen.min_by(first).map(|(_, danger)| danger)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn figures_are_told_with_two_decimals_at_most() {
        let told = |value: f64| format!("{:+}", rounded(value));
        assert_eq!((told(11.13 - 13.0), told(-0.001), told(4.0)), ("-1.87".into(), "+0".into(), "+4".into()));
    }
}
