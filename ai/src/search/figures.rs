//! Means with their errors, in whole millionths so that records read the same everywhere.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Playout;

/// A mean over imagined futures with its standard error, both in millionths of the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// Mean, in millionths: 180000 is a share of 18 %.
    pub mean: i64,
    /// Standard error of the mean, in millionths.
    pub error: i64,
}

impl Estimate {
    /// Mean and standard error of some results. The error of a single result is as great as can be: the whole.
    pub fn of(values: impl Iterator<Item = i64> + Clone) -> Self {
        let count = values.clone().count();
        match count {
            0 => return Self { mean: 0, error: 1_000_000 },
            1 => return Self { mean: values.clone().sum(), error: 1_000_000 },
            _ => {}
        }
        let (mean, deviation) = spread(values);
        // Square root and division round the same way on every machine.
        Self { mean: mean.round() as i64, error: (deviation / (count as f64).sqrt()).round() as i64 }
    }

    /// Whether the mean is no further from nothing than its error: too little to act on.
    pub fn is_noise(&self) -> bool {
        self.mean.abs() <= self.error
    }
}

/// Mean and standard deviation of at least two results.
fn spread(values: impl Iterator<Item = i64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<i64>() as f64 / count;
    let squares: f64 = values.map(|value| (value as f64 - mean) * (value as f64 - mean)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

/// What `one` gains over `other` in what the search is after, sample by sample.
pub fn gain(one: &[Playout], other: &[Playout]) -> Estimate {
    Estimate::of(one.iter().zip(other).map(|(one, other)| one.reward - other.reward))
}

/// What an answer looked like to the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Weight {
    /// Futures that began with the answer.
    pub playouts: u32,
    /// What they brought on average: share of the whole in millionths, with something extra for the first place and for
    /// what suits the player's temper.
    pub value: i64,
}

impl Weight {
    /// The weight of some results.
    pub fn of(results: &[Playout]) -> Self {
        let sum: i64 = results.iter().map(|playout| playout.reward).sum();
        Self::total(results.len() as u32, sum)
    }

    /// The weight of `playouts` results with this sum.
    pub fn total(playouts: u32, sum: i64) -> Self {
        Self { playouts, value: sum.checked_div(i64::from(playouts)).unwrap_or(0) }
    }
}
