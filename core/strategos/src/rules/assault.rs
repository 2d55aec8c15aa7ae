//! Assaults (ST-15.1 to ST-15.4, ST-15.12 to ST-15.14, ST-R34, ST-R40).

use super::battle::{leadership, special_bonus};
use crate::model::rulings::{AssaultOdds, Rulings};
use crate::model::units::{UnitTable, Units};

/// The two forms of assault (ST-15.12).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosAssaultForm, title = "StrategosAssaultForm")]
pub enum AssaultForm {
    /// With all one has.
    Storm,
    /// The weaker form: less is lost, and less is likely to be won.
    Probe,
}

/// What bears on the strength of one side besides its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AssaultSide {
    /// MA of who leads.
    pub ma: u8,
    /// SA of a Special commander with it, and his d10.
    pub special: Option<(u8, i32)>,
    /// Reasons of disorder this week.
    pub disorder: u32,
    /// Whether it went hungry the week before.
    pub hungry: bool,
}

/// ST-R40: the modifiers of one side in per cent.
pub fn modifier(rulings: &Rulings, own: &AssaultSide, foe: &AssaultSide) -> i32 {
    let assault = &rulings.assault;
    leadership(assault.leadership, own.ma, foe.ma)
        + own.special.map_or(0, |(sa, d10)| special_bonus(sa, d10))
        + (assault.disorder * own.disorder as i32).max(assault.disorder_most)
        + if own.hungry { assault.hunger } else { 0 }
}

/// ST-15.1: the sum of the SV of units that storm: regiments, siege trains, squadrons.
pub fn siege_value(table: &UnitTable, units: &Units) -> u32 {
    units.sum(table, |figures| u32::from(figures.siege))
}

/// ST-14.7, ST-R34: the sum of the SV of the strongest `most` units of a garrison; trains do not defend.
pub fn garrison_value(table: &UnitTable, units: &Units, most: u16) -> u32 {
    let mut values: Vec<(u16, u16)> =
        units.iter().filter(|(kind, _)| !kind.is_train()).map(|(kind, count)| (table.of(kind).siege, count)).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    let mut left = most;
    let mut sum = 0;
    for (value, count) in values {
        let defend = count.min(left);
        sum += u32::from(value) * u32::from(defend);
        left -= defend;
    }
    sum
}

/// ST-15.2: what a garrison's SV counts: double while the walls stand.
pub fn behind_walls(garrison: u32, dv_current: u8) -> u32 {
    if dv_current > 0 { 2 * garrison } else { garrison }
}

/// ST-R40: the attackers' strength.
pub fn attack_strength(siege_value: u32, modifier: i32) -> u32 {
    scaled(siege_value, modifier)
}

/// ST-1.5, ST-15.2, ST-R40: the defenders' strength: garrison, people, walls. Forts have size 0.
pub fn defence_strength(garrison: u32, size: u8, dv_current: u8, modifier: i32) -> u32 {
    scaled(behind_walls(garrison, dv_current) + u32::from(size) + u32::from(dv_current), modifier)
}

fn scaled(value: u32, modifier: i32) -> u32 {
    value * (100 + modifier).max(0) as u32 / 100
}

/// ST-15.3: 100 times attack by defence; 999 against none.
pub fn odds(attack: u32, defence: u32) -> u32 {
    (100 * attack).checked_div(defence).unwrap_or(999)
}

/// What an assault at some odds may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// Below 1:1: a bloody repulse (ST-15.4), with the loss of both sides in per cent.
    Repulse {
        /// Of the attackers.
        attacker: u32,
        /// Of the defenders.
        defender: u32,
    },
    /// A chance.
    Chance {
        /// The face of a d10 that takes the city; above 10 it cannot be taken.
        needed: i32,
        /// Loss of the attackers if it does, per cent.
        success: u32,
        /// Loss of the attackers if it does not.
        failure: u32,
        /// Loss of the defenders if it does not.
        defender: u32,
    },
}

/// ST-R40: the table, with ST-15.12 for the weaker form: harder by two, all losses halved.
pub fn prospect(rulings: &Rulings, odds: u32, form: AssaultForm) -> Prospect {
    let assault = &rulings.assault;
    let probe = form == AssaultForm::Probe;
    let half = |percent: i32| (if probe { percent / 2 } else { percent }) as u32;
    let row: Option<&AssaultOdds> = assault.odds.iter().rev().find(|row| odds as i32 >= row.from);
    match row {
        None => Prospect::Repulse { attacker: half(assault.repulse_loss), defender: half(assault.repulse_defender) },
        Some(row) => Prospect::Chance {
            needed: row.needed + if probe { assault.probe_harder } else { 0 },
            success: half(row.success),
            failure: half(row.failure),
            defender: half(row.defender),
        },
    }
}

/// ST-R40, ST-R44: how many of the regiments left of a garrison are taken prisoner when the city falls.
pub fn taken(rulings: &Rulings, left: u16) -> u16 {
    left / rulings.assault.taken_share as u16
}
