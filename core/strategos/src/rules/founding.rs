//! Cities and forts are founded, grow and are fortified (ST-2, ST-14, ST-R32, ST-R33).

use super::money::{may_spend_at, pay};
use crate::model::board::Terrain;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, HexId, Name, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{CityOrders, Site, SiteStatus, State};

/// ST-2.2: whether a city may be founded so far from the cities there are: the nearest at 4 to 8 hexes.
pub fn may_found_at(rulings: &Rulings, distances: impl IntoIterator<Item = u32>) -> bool {
    let (nearest, farthest) = (rulings.cities.found_nearest as u32, rulings.cities.found_farthest as u32);
    distances.into_iter().min().is_some_and(|least| (nearest..=farthest).contains(&least))
}

/// ST-2.4, ST-R32: what it costs to reach a size.
pub fn size_cost(rulings: &Rulings, to_level: u8) -> Talents {
    Talents(u32::from(to_level) * rulings.cities.size_cost as u32)
}

/// ST-14.3: what one step of the defence value costs; `None` beyond the greatest.
pub fn dv_cost(rulings: &Rulings, from_dv: u8) -> Option<Talents> {
    let next = u32::from(from_dv) + 1;
    (next <= rulings.cities.greatest_dv as u32).then(|| Talents(next * rulings.cities.dv_cost as u32))
}

/// ST-14.5: what a new fort costs: half of what its steps would, rounded up; `None` if it cannot be so strong.
pub fn fort_cost(rulings: &Rulings, strength: u8) -> Option<Talents> {
    let strength = u32::from(strength);
    let allowed = 1..=rulings.cities.greatest_dv as u32;
    let steps = strength * (strength + 1) / 2 * rulings.cities.dv_cost as u32;
    allowed.contains(&strength).then(|| Talents(steps.div_ceil(2)))
}

/// Why a city is not founded, does not grow, or is not fortified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBuilding {
    /// Not on land where a city can stand (ST-R32).
    Ground,
    /// Too near a city, or too far from all (ST-2.2).
    Distance,
    /// One has been founded this quarter (ST-R32).
    Quarter,
    /// A city or a fort stands here.
    Stands,
    /// Not the country's own, or money does not reach it (ST-3.5).
    OutOfReach,
    /// As great, or as strong, as can be.
    Greatest,
    /// Done this week already (ST-2.5, ST-R33).
    OnceAWeek,
    /// The week opened with an enemy force here (ST-14.4).
    Enemy,
    /// Not so much money.
    TooDear,
}

/// ST-2.2, ST-R32: whether a country may found a city in a hex: a ruin or fort of its own becomes one (ST-R35). That no enemy or neutral zone of control covers the hex is for the caller
/// to see.
pub fn may_city_stand(sc: &Scenario, st: &State, country: CountryId, hex: HexId) -> Result<(), NoBuilding> {
    let terrain = sc.board.hex(hex).terrain;
    if !sc.board.in_frame(hex) || matches!(terrain, Terrain::Sea | Terrain::Mountain | Terrain::Desert) {
        return Err(NoBuilding::Ground);
    }
    let own_fort = |site: &Site| site.size == 0 && site.power == Power::Country(country);
    if st.site_at(hex).is_some_and(|site| !own_fort(st.site(site))) {
        return Err(NoBuilding::Stands);
    }
    let cities = st.sites.values().filter(|site| site.size > 0);
    if !may_found_at(&sc.rulings, cities.map(|site| site.hex.distance(hex))) {
        return Err(NoBuilding::Distance);
    }
    Ok(())
}

/// ST-2.2, ST-2.3, ST-R32: founds a city where it [may stand](may_city_stand).
pub fn found_city(
    sc: &Scenario, st: &mut State, country: CountryId, hex: HexId, name: Name,
) -> Result<SiteId, NoBuilding> {
    may_city_stand(sc, st, country, hex)?;
    if i32::from(st.country(country).founded) >= sc.rulings.cities.found_per_quarter {
        return Err(NoBuilding::Quarter);
    }
    if !pay(st, country, Talents(sc.rulings.cities.found_cost as u32)) {
        return Err(NoBuilding::TooDear);
    }
    st.country_mut(country).founded += 1;
    if let Some(ruin) = st.site_at(hex) {
        found_anew(st, ruin, name);
        return Ok(ruin);
    }
    Ok(add_site(st, country, hex, name, 1, 1))
}

/// ST-2.3, ST-R35: a ruin or a fort is a city; what it has of walls stays.
fn found_anew(st: &mut State, id: SiteId, name: Name) {
    let turn = st.turn;
    let site = st.site_mut(id);
    (site.size, site.supply, site.stores, site.since) = (1, 0, 0, turn);
    (site.dv, site.dv_current) = (site.dv.max(1), site.dv_current.max(1));
    (site.status, site.previous, site.name) = (SiteStatus::Owned, None, name.clone());
    let command = site.command;
    let command = st.command_mut(command);
    (command.kind, command.name) = (CommandKind::City, name);
}

/// ST-14.5: whether a fort may stand in a hex. That the hex is in range of a line of communication and in no enemy or neutral
/// zone is for the caller to see.
pub fn may_fort_stand(sc: &Scenario, st: &State, hex: HexId) -> Result<(), NoBuilding> {
    if !sc.board.in_frame(hex) || sc.board.is_sea(hex) {
        return Err(NoBuilding::Ground);
    }
    if st.site_at(hex).is_some() {
        return Err(NoBuilding::Stands);
    }
    Ok(())
}

