//! Whole states that fit what a country knows: garrisons, forces and money of the others are drawn within what it was told.

use kernel::{Dice, RuleRef, Stream};

use super::outlook::{Outlook, garrison_of};
use crate::knowledge::Knowledge;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, HexId, LeaderId, Name, Power, SiteId};
use crate::model::measures::{Ratings, Talents};
use crate::model::scenario::Scenario;
use crate::model::state::{Leader, State};
use crate::model::units::{UnitKind, Units};

const RULE: RuleRef = RuleRef::new("plan");
/// Regiments of a division that nobody has seen.
const USUAL: u32 = 24;
/// Weeks of base tax that a treasury is taken to hold, at most.
const MOST_WEEKS: i32 = 4;

/// A whole state that fits what the country knows.
pub fn sample(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> State {
    let (country, mut st) = (knowledge.country, knowledge.state.clone());
    if st.ended.is_some() {
        return st;
    }
    let mut rng = dice.stream("sample", u16::from(country.0), st.turn.0);
    let outlook = Outlook::new(sc, &st, country);
    garrisons(sc, &mut st, country, &mut rng);
    for other in sc.country_ids().filter(|other| *other != country) {
        if st.country(other).out {
            continue;
        }
        let weeks = rng.range(1, MOST_WEEKS, RULE) as u32;
        st.country_mut(other).treasury = Talents(outlook.tax[other.index()] * weeks);
        forces(sc, &mut st, &outlook, other, &mut rng);
    }
    st
}

/// Everybody's garrisons, a fifth more or less than they are taken to be.
fn garrisons(sc: &Scenario, st: &mut State, country: CountryId, rng: &mut Stream<'_>) {
    let foreign = st.sites.iter().filter(|(_, site)| site.power != Power::Country(country));
    for id in foreign.map(|(id, _)| *id).collect::<Vec<SiteId>>() {
        let units = garrison_of(sc, st, country, id, 0);
        let site = st.site_mut(id);
        site.stores = site.supply;
        let command = site.command;
        st.command_mut(command).units = roughly(sc, &units, rng);
    }
}

/// A country's field forces: those that were seen, and at its capital and greatest cities what it must have besides.
fn forces(sc: &Scenario, st: &mut State, outlook: &Outlook, country: CountryId, rng: &mut Stream<'_>) {
    let mut places: Vec<(HexId, u32)> = Vec::new();
    for seen in outlook.forces.iter().filter(|seen| seen.country == country && !seen.naval) {
        if places.iter().all(|(hex, _)| *hex != seen.hex) {
            places.push((seen.hex, seen.units));
        }
    }
    let known: u32 = places.iter().map(|(_, units)| units).sum();
    let mut left = outlook.regts[country.index()].saturating_sub(known);
    let mut cities: Vec<(u8, HexId)> = st
        .sites
        .values()
        .filter(|site| site.power == Power::Country(country) && site.size > 0)
        .map(|site| (site.size, site.hex))
        .collect();
    cities.sort_by_key(|(size, hex)| (std::cmp::Reverse(*size), *hex));
    for (_, hex) in cities {
        let regts = left.min(USUAL);
        if regts == 0 {
            break;
        }
        places.push((hex, regts));
        left -= regts;
    }
    for (hex, regts) in places {
        let most = sc.rulings.commands.division_regts as u32;
        let mut rest = regts;
        while rest > 0 {
            division(sc, st, country, hex, rest.min(most) as u16, rng);
            rest = rest.saturating_sub(most);
        }
    }
}

/// A division under a leader who has some experience.
fn division(sc: &Scenario, st: &mut State, country: CountryId, hex: HexId, regts: u16, rng: &mut Stream<'_>) {
    let power = Power::Country(country);
    let (id, leader) = (CommandId(st.next.command), LeaderId(st.next.leader));
    st.next.command += 1;
    st.next.leader += 1;
    let name = Name::from(format!("Division of {}", id.0));
    let mut command = Command::new(name, CommandKind::Division, power, hex);
    let horse = regts / 5;
    let mut units = Units::of(UnitKind::Hoplite, regts - horse);
    units.add(UnitKind::MediumHorse, horse);
    command.units = roughly(sc, &units, rng);
    command.organic_supply = 6;
    command.leader = Some(leader);
    let ma = rng.range(4, 6, RULE) as u8;
    let him = Leader {
        post: Some(id),
        ..Leader::new(Name::from(format!("Leader {}", leader.0)), power, Ratings { ma, loy: 5, sa: 5 }, hex)
    };
    st.leaders.insert(leader, him);
    st.commands.insert(id, command);
}

/// The same, a fifth more or less, as far as a division holds them.
fn roughly(sc: &Scenario, units: &Units, rng: &mut Stream<'_>) -> Units {
    let per_cent = rng.range(80, 115, RULE) as u32;
    let mut all = Units::NONE;
    for (kind, count) in units.iter() {
        all.add(kind, ((u32::from(count) * per_cent).div_ceil(100).min(u32::from(count) + 2)) as u16);
    }
    while i32::from(all.regts()) > sc.rulings.commands.division_regts {
        let Some((kind, _)) = all.iter().next() else { break };
        all.set(kind, all.count(kind) - 1);
    }
    all
}
