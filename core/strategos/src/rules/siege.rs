//! Blockade and siege (ST-15.5 to ST-15.10, ST-R38, ST-R39).

use crate::model::rulings::Rulings;
use crate::model::units::{UnitKind, UnitTable, Units};

/// ST-15.5 to ST-15.7: whether a force is enough to blockade a city: as many regiments as its size, and a squadron at a port.
pub fn may_blockade(size: u8, port: bool, regts: u16, sqds: u16) -> bool {
    regts >= u16::from(size).max(1) && (!port || sqds > 0)
}

/// ST-R9: whether a force is enough for a siege.
pub fn may_besiege(rulings: &Rulings, regts: u16) -> bool {
    i32::from(regts) >= rulings.siege.least_regts
}

/// ST-R38: the points that a week of siege adds: a tenth of the SV of the besieging regiments, of the best 90, and 4 for each
/// siege train, at most 4 of them.
pub fn week_points(rulings: &Rulings, siege_value: u32, siege_trains: u16) -> u16 {
    let siege = &rulings.siege;
    let trains = u32::from(siege_trains).min(siege.most_trains as u32) * siege.train_points as u32;
    (siege_value / siege.sv_per_point as u32 + trains) as u16
}

/// ST-R38: the same for the units of a besieging force.
pub fn points_of(rulings: &Rulings, table: &UnitTable, units: &Units) -> u16 {
    let regts = units.only(UnitKind::is_regt);
    let value = super::assault::garrison_value(table, &regts, rulings.siege.most_regts as u16);
    week_points(rulings, value, units.count(UnitKind::SiegeTrain))
}

/// ST-15.10, ST-R38: what a week of siege leaves of the points and of the walls: each point of DV takes four times its height,
/// two at most in a week.
pub fn wear(rulings: &Rulings, points: u16, added: u16, dv: u8) -> (u16, u8) {
    let (mut points, mut dv) = (points + added, dv);
    for _ in 0..rulings.siege.most_dv_a_week {
        let price = rulings.siege.points_per_dv as u16 * u16::from(dv);
        if dv == 0 || points < price {
            break;
        }
        points -= price;
        dv -= 1;
    }
    (points, dv)
}

/// ST-R39: the Stores that a blockaded city eats in a week, with so many regiments and squadrons inside.
pub fn eaten(rulings: &Rulings, inside: u16) -> u8 {
    (rulings.siege.eaten_base as u16 + inside / rulings.siege.eaten_per as u16).min(u16::from(u8::MAX)) as u8
}

/// ST-1.10, ST-15.8, ST-20.6, ST-R39: the Stores after a week of blockade, and whether the besieged starve: if there was
/// nothing before they ate.
pub fn week_of_blockade(rulings: &Rulings, stores: u8, inside: u16) -> (u8, bool) {
    (stores.saturating_sub(eaten(rulings, inside)), stores == 0)
}

/// ST-16.4, ST-16.5: whether a city tests its morale this week.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoraleCauses {
    /// The siege reduced the DV.
    pub worn: bool,
    /// Whole weeks of blockade, this one included; 0 without one.
    pub blockade_weeks: u16,
    /// Its Stores are gone.
    pub no_stores: bool,
    /// An enemy force entered the hex, and there is no garrison.
    pub entered_without_garrison: bool,
    /// A defending unit was lost.
    pub lost_unit: bool,
}

impl MoraleCauses {
    /// Whether any of the causes holds. There is one test a week, however many (ST-16.5).
    pub fn tests(&self) -> bool {
        let blockaded = self.blockade_weeks > 0;
        self.worn
            || blockaded && (self.no_stores || self.blockade_weeks.is_multiple_of(2))
            || self.entered_without_garrison
            || self.lost_unit
    }
}

/// How a city took its morale test (ST-R42).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolve {
    /// The country's morale held.
    Firm,
    /// It did not, but its commander did; he wavers more.
    Wavers,
    /// It surrenders.
    Surrenders,
}

/// ST-16.5, ST-R42: the test: the country's morale, then the commander's loyalty less his wavering; a 1 always holds.
pub fn resolve(morale_held: bool, loyalty: u8, waver: u8, hold: bool, d10: impl FnOnce() -> i32) -> Resolve {
    if morale_held {
        return Resolve::Firm;
    }
    if !hold {
        return Resolve::Surrenders;
    }
    let face = d10();
    if face == 1 || face <= i32::from(loyalty) - i32::from(waver) { Resolve::Wavers } else { Resolve::Surrenders }
}
