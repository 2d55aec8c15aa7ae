//! Events in words.

mod fights;
pub(super) mod words;

use self::words::{Words, armies, array, capital, count, forces, list, town_change, works};
use crate::model::ids::Works;
use crate::model::scenario::Scenario;
use crate::rules::event::{AreaHold, AreaScore, Event, EventKind};

/// An event in a sentence or two.
pub fn tell(sc: &Scenario, event: &Event) -> String {
    let words = Words { sc };
    match &event.what {
        EventKind::DrawOrderRolled { .. }
        | EventKind::SumeriaPlaced { .. }
        | EventKind::EpochBegan { .. }
        | EventKind::CardDrawn { .. }
        | EventKind::CardKept { .. }
        | EventKind::CardPassed { .. }
        | EventKind::CardsShown { .. } => draft(words, &event.what),
        EventKind::LookupMade { .. }
        | EventKind::IndexShifted { .. }
        | EventKind::LandTaken { .. }
        | EventKind::AssaultFailed { .. }
        | EventKind::FleetPlaced { .. }
        | EventKind::FleetsSunk { .. }
        | EventKind::DiceFought { .. }
        | EventKind::LeaderDied { .. }
        | EventKind::EventFought { .. }
        | EventKind::BarbariansFought { .. }
        | EventKind::BarbariansGone { .. } => fights::tell(words, &event.what),
        EventKind::MonumentsDue { .. }
        | EventKind::MonumentPlaced { .. }
        | EventKind::MonumentsWithoutSite { .. }
        | EventKind::Scored { .. }
        | EventKind::PolicySet { .. }
        | EventKind::GameEnded { .. } => reckoning(words, &event.what),
        _ => career(words, &event.what),
    }
}

/// Setting up and the draft (HW-21).
fn draft(words: Words, what: &EventKind) -> String {
    match what {
        EventKind::DrawOrderRolled { order, totals } => {
            let rolls: Vec<String> =
                order.iter().zip(totals).map(|(key, total)| format!("{} ({total})", words.player(key))).collect();
            format!("Dice set the draw order of Epoch I, lowest first: {}.", list(&rolls))
        }
        EventKind::SumeriaPlaced { by, lands } => {
            format!("{} places the further armies of Sumeria: {}.", words.player(by), tally(words, lands))
        }
        EventKind::EpochBegan { epoch, years, order } => {
            format!("Epoch {} begins, {years}. Draw order: {}.", epoch.roman(), words.players(order))
        }
        EventKind::CardDrawn { player, card } => {
            format!("{} draws the Empire card {}.", words.player(player), words.empire_card(card))
        }
        EventKind::CardKept { player } => format!("{} keeps the Empire card drawn, face down.", words.player(player)),
        EventKind::CardPassed { player, to } => {
            format!("{} passes the Empire card drawn, face down, to {}.", words.player(player), words.player(to))
        }
        EventKind::CardsShown { epoch, holders } => {
            let holder = |holder: &crate::rules::event::Holder| {
                let (number, card) = (holder.number, words.empire_card(&holder.card));
                format!("{number} {card} ({}, Strength {})", words.player(&holder.player), holder.strength)
            };
            let holders: Vec<String> = holders.iter().map(holder).collect();
            format!("The cards of Epoch {} are turned up: {}.", epoch.roman(), list(&holders))
        }
        _ => String::new(),
    }
}

/// Lands with how often they come: *Lower Tigris (2) and Zagros*.
fn tally(words: Words, lands: &[String]) -> String {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for land in lands {
        match counted.iter_mut().find(|(known, _)| *known == land) {
            Some((_, times)) => *times += 1,
            None => counted.push((land, 1)),
        }
    }
    let names = counted.iter().map(|(land, times)| match times {
        1 => words.land(land),
        times => format!("{} ({times})", words.land(land)),
    });
    list(&names.collect::<Vec<_>>())
}

