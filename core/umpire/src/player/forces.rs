//! Troops in round figures: strengths, foreign forces, stacks of one's own.

use crate::model::ids::{GeneralId, NationId, ProvinceId};
use crate::model::scenario::{Scenario, UnitType};

/// A body of troops in round figures: combat values in tenths (UM-3.6).
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Strength {
    /// Army units.
    pub armies: u32,
    /// In the open, by the terrain where it is reckoned.
    pub field: i64,
    /// In an assault.
    pub assault: i64,
    /// In regular siege operations.
    pub siege: i64,
    /// Supply need under siege.
    pub need: i64,
}

impl Strength {
    /// Of army units by type, fighting in a terrain.
    pub fn of(sc: &Scenario, stack: &[u16], terrain: usize) -> Self {
        let there = stack.iter().zip(&sc.types).filter(|(count, kind)| **count > 0 && !kind.is_fleet());
        there.fold(Self::default(), |sum, (count, kind)| sum.and(Self::of_units(kind, *count, terrain)))
    }

    /// Of army units of one type.
    pub fn of_units(kind: &UnitType, count: u16, terrain: usize) -> Self {
        let units = i64::from(count);
        Self {
            armies: u32::from(count),
            field: units * kind.land[terrain],
            assault: units * kind.assault,
            siege: units * kind.siege,
            need: units * kind.supply,
        }
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            armies: self.armies + other.armies,
            field: self.field + other.field,
            assault: self.assault + other.assault,
            siege: self.siege + other.siege,
            need: self.need + other.need,
        }
    }
}

/// A foreign force as believed.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// Where.
    pub place: ProvinceId,
    /// Whose.
    pub faction: NationId,
    /// How strong, in the terrain there.
    pub strength: Strength,
    /// Whether anybody of one's own was there to see it, this turn.
    pub fresh: bool,
}

/// What may arrive in a province this turn or the next: field values, tenths.
#[derive(Clone, Copy, Default, Debug)]
pub struct Threat {
    /// The greatest army of an enemy.
    pub enemies: i64,
    /// The greatest of anybody else.
    pub others: i64,
}

/// Army units of one's own in a province, with generals.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Where.
    pub place: ProvinceId,
    /// Generals there, the best first.
    pub generals: Vec<GeneralId>,
    /// Army units that may leave, by type.
    pub free: Vec<u16>,
    /// Whether it is shut up in a city.
    pub besieged: bool,
    /// Whether the province is one's own.
    pub home: bool,
}

/// Units in all.
pub fn total(units: &[u16]) -> u32 {
    units.iter().map(|count| u32::from(*count)).sum()
}
