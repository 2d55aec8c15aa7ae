//! All that is static about a scenario and known to all from the start, as JSON for clients: the same for every seat.
//!
//! Where forces stand at the start is not here: strengths are hidden (ER-7).

use serde_json::{Value, json};

use crate::model::ids::{COLUMNS, FLEET, HEXES, HexId, KINDS, PowerId, ProvinceId, ROWS, UnitKind};
use crate::model::map;
use crate::model::scenario::{
    Activation, Condition, Fraction, Goal, Hexside, LandTerrain, PowerRecord, Scenario, SeaTerrain, WarTarget, Whose,
};

/// A whole scenario.
pub fn scenario(sc: &Scenario) -> Value {
    json!({
        "id": sc.id,
        "title": sc.title,
        "summary": sc.summary.trim(),
        "about": sc.about.trim(),
        "calendar": {
            "begins": sc.start.to_string(),
            "ends": sc.end.to_string(),
            "first_victory_check": sc.first_check.to_string(),
            "months": sc.end.since(sc.start) + 1,
        },
        "options": sc.options,
        "seats": seats(sc),
        "turn_order": codes(sc, &sc.turn_order),
        "map": hexes(sc),
        "provinces": sc.province_ids().map(|id| province(sc, id)).collect::<Vec<_>>(),
        "cities": cities(sc),
        "powers": sc.power_ids().map(|id| power(sc, id)).collect::<Vec<_>>(),
        "friendly_majors": sc.friendly.iter().map(|&(a, b)| [code(sc, a), code(sc, b)]).collect::<Vec<_>>(),
        "leaders": leaders(sc),
        "units": units(sc),
        "leader_movement": sc.leader_movement,
        "activations": sc.activations.iter().map(|entry| activation(sc, entry)).collect::<Vec<_>>(),
        "victory": victory(sc),
        "constants": constants(sc),
    })
}

fn code(sc: &Scenario, power: PowerId) -> &str {
    sc.power(power).code.as_str()
}

fn codes<'s>(sc: &'s Scenario, powers: &[PowerId]) -> Vec<&'s str> {
    powers.iter().map(|&power| code(sc, power)).collect()
}

fn province_name(sc: &Scenario, province: ProvinceId) -> &str {
    sc.province(province).name.as_str()
}

fn seats(sc: &Scenario) -> Vec<Value> {
    let seat = |seat: &crate::model::scenario::SeatRecord| {
        json!({
            "key": seat.key,
            "name": seat.name,
            "description": seat.description.trim(),
            "colour": seat.colour,
            "majors_needed": seat.majors_needed,
        })
    };
    sc.seats.iter().map(seat).collect()
}

/// The grid as rows of letters, a hex a letter, and what does not follow from it hexside by hexside.
fn hexes(sc: &Scenario) -> Value {
    let row = |row: u16, letter: &dyn Fn(HexId) -> char| -> String {
        (0..COLUMNS).filter_map(|column| HexId::new(column, row)).map(letter).collect()
    };
    let rows = |letter: &dyn Fn(HexId) -> char| -> Vec<String> { (0..ROWS).map(|at| row(at, letter)).collect() };
    let land = |hex: HexId| match sc.hex(hex).land {
        Some(LandTerrain::Clear) => 'c',
        Some(LandTerrain::Forest) => 'f',
        Some(LandTerrain::Marsh) => 'm',
        Some(LandTerrain::Desert) => 'd',
        Some(LandTerrain::Wild) => 'w',
        None => '.',
    };
    let sea = |hex: HexId| match sc.hex(hex).sea {
        Some(SeaTerrain::Coast) => '~',
        Some(SeaTerrain::DeepSea) => '=',
        None => '.',
    };
    let names: Vec<Vec<u8>> = (0..ROWS)
        .map(|row| {
            (0..COLUMNS).filter_map(|column| HexId::new(column, row)).map(|hex| sc.hex_names[hex.index()]).collect()
        })
        .collect();
    json!({
        "columns": COLUMNS,
        "rows": ROWS,
        "layout": "pointy tops, odd rows half a hex to the right, ids CCRR",
        "projection": {
            "kind": "lambert_conformal_conic",
            "standard_parallels": [33, 47],
            "origin": { "lat": 40, "lon": 18, "hex": "3428" },
            "sphere_km": 6371,
            "hex_km": 70,
        },
        "land_letters": { "c": "clear", "f": "forest", "m": "marsh", "d": "desert", "w": "wild", ".": "none" },
        "sea_letters": { "~": "coast", "=": "deep_sea", ".": "none" },
        "land": rows(&land),
        "sea": rows(&sea),
        "names": sc.names,
        "name_of": names,
        "hexsides": edges(sc),
    })
}

