//! What holds of every state, whatever was played. Tests ask after every step.

use std::collections::{BTreeMap, BTreeSet};

use super::command::{Command, CommandKind};
use super::ids::{CountryId, Power};
use super::measures::Ratings;
use super::scenario::Scenario;
use super::state::{Site, SiteStatus, State};
use super::units::UnitKind;

/// All that is wrong with a state, in words; empty for a sound one.
pub fn violations(sc: &Scenario, st: &State) -> Vec<String> {
    let mut faults = Vec::new();
    countries(sc, st, &mut faults);
    sites(sc, st, &mut faults);
    commands(sc, st, &mut faults);
    pyramid(st, &mut faults);
    fleets(sc, st, &mut faults);
    leaders(st, &mut faults);
    lists(sc, st, &mut faults);
    faults
}

fn countries(sc: &Scenario, st: &State, faults: &mut Vec<String>) {
    if st.countries.len() != sc.countries.len() {
        faults.push(format!("{} countries, not {}", st.countries.len(), sc.countries.len()));
        return;
    }
    for (country, record) in st.countries.iter().zip(&sc.countries) {
        if !(1..=20).contains(&country.morale) {
            faults.push(format!("{}: morale {} (ST-R54)", record.key, country.morale));
        }
        let spies = i32::from(country.spies_left);
        if spies > sc.rulings.covert.spies_a_quarter {
            faults.push(format!("{}: {spies} spies left (ST-21.1)", record.key));
        }
    }
    if st.memory.len() != sc.countries.len() {
        faults.push(format!("{} memories, not one for each country", st.memory.len()));
    }
    let ids: Vec<CountryId> = sc.country_ids().collect();
    let wanted = ids.iter().flat_map(|a| ids.iter().filter(move |b| *b > a).map(move |b| (*a, *b)));
    let found = st.relations.iter().map(|relation| (relation.a, relation.b));
    if !wanted.eq(found) {
        faults.push("relations are not one for each pair, ascending".into());
    }
    for relation in &st.relations {
        if relation.standing.is_treaty() != relation.until.is_some() {
            faults.push(format!(
                "{:?} and {:?}: a treaty has a last turn, and nothing else has (ST-22.9)",
                relation.a, relation.b
            ));
        }
        if !relation.breaking.is_empty() && !relation.standing.is_treaty() {
            faults.push(format!("{:?} and {:?}: nothing to break", relation.a, relation.b));
        }
    }
}

fn sites(sc: &Scenario, st: &State, faults: &mut Vec<String>) {
    let mut hexes = BTreeSet::new();
    for (id, site) in &st.sites {
        let name = &site.name;
        if !hexes.insert(site.hex) {
            faults.push(format!("{name}: another site in its hex"));
        }
        if !sc.board.in_frame(site.hex) || sc.board.is_sea(site.hex) {
            faults.push(format!("{name}: at {} is no land", site.hex));
        }
        if i32::from(site.size) > sc.rulings.cities.greatest_size || i32::from(site.dv) > sc.rulings.cities.greatest_dv
        {
            faults.push(format!("{name}: size {} dv {}", site.size, site.dv));
        }
        if site.dv_current > site.dv {
            faults.push(format!("{name}: dv {} of {}", site.dv_current, site.dv));
        }
        let free = matches!(site.power, Power::FreeCity(_));
        if free != (site.status == SiteStatus::Independent) || free && site.power != Power::FreeCity(*id) {
            faults.push(format!("{name}: {:?} of {:?}", site.status, site.power));
        }
        if free && site.size == 0 {
            faults.push(format!("{name}: a fort is nobody's"));
        }
        site_command(*id, site, st, faults);
    }
}

fn site_command(id: super::ids::SiteId, site: &Site, st: &State, faults: &mut Vec<String>) {
    let name = &site.name;
    let Some(command) = st.commands.get(&site.command) else {
        faults.push(format!("{name}: no command"));
        return;
    };
    let kind = if site.size > 0 { CommandKind::City } else { CommandKind::Fort };
    if command.kind != kind || command.hex != site.hex || command.power != site.power || command.inside != Some(id) {
        faults.push(format!("{name}: its command is another's"));
    }
}

