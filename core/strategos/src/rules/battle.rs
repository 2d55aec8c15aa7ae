//! Battles in the field and at sea: strength and result (ST-R14, ST-R15, ST-R18).

use crate::model::command::BattleOrder;
use crate::model::rulings::{BattleResult, Rout, Rulings};
use crate::model::units::{UnitClass, UnitTable, Units};

/// What one side brings to a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleSide {
    /// Sum of the combat strengths of its units.
    pub base: u32,
    /// MA of the overall commander (ST-7.9, ST-9.4).
    pub ma: u8,
    /// Country morale.
    pub morale: u8,
    /// Its battle order.
    pub order: BattleOrder,
    /// Bonus of terrain and river in per cent, if it was there first; 0 at sea.
    pub ground: i32,
    /// Reasons of disorder so far this week.
    pub disorder: u32,
    /// Whether it is routed.
    pub routed: bool,
    /// Whether it went hungry the week before.
    pub hungry: bool,
    /// SA of a Special commander with it, and his d10 (ST-R20).
    pub special: Option<(u8, i32)>,
    /// Combat strength of its horse, where horse counts: in open terrain.
    pub horse: u32,
    /// Whether it has elephants, where they count: in open terrain.
    pub elephants: bool,
    /// The sum of its two dice.
    pub dice: i32,
}

/// ST-R14: the sum of the combat strengths of units.
pub fn base(table: &UnitTable, units: &Units, rough: bool) -> u32 {
    units.sum(table, |figures| u32::from(if rough { figures.combat_rough } else { figures.combat_open }))
}

/// ST-R14: the combat strength of horse in the open; 0 in rough ground.
pub fn horse(table: &UnitTable, units: &Units, rough: bool) -> u32 {
    if rough { 0 } else { base(table, &units.only(|kind| kind.class() == UnitClass::Horse), false) }
}

/// ST-7.8: what a better commander is worth: so much for each point by which his MA is higher.
pub fn leadership(factor: i32, own: u8, foe: u8) -> i32 {
    factor * (i32::from(own) - i32::from(foe)).max(0)
}

/// ST-R14: the modifiers of one side in per cent.
pub fn modifier(rulings: &Rulings, own: &BattleSide, foe: &BattleSide) -> i32 {
    let battle = &rulings.battle;
    let order = match own.order {
        BattleOrder::Attack => battle.orders.attack,
        BattleOrder::Probe => battle.orders.probe,
        BattleOrder::Defend => battle.orders.defend,
        BattleOrder::Withdraw => battle.orders.withdraw,
        BattleOrder::Garrison => battle.orders.garrison,
    };
    let when = |holds: bool, bonus: i32| if holds { bonus } else { 0 };
    let better_horse = own.horse > 0 && own.horse >= battle.horse_factor as u32 * foe.horse;
    leadership(battle.leadership, own.ma, foe.ma)
        + battle.morale_factor * (i32::from(own.morale) - battle.morale_even)
        + order
        + own.ground
        + (battle.disorder * own.disorder as i32).max(battle.disorder_most)
        + when(own.routed, battle.routed)
        + when(own.hungry, battle.hunger)
        + own.special.map_or(0, |(sa, d10)| special_bonus(sa, d10))
        + when(better_horse, battle.horse)
        + when(own.elephants && !foe.elephants, battle.elephants)
        + battle.luck * (own.dice - battle.luck_even)
}

/// ST-10.17, ST-R20: what a Special command is worth in a battle or an assault, per cent.
pub fn special_bonus(sa: u8, d10: i32) -> i32 {
    2 * i32::from(sa) + d10
}

/// ST-R14: the strength that counts.
pub fn strength(rulings: &Rulings, base: u32, modifier: i32) -> u32 {
    if base == 0 {
        return 0;
    }
    let percent = rulings.battle.least_percent.max(100 + modifier) as u32;
    (base * percent / 100).max(1)
}

/// ST-R15: 100 times the winner's strength by the loser's; 999 against none.
pub fn quotient(winner: u32, loser: u32) -> u32 {
    (100 * winner).checked_div(loser).unwrap_or(999)
}

/// ST-R15: the row of the table.
pub fn result(rulings: &Rulings, quotient: u32) -> &BattleResult {
    let rows = &rulings.battle.result;
    rows.iter().rev().find(|row| quotient as i32 >= row.from).unwrap_or(&rows[0])
}

/// ST-R15: per cent that winner and loser lose; half, rounded down, if either only probes.
pub fn losses(row: &BattleResult, probe: bool) -> (u32, u32) {
    let half = |percent: i32| (if probe { percent / 2 } else { percent }) as u32;
    (half(row.winner_loses), half(row.loser_loses))
}

/// ST-R15: whether the loser routs: on a d20 above his morale and half his commander's MA, less the penalty; 1 never, 20
/// always. Nobody routs in a probe.
pub fn routs(row: &BattleResult, probe: bool, morale: u8, ma: u8, d20: impl FnOnce() -> i32) -> bool {
    match row.rout {
        _ if probe => false,
        Rout::No => false,
        Rout::Sure => true,
        Rout::Test => {
            let face = d20();
            let holds = face <= i32::from(morale) + i32::from(ma / 2) - row.penalty;
            face == 20 || face != 1 && !holds
        }
    }
}

/// ST-R15: per cent of what is left that a routed side loses to the pursuit.
pub fn pursuit(rulings: &Rulings, winner_horse: u32, winner_base: u32, naval: bool) -> u32 {
    let battle = &rulings.battle;
    if naval {
        return battle.pursuit_naval as u32;
    }
    let share = (battle.pursuit_horse as u32 * winner_horse).checked_div(winner_base).unwrap_or(0);
    (battle.pursuit_base as u32 + share).min(battle.pursuit_most as u32)
}

/// ST-17.1, ST-R15: how many of the lost are taken prisoner, or of the lost ships captured.
pub fn captured(rulings: &Rulings, lost: u16, rout: bool) -> u16 {
    let share = if rout { rulings.battle.prisoners_rout } else { rulings.battle.prisoners_share };
    lost / share as u16
}

/// ST-R13: whether a side that would withdraw gets away.
pub fn evades(rulings: &Rulings, own: (u8, i32), foe: (u8, i32), foe_is_faster: bool) -> bool {
    let ((ma, d10), (foe_ma, foe_d10)) = (own, foe);
    let pace = if foe_is_faster { rulings.battle.evade_faster } else { 0 };
    d10 + i32::from(ma) >= foe_d10 + i32::from(foe_ma) + pace
}

/// ST-R16: whether a routed force rallies at the beginning of a week without a battle before it.
pub fn rallies(fought_last_week: bool, morale: u8, d20: i32) -> bool {
    !fought_last_week && d20 <= i32::from(morale)
}

/// ST-R54: whether a battle moves the morale of both countries: the loser lost so many units.
pub fn is_great(rulings: &Rulings, loser_lost: u16) -> bool {
    i32::from(loser_lost) >= rulings.morale.great_battle
}

/// ST-R19: up to which face of a d20 the overall commander falls.
pub fn falls_up_to(rulings: &Rulings, won: bool, rout: bool) -> i32 {
    let leaders = &rulings.leaders;
    if won {
        leaders.falls_winner
    } else if rout {
        leaders.falls_routed
    } else {
        leaders.falls_loser
    }
}
