//! What positions are worth to computer players: the terms of a room's evaluation, and what each weighs. The weights are data
//! of the room, fitted offline to how campaigns ended.

use serde::{Deserialize, Serialize};

/// The weight that leaves a term as it is.
pub const ONE: i64 = 1_000;

/// What each term of a room's evaluation weighs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// In the order in which the room gives its terms.
    #[serde(rename = "term")]
    pub terms: Vec<Term>,
}

/// A term of an evaluation. More of it is better for the seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// In words, such as `revenue`.
    pub name: String,
    /// What it counts for, in thousandths.
    pub weight: i64,
    /// Whether it is what the rules rank by, so that the weights of the others are measured in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// The least that it counts for, whatever campaigns tell, in thousandths.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub least: i64,
    /// The most that it counts for, likewise; no bound when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// Why there is a least or a most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

fn is_nothing(least: &i64) -> bool {
    *least == 0
}

impl Weights {
    /// Reads a room's file, and sees to it that it has these terms in this order.
    ///
    /// # Panics
    ///
    /// If the file is wrong: it is built in, and a test reads it.
    pub fn built_in(file: &str, names: &[&str]) -> Self {
        let weights: Self =
            toml::from_str(file).unwrap_or_else(|error| panic!("the weights of an evaluation: {error}"));
        let found: Vec<&str> = weights.terms.iter().map(|term| term.name.as_str()).collect();
        assert_eq!(found, names, "the terms of an evaluation, in their order");
        weights
    }

    /// The weight of the term at this place, held within its bounds.
    pub fn bounded(&self, at: usize) -> i64 {
        let Term { weight, least, most, .. } = self.terms[at];
        weight.clamp(least, most.unwrap_or(i64::MAX).max(least))
    }

    /// The file again.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_else(|error| panic!("weights are plain data: {error}"))
    }

    /// The sum of these terms by their weights, in the unit of the fixed terms.
    pub fn evaluate(&self, terms: &[i64]) -> i64 {
        debug_assert_eq!(terms.len(), self.terms.len(), "a value for each term");
        self.terms.iter().zip(terms).map(|(term, value)| term.weight * value).sum::<i64>() / ONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "
        [[term]]
        name = 'score'
        weight = 1000
        fixed = true

        [[term]]
        name = 'army'
        weight = 250
        least = 50
        why = 'lest it be thrown away'
    ";

    #[test]
    fn a_file_is_read_and_written_again() {
        let weights = Weights::built_in(FILE, &["score", "army"]);
        assert_eq!(weights.evaluate(&[7, 40]), 17);
        assert_eq!(Weights::built_in(&weights.to_toml(), &["score", "army"]), weights);
    }

    #[test]
    #[should_panic(expected = "in their order")]
    fn other_terms_than_those_of_the_room_are_noticed() {
        Weights::built_in(FILE, &["army", "score"]);
    }
}
