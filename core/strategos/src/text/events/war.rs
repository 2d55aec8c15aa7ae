//! Marches, battles, assaults, commands that were lost or won.

use crate::model::ids::Name;
use crate::model::rulings::BattleName;
use crate::model::scenario::Scenario;
use crate::model::units::Units;
use crate::rules::embarkation::NoBoarding;
use crate::rules::event::{CommandLoss, What};
use crate::text::words::{command_kind, count, is_free_city, list, place, power, powers, units};

pub fn tell(sc: &Scenario, what: &What) -> Option<String> {
    Some(match what {
        What::CommandRallied { command } => format!("{command} has rallied and takes orders again."),
        What::CutOff { command } => format!(
            "{command} was beyond its line of communication as the week began: new orders count only if its leader is loyal."
        ),
        What::OrdersIgnored { command } => format!("{command} is out of communication and ignored its new orders."),
        What::CommandRaised { command, command_type, hex } => {
            format!("{command}, a new {}, is raised at {}.", command_kind(*command_type), place(sc, *hex))
        }
        What::CommandDispersed { command, lost } if lost.is_empty() => format!("{command} disperses without loss."),
        What::CommandDispersed { command, lost } => format!("{command} disperses and loses {}.", units(lost)),
        What::ForceMoved { command, from, to, path_left, command_type } => {
            let goes = if command_type.is_naval() { "sails" } else { "marches" };
            let more = if *path_left { "; it goes on next week" } else { "" };
            format!("{command} {goes} from {} to {}{more}.", place(sc, *from), place(sc, *to))
        }
        What::TroopsBoarded { fleet, commands, units, .. } => format!("{} aboard {fleet}.", go(commands, units)),
        What::TroopsLanded { fleet, commands, units, .. } => format!("{} ashore from {fleet}.", go(commands, units)),
        What::BoardingFailed { fleet, ashore, why, .. } => {
            let what = if *ashore { "Nothing went ashore from" } else { "Nothing went aboard" };
            format!("{what} {fleet}: {}.", no_boarding(*why))
        }
        What::BattleFought { .. } => battle(sc, what),
        What::BattleHeard { hex, naval, one, other } => format!(
            "A {} of {} against {} at {}. More is not known.",
            if *naval { "sea fight" } else { "battle" },
            powers(sc, one),
            powers(sc, other),
            place(sc, *hex)
        ),
        What::CommandCaptured { command, of, hex, talents } => {
            format!("{command} of {} is captured at {}, and its {talents} talents.", power(sc, of), place(sc, *hex))
        }
        What::CommandLost { command, how, by } => match (how, by) {
            (CommandLoss::Captured, Some(by)) => format!("{command} was captured by {}.", power(sc, by)),
            (CommandLoss::Captured, None) => format!("{command} was captured."),
            (CommandLoss::Caught, _) => format!("{command} was caught among enemy troops and is lost."),
            (CommandLoss::Defected, _) => format!("{command} has changed sides, with all its units."),
            (CommandLoss::City, _) => format!("{command} was lost with the city that it was in."),
        },
        What::RaidMade { city, talents } => format!("The raid on {city} brings {talents} talents."),
        What::CityRaided { city, talents } => format!("Raiders took {talents} talents of the tax of {city}."),
        What::CommandInDisorder { command } => {
            format!("{command} was in disorder: it worked at no task this week, and its leader has failed.")
        }
        What::AssaultMade { .. } => assault(sc, what),
        What::GarrisonSet { city, commands, units } => format!("{} into {city}.", go(commands, units)),
        What::AssaultHeard { city, attackers, defender } => {
            format!("{} stormed {city}, held by {}. More is not known.", powers(sc, attackers), holder(sc, defender))
        }
        _ => return None,
    })
}

/// `Division 1 and 3 hoplite regiments go`.
fn go(commands: &[Name], more: &Units) -> String {
    let mut who: Vec<String> = commands.iter().map(ToString::to_string).collect();
    if !more.is_empty() {
        who.push(units(more));
    }
    let one = commands.len() == 1 && more.is_empty() || commands.is_empty() && more.iter().all(|(_, count)| count == 1);
    format!("{} {}", list(&who), if one && who.len() == 1 { "goes" } else { "go" })
}

