//! Writing orders as lines.

use super::contents::{contents, units};
use super::names::implied;
use crate::model::scenario::Scenario;
use crate::model::units::Units;
use crate::orders::Transfer;

/// ` as ANT`, where the power does not follow from the force.
pub fn acting_as(sc: &Scenario, power: &str, force: &str) -> String {
    if implied(sc, force).as_deref() == Some(power) { String::new() } else { format!(" as {power}") }
}

/// A beginning, and names with a mark between.
pub fn listed(head: String, names: &[String], between: &str) -> String {
    if names.is_empty() { head } else { format!("{head} {}", names.join(between)) }
}

/// A list, or `none`.
pub fn some_or_none(all: &[String], between: &str) -> String {
    if all.is_empty() { "none".to_owned() } else { all.join(between) }
}

/// A word after its mark, where there is one.
pub fn preceded(mark: &str, word: Option<&str>) -> String {
    word.map(|word| format!("{mark} {word}")).unwrap_or_default()
}

/// The number of a combat, where it is said.
pub fn number(combat: Option<u16>) -> String {
    combat.map(|combat| format!(" combat {combat}")).unwrap_or_default()
}

/// A word, where it is meant.
pub fn flag(set: bool, word: &str) -> String {
    if set { format!(" {word}") } else { String::new() }
}

/// Units and leaders after a colon, where there are any.
pub fn passengers(list: &[Units], leaders: &[String]) -> String {
    let all: Vec<String> = units(list).chain(leaders.iter().cloned()).collect();
    if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) }
}

/// What one force gives to another.
pub fn transfer(list: &Transfer) -> String {
    contents(list.ships, &list.units, &list.leaders)
}
