//! Scouting: levels, and how far reports are off (ST-19, ST-R49).

use crate::model::board::Terrain;
use crate::model::rulings::{Rulings, Scouting};
use crate::model::units::{UnitTable, Units};

/// ST-19.1: the level that so many points reach, 0 to 4.
pub fn level(scouting: &Scouting, points: u32) -> u8 {
    scouting.levels.iter().filter(|least| points as i32 >= **least).count() as u8
}

/// ST-19.1, ST-R49: the points of units.
pub fn points(table: &UnitTable, units: &Units) -> u32 {
    units.sum(table, |figures| u32::from(figures.scouting))
}

/// ST-19.3: the points of a city with the forces in its hex.
pub fn city_points(scouting: &Scouting, size: u8, forces: u32) -> u32 {
    u32::from(size) * scouting.city_per_size as u32 + forces
}

/// ST-19.2, ST-19.4, ST-R49: the level of a look into a hex: less by one in rough ground, but a Scouting command always has
/// its own.
pub fn level_at(rulings: &Rulings, points: u32, scouts: bool, terrain: Terrain) -> u8 {
    let rough = terrain.blocks_zone();
    let seen =
        level(&rulings.scouting, points).saturating_sub(if rough { rulings.scouting.rough_penalty as u8 } else { 0 });
    if scouts { seen.max(rulings.scouting.command_level as u8) } else { seen }
}

/// ST-R49: a number as it is reported: off by `error` per cent, at least 1.
pub fn reported(count: u32, error: i32) -> u32 {
    let scaled = count as i32 * (100 + error);
    kernel::exact::round_half_up(i64::from(scaled), 100).max(1) as u32
}

/// ST-R49: how many per cent a report of a level may be off; `None` if it names no number, 0 if it is exact.
pub fn error_of(scouting: &Scouting, level: u8) -> Option<i32> {
    match level {
        0 | 1 => None,
        2 => Some(scouting.error_level_two),
        3 => Some(scouting.error_level_three),
        _ => Some(0),
    }
}

/// ST-10.19, ST-R49: up to which face of a d100 a Scouting command is destroyed in a hex with so many enemy units.
pub fn caught_up_to(scouting: &Scouting, enemies: u16) -> i32 {
    if enemies == 0 {
        return 0;
    }
    (scouting.caught_base + scouting.caught_per_unit * i32::from(enemies)).min(scouting.caught_most)
}