fn no_boarding(why: NoBoarding) -> &'static str {
    match why {
        NoBoarding::Fleet => "it was within walls",
        NoBoarding::Ground => "there is no landing",
        NoBoarding::Troops => "the troops were within walls",
        NoBoarding::Carried => "the troops were aboard already, or not aboard it",
        NoBoarding::TooFew => "there were not so many units",
        NoBoarding::NoRoom => "its ships had not so much room",
        NoBoarding::Limit => "no command ashore could take the units",
        NoBoarding::Blockaded => "the city was blockaded",
        NoBoarding::NotThere => "the fleet and the troops did not come together in time",
    }
}

fn result(name: BattleName) -> &'static str {
    match name {
        BattleName::DrawnOut => "a narrow",
        BattleName::Clear => "a clear",
        BattleName::Decisive => "a decisive",
        BattleName::Crushing => "a crushing",
        BattleName::Annihilating => "an annihilating",
    }
}

/// *about 7 units*, or *nothing*.
fn about(lost: u32) -> String {
    if lost == 0 { "nothing".to_owned() } else { format!("about {}", count(lost, "unit", "units")) }
}

fn own_losses(lost: &Units) -> String {
    if lost.is_empty() { "no losses of its own".to_owned() } else { format!("own losses {}", units(lost)) }
}

fn battle(sc: &Scenario, what: &What) -> String {
    let What::BattleFought {
        hex,
        naval,
        won,
        result: name,
        own,
        foes,
        lost,
        foe_lost,
        taken,
        fallen,
        routed,
        retreat,
        trapped,
        ..
    } = what
    else {
        return String::new();
    };
    let (fight, outcome) = (if *naval { " at sea" } else { "" }, if *won { "victory" } else { "defeat" });
    let mut told = format!(
        "{} {outcome} of {}{fight} at {} against {}: {}; the enemy lost {}.",
        crate::text::words::capital(result(*name)),
        powers(sc, own),
        place(sc, *hex),
        powers(sc, foes),
        own_losses(lost),
        about(*foe_lost)
    );
    if !taken.is_empty() {
        told += &format!(" Taken: {}.", units(taken));
    }
    told += match (won, routed, trapped) {
        (true, _, true) => " The enemy had no way out.",
        (true, true, _) => " The enemy is routed.",
        (false, _, true) => " There was no way out: half of those who were left were taken, the rest are scattered.",
        (false, true, _) => " The force is routed, and only withdraws until it rallies.",
        _ => "",
    };
    if let Some(hex) = retreat {
        told += &format!(" It fell back to {}.", place(sc, *hex));
    }
    if !fallen.is_empty() {
        let names: Vec<String> = fallen.iter().map(ToString::to_string).collect();
        told += &format!(" {} fell.", list(&names));
    }
    told
}

fn assault(sc: &Scenario, what: &What) -> String {
    let What::AssaultMade { city, attacking, own, foes, repulse, success, lost, foe_lost, .. } = what else {
        return String::new();
    };
    let fate = match (attacking, success, repulse) {
        (true, true, _) => format!("{} stormed and took {city}, held by {}", powers(sc, own), holders(sc, foes)),
        (true, _, true) => format!("{} stormed {city} in vain, a bloody repulse", powers(sc, own)),
        (true, ..) => format!("{} stormed {city} in vain, held by {}", powers(sc, own), holders(sc, foes)),
        (false, true, _) => format!("{} stormed {city} and took it from {}", powers(sc, foes), powers(sc, own)),
        (false, _, true) => format!("{} threw {} back from {city} with ease", powers(sc, own), powers(sc, foes)),
        (false, ..) => format!("{} held {city} against the assault of {}", powers(sc, own), powers(sc, foes)),
    };
    format!("{fate}: {}, the enemy lost {}.", own_losses(lost), about(*foe_lost))
}

/// Who holds a city: a country, or its own people.
fn holder(sc: &Scenario, name: &Name) -> String {
    if is_free_city(sc, name) { "its own people".to_owned() } else { power(sc, name) }
}

fn holders(sc: &Scenario, names: &[Name]) -> String {
    list(&names.iter().map(|name| holder(sc, name)).collect::<Vec<_>>())
}