/// An empire's turn without its fights, and the cards.
fn career(words: Words, what: &EventKind) -> String {
    match what {
        EventKind::TurnBegan { player, empire, epoch, strength, forces: all } => {
            let head = words.head(empire, player, "rises");
            let more = all.saturating_sub(*strength);
            let more = if more > 0 { format!(", {more} of them by event cards") } else { String::new() };
            format!("{head} in Epoch {} with {}{more}.", epoch.roman(), forces(*all))
        }
        EventKind::EventPlayed { player, card, targets } => {
            let (player, card) = (words.player(player), words.card(card));
            let targets: Vec<String> = targets.iter().map(|id| words.target(id)).collect();
            let aim = if targets.is_empty() { String::new() } else { format!(": {}", list(&targets)) };
            format!("{player} plays {card}{aim}.")
        }
        EventKind::MinorEmpireBegan { player, empire, strength } => {
            format!("{} first, as a minor empire with {}.", words.head(empire, player, "rises"), forces(*strength))
        }
        EventKind::ArmiesRetreated { owner, armies: gone, from, to } => {
            let (from, to) = (words.land(from), words.land(to));
            let verb = if *gone == 1 { "retreats" } else { "retreat" };
            format!("{} of {} {verb} from {from} to {to}.", capital(&armies(*gone)), words.player(owner))
        }
        EventKind::ArmiesEliminated { owner, armies: gone, land } => {
            let [has, disbands] = if *gone == 1 { ["has", "disbands"] } else { ["have", "disband"] };
            let (owner, land) = (words.player(owner), words.land(land));
            format!("{} of {owner} in {land} {has} nowhere to retreat to and {disbands}.", armies(*gone))
        }
        EventKind::CapitalPlaced { player, empire, land, name } => {
            format!("{name} in {} is the Capital of {}.", words.land(land), words.of(empire, player))
        }
        EventKind::ForcesAllocated { player, forces: some, pool, .. } => {
            format!("{} sets {} aside for walkovers{}.", words.player(player), forces(*some), array(pool))
        }
        EventKind::ForcesReturned { player, stack, forces: some, pool } => {
            let stack = if stack == "wo" { "the walkovers".to_owned() } else { format!("stack {stack}") };
            let some = forces(*some);
            format!("{} takes {some} back from {stack}{}.", words.player(player), array(pool))
        }
        EventKind::Reinforced { player, land, armies: more, pool } => {
            let more = count(*more, "more army", "more armies");
            format!("{} puts {more} into {}{}.", words.player(player), words.land(land), array(pool))
        }
        EventKind::WorksBuilt { player, land, works: built, free, pool } => {
            let free = if *free { "free " } else { "" };
            let built = works(*built);
            format!("{} builds a {free}{built} in {}{}.", words.player(player), words.land(land), array(pool))
        }
        EventKind::ExpansionEnded { player, empire, unused } => {
            let unused = match unused {
                0 => String::new(),
                some => format!("; {} left over", forces(*some)),
            };
            format!("The expansion of {} is over{unused}.", words.of(empire, player))
        }
        other => by_card(words, other),
    }
}

/// What cards do without a fight.
fn by_card(words: Words, what: &EventKind) -> String {
    match what {
        EventKind::DisasterStruck { land, monument, works: lost, town_before, town } => {
            let mut ruins: Vec<String> = Vec::new();
            if *monument {
                ruins.push("its Monument is destroyed".to_owned());
            }
            if *lost != Works::None {
                ruins.push(format!("its {} is destroyed", works(*lost)));
            }
            ruins.extend(town_change(*town_before, *town).map(str::to_owned));
            let ruins = if ruins.is_empty() { "nothing stood there to be destroyed".to_owned() } else { list(&ruins) };
            format!("Disaster strikes {}: {ruins}.", words.land(land))
        }
        EventKind::ArmiesDied { land, owner, dice, armies: dead, left } => {
            let rolls = |army: &Vec<u8>| army.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let dice = match dice.as_slice() {
                [] => String::new(),
                dice => format!(" ({})", dice.iter().map(rolls).collect::<Vec<_>>().join("; ")),
            };
            let (land, owner) = (words.land(land), words.player(owner));
            format!("{} of {owner} lost in {land}{dice}, {left} left.", capital(&armies(*dead)))
        }
        EventKind::ArmiesSpared { lands } => {
            let lands: Vec<String> = lands.iter().map(|land| words.land(land)).collect();
            format!("No army is lost in {}.", list(&lands))
        }
        EventKind::CityFounded { land, player } => {
            format!("A City of {} rises in {}.", words.player(player), words.land(land))
        }
        EventKind::ArmiesAdded { player, land, armies: more } => {
            format!("{} gets {} in {}.", words.player(player), armies(*more), words.land(land))
        }
        EventKind::ForcesGained { player, forces: some, what, pool } => {
            let gain = match what.as_str() {
                "armies" => count(*some, "extra force, for armies only", "extra forces, for armies only"),
                "allies" => count(*some, "army of allies", "armies of allies"),
                "fleets" => count(*some, "free fleet", "free fleets"),
                "forts" | "free forts" => count(*some, "free fort", "free forts"),
                _ => count(*some, "extra force", "extra forces"),
            };
            format!("{} gets {gain}{}.", words.player(player), array(pool))
        }
        EventKind::TradeAnswered { player, partner, accepted } => {
            let verb = if *accepted { "accepts" } else { "declines" };
            format!("{} {verb} the trade that {} offers.", words.player(partner), words.player(player))
        }
        _ => String::new(),
    }
}

