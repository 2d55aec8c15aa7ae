//! Raising troops (RN-60), and what raises their morale (RN-61.2, RN-61.4). Whether it is the place for it is asked before.
//!
//! | file | what |
//! |---|---|
//! | `terms.rs` | what recruits cost, bear and are worth |
//! | `home.rs` | garrison and feudal levy, which the tenant and the feudatory raise (RN-60.2, RN-60.9) |
//! | `hire.rs` | professionals, crew, free recruits of military orders (RN-60.12, RN-37.9, RN-22.4) |
//! | `spirits.rs` | bonus pay and alcohol |
//! | `renewal.rs` | what a turn renews: recruits and tower garrisons (RN-60.13, RN-69.2) |

pub mod hire;
pub mod home;
pub mod renewal;
pub mod spirits;
pub mod terms;

use std::collections::BTreeMap;

use crate::model::goods::Good;
use crate::model::measures::Rating;
use crate::model::persona::Persona;
use crate::model::troops::{Troop, Troops};
use crate::rules::battle::morale::combined;

/// Why nobody is raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRaised {
    /// The people are not loyal enough (RN-18.2).
    Disloyal,
    /// He is not popular enough to pay the price in popularity (RN-11.4).
    Unpopular,
    /// All that may be raised this turn has been.
    LimitReached,
    /// He has none, or too few, of that type (RN-60.12).
    NoneOfThem,
    /// Nobody is left to be hired here (RN-60.13).
    PoolEmpty,
    /// There are not enough ducats for a single man.
    TooDear,
    /// There are no weapons for a single man.
    NoWeapons,
    /// Crew is hired in ports only (RN-37.9).
    NoPort,
    /// Men of this type are not hired.
    NotForHire,
}

/// What a persona has raised this turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Raised {
    /// Men of each type when he first hired some this turn (RN-R91).
    base: BTreeMap<Troop, u32>,
    /// Men hired, by type.
    hired: Troops,
    /// He has claimed the recruits of his order (RN-R51).
    has_claimed: bool,
    /// Alcohol that he has issued, and the points that it brought (RN-61.4).
    issued: Option<(Good, i64)>,
}

/// Men of a morale join a persona's (RN-61.8).
fn join(persona: &mut Persona, troop: Troop, count: u32, morale: u16) {
    let own = (persona.assets.troops.men(), persona.morale.get());
    persona.morale = Rating::new(combined(&[own, (count, morale)]).into());
    persona.assets.troops[troop] += count;
}
