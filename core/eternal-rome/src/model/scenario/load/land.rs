//! Provinces and cities, and their places on the map (ER-3.3, ER-3.9, ER-3.11, ER-4).

use super::super::raw::{CityFile, HexsideFile, ProvinceFile, ProvincesFile};
use super::super::{CityRecord, ProvinceRecord, Scenario};
use super::terrain::{ReadMap, hex_pair};
use super::{Checked, Names, kind_index, wrong};
use crate::model::ids::{CityId, HexId, KINDS, PowerId, ProvinceId};

const FILE: &str = "provinces.toml";

/// Provinces, still without hexes, and cities in the order of the file.
pub fn provinces(file: &ProvincesFile, names: &Names) -> Checked<(Vec<ProvinceRecord>, Vec<CityRecord>)> {
    let mut provinces = Vec::new();
    let mut cities: Vec<CityRecord> = Vec::new();
    for raw in &file.province {
        let id = ProvinceId::at(provinces.len());
        let first = cities.len();
        for city in &raw.cities {
            cities.push(read_city(city, raw, id, names)?);
        }
        let mut own: Vec<CityId> = (first..cities.len()).map(CityId::at).collect();
        own.sort_by_key(|city| cities[city.index()].hex);
        provinces.push(province(raw, own, names)?);
    }
    Ok((provinces, cities))
}

fn province(raw: &ProvinceFile, cities: Vec<CityId>, names: &Names) -> Checked<ProvinceRecord> {
    let name = raw.name.as_str();
    let capital = raw.capital.as_ref().map(|city| names.city.find(FILE, name, city).map(CityId::at)).transpose()?;
    if capital.is_some_and(|capital| !cities.contains(&capital)) {
        return Err(wrong(FILE, name, "the capital must be a city of the province (ER-4.1)"));
    }
    if capital.is_none() && !cities.is_empty() {
        return Err(wrong(FILE, name, "one of the cities must be the capital (ER-4.1)"));
    }
    if raw.tax > 99 {
        return Err(wrong(FILE, name, "tax is 0 to 99 talents a month (ER-8.2)"));
    }
    let mut limits = [0; KINDS + 1];
    for (key, &count) in &raw.recruits {
        if count > 20 {
            return Err(wrong(FILE, name, format!("recruits.{key}: at most 20 a year (ER-R47)")));
        }
        limits[kind_index(FILE, name, key)?] = count;
    }
    let initial = raw.controller.as_ref().map(|power| names.power.find(FILE, name, power).map(PowerId::at));
    Ok(ProvinceRecord {
        name: name.into(),
        hexes: Vec::new(),
        cities,
        capital,
        initial: initial.transpose()?,
        civilized: raw.civilized,
        warm_winter: raw.warm_winter,
        wood_scarce: raw.wood_scarce,
        tax: raw.tax,
        taxed_by_patron: raw.taxed_by_patron,
        limits,
    })
}

fn read_city(raw: &CityFile, of: &ProvinceFile, province: ProvinceId, names: &Names) -> Checked<CityRecord> {
    let name = raw.name.as_str();
    if raw.fort > 12 {
        return Err(wrong(FILE, name, "a fortification is 0 to 12 (ER-4.6)"));
    }
    if !(-90.0..=90.0).contains(&raw.lat) || !(-180.0..=180.0).contains(&raw.lon) {
        return Err(wrong(FILE, name, "lat is -90 to 90 and lon -180 to 180 degrees"));
    }
    let Some(holder) = raw.controller.as_ref().or(of.controller.as_ref()) else {
        return Err(wrong(FILE, name, format!("{} is nobody's and closed: it has no cities (ER-3.9)", of.name)));
    };
    let initial = PowerId::at(names.power.find(FILE, name, holder)?);
    let (lat, lon, port, fortification) = (raw.lat, raw.lon, raw.port, raw.fort);
    Ok(CityRecord { name: name.into(), hex: raw.hex, lat, lon, province, port, fortification, initial })
}

/// Lays the provinces and cities on the map. What the map has beyond the scenario's provinces stays closed (ER-3.9).
pub fn settle(scenario: &mut Scenario, map: ReadMap, overrides: &[HexsideFile]) -> Checked<()> {
    let ReadMap { hexes, names, hex_names, provinces } = map;
    (scenario.hexes, scenario.names, scenario.hex_names) = (hexes, names, hex_names);
    for (at, name) in provinces.iter().enumerate() {
        let here = scenario.provinces.iter().position(|each| Some(each.name.as_str()) == name.as_deref());
        if let Some(index) = here {
            scenario.hexes[at].province = Some(ProvinceId::at(index));
            scenario.provinces[index].hexes.push(HexId::at(at));
        }
    }
    if let Some(lost) = scenario.provinces.iter().find(|province| province.hexes.is_empty()) {
        return Err(wrong(FILE, lost.name.as_str(), "the map has no such province"));
    }
    for id in scenario.city_ids() {
        let CityRecord { hex, province, port, ref name, .. } = *scenario.city(id);
        let name = name.as_str();
        let at = *scenario.hex(hex);
        if let Some(other) = at.city {
            let reason = format!("shares hex {hex} with {}: a hex holds one city (ER-3.11)", scenario.city(other).name);
            return Err(wrong(FILE, name, reason));
        }
        if at.province != Some(province) {
            let reason = format!("hex {hex} is not in {}", scenario.province(province).name);
            return Err(wrong(FILE, name, reason));
        }
        if port && !at.is_mixed() {
            return Err(wrong(FILE, name, format!("a port needs land and coast, and hex {hex} has not both (ER-R65)")));
        }
        scenario.hexes[hex.index()].city = Some(id);
    }
    for raw in overrides {
        let (a, b) = hex_pair("scenario.toml", "hexside", &raw.hexes)?;
        for (from, to) in [(a, b), (b, a)] {
            let side = scenario.hexes[from.index()].sides.iter_mut().flatten().find(|side| side.to == to);
            let side = side.expect("they touch");
            if [raw.land_cost, raw.naval_cost].contains(&Some(0)) {
                return Err(wrong("scenario.toml", raw.hexes.as_str(), "a step costs 1 or more (ER-R4)"));
            }
            if raw.land_cost.is_some() && !side.land || raw.naval_cost.is_some() && !side.sea {
                return Err(wrong("scenario.toml", raw.hexes.as_str(), "there is no such way to change (ER-R4)"));
            }
            (side.land_cost, side.naval_cost) = (raw.land_cost, raw.naval_cost);
        }
    }
    Ok(())
}
