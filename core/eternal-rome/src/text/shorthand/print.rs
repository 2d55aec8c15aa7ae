//! Writing orders as lines of an order set.

use kernel::map::Mode;

use crate::knowledge::view::View;
use crate::model::scenario::Scenario;
use crate::model::units::{OptionName, Units};
use crate::orders::notation::contents::{contents, units};
use crate::orders::notation::names::implied;
use crate::orders::notation::standing::policies;
use crate::orders::{ArmyResponse, NotAgain, Order, PlaceUnits, Reaction, Season, SeasonedUnits, Transfer};

/// An order as the line that reads back as the same order.
pub fn print(sc: &Scenario, _view: &View, order: &Order) -> String {
    let line = movements(order).or_else(|| arrangements(order)).or_else(|| fights(order));
    let line = line.or_else(|| answers(order)).unwrap_or_else(|| frame(order));
    line + &acting(sc, order)
}

/// ` as ANT`, where the power does not follow from the force.
fn acting(sc: &Scenario, order: &Order) -> String {
    let first = |forces: &[String]| forces.first().cloned().unwrap_or_default();
    let force = match order {
        Order::MoveFleet { fleet, .. }
        | Order::AnchorFleet { fleet, .. }
        | Order::EmbarkUnits { fleet, .. }
        | Order::DisembarkToPort { fleet, .. }
        | Order::DisembarkUnits { fleet, .. }
        | Order::SplitFleet { fleet, .. }
        | Order::ExchangeFleets { fleet, .. }
        | Order::LaySiegePort { fleet, .. } => fleet.clone(),
        Order::FollowTrack { force, .. } | Order::LiftSiege { force, .. } => force.clone(),
        Order::MoveArmy { army, .. }
        | Order::Overrun { army, .. }
        | Order::EnterCity { army, .. }
        | Order::LeaveCity { army, .. }
        | Order::SplitArmy { army, .. }
        | Order::ExchangeArmies { army, .. }
        | Order::LaySiege { army, .. } => army.clone(),
        Order::AttackFleet { fleets, .. } => first(fleets),
        Order::AttackArmy { armies, .. } | Order::AssaultCity { armies, .. } => first(armies),
        Order::InterceptFleet { interceptors, .. } | Order::InterceptArmy { interceptors, .. } => first(interceptors),
        _ => return String::new(),
    };
    match order.power() {
        Some(power) if implied(sc, &force).as_deref() != Some(power) => format!(" as {power}"),
        _ => String::new(),
    }
}

fn movements(order: &Order) -> Option<String> {
    Some(match order {
        Order::MoveFleet { fleet, path, .. } => listed(format!("{fleet} :"), path, " "),
        Order::MoveArmy { army, path, invade, .. } => {
            format!("{}{}", listed(format!("{army} :"), path, " "), flag(*invade, "invade"))
        }
        Order::FollowTrack { force, to, invade, .. } => {
            format!("{}{}", listed(format!("{force} >"), to, " > "), flag(*invade, "invade"))
        }
        Order::AnchorFleet { fleet, .. } => format!("anchor {fleet}"),
        Order::Overrun { army, hex, .. } => format!("overrun {army}{}", after("", hex.as_deref())),
        Order::EnterCity { army, .. } => format!("enter {army}"),
        Order::LeaveCity { army, .. } => format!("leave {army}"),
        Order::LaySiegePort { fleet, .. } => format!("siege {fleet}"),
        Order::LaySiege { army, city, .. } => format!("siege {army}{}", after("", city.as_deref())),
        Order::LiftSiege { force, .. } => format!("lift {force}"),
        _ => return None,
    })
}

fn arrangements(order: &Order) -> Option<String> {
    Some(match order {
        Order::EmbarkUnits { fleet, army, units, leaders, ashore, .. } => {
            let ashore = ashore.as_ref().map(|list| format!(" ashore {}", transfer(list))).unwrap_or_default();
            format!("embark {fleet}{}{}{ashore}", after(" from", army.as_deref()), passengers(units, leaders))
        }
        Order::DisembarkToPort { fleet, units, leaders, .. } => format!("unload {fleet}{}", passengers(units, leaders)),
        Order::DisembarkUnits { fleet, units, leaders, invade, .. } => {
            format!("land {fleet}{}{}", flag(*invade, "invade"), passengers(units, leaders))
        }
        Order::SplitFleet { fleet, new_size, units, leaders, .. } => {
            format!("split {fleet} {new_size}{}", passengers(units, leaders))
        }
        Order::SplitArmy { army, units, leaders, .. } => format!("split {army}{}", passengers(units, leaders)),
        Order::ExchangeFleets { fleet: one, other, give, take, .. }
        | Order::ExchangeArmies { army: one, other, give, take, .. } => {
            let part = |word: &str, list: &Transfer| match list.is_empty() {
                true => String::new(),
                false => format!(" {word} {}", transfer(list)),
            };
            format!("exchange {one} {other}{}{}", part("give", give), part("take", take))
        }
        Order::ConcentrateFleets { power, hex } => format!("join fleets {power} {hex}"),
        Order::ConcentrateArmies { power, hex } => format!("join armies {power} {hex}"),
        _ => return None,
    })
}