fn commands(sc: &Scenario, st: &State, faults: &mut Vec<String>) {
    let mut specials: BTreeMap<Power, u32> = BTreeMap::new();
    for (id, command) in &st.commands {
        let name = format!("{} {:?} {}", command.kind.key(), id, command.name);
        if command.kind == CommandKind::Special {
            *specials.entry(command.power).or_default() += 1;
        }
        if command.kind.is_site() && !st.sites.values().any(|site| site.command == *id) {
            faults.push(format!("{name}: has no site"));
        }
        if let Some(fault) = wrong_units(sc, command) {
            faults.push(format!("{name}: {fault}"));
        }
        let trains =
            usize::from(command.units.count(UnitKind::SupplyTrain) + command.aboard.count(UnitKind::SupplyTrain));
        if command.train_points.len() != trains || !command.train_points.is_sorted_by(|a, b| a >= b) {
            faults.push(format!("{name}: {trains} supply trains, points {:?} (ST-R26)", command.train_points));
        }
        if command.train_points.iter().any(|points| i32::from(*points) > sc.rulings.supply.train_points) {
            faults.push(format!("{name}: more points than a train holds (ST-R26)"));
        }
        if i32::from(command.organic_supply) > sc.rulings.supply.organic {
            faults.push(format!("{name}: OS {} (ST-R25)", command.organic_supply));
        }
        if command.kind == CommandKind::Scouting && !command.prisoners.is_empty() {
            faults.push(format!("{name}: leads prisoners (ST-17.2)"));
        }
        if command
            .prisoners
            .iter()
            .any(|each| each.units.regts() == 0 || each.units != each.units.only(UnitKind::is_regt))
        {
            faults.push(format!("{name}: prisoners that are no regts (ST-R47)"));
        }
        if !(1..=6).contains(&command.interaction) {
            faults.push(format!("{name}: interaction {} (ST-R11)", command.interaction));
        }
        if !sc.board.in_frame(command.hex) {
            faults.push(format!("{name}: beyond the map"));
        }
        let afloat = sc.board.floats(command.hex);
        let dry = !sc.board.is_sea(command.hex);
        let fits = match command.kind {
            CommandKind::Fleet | CommandKind::Armada => afloat,
            CommandKind::Division | CommandKind::Army => dry || command.carried_by.is_some(),
            CommandKind::TaskForce | CommandKind::Special | CommandKind::Scouting => true,
            CommandKind::City | CommandKind::Fort => dry,
        };
        if !fits {
            faults.push(format!("{name}: cannot be at {}", command.hex));
        }
    }
    for (power, count) in specials.into_iter().filter(|(_, count)| *count > 1) {
        faults.push(format!("{power:?}: {count} Special commands (ST-10.17)"));
    }
}

fn wrong_units(sc: &Scenario, command: &Command) -> Option<String> {
    let (regts, sqds) = (i32::from(command.units.regts()), i32::from(command.units.sqds()));
    let most = &sc.rulings.commands;
    let wrong = match command.kind {
        CommandKind::Division => sqds > 0 || regts > most.division_regts || !command.aboard.is_empty(),
        CommandKind::Fleet => {
            let others = command.units.only(|kind| !kind.is_sqd() && !sc.units.of(kind).scout);
            sqds > most.fleet_sqds || !others.is_empty() || command.aboard.sqds() > 0
        }
        CommandKind::City | CommandKind::Fort => !command.aboard.is_empty(),
        _ => !command.units.is_empty() || !command.aboard.is_empty(),
    };
    wrong.then(|| format!("holds {:?} and carries {:?} (ST-10)", command.units, command.aboard))
}

