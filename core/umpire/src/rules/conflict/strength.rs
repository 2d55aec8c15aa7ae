//! Combat values (UM-20.1, UM-R1, UM-R4) and mobility (UM-21, UM-R76). Values are in units times factor, in tenths.

use super::aboard::men_aboard;
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// Value of a stack in open land battle in a terrain.
pub fn land_value(sc: &Scenario, stack: &[u16], terrain: usize) -> i64 {
    stack.iter().zip(&sc.types).map(|(&count, kind)| i64::from(count) * kind.land[terrain]).sum()
}

/// Value of a stack in open sea battle.
pub fn sea_value(sc: &Scenario, stack: &[u16]) -> i64 {
    stack.iter().zip(&sc.types).map(|(&count, kind)| i64::from(count) * kind.sea).sum()
}

/// Value of a stack in an assault; squadrons count when `fleet` (UM-3.7).
pub fn assault_value(sc: &Scenario, stack: &[u16], fleet: bool) -> i64 {
    let counted = stack.iter().zip(&sc.types).filter(|(_, kind)| fleet || !kind.is_fleet());
    counted.map(|(&count, kind)| i64::from(count) * kind.assault).sum()
}

/// Value of a stack in regular siege operations; squadrons count when `fleet` (UM-3.7).
pub fn siege_value(sc: &Scenario, stack: &[u16], fleet: bool) -> i64 {
    let counted = stack.iter().zip(&sc.types).filter(|(_, kind)| fleet || !kind.is_fleet());
    counted.map(|(&count, kind)| i64::from(count) * kind.siege).sum()
}

/// Combat value of a faction's units of one arm in open battle in a province; what is aboard does not fight on land.
pub fn open_value(turn: &Turn, place: ProvinceId, faction: NationId, arm: Arm) -> i64 {
    let (sc, st) = (turn.sc, &*turn.st);
    let terrain = sc.province(place).terrain;
    let stack = st.stacks.of(place, faction);
    match arm {
        Arm::Sea => sea_value(sc, stack),
        Arm::Land => {
            let at_sea: i64 = sc
                .type_ids()
                .map(|kind| i64::from(men_aboard(turn, place, faction, kind)) * sc.unit(kind).land[terrain])
                .sum();
            let on_land = stack.iter().zip(&sc.types).filter(|(_, kind)| !kind.is_fleet());
            on_land.map(|(&count, kind)| i64::from(count) * kind.land[terrain]).sum::<i64>() - at_sea
        }
    }
}

/// UM-R76: mobility of the units of one arm of some factions in a province:
/// floor(sum of units x multiple move x terrain per cent / units). At sea the terrain does not matter.
pub fn mobility(sc: &Scenario, st: &State, place: ProvinceId, side: Factions, arm: Arm) -> i64 {
    let terrain = &sc.terrain_mobility[sc.province(place).terrain];
    let fleet = arm == Arm::Sea;
    let (mut sum, mut units) = (0, 0);
    for faction in side.iter() {
        for ((&count, kind), percent) in st.stacks.of(place, faction).iter().zip(&sc.types).zip(terrain) {
            if count > 0 && kind.is_fleet() == fleet {
                units += i64::from(count);
                sum += i64::from(count) * kind.multi * if fleet { 100 } else { *percent };
            }
        }
    }
    if units == 0 { 0 } else { sum / units }
}

/// UM-19.7: value of a city's militia with the factor of the militia type, in tenths: revenue x militia per revenue
/// point by loyalty.
pub fn militia_value(sc: &Scenario, st: &State, place: ProvinceId, factor: i64) -> i64 {
    let per_point = sc.economy.militia.get(&st.province(place).loyalty).map_or(0, |rate| rate.in_tenths());
    st.normal_revenue(sc, place).in_tenths() * per_point * factor / 100
}

/// UM-19.7: militia units of a city, in tenths.
pub fn militia_tenths(sc: &Scenario, st: &State, place: ProvinceId) -> i64 {
    militia_value(sc, st, place, 10)
}
