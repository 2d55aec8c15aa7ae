//! Fits the weights of a room's evaluation to how campaigns end, as chess engines tune theirs.
//!
//! Players that do not search, of all tempers, play whole campaigns. From each some positions are kept, and of every two
//! seats in each: by how much they differ in every term of the evaluation, and which of them the rules ranked higher in the
//! end. Logistic regression finds the weights by which the terms foretell that best. What the rules rank by is the unit in
//! which the others are measured; a weight stays within the bounds that the room's file sets, with their reasons.

mod campaigns;
mod logistic;

use std::fmt::Write as _;

use kernel::weights::ONE;
use kernel::{Ruleset, SetupError, Weights};

use self::logistic::Row;
use crate::arena::ArenaProgress;

/// Every fourth campaign is held out: weights are judged on what they were not fitted to.
const HELD_OUT: usize = 4;

/// What to fit on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FitConfig {
    /// Scenarios of the rule system.
    pub scenarios: Vec<String>,
    /// Campaigns of each scenario.
    pub campaigns: u32,
    /// Positions kept of each campaign.
    pub positions: u32,
    /// Campaigns at the same time.
    pub threads: usize,
    /// Changes all dice.
    pub seed: u64,
}

/// Why nothing could be fitted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// The rule system does not start a scenario.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The room has no weights.
    #[error("rule system {0} has no weights to fit")]
    NoWeights(String),
    /// The outcome does not hang on what the rules rank by.
    #[error("what the rules rank by foretells nothing in these campaigns: play more of them")]
    Silent,
}

/// Two seats in a position of a campaign.
#[derive(Clone, PartialEq, Debug)]
struct Pairing {
    /// Both, counted through all scenarios.
    seats: [usize; 2],
    /// The first seat's terms less the second's.
    terms: Vec<f64>,
    /// Whether the first was ranked higher in the end.
    first: bool,
}

impl Pairing {
    /// The same with so many seats of other scenarios counted before it.
    fn after(&self, seats: usize) -> Self {
        Self { seats: self.seats.map(|seat| seats + seat), ..self.clone() }
    }
}

/// How well weights foretell who is ranked higher.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foresight {
    /// Of a hundred pairs of seats, in how many the one that is worth more is ranked higher in the end.
    pub right: f64,
    /// Mean logarithmic loss in bits, with the scale and the lead of each seat that suit the weights best: 1 is knowing
    /// nothing, 0 is knowing all.
    pub bits: f64,
}

/// What was fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The rule system's weights with those fitted.
    pub weights: Weights,
    /// Campaigns played.
    pub campaigns: usize,
    /// Pairs of seats, those held out included.
    pub pairs: usize,
    /// How well the weights that the room has foretell campaigns held out.
    pub before: Foresight,
    /// How well those fitted do.
    pub after: Foresight,
}

/// Plays the campaigns and fits the weights. The same for any number of threads.
pub fn run(
    ruleset: &dyn Ruleset, config: &FitConfig, progress: &(dyn Fn(ArenaProgress) + Sync),
) -> Result<Fitted, FitError> {
    let weights = ruleset.weights().ok_or_else(|| FitError::NoWeights(ruleset.about().id.clone()))?;
    let campaigns = campaigns::play_all(ruleset, config, progress)?;
    let (mut held_out, mut seen) = (Vec::new(), Vec::new());
    for (at, pairings) in campaigns.iter().enumerate() {
        let part = if at % HELD_OUT == 0 { &mut held_out } else { &mut seen };
        part.extend(pairings.iter().cloned());
    }
    let fitted = fit(weights, &seen)?;
    Ok(Fitted {
        campaigns: campaigns.len(),
        pairs: seen.len() + held_out.len(),
        before: foresight(weights, &held_out),
        after: foresight(&fitted, &held_out),
        weights: fitted,
    })
}

