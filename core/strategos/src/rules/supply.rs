//! Organic supply, forage, trains, the supply of fleets (ST-10.10, ST-20.1, ST-R25 to ST-R28).

use super::communication::Lines;
use crate::model::board::Terrain;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, HexId};
use crate::model::measures::{Talents, Turn};
use crate::model::rulings::{Rulings, Weather};
use crate::model::scenario::Scenario;
use crate::model::state::{SiteStatus, State};

/// What a hex offers to foragers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pasture {
    /// Its terrain.
    pub terrain: Terrain,
    /// Whether a city stands in it.
    pub city: bool,
    /// Whether a river runs in it.
    pub river: bool,
    /// Whether it is winter.
    pub winter: bool,
    /// In how many of the last three weeks ten or more regiments foraged here.
    pub used: u16,
}

/// ST-R25: the forage that a division collects in a week, with so many movement points unspent and so many regiments of all
/// sides in the hex; 5 feeds it.
pub fn forage(rulings: &Rulings, pasture: &Pasture, unspent: u8, regts: u16) -> u8 {
    let supply = &rulings.supply;
    let ground = match rulings.terrain.of(pasture.terrain) {
        None => return 0,
        Some(_) if pasture.city => rulings.march.city_forage,
        Some(terrain) => terrain.forage,
    };
    let river = if pasture.river { rulings.march.river_forage } else { 0 };
    let rest = (i32::from(unspent) / supply.forage_rest).min(supply.forage_rest_most);
    let crowd = (i32::from(regts) - 1).max(0) / supply.forage_crowd;
    let winter = if pasture.winter { supply.forage_winter } else { 0 };
    let used = i32::from(pasture.used).min(supply.forage_used_most);
    let found = (ground + river).min(supply.forage_full) + rest - crowd - winter - used;
    found.clamp(0, supply.forage_full) as u8
}

/// How a division is fed in a week, the first that applies (ST-R25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fed {
    /// Aboard: by its fleet.
    ByFleet,
    /// Inside a blockaded city: from its Stores.
    FromStores,
    /// At a friendly city: its organic supply is full again.
    AtCity,
    /// By forage.
    Forage,
    /// Along a short line of communication.
    Line,
    /// By a supply train, which loses a point.
    Train,
    /// From its organic supply, which falls by one.
    Organic,
    /// It starves (ST-20.1).
    Hungry,
}

/// ST-20.1: whether a division starves that has nothing but its organic supply and what it forages.
pub fn is_hungry(rulings: &Rulings, organic_supply: u8, forage: u8) -> bool {
    organic_supply == 0 && i32::from(forage) < rulings.supply.forage_full
}

/// ST-R25: how a division is fed this week, of which so many movement points are unspent. `winter` and the state are those of
/// the week; `lines` those of its power.
pub fn feeding(sc: &Scenario, st: &State, lines: &Lines, division: CommandId, unspent: u8) -> Fed {
    let command = st.command(division);
    if command.carried_by.is_some() {
        return Fed::ByFleet;
    }
    let site = st.site_at(command.hex).map(|site| st.site(site)).filter(|site| site.size > 0);
    if let Some(site) = site {
        if site.blockade.is_some() && command.inside.is_some() {
            return Fed::FromStores;
        }
        let serves = st.admits(site, command.power) && (site.base || site.status != SiteStatus::Captured);
        if serves && site.blockade.is_none() {
            return Fed::AtCity;
        }
    }
    let forage = forage_at(sc, st, command.hex, unspent);
    if i32::from(forage) >= sc.rulings.supply.forage_full {
        return Fed::Forage;
    }
    if lines.length(command.hex, sc.rulings.supply.line as u32).is_some() {
        return Fed::Line;
    }
    if train_of_force(st, command).is_some() {
        return Fed::Train;
    }
    if is_hungry(&sc.rulings, command.organic_supply, forage) { Fed::Hungry } else { Fed::Organic }
}

/// ST-R25: the forage of a hex as it stands.
pub fn forage_at(sc: &Scenario, st: &State, hex: HexId, unspent: u8) -> u8 {
    let here = sc.board.hex(hex);
    let regts = st.commands_at(hex).map(|(_, command)| command.units.regts()).sum();
    let since = |turn: &&Turn| (1..=sc.rulings.supply.forage_used_weeks as u16).contains(&st.turn.since(**turn));
    let pasture = Pasture {
        terrain: here.terrain,
        city: st.sites.values().any(|site| site.hex == hex && site.size > 0),
        river: here.river,
        winter: sc.quarter(st.turn).is_winter(),
        used: st.foraged.get(&hex).map_or(0, |turns| turns.iter().filter(since).count() as u16),
    };
    forage(&sc.rulings, &pasture, unspent, regts)
}

