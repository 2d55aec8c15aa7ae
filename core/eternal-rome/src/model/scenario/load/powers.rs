//! Powers, leaders and forces (ER-5, ER-6).

use std::collections::BTreeMap;

use kernel::SeatId;

use super::super::raw::{ForcesFile, LeaderFile, PowerFile, PowersFile};
use super::super::{CityRecord, Constants, Force, ForceStatus, LeaderRecord, PowerKind, PowerRecord, Reserve};
use super::{Checked, Names, kind_index, unit_kind, wrong};
use crate::model::ids::{CityId, HexId, LeaderId, PowerId, UnitKind};

const FILE: &str = "powers.toml";

pub fn powers(
    file: &PowersFile, names: &Names, constants: &Constants, cities: &[CityRecord],
) -> Checked<(Vec<PowerRecord>, Vec<LeaderRecord>)> {
    let mut powers = Vec::new();
    let mut leaders = Vec::new();
    for (index, raw) in file.power.iter().enumerate() {
        let id = PowerId::at(index);
        let had_cities = cities.iter().any(|city| city.initial == id);
        powers.push(power(raw, names, constants, had_cities)?);
        for man in &raw.leaders {
            leaders.push(leader(man, id)?);
        }
    }
    Ok((powers, leaders))
}

fn power(raw: &PowerFile, names: &Names, constants: &Constants, had_cities: bool) -> Checked<PowerRecord> {
    let name = raw.name.as_str();
    let refuse = |reason: &str| Err(wrong(FILE, name, reason));
    if !(2..=4).contains(&raw.code.len()) || !raw.code.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return refuse("a code has two to four capital letters, such as OCT");
    }
    if raw.morale == 0 || raw.replacement_rate > 20 {
        return refuse("morale is 1 or more, replacement_rate 0 to 20");
    }
    let major = raw.kind.is_major();
    let client = matches!(raw.kind, PowerKind::CivilizedClient | PowerKind::BarbarianClient);
    if major != raw.seat.is_some() {
        return refuse("a major has a seat, and a minor has none (ER-1.2, ER-5.3)");
    }
    if major == raw.active.is_some() {
        return refuse("a minor says whether it is active; a major always is (ER-5.4)");
    }
    if client != raw.patron.is_some() {
        return refuse("a client has a patron, and nobody else has one (ER-5.5)");
    }
    if raw.controller.is_some() && (major || client) {
        return refuse("only a neutral has a named controller (ER-5.11)");
    }
    let find = |who: &Option<String>| -> Checked<Option<PowerId>> {
        who.as_ref().map(|who| names.power.find(FILE, name, who).map(PowerId::at)).transpose()
    };
    let mut prices = constants.price;
    for (key, &price) in &raw.prices {
        prices[kind_index(FILE, name, key)?] = price;
    }
    let seat = raw.seat.as_ref().map(|key| names.seat.find(FILE, name, key)).transpose()?;
    Ok(PowerRecord {
        code: raw.code.as_str().into(),
        name: name.into(),
        kind: raw.kind,
        active: raw.active.unwrap_or(true),
        seat: seat.map(|seat| SeatId(seat as u16)),
        patron: find(&raw.patron)?,
        named_controller: find(&raw.controller)?,
        way: raw.recruit_way,
        replacement_rate: raw.replacement_rate,
        treasury: raw.treasury,
        morale: raw.morale,
        had_cities,
        prices,
        colour: raw.colour.clone(),
    })
}

fn leader(raw: &LeaderFile, power: PowerId) -> Checked<LeaderRecord> {
    if raw.land > 3 || raw.naval > 3 {
        return Err(wrong(FILE, raw.name.as_str(), "qualities are 0 to 3 (ER-6.7)"));
    }
    Ok(LeaderRecord {
        name: raw.name.as_str().into(),
        short: raw.short.as_ref().unwrap_or(&raw.name).as_str().into(),
        power,
        named: !raw.generic,
        land: raw.land,
        naval: raw.naval,
        ruler: raw.ruler,
        succession: raw.succession,
    })
}

const FORCES: &str = "forces.toml";

fn units(place: &str, raw: &BTreeMap<String, u8>) -> Checked<Vec<(UnitKind, u8)>> {
    let mut units = Vec::new();
    for (key, &count) in raw {
        let kind = unit_kind(FORCES, place, key)?;
        if count == 0 {
            return Err(wrong(FORCES, place, format!("units.{key}: leave out what is not there")));
        }
        units.push((kind, count));
    }
    units.sort();
    Ok(units)
}

pub fn forces(file: &ForcesFile, names: &Names, cities: &[CityRecord]) -> Checked<Vec<Force>> {
    let mut forces = Vec::new();
    for raw in &file.force {
        let place = format!("{} at {}", raw.power, raw.at);
        let hex = match raw.at.parse::<HexId>() {
            Ok(hex) => hex,
            Err(_) => cities[CityId::at(names.city.find(FORCES, &place, &raw.at)?).index()].hex,
        };
        if !matches!(raw.army, ForceStatus::Field | ForceStatus::Garrison | ForceStatus::Besieging) {
            return Err(wrong(FORCES, place, "army is field, garrison or besieging (ER-R9)"));
        }
        if !matches!(raw.fleet_status, ForceStatus::Anchored | ForceStatus::AtSea | ForceStatus::Besieging) {
            return Err(wrong(FORCES, place, "fleet_status is anchored, at_sea or besieging (ER-R10)"));
        }
        forces.push(Force {
            power: PowerId::at(names.power.find(FORCES, &place, &raw.power)?),
            hex,
            army: raw.army,
            fleet: raw.fleet_status,
            units: units(&place, &raw.units)?,
            seasoned: raw.seasoned,
            fleet_units: raw.fleet,
            leaders: names.leader.find_all(FORCES, &place, &raw.leaders, LeaderId::at)?,
        });
    }
    Ok(forces)
}

pub fn reserves(file: &ForcesFile, names: &Names) -> Checked<Vec<Reserve>> {
    let mut reserves = Vec::new();
    for raw in &file.reserve {
        let place = format!("reserve of {}", raw.power);
        reserves.push(Reserve {
            power: PowerId::at(names.power.find(FORCES, &place, &raw.power)?),
            units: units(&place, &raw.units)?,
            seasoned: raw.seasoned,
            fleet_units: raw.fleet,
            leaders: names.leader.find_all(FORCES, &place, &raw.leaders, LeaderId::at)?,
        });
    }
    Ok(reserves)
}
