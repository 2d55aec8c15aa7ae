//! Events in words.

mod fights;
#[cfg(test)]
mod tests;
pub(super) mod words;

use self::words::{Words, capital, count, list, signed, verb};
use crate::model::ids::PowerName;
use crate::model::scenario::Scenario;
use crate::model::units::OptionName;
use crate::rules::event::{Event, EventKind};

/// An event in a sentence.
pub fn tell(sc: &Scenario, event: &Event) -> String {
    let words = Words { sc };
    let what = &event.what;
    let told = frame(words, what).or_else(|| taxation(words, what)).or_else(|| powers(words, what));
    let told = told.or_else(|| moves(words, what)).or_else(|| arrangements(words, what));
    told.or_else(|| fights::tell(words, what)).unwrap_or_else(|| reckoning(words, what))
}

/// Where an event took place, by name.
pub fn place(sc: &Scenario, event: &Event) -> Option<String> {
    let words = Words { sc };
    match &event.what {
        EventKind::UnitsRecruited { hex, .. }
        | EventKind::UnitsAppeared { hex, .. }
        | EventKind::UnitsPlaced { hex, .. }
        | EventKind::MoveStopped { hex, .. }
        | EventKind::UnitsEmbarked { hex, .. }
        | EventKind::UnitsLanded { hex, .. }
        | EventKind::LandingSeen { hex, .. }
        | EventKind::ForcesArranged { hex, .. }
        | EventKind::InterceptionTried { hex, .. }
        | EventKind::ForceIntercepted { hex, .. }
        | EventKind::Overrun { hex, .. }
        | EventKind::BattleFought { hex, .. }
        | EventKind::BattleHeard { hex, .. }
        | EventKind::NoRetreat { hex, .. }
        | EventKind::FleetDrowned { hex, .. } => Some(words.place(*hex)),
        EventKind::ArmyMoved { to, .. } | EventKind::FleetMoved { to, .. } => Some(words.place(*to)),
        EventKind::RetreatedBeforeCombat { from, .. }
        | EventKind::RetreatBarred { from, .. }
        | EventKind::LoserRetreated { from, .. } => Some(words.place(*from)),
        EventKind::FleetLaunched { city, .. }
        | EventKind::FleetLaidDown { city, .. }
        | EventKind::FleetAnchored { city, .. }
        | EventKind::ArmyEnteredCity { city, .. }
        | EventKind::ArmyLeftCity { city, .. }
        | EventKind::SiegeBegan { city, .. }
        | EventKind::SiegeEnded { city, .. }
        | EventKind::SiegeChecked { city, .. }
        | EventKind::CityTaken { city, .. }
        | EventKind::FleetLost { city, .. } => Some(city.to_string()),
        EventKind::ProvinceChanged { province, .. } | EventKind::ProvincePlundered { province, .. } => {
            Some(province.to_string())
        }
        _ => None,
    }
}

/// The frame of the game.
fn frame(words: Words, what: &EventKind) -> Option<String> {
    Some(match what {
        EventKind::MonthBegan { date, winter } => {
            format!("{date} begins, a {} month.", if *winter { "winter" } else { "summer" })
        }
        EventKind::PhaseBegan { name, powers } => format!("The {name} of {} begins.", words.powers(powers)),
        EventKind::PhaseEnded { name, seat } => format!("{} ends the {name}.", words.seat(seat)),
        EventKind::DecisionAsked { seat, question } => format!("{} is asked: {question}", words.seat(seat)),
        EventKind::PolicyAnswered { seat, question, answer } => {
            format!("The standing answer of {} to “{question}” is: {answer}.", words.seat(seat))
        }
        EventKind::OptionWished { seat, option, value, changed } => {
            let name = match option {
                OptionName::Intelligence => "open intelligence",
                OptionName::AmphibiousInvasion => "easier landings",
            };
            let then = if *changed { ", as everybody does: it changes" } else { "" };
            format!("{} wishes {name} to be {}{then}.", words.seat(seat), if *value { "on" } else { "off" })
        }
        EventKind::PolicySet { power, force } => match force {
            Some(force) => format!("Standing answers are set for {force}."),
            None => format!("Standing answers are set for {}.", words.power(power)),
        },
        EventKind::SeatResigned { seat } => format!("{} gives up.", words.seat(seat)),
        EventKind::DistanceFound { legs, total } => {
            let leg = |leg: &crate::rules::event::Leg| {
                let (from, to) = (words.place(leg.from), words.place(leg.to));
                match leg.cost {
                    Some(cost) => format!("{from} to {to} {cost} MP"),
                    None => format!("{from} to {to} no way"),
                }
            };
            let legs: Vec<String> = legs.iter().map(leg).collect();
            let total = total.map(|total| format!("; {total} MP in all")).filter(|_| legs.len() > 1);
            format!("Distance: {}{}.", list(&legs), total.unwrap_or_default())
        }
        _ => return None,
    })
}

