//! Siege, bombardment, looting, razing, shore guns (RN-66, RN-67, RN-70, RN-72): one function a check.

use renaissance::model::location::Location;
use renaissance::model::measures::Rating;
use renaissance::rules::battle::looting;
use renaissance::rules::battle::shore_guns::fire_at_ships;
use renaissance::rules::battle::siege::{self, SiegeBombardment};
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

use crate::war::field::{int, one, war};
use crate::war::given::{self, number, number_or_none};

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "siege_attrition" => {
            let successes = number(given, "successes")?;
            let groups = given.list("groups")?;
            let lost = groups.iter().map(|group| Ok(int(siege::attrition(whole(group)?, successes))));
            one("lost", lost.collect::<Result<Vec<_>, Wrong>>()?.into())
        }
        "siege_holds" => one("holds", siege::holds(number(given, "besiegers")?, number(given, "inside")?).into()),
        "siege_bombardment" => bombardment(given)?,
        "looting" => loot(given)?,
        "razing" => {
            let least = Rating::new(given.int_or("least_fas", 1)?);
            let (far, fas) = (Rating::new(given.int("far")?), Rating::new(given.int("fas")?));
            let (far, fas) = looting::raze(far, fas, number(given, "men")?, least);
            pairs([("far", int(far.get())), ("fas", int(fas.get()))])
        }
        "shore_guns" => {
            let fleet = given::ships_of(given, "fleet")?;
            let fire = fire_at_ships(number(given, "cannons")?, number(given, "gunnery")?, &fleet, &war());
            pairs([("hits", int(fire.hits)), ("burst", int(fire.burst)), ("sunk", given::written_ships(&fire.sunk))])
        }
        _ => return Ok(None),
    };
    Ok(Some(found))
}

pub fn pairs<const N: usize>(pairs: [(&str, Value); N]) -> Table {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn bombardment(given: &mut Given) -> Result<Table, Wrong> {
    let inside = given.take("inside").unwrap_or(Value::Array(Vec::new()));
    let inside = inside.as_array().ok_or("inside: cannons and gunnery of each owner")?.iter().map(|pair| {
        match pair.as_array().map(Vec::as_slice) {
            Some([cannons, gunnery]) => Ok((whole(cannons)?, whole(gunnery)?)),
            _ => Err("inside: cannons and gunnery of each owner".to_owned()),
        }
    });
    let bombardment = SiegeBombardment {
        inside: inside.collect::<Result<_, Wrong>>()?,
        cannons: number(given, "cannons")?,
        gunnery: number(given, "gunnery")?,
        far: number(given, "far")?,
        fas: number(given, "fas")?,
        least_fas: 1,
    };
    let effect = bombardment.effect(&war());
    let burst_inside: Vec<Value> = effect.burst_inside.iter().map(|count| int(*count)).collect();
    Ok(pairs([
        ("fas", int(effect.fas)),
        ("burst", int(effect.burst)),
        ("destroyed", int(effect.destroyed)),
        ("burst_inside", burst_inside.into()),
    ]))
}

fn loot(given: &mut Given) -> Result<Table, Wrong> {
    let mut location = Location {
        population: number_or_none(given, "population")?,
        wealth: Rating::new(given.int_or("wealth", 0)?),
        loyalty: Rating::new(given.int_or("loyalty", 0)?),
        ..Location::default()
    };
    let taken = looting::yield_of(location.wealth, location.population, number_or_none(given, "soldiers")?);
    looting::suffer(&mut location, given.flag("sovereign").unwrap_or(false));
    Ok(pairs([
        ("ducats", int(taken as i64)),
        ("wealth", int(location.wealth.get())),
        ("loyalty", int(location.loyalty.get())),
    ]))
}