/// The weights by which the terms foretell best who is ranked higher, each within its bounds.
fn fit(weights: &Weights, pairings: &[Pairing]) -> Result<Weights, FitError> {
    let mut fitted = weights.clone();
    let mut free: Vec<usize> = (0..weights.terms.len()).filter(|at| !weights.terms[*at].fixed).collect();
    loop {
        let found = free_weights(&fitted, &free, pairings)?;
        for (at, weight) in free.iter().zip(&found) {
            fitted.terms[*at].weight = weight.round() as i64;
        }
        // What lies beyond its bounds is set there, the farthest first, and the others are fitted anew beside it.
        let beyond = |at: &usize| (fitted.terms[*at].weight - fitted.bounded(*at)).abs() as f64 * reach(pairings, *at);
        let worst = free.iter().copied().filter(|at| beyond(at) > 0.0).max_by(|a, b| beyond(a).total_cmp(&beyond(b)));
        let Some(worst) = worst else { return Ok(fitted) };
        fitted.terms[worst].weight = fitted.bounded(worst);
        free.retain(|at| *at != worst);
    }
}

/// How far a term usually differs.
fn reach(pairings: &[Pairing], at: usize) -> f64 {
    let squares: f64 = pairings.iter().map(|pairing| pairing.terms[at] * pairing.terms[at]).sum();
    libm::sqrt(squares / pairings.len().max(1) as f64)
}

/// What these terms weigh, in thousandths, beside the others as they are.
fn free_weights(weights: &Weights, free: &[usize], pairings: &[Pairing]) -> Result<Vec<f64>, FitError> {
    let found = regression(weights, free, pairings).1;
    match found[0] {
        unit if unit > 0.0 => Ok(found[1..=free.len()].iter().map(|one| one / unit * ONE as f64).collect()),
        _ => Err(FitError::Silent),
    }
}

/// What pairings say of the terms that are free, beside what the others come to by their weights, and of each seat: some
/// seats end high whatever happens, and no term is to be praised for that. The rows, and the coefficients: of the others
/// together, of the free terms, of the seats.
fn regression(weights: &Weights, free: &[usize], pairings: &[Pairing]) -> (Vec<Row>, Vec<f64>) {
    let row = |pairing: &Pairing| {
        let bound = (0..weights.terms.len()).filter(|at| !free.contains(at));
        let worth: f64 = bound.map(|at| weights.terms[at].weight as f64 * pairing.terms[at]).sum();
        let terms = std::iter::once(worth / ONE as f64).chain(free.iter().map(|at| pairing.terms[*at]));
        let [one, other] = pairing.seats.map(|seat| 1 + free.len() + seat);
        let figures = terms.enumerate().chain([(one, 1.0), (other, -1.0)]).filter(|(_, figure)| *figure != 0.0);
        Row { figures: figures.collect(), came: pairing.first }
    };
    let rows: Vec<Row> = pairings.iter().map(row).collect();
    let seats = pairings.iter().flat_map(|pairing| pairing.seats).max().map_or(0, |last| last + 1);
    let found = logistic::coefficients(&rows, 1 + free.len() + seats);
    (rows, found)
}

/// How well weights foretell these pairings.
fn foresight(weights: &Weights, pairings: &[Pairing]) -> Foresight {
    let (rows, found) = regression(weights, &[], pairings);
    let right = rows.iter().filter(|row| (row.sum(&found) > 0.0) == row.came).count();
    let bits: f64 = rows.iter().map(|row| logistic::loss(row.sum(&found), row.came)).sum();
    let count = rows.len().max(1) as f64;
    Foresight { right: 100.0 * right as f64 / count, bits: bits / count / std::f64::consts::LN_2 }
}

/// The file of the fitted weights; `command` is what makes it again.
pub fn file(fitted: &Fitted, command: &str) -> String {
    let Fitted { weights, campaigns, pairs, after, .. } = fitted;
    let mut text = String::from(
        "# What positions are worth to computer players: what each term of the evaluation weighs, in thousandths.\n",
    );
    let _ = writeln!(text, "# Written by `{command}`: {pairs} pairs of seats of {campaigns} campaigns.");
    let _ = writeln!(text, "# Of those held out it foretells {:.1} of 100 ({:.3} bits).\n", after.right, after.bits);
    text + &weights.to_toml()
}

