//! Battles, assaults and sieges in expectation: the rulings' own formulas on believed strengths.

use super::forces::Strength;
use crate::model::scenario::Scenario;

/// Skill assumed where nothing is known.
pub const AVERAGE_SKILL: i64 = 3;

/// A city as a besieger finds it.
#[derive(Clone, Copy, Debug, Default)]
pub struct CityDefence {
    /// Garrison in assault, militia included, tenths.
    pub assault: i64,
    /// Garrison in siege operations, militia included, tenths.
    pub siege: i64,
    /// Supply need of those inside.
    pub need: i64,
    /// Revenue, tenths.
    pub revenue: i64,
    /// Siege turns behind it.
    pub turns: i64,
    /// Whether there are walls at all.
    pub walled: bool,
}

/// What a besieger may expect of a city in some turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpectedFall {
    /// Chance that it falls within the first of them, thousandths.
    pub at_once: i64,
    /// Chance that it falls within them, thousandths.
    pub within: i64,
    /// Part of the besiegers lost on the way, per cent.
    pub lost: i64,
}

/// What a besieger may expect of a city in `turns` turns.
pub fn fall_within(sc: &Scenario, army: Strength, skill: i64, city: CityDefence, turns: u32) -> ExpectedFall {
    let turn_by_turn = turn_by_turn(sc, army, skill, city);
    let mut fall = ExpectedFall::default();
    for turn in 1..=i64::from(turns) {
        let (chance, cost) = turn_by_turn(turn);
        let stands = 1_000 - fall.within;
        fall.lost += stands * cost / 1_000;
        fall.within += stands * chance / 100;
        if turn == 1 {
            fall.at_once = fall.within;
        }
    }
    fall
}

/// By turn: chance per cent that a city falls in it, and the part of the besiegers lost, per cent.
fn turn_by_turn(sc: &Scenario, army: Strength, skill: i64, city: CityDefence) -> impl Fn(i64) -> (i64, i64) {
    let open = city.assault == 0 || !city.walled;
    let edge = skill - AVERAGE_SKILL;
    let storm = storm_chance(sc, army, city) + sc.constants.R71.per_skill * edge;
    let starve = starve_chance(sc, army, city);
    let storms = storms(army, city);
    move |turn| {
        if open {
            return (97, 0);
        }
        let starve = starve(city.turns + turn) + sc.constants.R72.per_skill * edge;
        if storms && storm >= starve {
            let storm = storm.clamp(sc.constants.R71.min_chance, sc.constants.R71.max_chance);
            (storm, (7 * storm + 20 * (100 - storm)) / 100)
        } else {
            (starve.clamp(0, sc.constants.R72.max_chance), 1)
        }
    }
}

/// Whether an army would storm at risk 3 (UM-19.8).
pub fn storms(army: Strength, city: CityDefence) -> bool {
    army.assault >= 3 * city.assault
}

fn storm_chance(sc: &Scenario, army: Strength, city: CityDefence) -> i64 {
    let of = &sc.constants.R71;
    of.base_chance + (of.per_odds * army.assault + city.assault / 2) / city.assault.max(1)
}

/// UM-R72 without skill and morale, by siege turn.
fn starve_chance(sc: &Scenario, army: Strength, city: CityDefence) -> impl Fn(i64) -> i64 {
    let of = &sc.constants.R72;
    let endurance = (of.endurance_factor * city.revenue / (10 * city.need.max(1))).clamp(1, of.max_endurance);
    let ratio =
        if city.siege == 0 { of.max_ratio * 100 } else { (army.siege * 100 / city.siege).min(of.max_ratio * 100) };
    let by_ratio = of.per_ratio * (ratio - 100) / 100;
    move |turn| {
        of.per_turn_squared * turn * turn * sc.siege_scale / 100
            + of.per_overdue_turn * (turn - endurance).max(0)
            + by_ratio
    }
}

/// Chance in thousandths of winning an open battle, from the ratio of field values in per cent.
pub fn battle(own: i64, other: i64) -> i64 {
    if other <= 0 {
        return 1_000;
    }
    // Luck moves either side by ten per cent at the most: a tenth more is an even chance of more, a quarter more is safe.
    (500 + (own * 100 / other - 100) * 20).clamp(0, 1_000)
}

/// A field value as a general's skill makes it (UM-R75).
pub fn led(sc: &Scenario, field: i64, skill: i64) -> i64 {
    field * (sc.constants.R75.skill_base_pct + sc.constants.R75.skill_step_pct * skill) / 100
}