/// Hexsides that are closed, cost something of their own, or are straits: the smaller hex first.
fn edges(sc: &Scenario) -> Vec<Value> {
    let mut list = Vec::new();
    for from in (0..HEXES).map(HexId::at) {
        let here = sc.hex(from);
        for (direction, side) in here.sides.iter().enumerate() {
            let Some(side) = side.filter(|side| side.to > from) else { continue };
            let there = sc.hex(side.to);
            let usual = Hexside {
                to: side.to,
                land: here.land.is_some() && there.land.is_some(),
                sea: here.sea.is_some() && there.sea.is_some(),
                land_cost: None,
                naval_cost: None,
                strait: 0,
            };
            // The way back may have a cost of its own.
            let back = there.sides.iter().flatten().find(|back| back.to == from);
            let plain = back.is_none_or(|back| back.land_cost.is_none() && back.naval_cost.is_none());
            if side == usual && plain {
                continue;
            }
            debug_assert_eq!(map::direction(from, side.to), Some(direction));
            list.push(json!({
                "from": from,
                "to": side.to,
                "land": side.land,
                "sea": side.sea,
                "strait": side.strait,
                "land_cost": side.land_cost,
                "naval_cost": side.naval_cost,
                "land_cost_back": back.and_then(|back| back.land_cost),
                "naval_cost_back": back.and_then(|back| back.naval_cost),
            }));
        }
    }
    list
}

/// Figures by type of unit, the fleet unit last; what is nothing is left out.
fn by_kind(figure: impl Fn(usize) -> u16) -> Value {
    let key = |kind: usize| if kind == FLEET { "fleet" } else { UnitKind::ALL[kind].key() };
    let all = (0..=KINDS).filter(|&kind| figure(kind) > 0).map(|kind| (key(kind).to_owned(), json!(figure(kind))));
    Value::Object(all.collect())
}

fn province(sc: &Scenario, id: ProvinceId) -> Value {
    let info = sc.province(id);
    let city = |city: &crate::model::ids::CityId| sc.city(*city).name.clone();
    json!({
        "name": info.name,
        "hexes": info.hexes,
        "cities": info.cities.iter().map(city).collect::<Vec<_>>(),
        "capital": info.capital.as_ref().map(city),
        "controller": info.initial.map(|power| code(sc, power)),
        "civilized": info.civilized,
        "warm_winter": info.warm_winter,
        "wood_scarce": info.wood_scarce,
        "tax": info.tax,
        "taxed_by_patron": info.taxed_by_patron,
        "limits": by_kind(|kind| info.limits[kind].into()),
    })
}

fn cities(sc: &Scenario) -> Vec<Value> {
    let city = |city: &crate::model::scenario::CityRecord| {
        json!({
            "name": city.name,
            "hex": city.hex,
            "lat": city.lat,
            "lon": city.lon,
            "province": province_name(sc, city.province),
            "port": city.port,
            "fortification": city.fortification,
            "controller": code(sc, city.initial),
        })
    };
    sc.cities.iter().map(city).collect()
}

fn power(sc: &Scenario, id: PowerId) -> Value {
    let info: &PowerRecord = sc.power(id);
    json!({
        "code": info.code,
        "name": info.name,
        "kind": info.kind,
        "active": info.active,
        "seat": info.seat.map(|seat| &sc.seats[seat.index()].key),
        "patron": info.patron.map(|power| code(sc, power)),
        "named_controller": info.named_controller.map(|power| code(sc, power)),
        "recruit_way": info.way,
        "replacement_rate": info.replacement_rate,
        "morale": info.morale,
        "had_cities": info.had_cities,
        "prices": by_kind(|kind| info.prices[kind]),
        "colour": info.colour,
    })
}

fn leaders(sc: &Scenario) -> Vec<Value> {
    let leader = |leader: &crate::model::scenario::LeaderRecord| {
        json!({
            "name": leader.name,
            "short": leader.short,
            "power": code(sc, leader.power),
            "named": leader.named,
            "land": leader.land,
            "naval": leader.naval,
            "ruler": leader.ruler,
            "succession": leader.succession,
        })
    };
    sc.leaders.iter().map(leader).collect()
}

