//! Cities and forts: growth, siege, plunder, fall.

use super::household::parts;
use crate::model::scenario::Scenario;
use crate::rules::event::{CityFall, PlunderEnd, What};
use crate::text::words::{count, is_free_city, list, ordinal, place, power, powers, units};

pub fn tell(sc: &Scenario, what: &What) -> Option<String> {
    growth(sc, what).or_else(|| siege(sc, what)).or_else(|| fall(sc, what))
}

fn growth(sc: &Scenario, what: &What) -> Option<String> {
    Some(match what {
        What::UnitsReady { city, units: ready } => format!("Ready at {city}: {}.", units(ready)),
        What::ForcesArrived { city, units: come, leaders } => {
            let leaders = leaders.iter().map(ToString::to_string);
            let force = (!come.is_empty()).then(|| units(come));
            format!("Arrived at {city}: {}.", list(&force.into_iter().chain(leaders).collect::<Vec<_>>()))
        }
        What::CityFounded { city, hex } => {
            format!("{city} is founded at {}: size 1, and a leader more from the next quarter on.", place(sc, *hex))
        }
        What::FortBuilt { fort, hex, dv } => format!("The fort {fort} stands at {}, defence {dv}.", place(sc, *hex)),
        What::CityGrew { city, size } => format!("{city} grows to size {size}: 10 talents of tax a week more."),
        What::WallsRaised { city, dv } => format!("The walls of {city} are raised to defence {dv}."),
        What::BaseSet { city } => format!("{city} has a Command Base now and serves like a city of your own."),
        What::SiteSeen { site, hex, fort: true } => format!("Scouts find a new fort, {site}, at {}.", place(sc, *hex)),
        What::SiteSeen { site, hex, fort: false } => format!("Scouts find a new city, {site}, at {}.", place(sc, *hex)),
        What::RoadSeen { hex } => format!("A new road runs through {}.", place(sc, *hex)),
        What::CitySettled { city } => {
            format!("{city}, long held, counts as an ally's now: it pays full tax and needs no great garrison.")
        }
        _ => return None,
    })
}

fn siege(sc: &Scenario, what: &What) -> Option<String> {
    let blockade = |weeks: u16| match weeks {
        0 => "the ways out are open".to_owned(),
        weeks => format!("cut off for {}", count(weeks, "week", "weeks")),
    };
    Some(match what {
        What::CityBesieged { city, by, siege, blockade_weeks, dv, stores } => {
            let verb = if *siege { "besieged" } else { "blockaded" };
            let food = match stores {
                0 if *blockade_weeks > 0 => "no Stores: the garrison starves".to_owned(),
                stores => format!("{} left", count(*stores, "Store", "Stores")),
            };
            format!("{city} is {verb} by {}: {}; defence {dv}, {food}.", powers(sc, by), blockade(*blockade_weeks))
        }
        What::SiegeReported { city, siege, blockade_weeks, dv } => {
            let verb = if *siege { "siege" } else { "blockade" };
            let walls = dv.map_or_else(String::new, |dv| format!(", defence about {dv}"));
            format!("The {verb} of {city} goes on: {}{walls}.", blockade(*blockade_weeks))
        }
        What::SiegeLifted { city, own: true } => format!("{city} is free again: nobody besieges it any more."),
        What::SiegeLifted { city, own: false } => {
            format!("The siege of {city} is over; what it wore down is mended in time.")
        }
        What::GarrisonStarved { city, lost } => format!("Hunger in {city}: {} lost.", units(lost)),
        What::CityDevastated { city, size: 0 } => format!("{city} is a ruin."),
        What::CityDevastated { city, size } => format!("{city} is devastated: size {size} now, for good."),
        What::WallsPulledDown { city, dv } => format!("The walls of {city} are pulled down to defence {dv}."),
        What::CityWavered { city, times } => {
            let often = if *times > 1 {
                format!(", for the {} time in this siege", ordinal((*times).into()))
            } else {
                String::new()
            };
            format!("The commander of {city} wavers{often}. Each time makes surrender likelier.")
        }
        What::PlunderEnded { city, pillage, end, talents } => {
            let work = if *pillage { "pillage" } else { "looting" };
            match end {
                PlunderEnd::GoesOn => format!("The {work} of {city} needs another week."),
                PlunderEnd::Done if *talents == 0 => {
                    format!("The {work} of {city} brings nothing, and its tax suffers for ten weeks.")
                }
                PlunderEnd::Done => {
                    format!("The {work} of {city} brings {talents} talents; its tax suffers for ten weeks.")
                }
                PlunderEnd::Prevented => format!("Enemy troops at {city} prevented the {work}; the city is spared."),
                PlunderEnd::Spoiled => {
                    format!("The {work} of {city} was broken off: no money, and its tax suffers for ten weeks.")
                }
            }
        }
        _ => return None,
    })
}

fn fall(sc: &Scenario, what: &What) -> Option<String> {
    let way = |how: CityFall| match how {
        CityFall::Assault => "fell by storm",
        CityFall::Surrender | CityFall::Free => "surrendered",
        CityFall::Revolt => "rose",
    };
    Some(match what {
        What::CityLost { city, to, how: CityFall::Revolt, lost, .. } => {
            let cost =
                if lost.is_empty() { String::new() } else { format!(" The garrison was killed: {}.", units(lost)) };
            let master = if is_free_city(sc, to) {
                "is its own master now".to_owned()
            } else {
                format!("is with {} again", power(sc, to))
            };
            format!("{city} rose and {master}.{cost}")
        }
        What::CityLost { city, to, how, taken, ships, lost } => {
            let cost = parts(&[("Taken prisoner", taken), ("Captured in port", ships), ("Lost", lost)]);
            let free = if *how == CityFall::Free { " The garrison left free." } else { "" };
            format!("{city} {} to {}.{free}{cost}", way(*how), power(sc, to))
        }
        What::CityWon { city, from, how, taken, ships } => {
            let gain = parts(&[("Taken prisoner", taken), ("Captured in port", ships)]);
            let whose =
                if is_free_city(sc, from) { ", a free city,".into() } else { format!(" of {}", power(sc, from)) };
            match how {
                CityFall::Revolt => format!("{city} rose against {} and is yours again.{gain}", power(sc, from)),
                _ => format!(
                    "{city}{whose} {} to you.{gain} Keep as many units inside as its size, or it may rise.",
                    way(*how)
                ),
            }
        }
        What::CityTaken { city, from, to, capital_of } => {
            let capital =
                capital_of.as_ref().map_or_else(String::new, |of| format!(", the capital of {},", power(sc, of)));
            if is_free_city(sc, to) {
                format!("{city}{capital} is its own master: it is free from {}.", power(sc, from))
            } else if is_free_city(sc, from) {
                format!("{city}{capital}, a free city till now, is in the hands of {}.", power(sc, to))
            } else {
                format!("{city}{capital} has passed from {} to {}.", power(sc, from), power(sc, to))
            }
        }
        _ => return None,
    })
}
