//! What recruits cost, bear and are worth (RN-60.14 to RN-60.17).

use super::NotRaised;
use crate::model::goods::Good;
use crate::model::measures::Rating;
use crate::model::troops::Troop;

/// What it takes to hire a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The bonus in ducats, inside the walls (RN-60.14).
    pub bonus: u64,
    /// His weapon (RN-60.16).
    pub weapon: Good,
}

/// The terms for professionals of a type; crew is hired otherwise.
pub fn of(troop: Troop) -> Result<Terms, NotRaised> {
    let (bonus, weapon) = match troop {
        Troop::Auxiliaries => (5, Good::SmallArms),
        Troop::Arquebusiers => (10, Good::Arquebuses),
        Troop::Pikemen => (15, Good::Pikes),
        Troop::Archers => (20, Good::Bows),
        Troop::HeavyCavalry => (50, Good::Armor),
        Troop::Crew => return Err(NotRaised::NotForHire),
    };
    Ok(Terms { bonus, weapon })
}

/// Times the bonus outside the walls (RN-60.15).
pub const OUTSIDE: u64 = 3;

/// The morale that recruits begin with at most (RN-60.11, RN-60.17).
pub const MORALE: u16 = 200;

/// The morale of professionals and crew: no more than the recruiter's popularity (RN-60.17, RN-R93).
pub fn morale(popularity: Rating) -> u16 {
    popularity.get().min(MORALE)
}

/// A share of a population in thousandths, rounded down (RN-R3).
pub fn share(population: u32, thousandths: u32) -> u32 {
    (u64::from(population) * u64::from(thousandths) / 1_000) as u32
}
