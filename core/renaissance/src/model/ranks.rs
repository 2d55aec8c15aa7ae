//! The hereditary aristocracy: ranks, rights of elevation and what they cost (RN-19.2, RN-19.3), from `data/ranks.toml`.

use std::sync::OnceLock;

use serde::Deserialize;

/// A rank of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// Its name.
    pub name: String,
    /// Its value (RN-19.6).
    pub value: u16,
    /// Rights that a holder has each February.
    pub rights: u32,
    /// Rights that are spent to raise somebody to it; without a price nobody is raised to it.
    pub price: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RanksFile {
    rank: Vec<Rank>,
}

/// The ladder, from bourgeois upwards.
pub fn ladder() -> &'static [Rank] {
    static LADDER: OnceLock<Vec<Rank>> = OnceLock::new();
    LADDER.get_or_init(|| {
        let file: RanksFile = toml::from_str(include_str!("../../data/ranks.toml")).expect("the ranks ship readable");
        file.rank
    })
}

/// The place on the ladder of a rank value: the highest rank that is not above it.
pub fn rung_of(value: u16) -> usize {
    ladder().iter().rposition(|rank| rank.value <= value).unwrap_or(0)
}

/// The rank one step above a value, to which its holder may be raised (RN-19.4, RN-R43), with its price in rights.
pub fn next_above(value: u16) -> Option<(&'static Rank, u32)> {
    let next = ladder().get(rung_of(value) + 1)?;
    next.price.map(|price| (next, price))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_is_that_of_the_table() {
        assert!(ladder().is_sorted_by(|a, b| a.value < b.value) && ladder().len() == 11, "RN-19.2");
        let step = |value| next_above(value).map(|(rank, price)| (rank.name.as_str(), rank.value, price));
        assert_eq!(step(0), Some(("knight", 20, 1)));
        assert_eq!(step(100), Some(("marquis", 120, 2)));
        assert_eq!(step(160), Some(("king", 180, 5)));
        assert_eq!(step(180), None, "emperors are elected");
        assert_eq!([140, 160, 180, 200].map(|value| ladder()[rung_of(value)].rights), [0, 1, 3, 5]);
    }
}