/// ST-R25 (f): the command of the force whose supply train has points: the division's own first, then the lowest id of its
/// power in the hex.
fn train_of_force(st: &State, division: &Command) -> Option<CommandId> {
    let stocked = |command: &Command| command.train_points.first().is_some_and(|points| *points > 0);
    let of_force = |command: &Command| command.power == division.power && command.inside == division.inside;
    let here = st.commands_at(division.hex).filter(|(_, command)| of_force(command) && stocked(command));
    here.min_by_key(|(id, command)| (!std::ptr::eq(*command, division), *id)).map(|(id, _)| id)
}

/// ST-R25, ST-R26: what a week of feeding does to a division and its trains. A division at a city fills both.
pub fn feed(sc: &Scenario, st: &mut State, division: CommandId, fed: Fed) {
    let supply = &sc.rulings.supply;
    match fed {
        Fed::AtCity => {
            let command = st.command_mut(division);
            command.organic_supply = supply.organic as u8;
            command.train_points.iter_mut().for_each(|points| *points = supply.train_points as u8);
        }
        Fed::Train => {
            let train = train_of_force(st, st.command(division));
            if let Some(points) = train.and_then(|train| st.command_mut(train).train_points.first_mut()) {
                *points -= 1;
            }
            if let Some(train) = train {
                st.command_mut(train).train_points.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        Fed::Organic => {
            let command = st.command_mut(division);
            command.organic_supply = command.organic_supply.saturating_sub(1);
        }
        Fed::ByFleet | Fed::FromStores | Fed::Forage | Fed::Line | Fed::Hungry => {}
    }
    st.command_mut(division).hungry = fed == Fed::Hungry;
}

/// ST-R25: notes where ten or more regiments foraged this week, and forgets what is too old to count.
pub fn note_foraging(sc: &Scenario, st: &mut State, foragers: &[CommandId]) {
    let (turn, supply) = (st.turn, &sc.rulings.supply);
    let mut regts: std::collections::BTreeMap<HexId, u16> = std::collections::BTreeMap::new();
    for id in foragers {
        let command = st.command(*id);
        *regts.entry(command.hex).or_default() += command.units.regts();
    }
    let many = regts.into_iter().filter(|(_, regts)| i32::from(*regts) >= supply.forage_used_regts);
    for (hex, _) in many.collect::<Vec<_>>() {
        st.foraged.entry(hex).or_default().push(turn);
    }
    st.foraged.retain(|_, turns| {
        turns.retain(|then| turn.since(*then) < supply.forage_used_weeks as u16);
        !turns.is_empty()
    });
}

/// ST-24.8, ST-R27: what a fleet's supply costs in a week, rounded up.
pub fn fleet_supply(rulings: &Rulings, sqds: u16, in_port: bool, weather: Weather) -> Talents {
    let each = if in_port { rulings.supply.port_cost } else { rulings.supply.sea_cost };
    let tenths = each as u32 * u32::from(sqds) * rulings.weather(weather).supply_tenths as u32;
    Talents(tenths.div_ceil(10))
}

/// ST-R27: whether a fleet ends the week in an own, allied or alliance port.
pub fn in_friendly_port(sc: &Scenario, st: &State, fleet: &Command) -> bool {
    let site = st.site_at(fleet.hex).map(|site| st.site(site));
    site.is_some_and(|site| site.size > 0 && sc.board.is_harbour(site.hex) && st.admits(site, fleet.power))
}

/// ST-R28: upkeep of a command's units, those it carries included.
pub fn upkeep(sc: &Scenario, command: &Command) -> Talents {
    let of = |units: &crate::model::units::Units| units.sum(&sc.units, |figures| figures.upkeep);
    Talents(of(&command.units) + of(&command.aboard))
}

/// ST-R28: the order in which commands are paid: garrisons, then field commands by id.
pub fn pay_order(st: &State, power: crate::model::ids::Power) -> Vec<CommandId> {
    let own = st.commands.iter().filter(|(_, command)| command.power == power);
    let mut all: Vec<(bool, CommandId)> = own.map(|(id, command)| (!command.kind.is_site(), *id)).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}

/// Whether a command is a division that has to be fed: with regiments (ST-R25).
pub fn must_be_fed(command: &Command) -> bool {
    command.kind == CommandKind::Division && command.units.regts() > 0
}