fn taxation(words: Words, what: &EventKind) -> Option<String> {
    Some(match what {
        EventKind::TaxesPaid { power, talents, treasury } => {
            let power = words.power(power);
            format!("{power} takes in {} and now has {treasury}.", count(*talents, "talent", "talents"))
        }
        EventKind::ReplacementsCame { power, points, total } => {
            let points = count(*points, "replacement point", "replacement points");
            format!("{} gains {points} and now has {total}.", words.power(power))
        }
        EventKind::FleetLaunched { power, city, ships } => {
            let launched = verb(usize::from(*ships), "is", "are");
            format!("{} of {} {launched} ready at {city}.", ships_of(*ships), words.power(power))
        }
        EventKind::UnitsRecruited { power, hex, unit, count: number, talents, points } => {
            let (power, place, unit) = (words.power(power), words.place(*hex), words.unit(*unit));
            format!("{power} raises {number} {unit} at {place}{}.", price(*talents, *points))
        }
        EventKind::UnitsAppeared { power, hex } => {
            format!("{} raises troops at {}.", words.power(power), words.place(*hex))
        }
        EventKind::FleetLaidDown { power, city, ships, ready, talents, points } => {
            let (power, ships) = (words.power(power), ships_of(*ships));
            format!("{power} lays down {ships} at {city}, ready in {ready}{}.", price(*talents, *points))
        }
        EventKind::TalentsSent { from, to, talents } => {
            format!("{} sends {} to {}.", words.power(from), count(*talents, "talent", "talents"), words.power(to))
        }
        _ => return None,
    })
}

fn ships_of(ships: u8) -> String {
    count(ships, "fleet unit", "fleet units")
}

/// *, for 120 talents and 8 replacement points*.
fn price(talents: u32, points: u16) -> String {
    let talents = (talents > 0).then(|| count(talents, "talent", "talents"));
    let points = (points > 0).then(|| count(points, "replacement point", "replacement points"));
    let paid: Vec<String> = talents.into_iter().chain(points).collect();
    if paid.is_empty() { String::new() } else { format!(", for {}", list(&paid)) }
}

/// Diplomacy and the minors.
fn powers(words: Words, what: &EventKind) -> Option<String> {
    Some(match what {
        EventKind::AllianceOffered { from, to } => {
            format!("{} offers {} an alliance.", words.power(from), words.power(to))
        }
        EventKind::AllianceDeclined { from, to } => {
            format!("{} declines the alliance that {} offered.", words.power(to), words.power(from))
        }
        EventKind::AllianceBegan { powers } => format!("{} are allies from now on.", words.powers(powers)),
        EventKind::AllianceEnded { by, with } => {
            format!("{} ends the alliance with {}.", words.power(by), words.power(with))
        }
        EventKind::ActivationRolled { power, roll, needed } => {
            let told = if *roll >= i32::from(*needed) { "it wakes" } else { "it sleeps on" };
            format!("The die for {} shows {roll}, and {needed} is needed: {told}.", words.power(power))
        }
        EventKind::PowerActivated { power, controller, invaded_by } => {
            let why = invaded_by.as_ref().map(|by| format!(", invaded by {}", words.power(by))).unwrap_or_default();
            let comma = if why.is_empty() || controller.is_none() { "" } else { "," };
            format!("{} takes up arms{why}{comma}{}.", words.power(power), led(words, controller))
        }
        EventKind::ControllerChanged { power, controller } => match controller {
            Some(controller) => format!("{} now follows {}.", words.power(power), words.power(controller)),
            None => format!("{} now follows nobody.", words.power(power)),
        },
        EventKind::UnitsPlaced { power, hex, units, ships, leaders } => {
            let (power, place) = (words.power(power), words.place(*hex));
            match (units.is_empty() && leaders.is_empty(), *ships) {
                (true, 0) => format!("Forces of {power} gather at {place}."),
                _ => format!("{power} gathers {} at {place}.", words.force((*ships).into(), units, leaders)),
            }
        }
        _ => return None,
    })
}

