//! Names of things as orders give them and as views and reports show them.

use crate::model::ids::{CityId, HexId, LeaderId, PowerId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, FleetId, ForceId};

/// The name of an army: `OCT-A3`.
pub fn army(sc: &Scenario, id: ArmyId) -> String {
    format!("{}-A{}", sc.power(id.power).code, id.number)
}

/// The name of a fleet: `OCT-F1`.
pub fn fleet(sc: &Scenario, id: FleetId) -> String {
    format!("{}-F{}", sc.power(id.power).code, id.number)
}

/// The name of a force.
pub fn force(sc: &Scenario, id: ForceId) -> String {
    match id {
        ForceId::Army(id) => army(sc, id),
        ForceId::Fleet(id) => fleet(sc, id),
    }
}

/// A place for the reader: its city, or its number.
pub fn place(sc: &Scenario, hex: HexId) -> String {
    sc.hex(hex).city.map_or_else(|| hex.to_string(), |city| sc.city(city).name.to_string())
}

/// Whether two names are the same but for capitals and outer blanks.
pub fn same(a: &str, b: &str) -> bool {
    // The usual case, for every order looks some names up.
    if a.is_ascii() && b.is_ascii() {
        return a.trim_ascii().eq_ignore_ascii_case(b.trim_ascii());
    }
    let (a, b) = (a.trim(), b.trim());
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// The power with this code or name.
pub fn find_power(sc: &Scenario, text: &str) -> Option<PowerId> {
    // The code as it is written is the usual case.
    let exact = sc.power_ids().find(|&id| sc.power(id).code.as_str() == text);
    let named = |&id: &PowerId| same(sc.power(id).code.as_str(), text) || same(sc.power(id).name.as_str(), text);
    exact.or_else(|| sc.power_ids().find(named))
}

/// The city with this name.
pub fn find_city(sc: &Scenario, text: &str) -> Option<CityId> {
    sc.city_ids().find(|&id| same(sc.city(id).name.as_str(), text))
}

/// The province with this name.
pub fn find_province(sc: &Scenario, text: &str) -> Option<ProvinceId> {
    sc.province_ids().find(|&id| same(sc.province(id).name.as_str(), text))
}

/// The hex with this number, or that of the city with this name.
pub fn find_hex(sc: &Scenario, text: &str) -> Option<HexId> {
    text.trim().parse().ok().or_else(|| find_city(sc, text).map(|city| sc.city(city).hex))
}

/// The leader with this name, short name, or a part of a name that fits no other.
pub fn find_leader(sc: &Scenario, text: &str) -> Option<LeaderId> {
    let exact =
        sc.leader_ids().find(|&id| same(sc.leader(id).name.as_str(), text) || same(sc.leader(id).short.as_str(), text));
    let part = text.trim().to_lowercase();
    let mut fitting = sc.leader_ids().filter(|&id| sc.leader(id).name.as_str().to_lowercase().contains(&part));
    exact.or_else(|| {
        let one = fitting.next()?;
        (!part.is_empty() && fitting.next().is_none()).then_some(one)
    })
}

/// The force with this name, whether it exists or not.
pub fn find_force(sc: &Scenario, text: &str) -> Option<ForceId> {
    let (code, tail) = text.trim().rsplit_once('-')?;
    let power = find_power(sc, code)?;
    let mut letters = tail.chars();
    let letter = letters.next()?;
    let number = letters.as_str().parse().ok().filter(|&number| number > 0)?;
    match letter.to_ascii_uppercase() {
        'A' => Some(ForceId::Army(ArmyId { power, number })),
        'F' => Some(ForceId::Fleet(FleetId { power, number })),
        _ => None,
    }
}