fn fights(order: &Order) -> Option<String> {
    let forces = |arm: &str, list: &[String]| match list {
        [] => format!("{arm} none"),
        some => some.join(" "),
    };
    Some(match order {
        Order::AttackFleet { fleets, target, .. } => format!("attack {} on {target}", forces("fleet", fleets)),
        Order::AttackArmy { armies, targets, .. } => {
            let targets = if targets.is_empty() { "none".to_owned() } else { targets.join(", ") };
            format!("attack {} on {targets}", forces("army", armies))
        }
        Order::AssaultCity { armies, city, .. } => {
            let armies = if armies.is_empty() { "none".to_owned() } else { armies.join(" ") };
            format!("assault {city} with {armies}")
        }
        Order::InterceptFleet { interceptors, not_again, .. } => {
            format!("intercept {}{}", forces("fleet", interceptors), not_asked(*not_again))
        }
        Order::InterceptArmy { interceptors, not_again, .. } => {
            format!("intercept {}{}", forces("army", interceptors), not_asked(*not_again))
        }
        Order::PlunderProvince { power, province } => format!("plunder {power} {province}"),
        _ => return None,
    })
}

fn not_asked(again: Option<NotAgain>) -> &'static str {
    match again {
        Some(NotAgain::March) => " march",
        Some(NotAgain::Phase) => " phase",
        None => "",
    }
}

fn answers(order: &Order) -> Option<String> {
    Some(match order {
        Order::SetUpUnits { power, placements } => {
            let place = |at: &PlaceUnits| format!("{}: {}", at.hex, contents(at.fleet_units, &at.units, &at.leaders));
            let all: Vec<String> = placements.iter().map(place).collect();
            format!("setup {power} {}", if all.is_empty() { "none".to_owned() } else { all.join(" / ") })
        }
        Order::RespondAttack { power, combat, responses } => {
            let one = |response: &ArmyResponse| {
                let action = match response.action {
                    Reaction::Stand => "stand",
                    Reaction::RetreatCity => "city",
                    Reaction::RetreatHex => "to",
                };
                format!("{} {action}{}", response.army, after("", response.hex.as_deref()))
            };
            let all: Vec<String> = responses.iter().map(one).collect();
            format!("respond {power}{}: {}", number(*combat), some(&all))
        }
        Order::ChooseRetreat { power, combat, to } => format!("retreat {power}{} to {to}", number(*combat)),
        Order::SeasonUnits { power, combat, units } => {
            let one = |units: &SeasonedUnits| {
                let whose = units.power.as_ref().map(|power| format!("{power} ")).unwrap_or_default();
                format!("{whose}{} {}", units.count, units.kind.key())
            };
            let all: Vec<String> = units.iter().map(one).collect();
            format!("season {power}{}: {}", number(*combat), some(&all))
        }
        Order::RespondAlliance { power, with, accept } => {
            format!("alliance {power} with {with} {}", if *accept { "yes" } else { "no" })
        }
        Order::SetPolicy { power, force, intercept, respond_attack, retreat_to, season, set_up } => {
            let set = policies(*intercept, *respond_attack, retreat_to.as_deref(), *season, *set_up);
            format!("policy {power}{}{set}", after(" for", force.as_deref()))
        }
        _ => return None,
    })
}

fn frame(order: &Order) -> String {
    match order {
        Order::RecruitUnits { power, hex, unit_type, count } => {
            format!("recruit {power} {hex} {} {count}", unit_type.key())
        }
        Order::BuildFleet { power, port, count } => format!("build {power} {port} {count}"),
        Order::TransferTalents { power, to, amount } => format!("send {power} {amount} to {to}"),
        Order::ProposeAlliance { power, with } => format!("ally {power} with {with}"),
        Order::TerminateAlliance { power, with } => format!("break {power} with {with}"),
        Order::SetOption { option, value } => {
            let option = match option {
                OptionName::Intelligence => "intelligence",
                OptionName::AmphibiousInvasion => "amphibious_invasion",
            };
            format!("option {option} {}", if *value { "on" } else { "off" })
        }
        Order::QueryDistance { hexes, mode, season } => {
            let mode = if *mode == Mode::Land { "land" } else { "sea" };
            let season = if *season == Season::Winter { "winter" } else { "summer" };
            listed(format!("distance {mode} {season}"), hexes, " > ")
        }
        Order::EndPhase { power, phase } => {
            format!("end {power}{}", after("", phase.map(crate::model::state::Phase::key)))
        }
        Order::Resign { confirm } => format!("resign {}", if *confirm { "yes" } else { "no" }),
        // The other kinds have been written already.
        _ => String::new(),
    }
}

fn listed(head: String, names: &[String], between: &str) -> String {
    if names.is_empty() { head } else { format!("{head} {}", names.join(between)) }
}

fn some(all: &[String]) -> String {
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

fn after(mark: &str, word: Option<&str>) -> String {
    word.map(|word| format!("{mark} {word}")).unwrap_or_default()
}

fn number(combat: Option<u16>) -> String {
    combat.map(|combat| format!(" combat {combat}")).unwrap_or_default()
}

fn flag(set: bool, word: &str) -> String {
    if set { format!(" {word}") } else { String::new() }
}

fn passengers(list: &[Units], leaders: &[String]) -> String {
    let all: Vec<String> = units(list).chain(leaders.iter().cloned()).collect();
    if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) }
}

fn transfer(list: &Transfer) -> String {
    contents(list.ships, &list.units, &list.leaders)
}
