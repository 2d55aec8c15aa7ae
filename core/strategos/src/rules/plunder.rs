//! Looting, pillage and raids (ST-5, ST-6, ST-R36, ST-R37).

use super::city::tax_level;
use crate::model::command::TaskKind;
use crate::model::ids::{CommandId, CountryId, SiteId};
use crate::model::measures::Talents;
use crate::model::rulings::Rulings;
use crate::model::state::{Spoils, State};

/// ST-5.7, ST-6.4: whole weeks of work.
pub fn weeks_needed(rulings: &Rulings, size: u8) -> u8 {
    if i32::from(size) >= rulings.cities.loot_long_from_size { 2 } else { 1 }
}

/// ST-5.4, ST-5.6, ST-6.5, ST-6.6: what looting or pillage brings: half a quarter's normal tax; nothing within the ten weeks
/// after the last.
pub fn plunder(rulings: &Rulings, size: u8, spoiled: bool) -> Talents {
    if spoiled {
        return Talents(0);
    }
    tax_level(rulings, size).times(rulings.calendar.weeks_per_quarter as u32).half()
}

/// How a week of looting or pillage ends (ST-5.8, ST-5.9, ST-6.2, ST-6.7, ST-R36).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkWeek {
    /// There is another week to go.
    GoesOn,
    /// It is done: income, and after-effects.
    Done,
    /// Enemy troops opened the first week: nothing comes of it, and the city is spared.
    Prevented,
    /// They opened the second, or the troops left: no income, and after-effects.
    Spoiled,
}

/// ST-R36: the end of a week of work; `week` from 1.
pub fn work_week(rulings: &Rulings, size: u8, week: u8, enemy_at_start: bool, abandoned: bool) -> WorkWeek {
    match (enemy_at_start, abandoned) {
        (true, _) if week <= 1 => WorkWeek::Prevented,
        (true, _) | (_, true) => WorkWeek::Spoiled,
        _ if week >= weeks_needed(rulings, size) => WorkWeek::Done,
        _ => WorkWeek::GoesOn,
    }
}

/// ST-6.8: what raiders take: 5 talents for each unit and each movement point that they stay, up to the city's tax.
pub fn raid(rulings: &Rulings, units: u16, movement_points: u16, tax_left: Talents) -> Talents {
    let taken = rulings.cities.raid_per_unit_point as u32 * u32::from(units) * u32::from(movement_points);
    Talents(taken).min(tax_left)
}

/// Loot or pillage that is due at step 15, if the city does not rise before (ST-5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Takings {
    /// To whom.
    pub country: CountryId,
    /// Of which city.
    pub site: SiteId,
    /// How much.
    pub talents: Talents,
    /// Whether raiders took it: then a revolt does not forfeit it.
    pub raid: bool,
}

/// ST-5.9: the troops give up looting or pillage: no income, and if a whole week was worked, the after-effects.
pub fn abandon(st: &mut State, command: CommandId) -> bool {
    let it = st.command(command);
    let Some(task) = it.task.filter(|task| matches!(task.kind, TaskKind::Loot | TaskKind::Pillage)) else {
        return false;
    };
    let (hex, power, turn) = (it.hex, it.power, st.turn);
    st.command_mut(command).task = None;
    if let Some(site) = st.site_at(hex).filter(|_| task.weeks > 0) {
        st.site_mut(site).spoils = Some(Spoils { pillage: task.kind == TaskKind::Pillage, by: power, done: turn });
    }
    true
}
