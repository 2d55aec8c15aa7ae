//! Events in words (UM-33).

use kernel::words::count;

use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::ids::{Captain, Party, Place, Units};
use crate::model::scenario::Scenario;
use crate::rules::event::{Event, EventKind};

/// A faction as prose names it: *Venice*, *the Papal State*, *the Independents*.
pub fn who(sc: &Scenario, party: &Party) -> String {
    const WITH_ARTICLE: [&str; 5] = ["State", "League", "Republic", "Kingdom", "Empire"];
    match sc.nations.get(party.id.index()) {
        Some(nation) if is_people(sc, party) || WITH_ARTICLE.iter().any(|word| nation.name.ends_with(word)) => {
            format!("the {}", nation.name)
        }
        Some(nation) => nation.name.clone(),
        None => "the Independents".to_owned(),
    }
}

/// Whether a faction is named as a people, in the plural: tribes are, and the Independents.
fn is_people(sc: &Scenario, party: &Party) -> bool {
    !sc.is_civilised(party.id)
}

/// A faction at the head of a sentence with its verb, given in the singular: *Venice declares*, *The Ilergetes declare*.
fn head(sc: &Scenario, party: &Party, verb: &str) -> String {
    heads(sc, std::slice::from_ref(party), verb)
}

/// Several factions with their verb.
fn heads(sc: &Scenario, parties: &[Party], verb: &str) -> String {
    let many = parties.len() > 1 || parties.iter().any(|party| is_people(sc, party));
    let verb = match verb.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", agreeing(many, first)),
        None => agreeing(many, verb).to_owned(),
    };
    format!("{} {verb}", capital(&all(sc, parties)))
}

