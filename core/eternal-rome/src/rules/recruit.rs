//! Step 2.4: mobilization (ER-9, ER-R46 to ER-R50).

use kernel::Refusal;

use crate::model::ids::{CityId, FLEET, HexId, PowerId, Powers, ProvinceId, UnitKind};
use crate::model::scenario::{RecruitWay, Scenario};
use crate::model::state::{ArmyStatus, Band, Phase, Raised, State, Yard};
use crate::orders::OrderContext;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::relations;

/// Most land units, and most fleet units, raised in a hex per month (ER-9.2).
const PER_HEX: u8 = 2;

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

/// `recruit_units` (ER-9.1 to ER-9.12).
pub fn units(ctx: &OrderContext<'_>, power: &str, hex: &str, kind: UnitKind, count: u8) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Taxation])?;
    let hex = ctx.hex(hex, "hex")?;
    let province = site(ctx, power, hex)?;
    affordable(ctx, power, province, kind.index(), count)?;
    let raised = ctx.st.raised.iter().find(|raised| raised.hex == hex).map_or(0, |raised| raised.units);
    per_hex(raised, count, "units")?;
    Ok(Box::new(move |eng| raise(eng, power, province, hex, kind, count)))
}

/// Whether units may be raised in a hex (ER-9.1, ER-9.3, ER-9.6, ER-R46).
fn site(ctx: &OrderContext<'_>, power: PowerId, hex: HexId) -> Result<ProvinceId, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let name = &sc.power(power).name;
    let refuse = |code, rule, detail: String| Refusal::new(code, rule, detail).at("hex");
    let own =
        sc.hex(hex).province.filter(|&id| sc.hex(hex).land.is_some() && st.province(id).controller == Some(power));
    let Some(province) = own else {
        return Err(refuse("not_your_province", "ER-9.1", format!("{hex} is not in a province of {name}")));
    };
    devastated(ctx, power, province)?;
    let info = sc.power(power);
    if info.kind.is_civilized() && info.had_cities {
        return match relations::friendly_city(sc, st, power, hex) {
            Some(city) if !relations::besieged(st, city) => Ok(province),
            Some(city) => Err(refuse("besieged", "ER-9.3", format!("{} is besieged", sc.city(city).name))),
            None => {
                let refusal = refuse("no_city", "ER-9.3", format!("{name} raises units only in its cities"));
                Err(refusal.hint("name an unbesieged friendly city"))
            }
        };
    }
    if st.armies_at(hex).any(|army| relations::hostile(sc, st, power, army.id.power)) {
        return Err(refuse("enemy_there", "ER-R46", format!("there are hostile land units in {hex}")));
    }
    Ok(province)
}

/// ER-9.6: nobody raises anything in a plundered province, and never again who plundered his own.
pub fn devastated(ctx: &OrderContext<'_>, power: PowerId, province: ProvinceId) -> Result<(), Refusal> {
    let (info, now) = (ctx.sc.province(province), ctx.st.province(province));
    if ctx.st.plundered(province) {
        let detail = format!("{} was plundered within the last six months", info.name);
        return Err(Refusal::new("plundered", "ER-9.6", detail).at("hex"));
    }
    if now.plundered_at_home && info.initial == Some(power) {
        let detail = format!("{} has plundered its own {}", ctx.sc.power(power).name, info.name);
        return Err(Refusal::new("plundered_own", "ER-19.6", detail).at("hex"));
    }
    Ok(())
}

/// ER-9.2: two per hex and month.
pub fn per_hex(raised: u8, count: u8, what: &str) -> Result<(), Refusal> {
    if (1..=PER_HEX).contains(&count) && raised + count <= PER_HEX {
        return Ok(());
    }
    let left = PER_HEX.saturating_sub(raised);
    let detail = format!("at most {PER_HEX} {what} are raised in a hex per month");
    Err(Refusal::new("two_per_hex", "ER-9.2", detail).hint(format!("{left} can still be raised here")).at("count"))
}

/// Limits, money and points (ER-9.7 to ER-9.10).
pub fn affordable(
    ctx: &OrderContext<'_>, power: PowerId, province: ProvinceId, kind: usize, count: u8,
) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let (info, now) = (sc.power(power), st.power(power));
    let left = available(sc, st, power, province, kind);
    if left < u16::from(count) {
        let name = UnitKind::ALL.get(kind).map_or("fleet unit", |unit| sc.unit(*unit).name.as_str());
        let (rule, detail) = match info.way {
            RecruitWay::C => ("ER-9.10", format!("{} can rebuild {left} {name} it has lost, not {count}", info.name)),
            _ => ("ER-9.7", format!("{} raises {left} more {name} this year, not {count}", sc.province(province).name)),
        };
        return Err(Refusal::new("limit", rule, detail).at("count"));
    }
    let price = price(sc, power, kind, count);
    if now.treasury < price.talents {
        let detail = format!("it costs {} talents, and {} has {}", price.talents, info.name, now.treasury);
        return Err(Refusal::new("no_talents", "ER-9.7", detail));
    }
    if now.replacements < price.points {
        let detail =
            format!("it takes {} replacement points, and {} has {}", price.points, info.name, now.replacements);
        return Err(Refusal::new("no_points", "ER-9.8", detail));
    }
    Ok(())
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

fn raise(eng: &mut Engine<'_>, power: PowerId, province: ProvinceId, hex: HexId, kind: UnitKind, count: u8) {
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

/// `build_fleet` (ER-9.2, ER-9.4, ER-R46, ER-R49).
pub fn fleet(ctx: &OrderContext<'_>, power: &str, port: &str, count: u8) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Taxation])?;
    let city = ctx.city(port, "port")?;
    let province = yard(ctx, power, city)?;
    affordable(ctx, power, province, FLEET, count)?;
    let hex = ctx.sc.city(city).hex;
    let laid = ctx.st.raised.iter().find(|raised| raised.hex == hex).map_or(0, |raised| raised.ships);
    per_hex(laid, count, "fleet units")?;
    Ok(Box::new(move |eng| lay_down(eng, power, province, city, count)))
}

/// Whether fleet units may be built in a city: an own unbesieged port in a controlled province (ER-9.4, ER-R46).
fn yard(ctx: &OrderContext<'_>, power: PowerId, city: CityId) -> Result<ProvinceId, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let (info, name) = (sc.city(city), &sc.power(power).name);
    let refuse = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).at("port"));
    if !info.port {
        return refuse("not_a_port", "ER-9.4", format!("{} is no port", info.name));
    }
    if st.city(city).controller != power {
        return refuse("not_your_city", "ER-R46", format!("{} is not held by {name}", info.name));
    }
    if st.province(info.province).controller != Some(power) {
        let detail = format!("{} is not controlled by {name}", sc.province(info.province).name);
        return refuse("not_your_province", "ER-9.1", detail);
    }
    if relations::port_besieged(sc, st, city) {
        return refuse("besieged", "ER-R46", format!("the port of {} is besieged", info.name));
    }
    devastated(ctx, power, info.province).map_err(|refusal| refusal.at("port"))?;
    Ok(info.province)
}

fn lay_down(eng: &mut Engine<'_>, power: PowerId, province: ProvinceId, city: CityId, count: u8) {
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