fn units(sc: &Scenario) -> Vec<Value> {
    let unit = |kind: UnitKind| {
        let figures = sc.unit(kind);
        json!({
            "type": kind,
            "name": figures.name,
            "land": figures.land,
            "sea": figures.sea,
            "movement": figures.movement,
            "stacking": figures.stacking,
            "men": figures.men,
            "legion": kind.is_legion(),
            "cavalry": kind.is_cavalry(),
        })
    };
    UnitKind::ALL.into_iter().map(unit).collect()
}

fn activation(sc: &Scenario, entry: &Activation) -> Value {
    let months: Vec<usize> = (0..12).filter(|&month| entry.months[month]).map(|month| month + 1).collect();
    let target = |target: &WarTarget| match target {
        WarTarget::Power(power) => json!({ "power": code(sc, *power) }),
        WarTarget::ControllerOf(province) => json!({ "controller_of": province_name(sc, *province) }),
    };
    json!({
        "power": code(sc, entry.power),
        "months": months,
        "from": entry.from.to_string(),
        "condition": entry.condition.as_ref().map(|condition| self::condition(sc, condition)),
        "die_min": entry.die_min,
        "war_targets": entry.war_targets.iter().map(target).collect::<Vec<_>>(),
        "controller": entry.controller.map(|power| code(sc, power)),
        "background": entry.background.trim(),
    })
}

fn regions<'s>(sc: &'s Scenario, provinces: &[ProvinceId]) -> Vec<&'s str> {
    provinces.iter().map(|&province| province_name(sc, province)).collect()
}

fn condition(sc: &Scenario, condition: &Condition) -> Value {
    match condition {
        Condition::StrengthBelow { of, provinces, below } => {
            let of = match of {
                Whose::Power(power) => code(sc, *power),
                Whose::Roman => "all Roman powers",
            };
            json!({ "strength_of": of, "in": regions(sc, provinces), "below": below })
        }
        Condition::ControlsCapital { power, province } => {
            json!({ "power": code(sc, *power), "controls_capital_of": province_name(sc, *province) })
        }
        Condition::MoraleBelow { power, than } => {
            json!({ "morale_of": code(sc, *power), "below_that_of": code(sc, *than) })
        }
        Condition::Any(list) => json!({ "any": list.iter().map(|one| self::condition(sc, one)).collect::<Vec<_>>() }),
    }
}

fn victory(sc: &Scenario) -> Vec<Value> {
    let goals = |goals: &[crate::model::scenario::VictoryGoal]| -> Vec<Value> {
        goals.iter().map(|one| json!({ "id": one.id, "text": one.text, "goal": goal(sc, &one.goal) })).collect()
    };
    let major = |major: &crate::model::scenario::Victory| json!({ "power": code(sc, major.power), "needed": major.needed, "goals": goals(&major.goals) });
    sc.victory.iter().map(major).collect()
}

fn goal(sc: &Scenario, goal: &Goal) -> Value {
    let all = |list: &[Goal]| list.iter().map(|one| self::goal(sc, one)).collect::<Vec<_>>();
    match goal {
        Goal::ControlAll(provinces) => json!({ "control_all": regions(sc, provinces) }),
        Goal::ControlCount(provinces, least) => json!({ "control_of": regions(sc, provinces), "at_least": least }),
        Goal::ControlCity { city, by_friend } => {
            json!({ "control_city": sc.city(*city).name, "friends_count": by_friend })
        }
        Goal::PowerDissolved(power) => json!({ "dissolved": code(sc, *power) }),
        Goal::LeaderCaptured(leader) => json!({ "captured": sc.leader(*leader).name }),
        Goal::MoraleAtLeast(morale) => json!({ "morale_at_least": morale }),
        Goal::TreasuryAtLeast(talents) => json!({ "treasury_at_least": talents }),
        Goal::Any(list) => json!({ "any": all(list) }),
        Goal::All(list) => json!({ "all": all(list) }),
    }
}

fn fraction(fraction: Fraction) -> Value {
    json!(if fraction.den == 1 { fraction.num.to_string() } else { format!("{}/{}", fraction.num, fraction.den) })
}