fn pyramid(st: &State, faults: &mut Vec<String>) {
    for (id, command) in &st.commands {
        let name = format!("{} {:?} {}", command.kind.key(), id, command.name);
        let mut above = command.parent;
        let mut height = 0;
        while let Some(parent) = above {
            height += 1;
            if height > st.commands.len() {
                faults.push(format!("{name}: commands itself (ST-9)"));
                break;
            }
            above = st.commands.get(&parent).and_then(|command| command.parent);
        }
        if let Some(parent) = command.parent {
            match st.commands.get(&parent) {
                None => faults.push(format!("{name}: its parent is gone")),
                Some(parent) if parent.power != command.power => faults.push(format!("{name}: under a foreigner")),
                Some(parent) if !command.kind.may_be_under(parent.kind) => {
                    faults.push(format!("{name}: under a {} (ST-10)", parent.kind.key()));
                }
                Some(_) => {}
            }
        }
        if let Some(site) = command.inside {
            match st.sites.get(&site) {
                Some(site) if site.hex == command.hex => {
                    if site.command != *id && !st.linked(*id, site.command) {
                        faults.push(format!("{name}: inside {} without a link (ST-11.2)", site.name));
                    }
                }
                _ => faults.push(format!("{name}: inside a site that is elsewhere")),
            }
        }
    }
}

fn fleets(sc: &Scenario, st: &State, faults: &mut Vec<String>) {
    for (id, command) in &st.commands {
        let name = format!("{} {:?} {}", command.kind.key(), id, command.name);
        if let Some(fleet) = command.carried_by {
            let carrier = st.commands.get(&fleet);
            let by_fleet = carrier.is_some_and(|fleet| fleet.kind == CommandKind::Fleet && fleet.hex == command.hex);
            if !by_fleet || command.kind.is_naval() || command.kind.is_site() {
                faults.push(format!("{name}: cannot be carried (ST-10.15)"));
            }
        }
        if command.kind == CommandKind::Fleet {
            let carried = st.commands.values().filter(|other| other.carried_by == Some(*id)).map(|other| &other.units);
            let load: u32 =
                carried.chain([&command.aboard]).map(|units| units.sum(&sc.units, |f| u32::from(f.load))).sum();
            let room = command.units.sum(&sc.units, |figures| u32::from(figures.carries));
            if load > room {
                faults.push(format!("{name}: carries {load} with room for {room} (ST-R62)"));
            }
        }
    }
}

fn leaders(st: &State, faults: &mut Vec<String>) {
    for (id, leader) in &st.leaders {
        let Ratings { ma, loy, sa } = leader.ratings;
        if [ma, loy, sa].iter().any(|rating| !(1..=9).contains(rating)) {
            faults.push(format!("{}: {} (ST-7.7)", leader.name, leader.ratings));
        }
        if let Some(post) = leader.post {
            let held =
                st.commands.get(&post).is_some_and(|post| post.leader == Some(*id) && post.power == leader.power);
            if !held {
                faults.push(format!("{}: his post does not know him", leader.name));
            }
        }
    }
    for (id, command) in &st.commands {
        let Some(leader) = command.leader else { continue };
        if st.leaders.get(&leader).is_none_or(|leader| leader.post != Some(*id)) {
            faults.push(format!("{}: its leader is elsewhere", command.name));
        }
    }
}

fn lists(sc: &Scenario, st: &State, faults: &mut Vec<String>) {
    let missing = |site| !st.sites.contains_key(&site);
    if st.building.iter().any(|each| missing(each.site) || each.count == 0) {
        faults.push("units are built nowhere".into());
    }
    if st.journeys.iter().any(|each| missing(each.to) || each.leaders.iter().any(|id| !st.leaders.contains_key(id))) {
        faults.push("a journey leads nowhere".into());
    }
    if st.spies.iter().any(|each| missing(each.site)) {
        faults.push("a spy is nowhere".into());
    }
    for country in sc.country_ids() {
        let convoys = st.convoys.iter().filter(|convoy| convoy.country == country).count();
        if convoys > sc.rulings.trade.most_units.max(0) as usize {
            faults.push(format!("{}: {convoys} trade units (ST-R58)", sc.country(country).key));
        }
    }
    let next = st.next;
    let used = |greatest: Option<u16>, next: u16| greatest.is_some_and(|greatest| greatest >= next);
    if used(st.sites.keys().next_back().map(|id| id.0), next.site)
        || used(st.leaders.keys().next_back().map(|id| id.0), next.leader)
        || used(st.commands.keys().next_back().map(|id| id.0), next.command)
        || used(st.appeals.keys().next_back().map(|id| id.0), next.appeal)
    {
        faults.push("an id would be given out twice".into());
    }
}
