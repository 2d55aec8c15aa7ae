//! Steps 1 and 2: a quarter and a week begin (ST-1.9, ST-7.1, ST-21, ST-R16, ST-R24, ST-R29, ST-R33).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Dice, RuleRef};

use super::city::quarter_stores;
use super::communication::{Lines, needs_line};
use super::journeys::Arrival;
use super::march::Ground;
use super::morale::morale_of;
use super::{battle, covert, journeys, leaders};
use crate::model::command::BattleOrder;
use crate::model::ids::{CommandId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::{Building, SiteStatus, State};
use crate::model::units::Units;

const R16: RuleRef = RuleRef::new("ST-R16");

/// What steps 1 and 2 brought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Routed commands that rallied (ST-R16).
    pub rallied: Vec<CommandId>,
    /// Units that were done, and joined a garrison or a division (ST-R29).
    pub ready: Vec<(SiteId, Units)>,
    /// Who came to the end of a strategic move (ST-R48).
    pub arrived: Vec<Arrival>,
}

/// Steps 1 and 2 of a turn.
pub fn begin(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Opening {
    if sc.opens_quarter(st.turn) {
        begin_quarter(sc, st, dice);
    }
    for leader in st.leaders.values_mut() {
        leader.travel = leader.travel.saturating_sub(1);
        leader.wounded = leader.wounded.saturating_sub(1);
    }
    snapshot(st);
    repair_walls(sc, st);
    let rallied = rally(sc, st, dice);
    let ready = finish_building(sc, st);
    let arrived = journeys::arrive(sc, st);
    check_lines(sc, st);
    Opening { rallied, ready, arrived }
}

/// Step 1: Stores, leaders, spies and assassins, limits of building.
fn begin_quarter(sc: &Scenario, st: &mut State, dice: &mut Dice) {
    let quarter = sc.quarter(st.turn);
    for site in st.sites.values_mut() {
        site.raised = 0;
        if site.blockade.is_none() || sc.rulings.siege.refill_blockaded {
            site.stores = quarter_stores(&sc.rulings, site.supply, quarter);
        }
    }
    for leader in st.leaders.values_mut() {
        (leader.grew_ma, leader.grew_sa) = (false, false);
    }
    for country in &mut st.countries {
        country.founded = 0;
        country.raised.clear();
    }
    covert::renew(&sc.rulings, st);
    allot_leaders(sc, st, dice);
}

/// ST-7.1, ST-R22: a country with fewer leaders than cities that it owns is topped up; they wait in the capital, or, if that is
/// lost, in the first city of its own.
fn allot_leaders(sc: &Scenario, st: &mut State, dice: &mut Dice) {
    for country in sc.country_ids().filter(|country| !st.country(*country).out).collect::<Vec<_>>() {
        let power = Power::Country(country);
        let owned = |status| status == SiteStatus::Owned;
        let cities =
            st.sites.values().filter(|site| site.power == power && site.size > 0 && owned(site.status)).count();
        let there = st.leaders.values().filter(|leader| leader.power == power).count();
        let capital = st.sites.get(&sc.country(country).capital).filter(|site| site.power == power);
        let seat = capital.or_else(|| st.sites.values().find(|site| site.power == power && site.size > 0));
        let Some(hex) = seat.map(|site| site.hex) else { continue };
        for _ in there..cities {
            leaders::draw_leader(sc, st, power, hex, dice);
        }
    }
}

/// Step 2: who finds an enemy force before its walls (ST-4.1); nobody is in disorder any more (ST-R17), and leave to attack a
/// treaty partner is over (ST-22.2).
fn snapshot(st: &mut State) {
    let beset: Vec<(SiteId, bool)> = st
        .sites
        .iter()
        .map(|(id, site)| {
            let outside = |power| st.at_war(site.power, power);
            let force = st.commands_at(site.hex).any(|(_, command)| {
                command.inside != Some(*id) && command.units.fighting() > 0 && outside(command.power)
            });
            (*id, force)
        })
        .collect();
    for (id, beset) in beset {
        let site = st.site_mut(id);
        (site.beset, site.raided) = (beset, Talents(0));
    }
    for command in st.commands.values_mut() {
        command.disorder.clear();
        command.stands_aside = false;
        command.authorised.clear();
        command.task = command.task.filter(|task| !task.done);
    }
}

/// ST-R33: what a siege took from walls comes back by a point a week while no enemy is there.
fn repair_walls(sc: &Scenario, st: &mut State) {
    for site in st.sites.values_mut().filter(|site| !site.beset && site.dv_current < site.dv) {
        site.dv_current = (site.dv_current + sc.rulings.cities.wall_repair as u8).min(site.dv);
    }
}

/// ST-R16: the routed rally if they had no battle last week and a d20 is within their morale.
fn rally(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<CommandId> {
    let last_week = st.turn.0.saturating_sub(1);
    let routed: Vec<CommandId> = st.commands.iter().filter(|(_, command)| command.routed).map(|(id, _)| *id).collect();
    let mut rallied = Vec::new();
    for id in routed {
        let command = st.command(id);
        let fought = command.last_battle.is_some_and(|turn| turn.0 >= last_week);
        let morale = morale_of(sc, st, command.power);
        if !fought && battle::rallies(false, morale, dice.stream("morale", id.0, 0).range(1, 20, R16)) {
            let command = st.command_mut(id);
            (command.routed, command.battle_order) = (false, BattleOrder::Defend);
            rallied.push(id);
        }
    }
    rallied
}

/// ST-R29: units that are done join the city's command, or a division before the walls; where there is no room, or the city is
/// besieged or blockaded, they wait. Those that do not.
fn finish_building(sc: &Scenario, st: &mut State) -> Vec<(SiteId, Units)> {
    let done: Vec<Building> = st.building.extract_if(.., |each| each.ready <= st.turn).collect();
    let mut ready = Vec::new();
    for each in done {
        let site = st.site(each.site);
        let shut = site.siege.is_some() || site.blockade.is_some();
        let command = site.command;
        let units = Units::of(each.kind, each.count);
        let left = if shut { units } else { journeys::garrison(sc, st, each.site, command, units) };
        let joined = each.count - left.count(each.kind);
        if joined > 0 {
            ready.push((each.site, Units::of(each.kind, joined)));
        }
        if !left.is_empty() {
            st.building.push(Building { count: left.count(each.kind), ready: st.turn.later(1), ..each });
        }
    }
    ready
}

/// ST-R24: who is out of communication as the week begins.
fn check_lines(sc: &Scenario, st: &mut State) {
    let mut abroad: BTreeMap<Power, Vec<CommandId>> = BTreeMap::new();
    for (id, command) in st.commands.iter().filter(|(_, command)| needs_line(sc, command)) {
        abroad.entry(command.power).or_default().push(*id);
    }
    let ground = Ground::new(sc, st);
    let mut out = BTreeSet::new();
    for (power, commands) in abroad {
        let lines = Lines::new(&ground, st, power);
        out.extend(commands.into_iter().filter(|id| !lines.in_range(st.command(*id).hex)));
    }
    for (id, command) in &mut st.commands {
        command.out_of_communication = out.contains(id);
    }
}