fn led(words: Words, controller: &Option<PowerName>) -> String {
    controller.as_ref().map(|controller| format!(" and follows {}", words.power(controller))).unwrap_or_default()
}

/// Movement and interception.
fn moves(words: Words, what: &EventKind) -> Option<String> {
    Some(match what {
        EventKind::ArmyMoved { power, army, from, to } => {
            let who = army.clone().unwrap_or_else(|| format!("An army of {}", words.power(power)));
            format!("{who} marches from {} to {}.", words.place(*from), words.place(*to))
        }
        EventKind::FleetMoved { power, fleet, from, to } => {
            let who = fleet.clone().unwrap_or_else(|| format!("A fleet of {}", words.power(power)));
            format!("{who} sails from {} to {}.", words.place(*from), words.place(*to))
        }
        EventKind::MoveStopped { force, hex, reason } => format!("{force} stops at {}: {reason}.", words.place(*hex)),
        EventKind::InterceptionTried { power, force, hex, distance, roll, success } => {
            let who = force.clone().unwrap_or_else(|| format!("a force of {}", words.power(power)));
            let then = if *success { "it does" } else { "it fails" };
            let place = words.place(*hex);
            format!("{} tries to intercept at {place} from {distance} MP away: {roll}, and {then}.", capital(&who))
        }
        EventKind::ForceIntercepted { power, by, hex, at_sea } => {
            let arm = if *at_sea { "A fleet" } else { "An army" };
            format!("{arm} of {} is intercepted at {} by {}.", words.power(power), words.place(*hex), words.powers(by))
        }
        EventKind::Overrun { power, hex, of, units, escaped } => {
            let (power, place, of) = (words.power(power), words.place(*hex), words.powers(of));
            match (*escaped, units.is_empty()) {
                (true, _) => format!("The cavalry of {power} rides over {of} at {place}, who escape into the city."),
                (false, true) => format!("The cavalry of {power} rides down {of} at {place}."),
                (false, false) => {
                    format!("The cavalry of {power} rides down {of} at {place}: {} lost.", list(&words.units(units)))
                }
            }
        }
        _ => return None,
    })
}

/// Boarding, landing, splitting, standing.
fn arrangements(words: Words, what: &EventKind) -> Option<String> {
    Some(match what {
        EventKind::FleetAnchored { fleet, city, .. } => format!("{fleet} lies in the port of {city}."),
        EventKind::UnitsEmbarked { fleet, hex, units, leaders, .. } => {
            format!("{} board {fleet} at {}.", words.force(0, units, leaders), words.place(*hex))
        }
        EventKind::UnitsLanded { fleet, hex, units, leaders, army, .. } => {
            let (who, place) = (words.force(0, units, leaders), words.place(*hex));
            format!("{who} go ashore from {fleet} at {place}, as {army}.")
        }
        EventKind::LandingSeen { power, hex, ashore } => {
            let verb = if *ashore { "go ashore" } else { "board ships" };
            format!("Troops of {} {verb} at {}.", words.power(power), words.place(*hex))
        }
        EventKind::ForcesArranged { power, hex, forces } => match forces.as_slice() {
            [one] => format!("The forces of {} at {} are joined in {one}.", words.power(power), words.place(*hex)),
            _ => format!("{} forms {} at {}.", words.power(power), list(forces), words.place(*hex)),
        },
        EventKind::ArmyEnteredCity { army, city } => format!("{army} goes into {city}."),
        EventKind::ArmyLeftCity { army, city } => format!("{army} comes out of {city}."),
        _ => return None,
    })
}

