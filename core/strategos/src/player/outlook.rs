//! What a country makes of the others: forces that were reported, what garrisons cities are wont to have, and how strong
//! countries are.

use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, HexId, Name, Power, SiteId};
use crate::model::reports::{ForceReport, InsideReport};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitClass, UnitKind, Units};
use crate::rules::battle::base;
use crate::rules::city::{base_tax, capacity};

/// Weeks after which a report of a force says nothing any more.
const STALE: u16 = 3;
/// Weeks after which nobody relies on a force's being where it was reported.
const FRESH: u16 = 1;
/// Regiments that a force is taken to have where a report does not say.
const UNTOLD: u32 = 15;
/// Talents of base tax a week for each regiment that a country is wont to have in the field.
const TAX_PER_REGT: u32 = 14;

/// Weeks that what a spy told of a garrison counts.
const LATELY: u16 = 6;
/// Strength before a city for which one more regiment is raised behind its walls.
pub const STRENGTH_MET_BY_ONE: u32 = 15;

/// A foreign force in the field that was reported lately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Where.
    pub hex: HexId,
    /// Whose.
    pub country: CountryId,
    /// Whether it is at sea or in port.
    pub naval: bool,
    /// Regiments and squadrons, about.
    pub units: u32,
    /// Combat strength in the open, about.
    pub strength: u32,
    /// Weeks since then: 1 for the last.
    pub age: u16,
}

/// What a country makes of the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// Forces in the field that were reported lately, by hex.
    pub forces: Vec<Sighting>,
    /// Regiments that each country is taken to have in the field, by country.
    pub regts: Vec<u32>,
    /// Base tax by country, as far as it is known.
    pub tax: Vec<u32>,
}

impl Outlook {
    /// Of what a country knows.
    pub fn new(sc: &Scenario, st: &State, country: CountryId) -> Self {
        let memory = &st.memory[country.index()];
        let mut forces = Vec::new();
        for (hex, report) in &memory.hexes {
            let age = st.turn.since(report.turn);
            if age > STALE {
                continue;
            }
            for force in &report.forces {
                let Power::Country(whose) = force.power else { continue };
                let (units, strength) = about(sc, force);
                forces.push(Sighting { hex: *hex, country: whose, naval: force.naval, units, strength, age });
            }
        }
        let tax: Vec<u32> = sc.country_ids().map(|other| base_tax(sc, st, other)).collect();
        let regts = tax.iter().map(|tax| tax / TAX_PER_REGT).collect();
        Self { forces, regts, tax }
    }

    /// Puts the forces that were reported last onto the map, where they close ways and lines and hinder work on walls (ST-R10,
    /// ST-R23, ST-R33).
    pub fn put_up(&self, sc: &Scenario, st: &mut State) {
        let lately = self.forces.iter().filter(|seen| seen.units > 0 && seen.age <= FRESH);
        for (at, seen) in lately.enumerate() {
            let name = Name::from(format!("Reported {}", at + 1));
            let (kind, unit, most) = if seen.naval {
                (CommandKind::Fleet, UnitKind::TriremeSqd, sc.rulings.commands.fleet_sqds)
            } else {
                (CommandKind::Division, UnitKind::Hoplite, sc.rulings.commands.division_regts)
            };
            let mut command = Command::new(name, kind, Power::Country(seen.country), seen.hex);
            command.units = Units::of(unit, seen.units.min(most as u32) as u16);
            command.organic_supply = 6;
            st.commands.insert(CommandId(u16::MAX - at as u16), command);
        }
    }
}

/// Units and combat strength of a force, as far as a report tells.
fn about(sc: &Scenario, force: &ForceReport) -> (u32, u32) {
    if let Some(units) = force.exact {
        return (u32::from(units.fighting()), base(&sc.units, &units, false));
    }
    let each = |class: UnitClass| match class {
        UnitClass::Foot | UnitClass::Ship => 5,
        UnitClass::Horse => 6,
        UnitClass::Elephant => 12,
        UnitClass::Train => 0,
    };
    let fights: Vec<(UnitClass, u32)> =
        force.classes.iter().filter(|(class, _)| **class != UnitClass::Train).map(|(class, n)| (*class, *n)).collect();
    if !fights.is_empty() {
        let strength = fights.iter().map(|(class, count)| each(*class) * count).sum();
        return (fights.iter().map(|(_, count)| count).sum(), strength);
    }
    let units = force.units.unwrap_or(UNTOLD);
    (units, 5 * units)
}

/// What a spy told lately of what is inside a city.
pub fn told_inside(st: &State, viewer: CountryId, id: SiteId) -> Option<InsideReport> {
    let report = st.memory[viewer.index()].sites.get(&id)?;
    report.inside.filter(|inside| st.turn.since(inside.turn) <= LATELY)
}

/// The garrison that a foreign city is taken to have: that of the start, one that keeps a captured city quiet, or as many as
/// a spy told; the worst of them. Where no spy tells, a country at war has raised what it takes against a `threat`, in strength.
pub fn garrison_of(sc: &Scenario, st: &State, viewer: CountryId, id: SiteId, threat: u32) -> Units {
    let site = st.site(id);
    let record = sc.cities.get(id.index());
    let mut units = record.map_or(Units::NONE, |record| record.garrison);
    let least = match site.power {
        Power::FreeCity(_) => u16::from(site.size / 2).max(sc.rulings.free_cities.least_garrison as u16),
        Power::Country(_) if record.is_none_or(|record| record.owner != site.power.country()) => u16::from(site.size),
        Power::Country(_) => 1,
    };
    let told = told_inside(st, viewer, id);
    let wanted = match told {
        Some(inside) => (inside.garrison * (100 + u32::from(inside.error)) / 100) as u16,
        // What a country adds in the course of a campaign.
        None if site.power.country().is_some() => least.max(units.regts()) + st.turn.0.min(26) / 9,
        None => least,
    };
    let kind = if told.is_some() { UnitKind::Hoplite } else { UnitKind::Levy };
    units.add(kind, wanted.saturating_sub(units.regts()));
    if told.is_none() && st.at_war(Power::Country(viewer), site.power) && site.power.country().is_some() {
        let raised = threat / STRENGTH_MET_BY_ONE;
        let room = u32::from(capacity(&sc.rulings, site.dv_current));
        units.add(UnitKind::Peltast, (raised.min(room) as u16).saturating_sub(units.regts()));
    }
    units
}
