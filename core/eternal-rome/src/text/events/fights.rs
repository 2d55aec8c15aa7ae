//! Battles in words (ER-12, ER-17).

use super::modifier;
use super::words::{Words, count, list};
use crate::model::ids::{CityName, HexId, PowerName};
use crate::rules::event::{EventKind, Losses, Modifiers, Strengths};

pub fn tell(words: Words, what: &EventKind) -> Option<String> {
    Some(match what {
        EventKind::BattleFought {
            hex,
            city,
            at_sea,
            attackers,
            defenders,
            strength,
            modifiers,
            roll,
            modified,
            losses,
            loser,
            ..
        } => {
            let head = head(words, *hex, city.as_ref(), *at_sea, attackers, defenders);
            let dice = dice(*roll, *modified, modifiers);
            let (odds, lost) = (odds(strength), self::losses(words, losses));
            let end = match loser.as_deref() {
                Some("attackers") => format!("; {} beaten", are(words, attackers)),
                Some("defenders") => format!("; {} beaten", are(words, defenders)),
                Some(other) => format!("; {other} lost"),
                None => "; nobody prevails".to_owned(),
            };
            format!("{head}: {odds}, {dice}; {lost}{end}.")
        }
        EventKind::BattleHeard { hex, city, at_sea, attackers, defenders, winner } => {
            let head = head(words, *hex, city.as_ref(), *at_sea, attackers, defenders);
            let end = match winner.as_deref() {
                Some("attackers") => format!(", and {} victorious", are(words, attackers)),
                Some("defenders") => format!(", and {} victorious", are(words, defenders)),
                Some(other) => format!(", and {other} won"),
                None => ", and nobody prevails".to_owned(),
            };
            format!("{head}{end}.")
        }
        EventKind::RetreatedBeforeCombat { power, from, to } => {
            let (power, from, to) = (words.power(power), words.place(*from), words.place_named(to));
            if from == to {
                return Some(format!("An army of {power} withdraws into {to} before it comes to blows."));
            }
            format!("An army of {power} slips away from {from} to {to} before it comes to blows.")
        }
        EventKind::RetreatBarred { power, from, to } => {
            let (power, from, to) = (words.power(power), words.place(*from), words.place(*to));
            format!("The army of {power} at {from} cannot slip away to {to} and stands.")
        }
        EventKind::LoserRetreated { power, from, to } => {
            let (power, from, to) = (words.power(power), words.place(*from), words.place_named(to));
            if from == to {
                return Some(format!("The beaten forces of {power} retreat into {to}."));
            }
            format!("The beaten forces of {power} retreat from {from} to {to}.")
        }
        EventKind::NoRetreat { power, hex, unit } => {
            let (power, place) = (words.power(power), words.place(*hex));
            let cost = unit.map_or_else(String::new, |unit| format!(" and lose 1 {} more", words.unit(unit)));
            format!("The beaten forces of {power} have nowhere to go from {place}{cost}.")
        }
        EventKind::UnitsSeasoned { power, units } => {
            let units: Vec<String> =
                units.iter().map(|units| format!("{} {}", units.count, words.unit(units.kind))).collect();
            format!("Of the troops of {}, {} have become seasoned.", words.power(power), list(&units))
        }
        _ => return None,
    })
}

fn head(
    words: Words, hex: HexId, city: Option<&CityName>, at_sea: bool, attackers: &[PowerName], defenders: &[PowerName],
) -> String {
    let (one, two) = (words.powers(attackers), words.powers(defenders));
    let attack = if attackers.len() == 1 { "attacks" } else { "attack" };
    match (city, at_sea) {
        (Some(city), false) => {
            let assault = if attackers.len() == 1 { "assaults" } else { "assault" };
            format!("{one} {assault} {city}, held by {two}")
        }
        (_, true) => format!("{one} {attack} {two} at sea at {}", words.place(hex)),
        (None, false) => format!("{one} {attack} {two} at {}", words.place(hex)),
    }
}

fn are(words: Words, parties: &[PowerName]) -> String {
    format!("{} {}", words.powers(parties), if parties.len() == 1 { "is" } else { "are" })
}

fn odds(strength: &Strengths) -> String {
    let plain = if strength.defence == strength.defender {
        String::new()
    } else {
        format!(" ({} without walls)", strength.defender)
    };
    format!("{} against {}{plain}", strength.attacker, strength.defence)
}

fn dice(roll: i32, modified: i32, modifiers: &Modifiers) -> String {
    let quality = [
        modifier(i32::from(modifiers.attacker_quality), "the attackers' leader"),
        modifier(-i32::from(modifiers.defender_quality), "the defenders' leader"),
        modifier(modifiers.morale, "morale"),
    ];
    let quality: Vec<String> = quality.into_iter().flatten().collect();
    if quality.is_empty() { format!("die {roll}") } else { format!("die {roll} ({}) = {modified}", quality.join(", ")) }
}

fn losses(words: Words, losses: &Losses) -> String {
    let side = |units, ships: u8| {
        let ships = (ships > 0).then(|| count(ships, "fleet unit", "fleet units"));
        let all: Vec<String> = ships.into_iter().chain(words.units(units)).collect();
        if all.is_empty() { "nobody".to_owned() } else { list(&all) }
    };
    format!(
        "the attackers lose {} ({} %), the defenders {} ({} %)",
        side(&losses.attacker_units, losses.attacker_ships),
        losses.attacker_percent,
        side(&losses.defender_units, losses.defender_ships),
        losses.defender_percent
    )
}