/// What battles, sieges and months leave behind.
fn reckoning(words: Words, what: &EventKind) -> String {
    match what {
        EventKind::LeaderCaptured { leader, of, by } => {
            format!("{leader} of {} is captured by {}.", words.power(of), words.power(by))
        }
        EventKind::LeaderGone { leader, of } => format!("{leader} of {} is lost.", words.power(of)),
        EventKind::RulerSucceeded { power, leader } => format!("{leader} now rules {}.", words.power(power)),
        EventKind::MoraleChanged { power, by, morale } => {
            let verb = if *by < 0 { "falls" } else { "rises" };
            format!("The morale of {} {verb} by {} to {morale}.", words.power(power), by.unsigned_abs())
        }
        EventKind::PowerDissolved { power, patron } => {
            let then = patron.as_ref().map(|patron| format!(" and becomes a client of {}", words.power(patron)));
            format!("{} dissolves{}.", words.power(power), then.unwrap_or_default())
        }
        EventKind::SharesGiven { from, to, provinces, cities, forces } => {
            let provinces = provinces.iter().map(ToString::to_string);
            let all: Vec<String> =
                provinces.chain(cities.iter().map(ToString::to_string)).chain(forces.iter().cloned()).collect();
            let what = if all.is_empty() { "nothing".to_owned() } else { list(&all) };
            format!("Of what {} had, {} receives {what}.", words.power(from), words.power(to))
        }
        EventKind::CargoLost { power, unit } => {
            format!("1 {} of {} goes down for want of room aboard.", words.unit(*unit), words.power(power))
        }
        EventKind::SiegeBegan { city, by, at_sea } => match at_sea {
            true => format!("A fleet of {} blocks the port of {city}.", words.power(by)),
            false => format!("{} lays siege to {city}.", words.power(by)),
        },
        EventKind::SiegeEnded { city, at_sea } => {
            format!("The siege of {}{city} ends.", if *at_sea { "the port of " } else { "" })
        }
        EventKind::SiegeChecked { city, months, value, roll, lost, fort } => {
            let months = count(months.unsigned_abs(), "month", "months");
            let roll = roll.map(|roll| format!(", rolled {roll}")).unwrap_or_default();
            let lost = lost.as_ref().map(|lost| format!("{} is lost", unit_named(words, lost)));
            let lost = lost.unwrap_or_else(|| "nothing is lost".to_owned());
            format!("Siege of {city} after {months}: value {value}{roll}; {lost}, fortification {fort}.")
        }
        EventKind::CityTaken { city, from, to } => {
            format!("{} takes {city} from {}.", words.power(to), words.power(from))
        }
        EventKind::ProvinceChanged { province, from, to } => match (from, to) {
            (Some(from), Some(to)) => format!("{} wins {province} from {}.", words.power(to), words.power(from)),
            (None, Some(to)) => format!("{} wins {province}.", words.power(to)),
            (Some(from), None) => format!("{} loses {province}, which nobody controls now.", words.power(from)),
            (None, None) => format!("Nobody controls {province}."),
        },
        EventKind::ProvincePlundered { province, by, talents } => {
            format!("{} plunders {province} for {}.", words.power(by), count(*talents, "talent", "talents"))
        }
        EventKind::FleetLost { power, city, ships, units } => {
            let lost = verb(usize::from(*ships), "is", "are");
            let aboard =
                if units.is_empty() { String::new() } else { format!(" with {} aboard", list(&words.units(units))) };
            format!("{} of {}, shut in at {city}, {lost} lost{aboard}.", ships_of(*ships), words.power(power))
        }
        EventKind::FleetDrowned { power, hex, ships } => {
            let (ships, lost) = (ships_of(*ships), verb(usize::from(*ships), "is", "are"));
            let place = words.place(*hex);
            format!("{ships} of {}, too long at sea, {lost} lost in {place}.", words.power(power))
        }
        EventKind::CampaignEnded { reason, winners } => {
            let names: Vec<String> = winners.iter().map(|key| words.seat(key)).collect();
            let won = if names.is_empty() { "nobody wins".to_owned() } else { format!("{} won", list(&names)) };
            format!("The campaign is over: {}; {won}.", reason.trim_end_matches('.'))
        }
        // The other kinds have been told already.
        other => capital(&other.kind().replace('_', " ")) + ".",
    }
}

/// What a siege check took: a unit by its key, or whatever it is called.
fn unit_named(words: Words, name: &str) -> String {
    let kind = crate::model::ids::UnitKind::ALL.into_iter().find(|kind| kind.key() == name);
    match kind {
        Some(kind) => format!("1 {}", words.unit(kind)),
        None if name == "fleet" || name == "fleet_unit" => "1 fleet unit".to_owned(),
        None => name.to_owned(),
    }
}

/// *+2 for leaders*.
fn modifier(number: i32, why: &str) -> Option<String> {
    (number != 0).then(|| format!("{} {why}", signed(number)))
}
