//! The week, money, food, chance, morale, spies, and how it ended.

use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::EndReason;
use crate::model::units::Units;
use crate::rules::event::{SpyResult, Wear, What};
use crate::rules::events::Chance;
use crate::text::words::{capital, ordinal, power, powers, units, weather};

pub fn tell(sc: &Scenario, what: &What) -> Option<String> {
    Some(match what {
        What::QuarterBegan { quarter, winter } => {
            let taxes = if *winter { " Taxes are halved until it is over." } else { "" };
            format!(
                "{} has begun: Stores are filled, and spies and an assassin may be hired anew.{taxes}",
                capital(quarter)
            )
        }
        What::WeatherCame { weather, rain_weeks } => skies(*weather, *rain_weeks),
        What::AccountsDrawn { before, taxes, upkeep, fleets, orders, treasury, .. } => {
            let spent = if *orders < 0 { format!(", orders {}", -orders) } else { String::new() };
            format!(
                "Treasury: {before} talents a week ago, {treasury} now. Taxes brought {taxes}; pay and fleets took {}{spent}.",
                upkeep + fleets
            )
        }
        What::TradeArrived { from, to, talents } => {
            format!("Traders from {from} came to {to}: {talents} talents for the treasury.")
        }
        What::TradersCame { of, from, to, talents } => {
            format!("Traders of {} from {from} came to {to}: {talents} talents in tolls.", power(sc, of))
        }
        What::TradeLost { from, to, hex, by: Some(by) } => {
            format!("Traders from {from} to {to} were taken by {} in {hex}.", power(sc, by))
        }
        What::TradeLost { from, to, hex, by: None } => {
            format!(
                "Traders from {from} turned back in {hex}: {to} has nobody left to trade with. What they cost is lost."
            )
        }
        What::TradeTaken { of, hex, talents } => {
            format!("Traders of {} were taken in {hex}, with {talents} talents.", power(sc, of))
        }
        What::UnitsUnpaid { command, lost } if lost.is_empty() => {
            format!("{command} was not paid in full. This time nobody left.")
        }
        What::UnitsUnpaid { command, lost } => format!("{command} was not paid in full, and lost {}.", units(lost)),
        What::DivisionStarved { command, .. } => {
            format!("{command} found nothing to eat. It fights worse until it is fed.")
        }
        What::AttritionSuffered { command, cause, lost } => format!("{command} lost {} {}.", units(lost), by(*cause)),
        What::ChanceBefell { chance, city, lost } => {
            befell(*chance, city.as_ref().map_or("", |city| city.as_str()), lost)
        }
        What::MoraleChanged { from, to } => {
            format!("Country morale {} from {from} to {to}.", if to > from { "rises" } else { "falls" })
        }
        What::DispatchPublished { by, text } => format!("{} writes to the world: “{text}”", power(sc, by)),
        What::SpyReported { city, result } => match result {
            SpyResult::Good => {
                format!(
                    "The spy in {city} sends a good report: its numbers are off by {} in 100 at most.",
                    sc.rulings.covert.good_error
                )
            }
            SpyResult::Poor => {
                format!(
                    "The spy in {city} sends a poor report: its numbers may be off by {} in 100.",
                    sc.rulings.covert.poor_error
                )
            }
            SpyResult::Nothing => format!("The spy in {city} has nothing to tell."),
            SpyResult::Caught => format!("The spy in {city} was caught, and it is known who sent him."),
        },
        What::SpyCaught { city, of } => format!("A spy of {} was caught in {city}.", power(sc, of)),
        What::OrderRefused { order, detail } => {
            format!("“{order}” could not be carried out: {detail}.")
        }
        What::CountryOut { country } => {
            format!("{} has no city left and is out; what he had captured is free.", power(sc, country))
        }
        What::CampaignEnded { reason, ranking } => {
            let first = ranking.first().map_or_else(String::new, |first| power(sc, first));
            let why = match reason {
                EndReason::Capitals => "holds enough capitals",
                EndReason::Tax => "has the tax income that wins",
                EndReason::Date => "stands best in the last week",
                EndReason::LastStanding => "alone is left",
            };
            let rest = ranking.get(1..).unwrap_or_default();
            let rest = if rest.is_empty() { String::new() } else { format!(" After him: {}.", powers(sc, rest)) };
            format!("The campaign is over: {first} wins, for he {why}.{rest}")
        }
        _ => return None,
    })
}

fn skies(sky: Weather, rain_weeks: u8) -> String {
    let told = weather(sky);
    let land = match rain_weeks {
        0 | 1 => String::new(),
        _ if !sky.is_rain() => "; the ground dries, and land forces were slow once more".to_owned(),
        weeks => format!(", for the {} week running: land forces were slower", ordinal(weeks.into())),
    };
    let sea = match sky {
        Weather::Storm => "; no fleet could fight, and ships on the open sea were in danger",
        Weather::RainStrong => "; ships on the open sea were in danger",
        _ => "",
    };
    format!("{told}{land}{sea}.")
}

fn by(cause: Wear) -> &'static str {
    match cause {
        Wear::Hunger => "by hunger",
        Wear::ForcedMarch => "on a forced march",
        Wear::Rain => "in the rain",
        Wear::NoHarbour => "at sea, because enemies hold the harbours near it",
        Wear::Storm => "in storms at sea",
        Wear::Aboard => "aboard, because its fleet was not supplied",
    }
}

fn befell(chance: Chance, city: &str, lost: &Units) -> String {
    let died = if lost.is_empty() { String::new() } else { format!(" Lost: {}.", units(lost)) };
    match chance {
        Chance::Plague => format!("Plague in {city}: no tax for two weeks.{died}"),
        Chance::Fire => format!("Fire in {city}: half its tax for four weeks."),
        Chance::Earthquake => format!("An earthquake in {city}: the walls lose a point, and can be mended."),
        Chance::GoodHarvest => "A good harvest: two more Stores in every city.".into(),
        Chance::BadHarvest => "A bad harvest: one Store less in every city.".into(),
        Chance::Treasure => "A treasure is found: 100 talents.".into(),
        Chance::Pirates if city.is_empty() => "Pirates find no port to plunder.".into(),
        Chance::Pirates => format!("Pirates off {city}: no tax next week, and its traders are lost."),
        Chance::Desertion if lost.is_empty() => "There is talk of desertion, but nobody leaves.".into(),
        Chance::Desertion => format!("Desertion.{died}"),
        Chance::Volunteers => {
            "Volunteers: two hoplite regiments join the garrison of the capital, if it is yours.".into()
        }
        Chance::GoodOmen => "A good omen lifts the country's morale.".into(),
        Chance::BadOmen => "A bad omen lowers the country's morale.".into(),
        Chance::Unrest => format!("Unrest in {city}: with fewer units inside than its size it might have risen."),
    }
}

/// What there is of these, a sentence each: * Lost: 1 levy regiment.*
pub(super) fn parts(all: &[(&str, &Units)]) -> String {
    all.iter().filter(|(_, lot)| !lot.is_empty()).map(|(what, lot)| format!(" {what}: {}.", units(lot))).collect()
}