/// Monuments, scores, the end.
fn reckoning(words: Words, what: &EventKind) -> String {
    match what {
        EventKind::MonumentsDue { player, symbols, monuments } => {
            let symbols = count(*symbols, "resource symbol", "resource symbols");
            let due = count(*monuments, "Monument is due", "Monuments are due");
            format!("{} controls {symbols} with this empire: {due}.", words.player(player))
        }
        EventKind::MonumentPlaced { player, land } => {
            format!("{} raises a Monument in {}.", words.player(player), words.land(land))
        }
        EventKind::MonumentsWithoutSite { player, monuments } => {
            let lost = count(*monuments, "Monument", "Monuments");
            format!("{} has no site for {lost}.", words.player(player))
        }
        EventKind::Scored { player, empire, areas, capitals, cities, monuments, seas, fees, gained, vp, .. } => {
            let mut parts: Vec<String> = areas.iter().map(|area| area_score(words, area)).collect();
            let rest = [("Capitals", *capitals), ("Cities", *cities), ("Monuments", *monuments), ("Seas", *seas)];
            parts.extend(rest.iter().filter(|(_, vp)| *vp != 0).map(|(name, vp)| format!("{name} {vp}")));
            if *fees != 0 {
                parts.push(format!("less {} for lookups", fees.abs()));
            }
            let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
            let head = words.head(empire, player, "scores");
            format!("{head} {gained} VP{parts}. {} now has {vp} VP.", words.player(player))
        }
        EventKind::PolicySet { player, policy } => format!("Standing order of {}: {policy}.", words.player(player)),
        EventKind::GameEnded { winner, vp } => {
            format!("The history of the world is told. {} wins with {vp} VP.", words.player(winner))
        }
        _ => String::new(),
    }
}

fn area_score(words: Words, score: &AreaScore) -> String {
    format!("{} {} ({})", words.area(&score.area), score.vp, step(score.step))
}

/// How far a player holds an Area, in a word.
pub(super) fn step(step: AreaHold) -> &'static str {
    match step {
        AreaHold::Presence => "presence",
        AreaHold::Domination => "domination",
        AreaHold::Control => "control",
    }
}

/// The Land or water of an event, by name.
pub fn place(sc: &Scenario, event: &Event) -> Option<String> {
    let id = match &event.what {
        EventKind::ArmiesRetreated { from: id, .. }
        | EventKind::ArmiesEliminated { land: id, .. }
        | EventKind::CapitalPlaced { land: id, .. }
        | EventKind::LandTaken { land: id, .. }
        | EventKind::AssaultFailed { space: id, .. }
        | EventKind::FleetPlaced { water: id, .. }
        | EventKind::FleetsSunk { water: id, .. }
        | EventKind::Reinforced { land: id, .. }
        | EventKind::WorksBuilt { land: id, .. }
        | EventKind::DiceFought { space: id, .. }
        | EventKind::BarbariansFought { land: id, .. }
        | EventKind::BarbariansGone { from: id }
        | EventKind::DisasterStruck { land: id, .. }
        | EventKind::ArmiesDied { land: id, .. }
        | EventKind::CityFounded { land: id, .. }
        | EventKind::ArmiesAdded { land: id, .. }
        | EventKind::MonumentPlaced { land: id, .. } => id,
        _ => return None,
    };
    let lands = sc.board.lands.iter().map(|land| (&land.id, &land.name));
    let mut all = lands.chain(sc.board.waters.iter().map(|water| (&water.id, &water.name)));
    all.find(|(known, _)| *known == id).map(|(_, name)| name.clone())
}

#[cfg(test)]
mod tests;
