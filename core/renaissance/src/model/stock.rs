//! Goods that somebody has, and what they weigh.

use serde::{Deserialize, Serialize};

use super::goods::Good;
use super::ships::Ship;

impl Good {
    /// Cargo units of one, ships by their weight overland (RN-30.2).
    pub fn weight(self) -> u32 {
        match self {
            Self::Horses => 2,
            Self::Cannons => 40,
            good => Ship::of_good(good).map_or(1, Ship::weight),
        }
    }
}

/// Goods that somebody has, those above 0 only, in the order of [`Good`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stock(Vec<(Good, u32)>);

impl Stock {
    /// How many of a good.
    pub fn of(&self, good: Good) -> u32 {
        self.0.binary_search_by_key(&good, |(it, _)| *it).map_or(0, |at| self.0[at].1)
    }
    /// How many ships of a type.
    pub fn ships(&self, ship: Ship) -> u32 {
        self.of(ship.good())
    }
    /// Sets a number.
    pub fn set(&mut self, good: Good, count: u32) {
        match self.0.binary_search_by_key(&good, |(it, _)| *it) {
            Ok(at) if count == 0 => {
                self.0.remove(at);
            }
            Ok(at) => self.0[at].1 = count,
            Err(_) if count == 0 => {}
            Err(at) => self.0.insert(at, (good, count)),
        }
    }
    /// Adds some.
    pub fn add(&mut self, good: Good, count: u32) {
        self.set(good, self.of(good).saturating_add(count));
    }
    /// Takes as many as there are of so many; the number taken.
    pub fn take(&mut self, good: Good, count: u32) -> u32 {
        let taken = count.min(self.of(good));
        self.set(good, self.of(good) - taken);
        taken
    }
    /// All that is there.
    pub fn iter(&self) -> impl Iterator<Item = (Good, u32)> + '_ {
        self.0.iter().copied()
    }
    /// Whether nothing is there.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_weigh_what_the_rules_say() {
        let weights = [Good::Grain, Good::Horses, Good::Cannons, Good::Falconets, Good::Roundships].map(Good::weight);
        assert_eq!(weights, [1, 2, 40, 1, 1_203], "RN-30.2");
    }

    #[test]
    fn a_stock_forgets_what_is_used_up() {
        let mut stock = Stock::default();
        stock.add(Good::Wool, 5);
        stock.add(Good::Grain, 2);
        assert_eq!((stock.take(Good::Wool, 7), stock.of(Good::Wool)), (5, 0));
        assert_eq!(stock.iter().collect::<Vec<_>>(), [(Good::Grain, 2)]);
    }
}
