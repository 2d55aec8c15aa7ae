//! Step 2.4: mobilization (ER-9, ER-R46 to ER-R50).

use crate::model::ids::{CityId, FLEET, HexId, PowerId, Powers, ProvinceId, UnitKind};
use crate::model::scenario::{RecruitWay, Scenario};
use crate::model::state::{ArmyStatus, Band, Raised, State, Yard};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;

/// Most land units, and most fleet units, raised in a hex per month (ER-9.2).
pub const PER_HEX: u8 = 2;

/// What raising units costs (ER-9.7 to ER-9.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Price {
    /// Talents.
    pub talents: u32,
    /// Replacement points.
    pub points: u16,
}

/// The price of `count` units of a type, by index; the fleet unit is the last (ER-R48, ER-R50).
pub fn price(sc: &Scenario, power: PowerId, kind: usize, count: u8) -> Price {
    let info = sc.power(power);
    let stacking = match UnitKind::ALL.get(kind) {
        Some(&unit) => sc.unit(unit).stacking,
        None => sc.constants.fleet_unit.stacking_equivalent,
    };
    let (talents, points) = (u32::from(info.prices[kind]) * u32::from(count), u16::from(stacking) * u16::from(count));
    match info.way {
        RecruitWay::A => Price { talents, points: 0 },
        RecruitWay::B => Price { talents, points },
        RecruitWay::C => Price { talents: 0, points },
    }
}

/// Units of a type that a province can still raise for a power this year (ER-9.7, ER-9.10, ER-R47).
pub fn available(sc: &Scenario, st: &State, power: PowerId, province: ProvinceId, kind: usize) -> u16 {
    match sc.power(power).way {
        RecruitWay::A | RecruitWay::B => {
            let (limit, used) = (sc.province(province).limits[kind], st.province(province).recruited[kind]);
            u16::from(limit.saturating_sub(used))
        }
        RecruitWay::C => st.power(power).lost[kind],
    }
}

/// Pays, and counts what was raised.
fn pay(eng: &mut Engine<'_>, power: PowerId, province: ProvinceId, kind: usize, count: u8) -> Price {
    let price = price(eng.sc, power, kind, count);
    let way = eng.sc.power(power).way;
    let now = eng.st.power_mut(power);
    now.treasury = now.treasury.saturating_sub(price.talents);
    now.replacements = now.replacements.saturating_sub(price.points);
    match way {
        RecruitWay::C => now.lost[kind] = now.lost[kind].saturating_sub(u16::from(count)),
        _ => eng.st.province_mut(province).recruited[kind] += count,
    }
    price
}

/// The count of what was raised in a hex this month.
fn raised_at(st: &mut State, hex: HexId) -> &mut Raised {
    let at = st.raised.iter().position(|raised| raised.hex == hex).unwrap_or_else(|| {
        st.raised.push(Raised { hex, units: 0, ships: 0 });
        st.raised.len() - 1
    });
    &mut st.raised[at]
}

pub fn raise(eng: &mut Engine<'_>, power: PowerId, province: ProvinceId, hex: HexId, kind: UnitKind, count: u8) {
    let price = pay(eng, power, province, kind.index(), count);
    raised_at(eng.st, hex).units += count;
    let status = match relations::friendly_city(eng.sc, eng.st, power, hex) {
        Some(_) => ArmyStatus::Garrison,
        None => ArmyStatus::Field,
    };
    // New units of a month in one place make one army, apart from the seasoned ones.
    let new = eng
        .st
        .armies_at(hex)
        .find(|army| army.id.power == power && army.status == status && army.bands.iter().all(|band| !band.seasoned));
    let army = new.map(|army| army.id).unwrap_or_else(|| eng.st.new_army(power, hex, status));
    eng.st.reinforce(army, Band { kind, seasoned: false, spent: 0, count });
    let own = Powers::one(power);
    let party = eng.sc.power_name(power);
    let what = EventKind::UnitsRecruited {
        power: party.clone(),
        hex,
        unit: kind,
        count,
        talents: price.talents,
        points: price.points,
    };
    eng.emit(eng.seats_of(own), "ER-9.5", what);
    eng.emit(eng.others(own), "ER-7.1", EventKind::UnitsAppeared { power: party, hex });
}

pub fn lay_down(eng: &mut Engine<'_>, power: PowerId, province: ProvinceId, city: CityId, count: u8) {
    let price = pay(eng, power, province, FLEET, count);
    raised_at(eng.st, eng.sc.city(city).hex).ships += count;
    let ready = eng.st.month.plus(i16::from(eng.sc.constants.fleet_unit.build_months));
    eng.st.yards.push(Yard { city, ready, ships: count });
    let what = EventKind::FleetLaidDown {
        power: eng.sc.power_name(power),
        city: eng.sc.city_name(city),
        ships: count,
        ready: ready.to_string(),
        talents: price.talents,
        points: price.points,
    };
    eng.emit(eng.seats_of(Powers::one(power)), "ER-9.4", what);
}
