//! Step 17: random events (ST-4.5, ST-24.16, ST-R57).

use kernel::{Dice, RuleRef};

use super::losses::one_in;
use super::revolt;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, CountryId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

const R57: RuleRef = RuleRef::new("ST-R57");

/// What befalls a country (ST-R57).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosChance, title = "StrategosChance")]
pub enum Chance {
    /// One in ten of each unit inside a city dies; no tax for two weeks.
    Plague,
    /// Half tax for four weeks.
    Fire,
    /// The walls lose a point.
    Earthquake,
    /// Stores are greater by two everywhere.
    GoodHarvest,
    /// Stores are less by one everywhere.
    BadHarvest,
    /// A hundred talents.
    Treasure,
    /// A port has no tax this week, and its trade units are lost.
    Pirates,
    /// One in twenty of a division runs away.
    Desertion,
    /// Two regiments of hoplites in the capital.
    Volunteers,
    /// Morale rises.
    GoodOmen,
    /// Morale falls.
    BadOmen,
    /// A city checks for revolt.
    Unrest,
}

impl Chance {
    /// By the face of a d12.
    pub const BY_FACE: [Self; 12] = [
        Self::Plague,
        Self::Fire,
        Self::Earthquake,
        Self::GoodHarvest,
        Self::BadHarvest,
        Self::Treasure,
        Self::Pirates,
        Self::Desertion,
        Self::Volunteers,
        Self::GoodOmen,
        Self::BadOmen,
        Self::Unrest,
    ];
}

/// An event that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Befell {
    /// To whom.
    pub country: CountryId,
    /// What.
    pub chance: Chance,
    /// Where, if in one place.
    pub site: Option<SiteId>,
    /// What was lost.
    pub lost: Units,
    /// The city, if it rose.
    pub fallen: Option<super::capture::Fallen>,
}

/// Step 17 for every country in play, by id.
pub fn random_events(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<Befell> {
    let mut all = Vec::new();
    for country in sc.country_ids().filter(|country| !st.country(*country).out).collect::<Vec<_>>() {
        let mut stream = dice.stream("event", u16::from(country.0), 0);
        if !stream.chance(sc.rulings.events.chance, R57) {
            continue;
        }
        let chance = Chance::BY_FACE[stream.range(1, 12, R57) as usize - 1];
        let power = Power::Country(country);
        let fits = |site: &SiteId| chance != Chance::Pirates || sc.board.is_harbour(st.site(*site).hex);
        let own = st.sites.iter().filter(|(_, site)| site.power == power && site.size > 0).map(|(id, _)| *id);
        let cities: Vec<SiteId> = own.filter(fits).collect();
        let place = (!cities.is_empty()).then(|| cities[stream.pick(cities.len(), R57)]);
        let mut befell = Befell { country, chance, site: None, lost: Units::NONE, fallen: None };
        befall(sc, st, &mut befell, place, dice);
        all.push(befell);
    }
    all
}

fn befall(sc: &Scenario, st: &mut State, befell: &mut Befell, place: Option<SiteId>, dice: &mut Dice) {
    let (figures, turn, country) = (&sc.rulings.events, st.turn, befell.country);
    let in_one_city =
        matches!(befell.chance, Chance::Plague | Chance::Fire | Chance::Earthquake | Chance::Pirates | Chance::Unrest);
    let Some(city) = place.or_else(|| (!in_one_city).then_some(SiteId(u16::MAX))) else { return };
    befell.site = in_one_city.then_some(city);
    match befell.chance {
        Chance::Plague => {
            let inside: Vec<CommandId> =
                st.commands.iter().filter(|(_, it)| it.inside == Some(city)).map(|(id, _)| *id).collect();
            for id in inside {
                let mut stream = dice.stream("event", id.0, 1);
                let units = &mut st.command_mut(id).units;
                befell.lost.join(&one_in(units, figures.plague_one_in, |kind| !kind.is_train(), R57, &mut stream));
            }
            st.site_mut(city).no_tax_until = Some(turn.later(figures.plague_weeks as u16));
        }
        Chance::Fire => st.site_mut(city).half_tax_until = Some(turn.later(figures.fire_weeks as u16)),
        Chance::Earthquake => {
            let site = st.site_mut(city);
            site.dv_current = site.dv_current.saturating_sub(1).max(site.dv_current.min(1));
        }
        Chance::GoodHarvest => harvest(st, country, figures.good_harvest),
        Chance::BadHarvest => harvest(st, country, -figures.harvest),
        Chance::Treasure => st.country_mut(country).treasury += Talents(figures.treasure as u32),
        Chance::Pirates => {
            st.site_mut(city).no_tax_until = Some(turn.later(1));
            st.convoys.retain(|convoy| convoy.from != city || convoy.country != country);
        }
        Chance::Desertion => desert(sc, st, befell, dice),
        Chance::Volunteers => {
            let capital = st.country(country).capital;
            let held = st.sites.get(&capital).filter(|site| site.power == Power::Country(country) && site.size > 0);
            if let Some(command) = held.map(|site| site.command) {
                let units = Units::of(UnitKind::Hoplite, figures.volunteers as u16);
                super::journeys::garrison(sc, st, capital, command, units);
            }
        }
        Chance::GoodOmen => st.country_mut(country).morale_due += 1,
        Chance::BadOmen => st.country_mut(country).morale_due -= 1,
        Chance::Unrest => befell.fallen = revolt::roll(sc, st, city, 2, dice),
    }
}

fn harvest(st: &mut State, country: CountryId, by: i32) {
    for site in st.sites.values_mut().filter(|site| site.power == Power::Country(country) && site.size > 0) {
        site.stores = (i32::from(site.stores) + by).clamp(0, i32::from(u8::MAX)) as u8;
    }
}

fn desert(sc: &Scenario, st: &mut State, befell: &mut Befell, dice: &mut Dice) {
    let power = Power::Country(befell.country);
    let divisions: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| it.power == power && it.kind == CommandKind::Division && it.units.regts() > 0)
        .map(|(id, _)| *id)
        .collect();
    if divisions.is_empty() {
        return;
    }
    let mut stream = dice.stream("event", u16::from(befell.country.0), 2);
    let id = divisions[stream.pick(divisions.len(), R57)];
    let units = &mut st.command_mut(id).units;
    befell.lost = one_in(units, sc.rulings.events.desertion_one_in, UnitKind::is_regt, R57, &mut stream);
}