/// ST-14.5, ST-14.6: builds a fort where it [may stand](may_fort_stand).
pub fn build_fort(
    sc: &Scenario, st: &mut State, country: CountryId, hex: HexId, name: Name, strength: u8,
) -> Result<SiteId, NoBuilding> {
    may_fort_stand(sc, st, hex)?;
    let price = fort_cost(&sc.rulings, strength).ok_or(NoBuilding::Greatest)?;
    if !pay(st, country, price) {
        return Err(NoBuilding::TooDear);
    }
    Ok(add_site(st, country, hex, name, 0, strength))
}

fn add_site(st: &mut State, country: CountryId, hex: HexId, name: Name, size: u8, dv: u8) -> SiteId {
    let (id, command) = (SiteId(st.next.site), CommandId(st.next.command));
    (st.next.site, st.next.command) = (id.0 + 1, command.0 + 1);
    let kind = if size > 0 { CommandKind::City } else { CommandKind::Fort };
    let power = Power::Country(country);
    let mut garrison = Command::new(name.clone(), kind, power, hex);
    garrison.inside = Some(id);
    st.commands.insert(command, garrison);
    let site = Site {
        name,
        hex,
        size,
        dv,
        dv_current: dv,
        supply: 0,
        stores: 0,
        power,
        status: SiteStatus::Owned,
        previous: None,
        since: st.turn,
        shipyard: false,
        base: false,
        command,
        raised: 0,
        grown: None,
        fortified: None,
        orders: CityOrders::default(),
        siege: None,
        blockade: None,
        waver: 0,
        spoils: None,
        raided: Talents(0),
        beset: false,
        no_tax_until: None,
        half_tax_until: None,
    };
    st.sites.insert(id, site);
    id
}

/// ST-2.4, ST-2.5, ST-R32: raises the size of a city by a level, one's own or an ally's (ST-3.9).
pub fn upgrade_size(sc: &Scenario, st: &mut State, country: CountryId, id: SiteId) -> Result<(), NoBuilding> {
    let site = st.site(id);
    let within = st.friendly(Power::Country(country), site.power) && may_spend_at(sc, st, country, site.hex);
    if site.size == 0 || !within {
        return Err(NoBuilding::OutOfReach);
    }
    if i32::from(site.size) >= sc.rulings.cities.greatest_size {
        return Err(NoBuilding::Greatest);
    }
    if site.grown == Some(st.turn) {
        return Err(NoBuilding::OnceAWeek);
    }
    let price = size_cost(&sc.rulings, site.size + 1);
    if !pay(st, country, price) {
        return Err(NoBuilding::TooDear);
    }
    let turn = st.turn;
    let site = st.site_mut(id);
    site.size += 1;
    site.grown = Some(turn);
    Ok(())
}

/// ST-14.3, ST-14.4, ST-R33: raises the walls of a city or fort by a step, one's own or an ally's (ST-3.9). What a siege has worn down stays worn.
pub fn upgrade_defence(sc: &Scenario, st: &mut State, country: CountryId, id: SiteId) -> Result<(), NoBuilding> {
    let site = st.site(id);
    if !st.friendly(Power::Country(country), site.power) || !may_spend_at(sc, st, country, site.hex) {
        return Err(NoBuilding::OutOfReach);
    }
    let price = dv_cost(&sc.rulings, site.dv).ok_or(NoBuilding::Greatest)?;
    if site.beset {
        return Err(NoBuilding::Enemy);
    }
    if site.fortified == Some(st.turn) {
        return Err(NoBuilding::OnceAWeek);
    }
    if !pay(st, country, price) {
        return Err(NoBuilding::TooDear);
    }
    let turn = st.turn;
    let site = st.site_mut(id);
    site.dv += 1;
    site.dv_current += 1;
    site.fortified = Some(turn);
    Ok(())
}

/// A group at work in a city's hex: a command with regiments and siege trains (ST-2.7, ST-2.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkGroup {
    /// Regiments.
    pub regts: u16,
    /// Siege trains.
    pub siege_trains: u16,
}

/// ST-2.7 to ST-2.9: how much a week of devastation takes from a city's size: 1 if any group has 30 regiments, however many
/// there are; nothing in a week that opened with enemy troops. Siege trains do not count.
pub fn devastated(rulings: &Rulings, groups: &[WorkGroup], enemy_at_start: bool) -> u8 {
    let enough = groups.iter().any(|group| i32::from(group.regts) >= rulings.cities.demolish_regts);
    u8::from(enough && !enemy_at_start)
}

/// ST-2.10 to ST-2.12: how many points of walls a week pulls down: one for each group of 30 regiments, a siege train counting
/// as 10.
pub fn pulled_down(rulings: &Rulings, groups: &[WorkGroup]) -> u8 {
    let worth =
        |group: &WorkGroup| i32::from(group.regts) + i32::from(group.siege_trains) * rulings.cities.train_as_regts;
    groups.iter().filter(|group| worth(group) >= rulings.cities.demolish_regts).count() as u8
}
