//! Ranks of merchants (RN-13.7) and what they may do (RN-43).

use crate::model::measures::Rating;
use crate::model::rulings::Merchants;

/// A rank of the guild.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GuildRank {
    /// From 200.
    Apprentice,
    /// From 500.
    Journeyman,
    /// From 900.
    Master,
}

impl GuildRank {
    /// The rank of a rating in merchantry, whatever it was reached by (RN-R28).
    pub fn of(merchantry: Rating, figures: &Merchants) -> Option<Self> {
        let ranks = [Self::Apprentice, Self::Journeyman, Self::Master];
        ranks.into_iter().zip(figures.from).rfind(|(_, from)| merchantry.get() >= *from).map(|(rank, _)| rank)
    }
    /// Units of a sold-out good that he may buy in a turn, if its full quantity is this (RN-43.2, RN-R79).
    pub fn sold_out_limit(self, full: u32, figures: &Merchants) -> u32 {
        (u64::from(full) * u64::from(figures.sold_out_per_cent[self as usize]) / 100) as u32
    }
    /// By how much the price of a sold-out good is multiplied (RN-43.2).
    pub fn sold_out_factor(self, figures: &Merchants) -> u32 {
        figures.sold_out_factor[self as usize]
    }
    /// Per cent of the price that each good after the first of its class earns besides, times its place (RN-43.4).
    pub fn premium_per_cent(self, figures: &Merchants) -> u32 {
        figures.premium_per_cent[self as usize]
    }
}