fn constants(sc: &Scenario) -> Value {
    let figures = &sc.constants;
    let [clear, forest, marsh, desert, wild] = figures.land_cost;
    let [coast, deep_sea] = figures.sea_cost;
    let (crt, fleet, plunder, policy) = (&figures.crt, &figures.fleet_unit, &figures.plunder, &figures.policy);
    json!({
        "season": { "winter_max_roll": figures.season_winter_max_roll },
        "land": {
            "cost": { "clear": clear, "forest": forest, "marsh": marsh, "desert": desert, "wild": wild },
            "winter_factor": figures.land_winter_factor,
        },
        "sea": {
            "cost": { "coast": coast, "deep_sea": deep_sea },
            "winter_factor": figures.naval_winter_factor,
        },
        "fleet": {
            "movement": figures.fleet_movement,
            "coast_transfer": figures.coast_transfer,
            "port_transfer": figures.port_transfer,
            "naval_strength": fleet.naval_strength,
            "stacking_equivalent": fleet.stacking_equivalent,
            "capacity": fleet.capacity,
            "build_months": fleet.build_months,
            "months_out_limit": figures.months_out_limit,
            "retreat_range": figures.naval_retreat_range,
        },
        "combat": {
            "naval_loss_factor": fraction(figures.naval_loss_factor),
            "overrun_ratio": figures.overrun_ratio,
            "voluntary_retreat_morale": figures.voluntary_retreat_morale,
        },
        "crt": {
            "lower_bounds": crt.lower_bounds.iter().map(|&bound| fraction(bound)).collect::<Vec<_>>(),
            "row_min": crt.row_min,
            "row_max": crt.row_max,
            "attacker": crt.attacker,
            "defender": crt.defender,
        },
        "dissolved_morale": {
            "fraction": fraction(figures.dissolved_morale),
            "minimum": figures.dissolved_morale_minimum,
        },
        "cityless": { "phases": figures.cityless_phases, "min_strength": figures.cityless_min_strength },
        "plunder": {
            "months": plunder.months,
            "factor": plunder.factor,
            "home_tax_percent": plunder.home_tax_percent,
            "morale_percent": plunder.morale_percent,
        },
        "price": by_kind(|kind| figures.price[kind]),
        "policy": {
            "city_if_odds": policy.city_if_odds,
            "hex_if_odds": policy.hex_if_odds,
            "assumed_army": policy.assumed_army,
            "assumed_fleet": policy.assumed_fleet,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped;

    #[test]
    fn a_client_finds_everything_it_needs() {
        for sc in shipped::shipped() {
            let data = scenario(sc);
            let size = |key: &str| data[key].as_array().unwrap().len();
            assert_eq!(size("provinces"), sc.provinces.len());
            assert_eq!((size("cities"), size("powers")), (sc.cities.len(), sc.powers.len()));
            assert_eq!((size("leaders"), size("units")), (sc.leaders.len(), KINDS));
            assert_eq!((size("activations"), size("victory")), (sc.activations.len(), sc.victory.len()));
            assert_eq!(data["constants"]["price"]["legion_3"], sc.constants.price[UnitKind::Legion3.index()]);
            let text = data.to_string();
            assert!(text.len() < 300_000, "{}", text.len());
        }
    }

    #[test]
    fn the_map_can_be_rebuilt_from_the_data() {
        let sc = shipped::find("octavius-antonius").unwrap();
        let data = scenario(&sc);
        let letter = |layer: &str, hex: HexId| {
            let row = data["map"][layer][usize::from(hex.row())].as_str().unwrap();
            row.chars().nth(usize::from(hex.column())).unwrap()
        };
        let odd: std::collections::BTreeMap<(String, String), &Value> = data["map"]["hexsides"]
            .as_array()
            .unwrap()
            .iter()
            .map(|side| ((side["from"].as_str().unwrap().into(), side["to"].as_str().unwrap().into()), side))
            .collect();
        for from in (0..HEXES).map(HexId::at) {
            let info = sc.hex(from);
            assert_eq!(letter("land", from) == '.', info.land.is_none());
            assert_eq!(letter("sea", from) == '=', info.sea == Some(SeaTerrain::DeepSea));
            for side in info.sides.iter().flatten().filter(|side| side.to > from) {
                let said = odd.get(&(from.to_string(), side.to.to_string()));
                let both = |layer: &str| letter(layer, from) != '.' && letter(layer, side.to) != '.';
                let (land, sea) = match said {
                    Some(said) => (said["land"] == true, said["sea"] == true),
                    None => (both("land"), both("sea")),
                };
                assert_eq!((land, sea), (side.land, side.sea), "{from} {}", side.to);
                assert_eq!(side.strait > 0, said.is_some_and(|said| said["strait"] != 0));
            }
        }
        assert_eq!(letter("land", "2824".parse().unwrap()), 'c', "Roma");
    }
}