#[cfg(test)]
mod tests {
    use kernel::{Dice, GameSeed, RuleRef, Term};

    use super::*;

    fn weights_of(army: Term) -> Weights {
        let score = Term { name: "score".to_owned(), weight: ONE, fixed: true, ..Term::default() };
        let money = Term { name: "money".to_owned(), ..Term::default() };
        Weights { terms: vec![score, Term { name: "army".to_owned(), ..army }, money] }
    }

    /// Pairings of which the outcome hangs on the terms by these weights.
    fn made_up(weights: [f64; 3], count: u16) -> Vec<Pairing> {
        const RULE: RuleRef = RuleRef::new("fit");
        let mut dice = Dice::keyed(&GameSeed::from_number(5), "fit").quiet();
        let mut pairing = |at| {
            let mut stream = dice.stream("pairing", at, 0);
            let terms: Vec<f64> = (0..3).map(|_| f64::from(stream.range(-100, 100, RULE))).collect();
            let worth: f64 = terms.iter().zip(weights).map(|(term, weight)| term * weight / 30.0).sum();
            let first = f64::from(stream.range(0, 9_999, RULE)) < 10_000.0 / (1.0 + (-worth).exp());
            Pairing { seats: [0, 1], terms, first }
        };
        (0..count).map(&mut pairing).collect()
    }

    #[test]
    fn weights_are_found_again() {
        let weights = weights_of(Term::default());
        let fitted = fit(&weights, &made_up([1.0, 0.5, 0.1], 8_000)).unwrap();
        let [score, army, money] = [0, 1, 2].map(|at| fitted.terms[at].weight);
        assert_eq!(score, ONE);
        assert!((400..600).contains(&army) && (50..150).contains(&money), "{fitted:?}");
    }

    #[test]
    fn nothing_rises_above_its_most() {
        let weights = weights_of(Term { most: Some(200), ..Term::default() });
        let fitted = fit(&weights, &made_up([1.0, 0.5, 0.1], 4_000)).unwrap();
        assert_eq!(fitted.terms[1].weight, 200);
        assert!((50..150).contains(&fitted.terms[2].weight), "{fitted:?}");
    }

    #[test]
    fn nothing_falls_below_its_least() {
        let weights = weights_of(Term { least: 70, ..Term::default() });
        let fitted = fit(&weights, &made_up([1.0, -0.5, -0.2], 4_000)).unwrap();
        assert_eq!([1, 2].map(|at| fitted.terms[at].weight), [70, 0]);
    }

    #[test]
    fn what_is_fitted_foretells_better() {
        let pairings = made_up([1.0, 0.8, 0.0], 8_000);
        let weights = weights_of(Term::default());
        let fitted = fit(&weights, &pairings[..6_000]).unwrap();
        let [before, after] = [&weights, &fitted].map(|weights| foresight(weights, &pairings[6_000..]));
        assert!(after.right > before.right + 3.0 && after.bits < before.bits - 0.05, "{before:?} {after:?}");
    }

    #[test]
    fn a_seat_that_always_ends_high_makes_no_term_weighty() {
        let weights = weights_of(Term::default());
        let mut pairings = made_up([1.0, 0.0, 0.0], 4_000);
        for (at, pairing) in pairings.iter_mut().enumerate() {
            // The first of two seats has the greater army, and ends high because it is where it is.
            pairing.terms[1] += 100.0;
            pairing.first |= at % 2 == 0;
        }
        let army = fit(&weights, &pairings).unwrap().terms[1].weight;
        assert!(army < 150, "{army}");
    }

    #[test]
    fn campaigns_that_say_nothing_fit_nothing() {
        let weights = weights_of(Term::default());
        assert_eq!(fit(&weights, &made_up([-1.0, 0.0, 0.0], 2_000)), Err(FitError::Silent));
    }
}
