//! Steps 8 and 11: what scouts report (ST-19, ST-R49, section 6).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Dice, RuleRef, Stream};

use super::leaders::rank_of;
use super::scouting::{city_points, error_of, level_at, points, reported};
use super::{pyramid, zones};
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, HexId, Power};
use crate::model::reports::{ForceReport, HexReport, SiteReport, Source};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitClass, Units};

const R49: RuleRef = RuleRef::new("ST-R49");

/// Steps 8 and 11 for every country: what its forces and cities see in their zones goes into its memory. `moved` are the
/// commands that left a hex this week.
pub fn scouting_phase(sc: &Scenario, st: &mut State, moved: &BTreeSet<CommandId>, source: Source, dice: &mut Dice) {
    let mut in_sight: BTreeMap<HexId, Vec<CommandId>> = BTreeMap::new();
    for (id, it) in st.commands.iter().filter(|(_, it)| is_in_sight(it)) {
        in_sight.entry(it.hex).or_default().push(*id);
    }
    for country in sc.country_ids().filter(|country| !st.country(*country).out).collect::<Vec<_>>() {
        let levels = levels(sc, st, country);
        let mut fresh = BTreeMap::new();
        for (hex, level) in levels.iter().filter(|(_, level)| **level > 0) {
            let error = error_of(&sc.rulings.scouting, *level).unwrap_or(0);
            let counter = 1 + u16::from(country.0) * 4 + source as u16;
            let mut stream = dice.stream("scouting", hex.index() as u16, counter);
            let look = Look { level: *level, error, fails: true, moved };
            let here = in_sight.get(hex).map_or(&[][..], Vec::as_slice);
            let forces = look.forces(sc, st, country, here, &mut stream);
            fresh.insert(*hex, HexReport { turn: st.turn, source, level: *level, error: error as u8, forces });
        }
        let walls = look_at_walls(sc, st, country, &levels, source, dice);
        let roads: Vec<HexId> = st.roads.iter().copied().filter(|hex| levels.contains_key(hex)).collect();
        let memory = &mut st.memory[country.index()];
        memory.hexes.retain(|_, report| !report.forces.is_empty());
        memory.hexes.extend(fresh);
        memory.roads.extend(roads);
        for (site, size, dv, dv_error) in walls {
            let turn = st.turn;
            let inside = memory.sites.get(&site).and_then(|report| report.inside);
            memory.sites.insert(site, SiteReport { turn, size, dv, dv_error, inside });
        }
    }
}

/// ST-19.3, ST-19.4, ST-R10: the hexes that a country looks into, with the level: the best of all who look there; 0 is too
/// few to report on forces, but roads and walls are seen.
pub fn levels(sc: &Scenario, st: &State, country: CountryId) -> BTreeMap<HexId, u8> {
    let power = Power::Country(country);
    let hostile = |it: &&Command| it.units.fighting() > 0 && st.at_war(power, it.power);
    let enemies: BTreeSet<HexId> = st.commands.values().filter(hostile).map(|it| it.hex).collect();
    let mut points_in: BTreeMap<HexId, u32> = BTreeMap::new();
    for it in st.commands.values().filter(|it| st.friendly(power, it.power)) {
        *points_in.entry(it.hex).or_default() += points(&sc.units, &it.units) + points(&sc.units, &it.aboard);
    }
    let mut levels: BTreeMap<HexId, u8> = BTreeMap::new();
    let mut look = |centre: HexId, naval: bool, radius: u32, points: u32, scouts: bool| {
        for (hex, _) in zones::zone(&sc.board, centre, naval, radius, |hex| enemies.contains(&hex)) {
            let level = level_at(&sc.rulings, points, scouts, sc.board.hex(hex).terrain);
            let best = levels.entry(hex).or_default();
            *best = level.max(*best);
        }
    };
    let radius = sc.rulings.zones.radius.max(0) as u32;
    for it in st.commands.values().filter(|it| it.power == power) {
        let here = points_in.get(&it.hex).copied().unwrap_or_default();
        let scouts = it.kind == CommandKind::Scouting;
        let outside = it.inside.is_none() && it.carried_by.is_none();
        let naval = it.units.sqds() > 0 || sc.board.is_sea(it.hex);
        let has_zone = outside && (it.units.fighting() > 0 || scouts);
        look(it.hex, naval, if has_zone { radius } else { 0 }, here, scouts && outside);
    }
    for site in st.sites.values().filter(|site| site.power == power) {
        let forces = points_in.get(&site.hex).copied().unwrap_or_default();
        look(site.hex, false, 1, city_points(&sc.rulings.scouting, site.size, forces), false);
    }
    levels
}

