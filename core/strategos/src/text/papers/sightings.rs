//! What scouts and spies saw last week: forces near one's own cities, and elsewhere.

use super::{cities, own};
use crate::knowledge::Knowledge;
use crate::model::ids::{HexId, Power};
use crate::model::reports::{ForceReport, HexReport, Source};
use crate::model::scenario::Scenario;
use crate::model::state::{Site, Standing};
use crate::model::units::UnitClass;
use crate::text::words::{command_kind, count, list, place, units};

/// How near a foreign force is a threat, in hexes.
const NEAR: u32 = 2;
/// How many forces are named.
const NAMED: usize = 6;

/// A force that was seen.
struct Sighting<'a> {
    enemy: bool,
    /// The nearest city of one's own, and how far it is.
    near: Option<(&'a Site, u32)>,
    hex: HexId,
    report: &'a HexReport,
    force: &'a ForceReport,
}

impl Sighting<'_> {
    fn distance(&self) -> u32 {
        self.near.map_or(u32::MAX, |(_, distance)| distance)
    }
}

/// The forces without a treaty that were seen last week; enemies first, the nearest first. Garrisons of free cities go nowhere:
/// only those that one fights are told.
fn seen(knowledge: &Knowledge) -> Vec<Sighting<'_>> {
    let st = &knowledge.state;
    let mut all = Vec::new();
    for (hex, report) in knowledge.memory().hexes.iter().filter(|(_, report)| st.turn.since(report.turn) <= 1) {
        let near =
            cities(knowledge).map(|(id, site)| (site.hex.distance(*hex), id, site)).min_by_key(|it| (it.0, it.1));
        let near = near.map(|(distance, _, site)| (site, distance));
        for force in &report.forces {
            let standing = st.between(own(knowledge), force.power);
            let stays = matches!(force.power, Power::FreeCity(_)) && standing != Standing::Enemy;
            if !standing.is_treaty() && !stays {
                all.push(Sighting { enemy: standing == Standing::Enemy, near, hex: *hex, report, force });
            }
        }
    }
    all.sort_by_key(|it| (!it.enemy, it.distance(), it.hex, it.force.naval));
    all
}

/// The forces near one's own cities.
pub fn near(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let (close, _): (Vec<_>, Vec<_>) = seen(knowledge).into_iter().partition(|it| it.distance() <= NEAR);
    let told = |it: &Sighting<'_>| {
        let (city, distance) = it.near.expect("it is near one");
        let whereabouts = match distance {
            0 => "before its walls".to_owned(),
            _ => format!("{} away at {}", count(distance, "hex", "hexes"), at(sc, knowledge, it.hex)),
        };
        format!("{}: {}, {whereabouts}.", city.name, sighted(sc, knowledge, it))
    };
    named(&close, told, "near your cities")
}

/// What spies told of cities, and the forces that were seen elsewhere.
pub fn elsewhere(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let (_, far): (Vec<_>, Vec<_>) = seen(knowledge).into_iter().partition(|it| it.distance() <= NEAR);
    let mut all = within_walls(knowledge);
    all.extend(named(
        &far,
        |it| format!("At {}: {}.", at(sc, knowledge, it.hex), sighted(sc, knowledge, it)),
        "elsewhere",
    ));
    all
}

fn named(all: &[Sighting<'_>], told: impl Fn(&Sighting<'_>) -> String, whereabouts: &str) -> Vec<String> {
    let mut lines: Vec<String> = all.iter().take(NAMED).map(told).collect();
    let more = all.len().saturating_sub(NAMED);
    if more > 0 {
        let forces = count(more as u32, "more force was seen", "more forces were seen");
        lines.push(format!("{forces} {whereabouts}; see the map."));
    }
    lines
}

/// What spies told of what is within walls.
fn within_walls(knowledge: &Knowledge) -> Vec<String> {
    let st = &knowledge.state;
    let told = |(id, report): (&crate::model::ids::SiteId, &crate::model::reports::SiteReport)| {
        let inside = report.inside.filter(|inside| st.turn.since(inside.turn) <= 1)?;
        let units = count(inside.garrison, "unit", "units");
        let stores = count(inside.stores, "Store", "Stores");
        Some(format!("{}: walls {}, about {units} inside, {stores}.", st.site(*id).name, report.dv))
    };
    let sites = knowledge.memory().sites.iter().filter(|(id, _)| st.sites.contains_key(id));
    sites.filter_map(told).collect()
}

/// A hex by its city, known or of the start.
fn at(sc: &Scenario, knowledge: &Knowledge, hex: HexId) -> String {
    let site = knowledge.state.site_at(hex).map(|site| knowledge.state.site(site).name.to_string());
    site.unwrap_or_else(|| place(sc, hex))
}

/// *about 13 units of the enemy Kassandros (9 foot, 4 horse) at sea under Prepelaos, as a spy reports*.
fn sighted(sc: &Scenario, knowledge: &Knowledge, it: &Sighting<'_>) -> String {
    let force = it.force;
    let number = match (&force.exact, force.units) {
        (Some(exact), _) => units(exact),
        (None, Some(number)) => format!("about {}", count(number, "unit", "units")),
        (None, None) => "a force".to_owned(),
    };
    let whose = match force.power {
        Power::Country(country) => sc.country(country).name.to_string(),
        Power::FreeCity(site) => knowledge.state.sites.get(&site).map_or("a city".into(), |site| site.name.to_string()),
    };
    let stands = if it.enemy { "of your enemy" } else { "of" };
    let classes: Vec<String> =
        force.classes.iter().map(|(class, number)| format!("{number} {}", arm(*class))).collect();
    let classes =
        if classes.is_empty() || force.exact.is_some() { String::new() } else { format!(" ({})", list(&classes)) };
    let highest = force.highest.filter(|kind| !kind.is_site());
    let highest =
        highest.map_or_else(String::new, |kind| format!(" in {} {}", article(command_kind(kind)), command_kind(kind)));
    let led = force.commander.as_ref().map_or_else(String::new, |leader| format!(" under {leader}"));
    let ships = if force.naval { ", ships" } else { "" };
    let spy = if it.report.source == Source::Spy { ", as a spy tells" } else { "" };
    format!("{number} {stands} {whose}{classes}{highest}{led}{ships}{spy}")
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn arm(class: UnitClass) -> &'static str {
    match class {
        UnitClass::Foot => "foot",
        UnitClass::Horse => "horse",
        UnitClass::Elephant => "elephants",
        UnitClass::Train => "trains",
        UnitClass::Ship => "ships",
    }
}
