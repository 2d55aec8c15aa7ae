//! Names in place of ids, and the grammar of sentences.

pub use kernel::words::{capital, count, list};

use crate::model::command::CommandKind;
use crate::model::ids::{HexId, Name};
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::Standing;
use crate::model::units::{UnitKind, Units};

/// The name of a power: a country by its key, a free city by its name.
pub fn power(sc: &Scenario, name: &Name) -> String {
    let country = sc.countries.iter().find(|country| country.key == *name);
    country.map_or_else(|| name.to_string(), |country| country.name.to_string())
}

/// Whether a name is that of a free city, not of a country.
pub fn is_free_city(sc: &Scenario, name: &Name) -> bool {
    sc.countries.iter().all(|country| country.key != *name)
}

/// Several powers: *Lysimachos and Rhodes*.
pub fn powers(sc: &Scenario, names: &[Name]) -> String {
    list(&names.iter().map(|name| power(sc, name)).collect::<Vec<_>>())
}

/// A hex: the city in it, or where it lies from the nearest city of the start, with its number.
pub fn place(sc: &Scenario, hex: HexId) -> String {
    let near = sc.cities.iter().min_by_key(|city| (city.hex.distance(hex), city.hex));
    match near {
        Some(city) if city.hex == hex => city.name.to_string(),
        Some(city) => {
            let way = count(city.hex.distance(hex), "hex", "hexes");
            format!("{hex} ({way} {} of {})", bearing(city.hex, hex), city.name)
        }
        None => hex.to_string(),
    }
}

/// In which direction a hex lies from another.
fn bearing(from: HexId, to: HexId) -> &'static str {
    let across = |hex: HexId| 2 * i32::from(hex.column()) + i32::from(hex.row() % 2);
    // A row is 1.73 times as far as half a hex.
    let (east, south) = (10 * (across(to) - across(from)), 17 * (i32::from(to.row()) - i32::from(from.row())));
    let (wide, high) = (5 * east.abs() > 2 * south.abs(), 5 * south.abs() > 2 * east.abs());
    match (wide, high, east > 0, south > 0) {
        (true, true, true, true) => "south-east",
        (true, true, false, true) => "south-west",
        (true, true, true, false) => "north-east",
        (true, true, false, false) => "north-west",
        (true, false, true, _) => "east",
        (true, false, false, _) => "west",
        (_, _, _, true) => "south",
        _ => "north",
    }
}

/// A type of unit, before *regiment* or *squadron*.
pub fn unit(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::GuardFoot => "guard",
        UnitKind::Phalanx => "phalanx",
        UnitKind::Hoplite => "hoplite",
        UnitKind::Peltast => "peltast",
        UnitKind::LightFoot => "light foot",
        UnitKind::ScoutFoot => "scout",
        UnitKind::Levy => "levy",
        UnitKind::HeavyHorse => "heavy horse",
        UnitKind::MediumHorse => "medium horse",
        UnitKind::LightHorse => "light horse",
        UnitKind::Elephant => "elephant",
        UnitKind::SiegeTrain => "siege train",
        UnitKind::SupplyTrain => "supply train",
        UnitKind::LightSqd => "light",
        UnitKind::TriremeSqd => "trireme",
        UnitKind::QuinqueremeSqd => "quinquereme",
        UnitKind::PolyremeSqd => "polyreme",
        UnitKind::TransportSqd => "transport",
    }
}

/// *5 regiments (2 hoplite, 3 levy) and 1 siege train*; *nothing*.
pub fn units(units: &Units) -> String {
    let group = |of: fn(UnitKind) -> bool, one: &str, many: &str| -> Option<String> {
        let these = units.only(of);
        let kinds: Vec<(UnitKind, u16)> = these.iter().collect();
        match kinds[..] {
            [] => None,
            [(kind, number)] => Some(format!("{number} {} {}", unit(kind), if number == 1 { one } else { many })),
            _ => {
                let parts: Vec<String> =
                    kinds.iter().map(|(kind, number)| format!("{number} {}", unit(*kind))).collect();
                Some(format!("{} {many} ({})", these.fighting(), parts.join(", ")))
            }
        }
    };
    let trains = units.only(UnitKind::is_train);
    let trains: Vec<String> = trains
        .iter()
        .map(|(kind, number)| format!("{number} {}{}", unit(kind), if number == 1 { "" } else { "s" }))
        .collect();
    let all: Vec<String> = group(UnitKind::is_regt, "regiment", "regiments")
        .into_iter()
        .chain(group(UnitKind::is_sqd, "squadron", "squadrons"))
        .chain(trains)
        .collect();
    if all.is_empty() { "nothing".to_owned() } else { list(&all) }
}

/// A type of command in words.
pub fn command_kind(kind: CommandKind) -> &'static str {
    match kind {
        CommandKind::TaskForce => "task force",
        other => other.key(),
    }
}

/// A kind of treaty, with its article.
pub fn treaty(standing: Standing) -> &'static str {
    match standing {
        Standing::Alliance => "an alliance",
        Standing::NonAggression => "a non-aggression treaty",
        Standing::Neutral | Standing::Enemy => "no treaty",
    }
}

/// The weather of a week in a sentence, without its full stop.
pub fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Fine => "The weather was fine and calm",
        Weather::FineWind => "The weather was fine, with wind",
        Weather::FineStrong => "The weather was fine, with strong winds",
        Weather::Rain => "It rained",
        Weather::RainWind => "It rained, with wind",
        Weather::RainStrong => "It rained, with strong winds",
        Weather::Storm => "There were storms, with rain",
    }
}

/// *first*, *second* … *tenth*, then *11th*.
pub fn ordinal(number: u32) -> String {
    const WORDS: [&str; 11] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    WORDS.get(number as usize).map_or_else(|| format!("{number}th"), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::shipped::find;

    #[test]
    fn units_are_summed_by_arm() {
        let all: Units = [(UnitKind::Hoplite, 2), (UnitKind::Levy, 3), (UnitKind::SiegeTrain, 1)].into_iter().collect();
        assert_eq!(units(&all), "5 regiments (2 hoplite, 3 levy) and 1 siege train");
        assert_eq!(units(&Units::of(UnitKind::TriremeSqd, 1)), "1 trireme squadron");
        assert_eq!(units(&Units::NONE), "nothing");
    }

    #[test]
    fn a_place_is_told_from_the_nearest_city() {
        let sc = find("hellespontos-313bc").unwrap();
        let told = |hex: &str| place(&sc, hex.parse().unwrap());
        assert_eq!(told("2726"), "Sardis");
        assert_eq!(told("2826"), "2826 (1 hex east of Sardis)");
        assert_eq!(told("2725"), "2725 (1 hex north-east of Sardis)");
    }
}