/// Section 6: walls that a country's forces stand before, by a point more or less, in the second phase; and cities and forts
/// that it sees for the first time, as they are.
fn look_at_walls(
    sc: &Scenario, st: &State, country: CountryId, levels: &BTreeMap<HexId, u8>, source: Source, dice: &mut Dice,
) -> Vec<(crate::model::ids::SiteId, u8, u8, u8)> {
    let power = Power::Country(country);
    let own = st.commands.values().filter(|it| it.power == power && it.units.fighting() > 0);
    let stands_at: BTreeSet<HexId> = own.map(|it| it.hex).collect();
    let mut seen = Vec::new();
    for (id, site) in &st.sites {
        if site.power == power {
            seen.push((*id, site.size, site.dv_current, 0)); // What is lost later is remembered.
            continue;
        }
        if source == Source::SecondPhase && stands_at.contains(&site.hex) {
            let off = dice.stream("scouting", id.0, 2000 + u16::from(country.0)).range(-1, 1, R49);
            let dv = (i32::from(site.dv_current) + off).clamp(0, sc.rulings.cities.greatest_dv);
            seen.push((*id, site.size, dv as u8, 1));
        } else if id.index() >= sc.cities.len()
            && levels.contains_key(&site.hex)
            && !st.memory[country.index()].sites.contains_key(id)
        {
            seen.push((*id, site.size, site.dv_current, 0));
        }
    }
    seen
}

/// ST-R49: whether a command can be seen by strangers: those outside walls, and the garrisons of free cities. Scouts are not
/// noticed (reading ST-R49/b).
fn is_in_sight(command: &Command) -> bool {
    (command.inside.is_none() || matches!(command.power, Power::FreeCity(_)))
        && command.carried_by.is_none()
        && command.kind != CommandKind::Scouting
}

/// The commands in a hex that can be seen, ascending.
pub fn in_sight_at(st: &State, hex: HexId) -> Vec<CommandId> {
    st.commands_at(hex).filter(|(_, it)| is_in_sight(it)).map(|(id, _)| id).collect()
}

/// How a hex is looked into.
pub struct Look<'a> {
    /// The level of the report.
    pub level: u8,
    /// By how many per cent its numbers may be off.
    pub error: i32,
    /// Whether it may see nothing by chance.
    pub fails: bool,
    /// The commands that left a hex this week.
    pub moved: &'a BTreeSet<CommandId>,
}

impl Look<'_> {
    /// ST-R49: the foreign forces that are reported of a hex, of the commands there that can be seen.
    pub fn forces(
        &self, sc: &Scenario, st: &State, country: CountryId, here: &[CommandId], dice: &mut Stream<'_>,
    ) -> Vec<ForceReport> {
        let mut groups: BTreeMap<(Power, bool), Vec<CommandId>> = BTreeMap::new();
        for id in here {
            let it = st.command(*id);
            if it.power != Power::Country(country) {
                let naval = it.kind.is_naval() || sc.board.is_sea(it.hex);
                groups.entry((it.power, naval)).or_default().push(*id);
            }
        }
        let exact = self.level >= 4;
        if groups.is_empty() || self.fails && !exact && dice.range(1, 20, R49) <= sc.rulings.scouting.nothing_seen {
            return Vec::new();
        }
        groups.into_iter().map(|((power, naval), force)| self.force(sc, st, power, naval, &force, dice)).collect()
    }

    fn force(
        &self, sc: &Scenario, st: &State, power: Power, naval: bool, force: &[CommandId], dice: &mut Stream<'_>,
    ) -> ForceReport {
        let level = self.level;
        let mut units = Units::NONE;
        let mut aboard = Units::NONE;
        for id in force {
            units.join(&st.command(*id).units);
            aboard.join(&st.command(*id).aboard);
            st.commands.values().filter(|it| it.carried_by == Some(*id)).for_each(|it| aboard.join(&it.units));
        }
        let mut about = |count: u32| {
            let off = if self.error == 0 { 0 } else { dice.range(-self.error, self.error, R49) };
            if count == 0 { 0 } else { reported(count, off) }
        };
        let total = (level >= 2).then(|| about(u32::from(units.fighting())));
        let mut classes: BTreeMap<UnitClass, u32> = BTreeMap::new();
        if level >= 3 {
            units.iter().for_each(|(kind, count)| *classes.entry(kind.class()).or_default() += u32::from(count));
            classes.values_mut().for_each(|count| *count = about(*count));
        }
        let aboard = (level >= 3 && naval).then(|| about(u32::from(aboard.fighting())));
        let highest = force.iter().copied().max_by_key(|id| (rank_of(sc, st, *id), std::cmp::Reverse(*id)));
        let top = highest.map(|id| st.command(id));
        let leader = top.and_then(|it| it.leader).map(|leader| &st.leaders[&leader]).filter(|him| him.travel == 0);
        let moved = highest.filter(|id| self.moved.contains(id));
        ForceReport {
            power,
            naval,
            units: total,
            highest: top.filter(|_| level >= 2).map(|it| it.kind),
            classes,
            aboard,
            commander: leader.filter(|_| level >= 3).map(|him| him.name.clone()),
            came_from: moved.filter(|_| level >= 3).and_then(|id| st.command(id).came_from),
            exact: (level >= 4).then_some(units),
            ma: (level >= 4).then(|| pyramid::overall(sc, st, force)).flatten().map(|(_, ratings)| ratings.ma),
            order: top.filter(|_| level >= 4).map(|it| it.battle_order),
        }
    }
}
