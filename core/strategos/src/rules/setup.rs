//! The state at the start of a campaign (section 8.2).

use std::collections::{BTreeMap, BTreeSet};

use kernel::Dice;

use super::city::{base_tax, quarter_stores};
use super::leaders::draw_leader;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, LeaderId, Power, SiteId};
use crate::model::measures::{Talents, Turn};
use crate::model::reports::Memory;
use crate::model::rulings::Weather;
use crate::model::scenario::{CityRecord, LedBy, Scenario};
use crate::model::state::{
    CityOrders, Country, Leader, NextIds, RainRun, Relation, Site, SiteStatus, Sky, Standing, State,
};
use crate::model::units::UnitKind;

/// The campaign before its first turn. The dice draw the leaders that the scenario does not name (ST-R22).
pub fn start(sc: &Scenario, dice: &mut Dice) -> State {
    let first = Turn(1);
    let mut st = State {
        turn: first,
        sky: Sky { weather: Weather::Fine, rain: RainRun::default() },
        countries: sc.country_ids().map(|country| country_at_start(sc, country)).collect(),
        relations: relations(sc, first),
        appeals: BTreeMap::new(),
        sites: BTreeMap::new(),
        leaders: BTreeMap::new(),
        commands: BTreeMap::new(),
        building: Vec::new(),
        journeys: Vec::new(),
        spies: Vec::new(),
        convoys: Vec::new(),
        roads: BTreeSet::new(),
        foraged: BTreeMap::new(),
        free_city_enemies: BTreeMap::new(),
        memory: vec![Memory::default(); sc.countries.len()],
        next: NextIds { site: sc.cities.len() as u16, leader: 0, command: 0, appeal: 0 },
        ended: None,
    };
    for (at, city) in sc.cities.iter().enumerate() {
        add_city(sc, &mut st, SiteId::at(at), city, first);
    }
    let leaders = named_leaders(sc, &mut st);
    let commands = field_commands(sc, &mut st);
    for (record, command) in sc.commands.iter().zip(&commands) {
        if let LedBy::Named(leader) = record.leader {
            post(&mut st, leaders[leader], *command);
        }
    }
    draw_the_rest(sc, &mut st, &commands, dice);
    for country in sc.country_ids() {
        st.country_mut(country).base_tax = base_tax(sc, &st, country);
    }
    st
}

fn country_at_start(sc: &Scenario, country: CountryId) -> Country {
    let record = sc.country(country);
    Country {
        treasury: record.treasury,
        morale: record.morale,
        morale_due: 0,
        capital: record.capital,
        out: false,
        spies_left: sc.rulings.covert.spies_a_quarter as u8,
        assassins_left: sc.rulings.covert.assassins_a_quarter as u8,
        founded: 0,
        dispatch: None,
        raised: BTreeMap::new(),
        base_tax: 0,
    }
}

/// ST-22.15: all are neutral to each other.
fn relations(sc: &Scenario, since: Turn) -> Vec<Relation> {
    let pairs = sc.country_ids().flat_map(|a| sc.country_ids().filter(move |b| *b > a).map(move |b| (a, b)));
    let neutral = |(a, b)| Relation { a, b, standing: Standing::Neutral, since, until: None, breaking: Vec::new() };
    pairs.map(neutral).collect()
}

fn new_command(st: &mut State, command: Command) -> CommandId {
    let id = CommandId(st.next.command);
    st.next.command += 1;
    st.commands.insert(id, command);
    id
}

fn add_city(sc: &Scenario, st: &mut State, id: SiteId, city: &CityRecord, turn: Turn) {
    let power = city.owner.map_or(Power::FreeCity(id), Power::Country);
    let mut command = Command::new(city.name.clone(), CommandKind::City, power, city.hex);
    command.inside = Some(id);
    command.units = city.garrison;
    let command = new_command(st, command);
    let site = Site {
        name: city.name.clone(),
        hex: city.hex,
        size: city.size,
        dv: city.dv,
        dv_current: city.dv,
        supply: city.supply,
        stores: quarter_stores(&sc.rulings, city.supply, sc.quarter(turn)),
        power,
        status: if city.owner.is_some() { SiteStatus::Owned } else { SiteStatus::Independent },
        previous: None,
        since: turn,
        shipyard: city.shipyard,
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
    if let Some((name, ratings)) = &city.commander {
        let leader = new_leader(st, Leader::new(name.clone(), power, *ratings, city.hex));
        post(st, leader, command);
    }
}

fn new_leader(st: &mut State, leader: Leader) -> LeaderId {
    let id = LeaderId(st.next.leader);
    st.next.leader += 1;
    st.leaders.insert(id, leader);
    id
}

fn post(st: &mut State, leader: LeaderId, command: CommandId) {
    let hex = st.command(command).hex;
    st.command_mut(command).leader = Some(leader);
    let leader = st.leaders.get_mut(&leader).expect("he was added");
    (leader.post, leader.hex) = (Some(command), hex);
}

fn named_leaders(sc: &Scenario, st: &mut State) -> Vec<LeaderId> {
    let mut ids = Vec::new();
    for record in &sc.leaders {
        let hex = st.site(record.at.unwrap_or(sc.country(record.country).capital)).hex;
        let leader =
            new_leader(st, Leader::new(record.name.clone(), Power::Country(record.country), record.ratings, hex));
        if let Some(city) = record.at {
            post(st, leader, st.site(city).command);
        }
        ids.push(leader);
    }
    ids
}

fn field_commands(sc: &Scenario, st: &mut State) -> Vec<CommandId> {
    let mut ids: Vec<CommandId> = Vec::new();
    for record in &sc.commands {
        let power = record.country.map_or(Power::FreeCity(record.city), Power::Country);
        let mut command = Command::new(record.name.clone(), record.kind, power, st.site(record.city).hex);
        command.parent = record.under.map(|above| ids[above]);
        command.units = record.units;
        if record.kind == CommandKind::Division {
            command.organic_supply = sc.rulings.supply.organic as u8;
        }
        let trains = usize::from(record.units.count(UnitKind::SupplyTrain));
        command.train_points = vec![sc.rulings.supply.train_points as u8; trains];
        ids.push(new_command(st, command));
    }
    ids
}

/// ST-7.1, ST-R22: each country has a leader for each city it owns; the first of those drawn lead what the scenario says.
fn draw_the_rest(sc: &Scenario, st: &mut State, commands: &[CommandId], dice: &mut Dice) {
    for country in sc.country_ids() {
        let power = Power::Country(country);
        let wanted = sc.cities.iter().filter(|city| city.owner == Some(country)).count();
        let there = st.leaders.values().filter(|leader| leader.power == power).count();
        let capital = st.site(sc.country(country).capital).hex;
        let drawn: Vec<LeaderId> = (there..wanted).map(|_| draw_leader(sc, st, power, capital, dice)).collect();
        let led = sc.commands.iter().zip(commands).filter(|(record, _)| record.country == Some(country));
        let led = led.filter(|(record, _)| record.leader == LedBy::Drawn).map(|(_, command)| *command);
        for (leader, command) in drawn.into_iter().zip(led) {
            post(st, leader, command);
        }
    }
}