/// A verb that is given in the singular, in the plural if there are many who do it.
fn agreeing(many: bool, verb: &str) -> &str {
    if !many {
        return verb;
    }
    match verb {
        "is" => "are",
        "marches" => "march",
        other => other.strip_suffix('s').unwrap_or(other),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn list(words: &[String]) -> String {
    if words.is_empty() { "nobody".to_owned() } else { kernel::words::list(words) }
}

fn all(sc: &Scenario, parties: &[Party]) -> String {
    list(&parties.iter().map(|party| who(sc, party)).collect::<Vec<_>>())
}

fn captains(captains: &[Captain]) -> String {
    list(&captains.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// Units in full words: *4 men-at-arms and 6 foot*.
pub fn troops(sc: &Scenario, units: &Units) -> String {
    let words = |(troop, number): &(crate::model::ids::Troop, u16)| {
        let unit = sc.unit(troop.id);
        count(*number, &unit.name, &unit.plural)
    };
    let words: Vec<String> = units.0.iter().map(words).collect();
    if words.is_empty() { "no troops".to_owned() } else { list(&words) }
}

fn arm(arm: Arm) -> &'static str {
    match arm {
        Arm::Land => "army",
        Arm::Sea => "fleet",
    }
}

fn orders(fleet: Option<CombatOrders>, army: Option<CombatOrders>) -> String {
    match (fleet, army) {
        (Some(fleet), Some(army)) => format!("fleet {fleet}, army {army}"),
        (Some(fleet), None) => format!("fleet {fleet}"),
        (None, Some(army)) => format!("army {army}"),
        (None, None) => "none".to_owned(),
    }
}

/// An event in a sentence or two.
pub fn tell(sc: &Scenario, event: &Event) -> String {
    match &event.what {
        EventKind::EnmityDeclared { nation, against } => {
            format!("{} {} an enemy.", head(sc, nation, "declares"), who(sc, against))
        }
        EventKind::EnmityWithdrawn { nation, against } => {
            format!("{} {} from the list of enemies.", head(sc, nation, "strikes"), who(sc, against))
        }
        EventKind::TaxRateSet { percent, .. } => format!("Taxes are set at {percent} % of normal revenue."),
        EventKind::OrderFailed { order, what, reason, .. } => {
            format!("Order {} “{what}” was not carried out: {reason}.", order + 1)
        }
        EventKind::OrderReduced { order, what, reason, .. } => {
            format!("Order {} “{what}” was carried out for a part only: {reason}.", order + 1)
        }
        EventKind::UnitsDisbanded { place, units, .. } => format!("{} disbanded in {place}.", troops(sc, units)),
        EventKind::NetworkDisbanded { place, .. } => format!("Your spy network in {place} is disbanded."),
        EventKind::ColonyFormed { nation, place } => {
            format!("Veterans of {} settle in {place}: it is now a loyal colony.", who(sc, nation))
        }
        EventKind::CityFounded { nation, place, revenue } => {
            let worth = revenue.map_or(String::new(), |revenue| format!(", worth {revenue} RP"));
            format!("{} the city of {place}{worth}.", head(sc, nation, "founds"))
        }
        EventKind::CityImproved { place, points, cost, .. } => {
            format!("{place} is improved by {points} RP for {cost} RP; the gain comes with the next taxes.")
        }
        EventKind::CityRebuilt { nation, place, .. } => {
            format!("{} the city of {place}.", head(sc, nation, "rebuilds"))
        }
        EventKind::CityDestroyed { nation, place } => {
            format!("{} the city of {place}.", head(sc, nation, "destroys"))
        }
        EventKind::LootTaken { place, amount, .. } => format!("The sack of {place} brings {amount} RP."),
        EventKind::FundsTransferred { nation, recipient, amount } => {
            format!("{} {amount} RP to {}.", head(sc, nation, "sends"), who(sc, recipient))
        }
        EventKind::AssassinReported { general, killed, exposed, amount, .. } => {
            let result = if *killed { "did his work" } else { "failed" };
            let known = if *exposed { ", and talked: they know who paid him" } else { "" };
            format!("Your assassin ({amount} RP) sent against {general} {result}{known}.")
        }
        EventKind::AttemptOnLife { general, killed, payer, .. } => {
            let result = if *killed { "is murdered" } else { "escapes an assassin" };
            let by = match payer {
                Some(payer) => format!("The murderer was in the pay of {}", who(sc, payer)),
                None => "Nobody knows who paid".to_owned(),
            };
            format!("{general} {result}. {by}.")
        }
        EventKind::BribeAnswered { place, amount, answer, .. } => match answer.as_str() {
            "accepted" => format!("An officer in {place} takes your {amount} RP: the gate may be opened."),
            "refused" => format!("No officer in {place} would take your {amount} RP."),
            _ => format!("The officer in {place} who took your {amount} RP was caught."),
        },
        EventKind::TreasonUncovered { place, briber } => {
            format!("Treason in {place}: an officer was bribed by {}. He has been dealt with.", who(sc, briber))
        }
        EventKind::NetworkLost { place, .. } => format!("Your spy network in {place} is no more."),
        EventKind::NetworkDestroyed { place, of, .. } => {
            format!("A spy network of {} is uncovered and destroyed in {place}.", who(sc, of))
        }
        EventKind::CapitalMoved { nation, from, to } => {
            format!("{} the capital from {from} to {to}.", head(sc, nation, "moves"))
        }
        EventKind::ProvinceCeded { nation, place, recipient } => {
            format!("{} {place} to {}.", head(sc, nation, "cedes"), who(sc, recipient))
        }
        EventKind::TroopsConverted { place, from, to, .. } => {
            format!("In {place}, {} become {}.", troops(sc, from), troops(sc, to))
        }
        EventKind::GeneralAppointed { general, place, free, .. } => {
            let how = if *free { "takes the place of the fallen" } else { "takes service" };
            format!("{general} {how} in {place}.")
        }
        EventKind::GeneralReassigned { general, arm: Arm::Land, .. } => format!("{general} now commands on land."),
        EventKind::GeneralReassigned { general, arm: Arm::Sea, .. } => format!("{general} now commands at sea."),
        EventKind::SenioritySet { general, level, .. } => format!("{general} now has seniority {level}."),
        EventKind::ForceMoved { generals, units, from, to, by_sea, .. } => {
            let way = match (units.is_empty(), *by_sea) {
                (true, _) => "rides",
                (false, true) => "sails",
                (false, false) => "marches",
            };
            let troops = if units.is_empty() { String::new() } else { format!(" with {}", troops(sc, units)) };
            let way = agreeing(generals.len() > 1, way);
            format!("{} {way} from {from} to {to}{troops}.", captains(generals))
        }
        EventKind::ForceHalted { general, place, reason, .. } => format!("{general} halts at {place}: {reason}."),
        EventKind::ForceTurnedBack { general, place, by, .. } => {
            format!("{general} meets a greater force of {} on the road and turns back to {place}.", who(sc, by))
        }
        EventKind::MarchLosses { place, units, .. } => {
            format!("{} lost on the march to {place}.", capital(&troops(sc, units)))
        }
        EventKind::StormStruck { place, units, .. } if units.is_empty() => {
            format!("A storm strikes the fleet bound for {place}; no ship is lost.")
        }
        EventKind::StormStruck { place, units, .. } => {
            format!("A storm strikes the fleet bound for {place}: {} lost.", troops(sc, units))
        }
        EventKind::CombatOrdersSet { place, fleet, army, .. } => {
            format!("Combat orders in {place}: {}.", orders(*fleet, *army))
        }
        EventKind::UnitsRaised { place, units, cost, .. } => {
            format!("{} raised in {place} for {cost} RP.", capital(&troops(sc, units)))
        }
        EventKind::NetworkRaised { place, cost, .. } => format!("A spy network is set up in {place} for {cost} RP."),
        EventKind::Desertion { place, units, .. } => format!("Deserted in {place}: {}.", troops(sc, units)),
        EventKind::RevoltBroke { place, owner, rebels, units } => {
            let many = units.as_ref().map_or("rebels".to_owned(), |units| count(units.total(), "unit", "units"));
            format!("{place} rises against {}: {many} take the field for {}.", who(sc, owner), who(sc, rebels))
        }
        EventKind::GeneralRevolted { general, nation, place, leader: Some(leader), .. } => {
            format!("{general} joins the revolt of {leader} against {} in {place}.", who(sc, nation))
        }
        EventKind::GeneralRevolted { general, nation, place, followed: true, units, .. } => {
            let many = units.as_ref().map_or("his troops".to_owned(), |units| count(units.total(), "unit", "units"));
            format!("{general} revolts against {} in {place}, and {many} follow him.", who(sc, nation))
        }
        EventKind::GeneralRevolted { general, nation, place, .. } => {
            format!("{general} tries to revolt against {} in {place}; his troops kill him.", who(sc, nation))
        }
        EventKind::GeneralDied { general, nation, place, cause } => {
            format!("{general} of {} {cause} in {place}.", who(sc, nation))
        }
        EventKind::GeneralAiling { general, place, cause, .. } => {
            format!("{general} {cause} in {place} and is the weaker for it.")
        }
        EventKind::EpidemicBroke { place } => format!("An epidemic breaks out in {place}."),
        EventKind::EpidemicLosses { place, units, .. } => {
            format!("The epidemic in {place} carries off {}.", troops(sc, units))
        }
        EventKind::SupplyLosses { place, units, .. } => {
            format!("Cut off from supply in {place}: {} lost.", troops(sc, units))
        }
        EventKind::ProvinceDevastated { place, points, .. } => {
            let loss = points.map_or(String::new(), |points| format!(" and loses {points} RP"));
            format!("The country around {place} is laid waste{loss}.")
        }
        EventKind::BattleFought { .. } => battle(sc, &event.what),
        EventKind::BattleLosses { place, units, .. } => {
            format!("Losses of your own in {place}: {}.", troops(sc, units))
        }
        EventKind::ForceWithdrew { nation, place, to, arm: of } => {
            let to = to.as_ref().map_or(String::new(), |to| format!(" to {to}"));
            format!("The {} of {} withdraws from {place}{to}.", arm(*of), who(sc, nation))
        }
        EventKind::ForceEvaded { nation, place, arm: of } => {
            format!("The {} of {} in {place} keeps out of the enemy's reach.", arm(*of), who(sc, nation))
        }
        EventKind::ForceDestroyed { nation, place, units } => {
            let many = count(units.total(), "unit", "units");
            format!("A force of {} in {place} is destroyed with nowhere to go: {many} lost.", who(sc, nation))
        }
        EventKind::IndependentsDispersed { place } => {
            format!("The Independents who left their homes for {place} disperse.")
        }
        EventKind::SiegeLaid { place, besiegers, besieged, turns: 0 | 1 } => {
            format!("{} siege to {place}, held by {}.", heads(sc, besiegers, "lays"), all(sc, besieged))
        }
        EventKind::SiegeLaid { place, besiegers, besieged, turns } => {
            let who = heads(sc, besiegers, "keeps");
            format!("{who} {place} under siege, held by {}, for the {} turn.", all(sc, besieged), nth(*turns))
        }
        EventKind::SiegeRaised { place } => format!("The siege of {place} is raised."),
        EventKind::AssaultMade { place, attackers, succeeded: true, .. } => {
            format!("{} {place} by assault.", heads(sc, attackers, "takes"))
        }
        EventKind::AssaultMade { place, attackers, defenders, .. } => {
            format!(
                "{} {place} in vain: the assault is thrown back by {}.",
                heads(sc, attackers, "storms"),
                all(sc, defenders)
            )
        }
        EventKind::CitySurrendered { place, besiegers } => format!("{place} surrenders to {}.", all(sc, besiegers)),
        EventKind::ProvinceTaken { place, from, to } => {
            format!("{place} passes from {} to {}.", who(sc, from), who(sc, to))
        }
        EventKind::CitySacked { place, by } => {
            format!("The troops of {} sack {place}; the city is destroyed.", who(sc, by))
        }
        EventKind::GeneralCaptured { general, nation, place, by, ransom } => {
            let fate = match ransom {
                Some(price) => format!("ransomed for {price} RP"),
                None => "executed".to_owned(),
            };
            format!("{general} of {} is captured in {place} by {} and {fate}.", who(sc, nation), who(sc, by))
        }
        EventKind::TaxesCollected { amount, .. } => format!("Taxes bring in {amount} RP."),
        EventKind::TroopsPaid { amount, treasury, .. } => {
            format!("The troops are paid {amount} RP; the treasury stands at {treasury} RP.")
        }
        EventKind::RevenueDeclined { place, points, .. } => {
            format!("Heavy taxes shrink the revenue of {place} by {points} RP.")
        }
        EventKind::WinterQuarters { nation, place, to, arm: of } => {
            format!("The {} of {} retires from {place} to winter quarters in {to}.", arm(*of), who(sc, nation))
        }
        EventKind::WinterLosses { place, units, .. } => {
            format!("The winter in enemy country around {place} costs {}.", troops(sc, units))
        }
        EventKind::FeudalDispersed { units, .. } => {
            format!("Gone home for the winter, spread over the nation's provinces: {}.", troops(sc, units))
        }
        EventKind::CommanderWintered { general, to, .. } => format!("{general} goes to winter quarters in {to}."),
        EventKind::WarriorsMustered { place, units, .. } => format!("Mustered in {place}: {}.", troops(sc, units)),
        EventKind::LateNews { place, what } => format!("Late news from {place}: {what}."),
        EventKind::NationEliminated { nation } => format!("{} no more.", head(sc, nation, "is")),
        EventKind::RanksPublished { nations } => {
            let line = nations.iter().enumerate().map(|(at, nation)| format!("{}. {}", at + 1, who(sc, nation)));
            format!("The ranking: {}.", line.collect::<Vec<_>>().join(", "))
        }
        EventKind::CampaignEnded { winner } => format!("The campaign is over. The winner is {}.", who(sc, winner)),
    }
}

fn battle(sc: &Scenario, what: &EventKind) -> String {
    let EventKind::BattleFought {
        place,
        arm,
        attackers,
        defenders,
        winner,
        attacker_losses,
        defender_losses,
        attacker_commander,
        defender_commander,
    } = what
    else {
        return String::new();
    };
    let side = |parties: &[Party], commander: &Option<Captain>| match commander {
        Some(captain) => format!("{} under {captain}", all(sc, parties)),
        None => all(sc, parties),
    };
    let (kind, at) = match arm {
        Arm::Land => ("battle", "at"),
        Arm::Sea => ("sea battle", "off"),
    };
    let result = if winner.is_empty() {
        "Neither side prevails".to_owned()
    } else {
        format!("The victory goes to {}", all(sc, winner))
    };
    let (one, other) = (side(attackers, attacker_commander), side(defenders, defender_commander));
    let lost = |losses: u32| count(losses, "unit", "units");
    format!(
        "A {kind} {at} {place}: {one} against {other}. {result}. The attackers lose {}, the defenders {}.",
        lost(*attacker_losses),
        lost(*defender_losses)
    )
}

/// *second*, *third*, *12th*.
fn nth(number: u32) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    match number {
        1..=10 => WORDS[number as usize - 1].to_owned(),
        _ if (11..=13).contains(&(number % 100)) => format!("{number}th"),
        _ => match number % 10 {
            1 => format!("{number}st"),
            2 => format!("{number}nd"),
            3 => format!("{number}rd"),
            _ => format!("{number}th"),
        },
    }
}

/// Where an event happened.
pub fn place(event: &Event) -> Option<&Place> {
    match &event.what {
        EventKind::EnmityDeclared { .. }
        | EventKind::EnmityWithdrawn { .. }
        | EventKind::TaxRateSet { .. }
        | EventKind::OrderFailed { .. }
        | EventKind::OrderReduced { .. }
        | EventKind::FundsTransferred { .. }
        | EventKind::AssassinReported { .. }
        | EventKind::AttemptOnLife { .. }
        | EventKind::GeneralReassigned { .. }
        | EventKind::SenioritySet { .. }
        | EventKind::TaxesCollected { .. }
        | EventKind::TroopsPaid { .. }
        | EventKind::FeudalDispersed { .. }
        | EventKind::NationEliminated { .. }
        | EventKind::RanksPublished { .. }
        | EventKind::CampaignEnded { .. } => None,
        EventKind::CapitalMoved { to: place, .. }
        | EventKind::ForceMoved { to: place, .. }
        | EventKind::CommanderWintered { to: place, .. }
        | EventKind::UnitsDisbanded { place, .. }
        | EventKind::NetworkDisbanded { place, .. }
        | EventKind::ColonyFormed { place, .. }
        | EventKind::CityFounded { place, .. }
        | EventKind::CityImproved { place, .. }
        | EventKind::CityRebuilt { place, .. }
        | EventKind::CityDestroyed { place, .. }
        | EventKind::LootTaken { place, .. }
        | EventKind::BribeAnswered { place, .. }
        | EventKind::TreasonUncovered { place, .. }
        | EventKind::NetworkLost { place, .. }
        | EventKind::NetworkDestroyed { place, .. }
        | EventKind::ProvinceCeded { place, .. }
        | EventKind::TroopsConverted { place, .. }
        | EventKind::GeneralAppointed { place, .. }
        | EventKind::ForceHalted { place, .. }
        | EventKind::ForceTurnedBack { place, .. }
        | EventKind::MarchLosses { place, .. }
        | EventKind::StormStruck { place, .. }
        | EventKind::CombatOrdersSet { place, .. }
        | EventKind::UnitsRaised { place, .. }
        | EventKind::NetworkRaised { place, .. }
        | EventKind::Desertion { place, .. }
        | EventKind::RevoltBroke { place, .. }
        | EventKind::GeneralRevolted { place, .. }
        | EventKind::GeneralDied { place, .. }
        | EventKind::GeneralAiling { place, .. }
        | EventKind::EpidemicBroke { place }
        | EventKind::EpidemicLosses { place, .. }
        | EventKind::SupplyLosses { place, .. }
        | EventKind::ProvinceDevastated { place, .. }
        | EventKind::BattleFought { place, .. }
        | EventKind::BattleLosses { place, .. }
        | EventKind::ForceWithdrew { place, .. }
        | EventKind::ForceEvaded { place, .. }
        | EventKind::ForceDestroyed { place, .. }
        | EventKind::IndependentsDispersed { place }
        | EventKind::SiegeLaid { place, .. }
        | EventKind::SiegeRaised { place }
        | EventKind::AssaultMade { place, .. }
        | EventKind::CitySurrendered { place, .. }
        | EventKind::ProvinceTaken { place, .. }
        | EventKind::CitySacked { place, .. }
        | EventKind::GeneralCaptured { place, .. }
        | EventKind::RevenueDeclined { place, .. }
        | EventKind::WinterQuarters { place, .. }
        | EventKind::WinterLosses { place, .. }
        | EventKind::WarriorsMustered { place, .. }
        | EventKind::LateNews { place, .. } => Some(place),
    }
}

#[cfg(test)]
mod tests {
    use kernel::RuleRef;

    use super::*;
    use crate::model::{ids::GeneralId, scenario::shipped};

    fn told(sc: &Scenario, what: EventKind) -> String {
        tell(sc, &Event { rule: RuleRef::from("UM-18.1"), phase: None, what })
    }

    #[test]
    fn the_verb_of_a_march_agrees_with_the_generals_who_lead_it() {
        let sc = &shipped::shipped()[0];
        let general = |index: u16| sc.first_captain(GeneralId(index));
        let place = |at: usize| sc.first_place(sc.province_ids().nth(at).unwrap());
        let moved = |count: u16, units: Units, by_sea: bool| {
            let generals: Vec<Captain> = (0..count).map(general).collect();
            let names = captains(&generals);
            let nation = sc.party(sc.nation_ids().next().unwrap());
            let (from, to) = (place(0), place(1));
            let text = told(sc, EventKind::ForceMoved { nation, generals, units, from, to, by_sea, time: 0 });
            text.strip_prefix(&names).unwrap().trim_start().split(' ').next().unwrap().to_owned()
        };
        let foot = || Units(vec![(sc.troop(sc.militia_type), 4)]);
        let verbs = [(foot(), false), (foot(), true), (Units::default(), false)]
            .map(|(units, by_sea)| [1, 2].map(|count| moved(count, units.clone(), by_sea)));
        assert_eq!(verbs, [["marches", "march"], ["sails", "sail"], ["rides", "ride"]]);
    }

    #[test]
    fn one_unit_is_told_of_in_the_singular_and_several_in_the_plural() {
        for sc in shipped::shipped() {
            for kind in sc.type_ids() {
                let (unit, some) = (sc.unit(kind), |count| troops(sc, &Units(vec![(sc.troop(kind), count)])));
                assert_eq!([some(1), some(2)], [format!("1 {}", unit.name), format!("2 {}", unit.plural)]);
                assert!(unit.name == "men-at-arms" || !unit.name.ends_with('s'), "1 {}", unit.name);
            }
        }
    }

    #[test]
    fn the_end_of_a_city_is_told_in_a_whole_sentence() {
        let sc = &shipped::shipped()[0];
        let milan = sc.party(sc.nation_ids().find(|&id| who(sc, &sc.party(id)) == "Milan").unwrap());
        let place = sc.first_place(sc.province_ids().next().unwrap());
        let text = told(sc, EventKind::CityDestroyed { nation: milan, place: place.clone() });
        assert_eq!(text, format!("Milan destroys the city of {place}."));
    }
}
