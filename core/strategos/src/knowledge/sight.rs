//! The knowledge of a state: nothing in it depends on what the country does not know (section 6).

use std::collections::{BTreeMap, BTreeSet};

use super::Knowledge;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CountryId, Power, SiteId};
use crate::model::measures::{Talents, Turn};
use crate::model::reports::Memory;
use crate::model::scenario::Scenario;
use crate::model::state::{CityOrders, Country, NextIds, Relation, Siege, Site, Standing, State};

/// What a country knows of a state.
pub fn knowledge(sc: &Scenario, st: &State, country: CountryId) -> Knowledge {
    Knowledge { country, state: seen_by(sc, st, Some(country)) }
}

/// What everybody knows of a state, whether he plays or not.
pub fn public(sc: &Scenario, st: &State) -> State {
    seen_by(sc, st, None)
}

/// A state as a country knows it, or as everybody does.
fn seen_by(sc: &Scenario, st: &State, country: Option<CountryId>) -> State {
    let is_own = |power: Power| country.is_some() && power.country() == country;
    let memory = country.map(|country| st.memory[country.index()].clone()).unwrap_or_default();
    let mut commands: BTreeMap<_, Command> = own(&st.commands, |it| is_own(it.power));
    let mut sites = BTreeMap::new();
    for (id, site) in &st.sites {
        if is_own(site.power) {
            sites.insert(*id, site.clone());
            continue;
        }
        let spied = st.spies.iter().any(|spy| Some(spy.country) == country && spy.site == *id);
        if id.index() < sc.cities.len() || memory.sites.contains_key(id) || spied {
            let known = foreign_site(sc, &memory, country, *id, site);
            let kind = if known.size > 0 { CommandKind::City } else { CommandKind::Fort };
            let mut command = Command::new(known.name.clone(), kind, known.power, known.hex);
            command.inside = Some(*id);
            commands.insert(known.command, command);
            sites.insert(*id, known);
        }
    }
    let appeals = own(&st.appeals, |appeal| Some(appeal.from) == country || is_own(appeal.to));
    let leaders = own(&st.leaders, |leader| is_own(leader.power));
    let next = NextIds {
        site: after(sites.keys().next_back().map(|id| id.0)),
        leader: after(leaders.keys().next_back().map(|id| id.0)),
        command: after(commands.keys().next_back().map(|id| id.0)),
        appeal: after(appeals.keys().next_back().map(|id| id.0)),
    };
    let mine = |site: SiteId| is_own(st.site(site).power);
    let roads = memory.roads.clone();
    let seen = |site: &SiteId| sites.contains_key(site);
    let enemies = st.free_city_enemies.iter().filter(|(site, _)| seen(site));
    let free_city_enemies: BTreeMap<SiteId, BTreeSet<CountryId>> =
        enemies.map(|(site, enemies)| (*site, enemies.clone())).collect();
    let mut memories = vec![Memory::default(); st.memory.len()];
    if let Some(country) = country {
        memories[country.index()] = memory;
    }
    State {
        turn: st.turn,
        sky: st.sky,
        countries: sc.country_ids().map(|other| the_country(sc, st, country, other)).collect(),
        relations: st.relations.iter().map(|relation| known_relation(sc, st.turn, country, relation)).collect(),
        appeals,
        sites,
        leaders,
        commands,
        building: st.building.iter().filter(|each| mine(each.site)).copied().collect(),
        journeys: st.journeys.iter().filter(|journey| is_own(journey.power)).cloned().collect(),
        spies: st.spies.iter().filter(|spy| Some(spy.country) == country).copied().collect(),
        convoys: st.convoys.iter().filter(|convoy| Some(convoy.country) == country).cloned().collect(),
        roads,
        foraged: BTreeMap::new(),
        free_city_enemies,
        memory: memories,
        next,
        ended: st.ended.clone(),
    }
}

fn own<I: Copy + Ord, T: Clone>(all: &BTreeMap<I, T>, is: impl Fn(&T) -> bool) -> BTreeMap<I, T> {
    all.iter().filter(|(_, it)| is(it)).map(|(id, it)| (*id, it.clone())).collect()
}

fn after(greatest: Option<u16>) -> u16 {
    greatest.map_or(0, |id| id + 1)
}

/// One's own country whole; of others what all know, and the figures of the start.
fn the_country(sc: &Scenario, st: &State, country: Option<CountryId>, other: CountryId) -> Country {
    let it = st.country(other);
    if Some(other) == country {
        return it.clone();
    }
    Country {
        treasury: Talents(0),
        morale: sc.country(other).morale,
        morale_due: 0,
        capital: it.capital,
        out: it.out,
        spies_left: 0,
        assassins_left: 0,
        founded: 0,
        dispatch: None,
        raised: BTreeMap::new(),
        base_tax: it.base_tax,
    }
}

/// Section 6, ST-R55: wars are public, alliances after a week; of one's own treaties one knows all but whether the other is
/// breaking it. How long a treaty of others lasts is not known: this turn at least.
fn known_relation(sc: &Scenario, turn: Turn, country: Option<CountryId>, relation: &Relation) -> Relation {
    let mut known = relation.clone();
    known.breaking.retain(|breaking| Some(breaking.by) == country);
    if country.is_some_and(|country| [relation.a, relation.b].contains(&country)) {
        return known;
    }
    let public = turn.since(relation.since) > sc.rulings.treaties.public_after.max(0) as u16;
    let standing = match relation.standing {
        Standing::Enemy => Standing::Enemy,
        Standing::Alliance if public => Standing::Alliance,
        _ => Standing::Neutral,
    };
    let until = standing.is_treaty().then_some(turn);
    Relation { standing, since: Turn(1), until, breaking: Vec::new(), ..known }
}

/// A foreign city or fort: who holds it and as what is public; size and walls are those of the last report, else of the start;
/// of what goes on there one knows what one's own forces do.
fn foreign_site(sc: &Scenario, memory: &Memory, country: Option<CountryId>, id: SiteId, site: &Site) -> Site {
    let power = country.map(Power::Country);
    let record = sc.cities.get(id.index());
    let report = memory.sites.get(&id);
    let built = record.map_or(0, |record| record.dv);
    let dv = report.map_or(built, |report| report.dv);
    let size = report.map_or(record.map_or(1, |record| record.size), |report| report.size);
    let free = matches!(site.power, Power::FreeCity(_));
    Site {
        name: site.name.clone(),
        hex: site.hex,
        size: if free { size.max(1) } else { size },
        dv: built.max(dv),
        dv_current: dv,
        supply: record.map_or(0, |record| record.supply),
        stores: report.and_then(|report| report.inside).map_or(0, |inside| inside.stores),
        power: site.power,
        status: site.status,
        previous: site.previous,
        since: site.since,
        shipyard: record.is_some_and(|record| record.shipyard),
        base: false,
        command: site.command,
        raised: 0,
        grown: None,
        fortified: None,
        orders: CityOrders::default(),
        siege: site.siege.filter(|siege| Some(siege.by) == power).map(|siege| Siege {
            points: 0,
            worn: false,
            ..siege
        }),
        blockade: site.blockade.filter(|blockade| Some(blockade.by) == power),
        waver: 0,
        spoils: site.spoils.filter(|spoils| Some(spoils.by) == power),
        raided: Talents(0),
        beset: false,
        no_tax_until: None,
        half_tax_until: None,
    }
}
