//! Off the map: strategic moves, dispersal, and the way home of the beaten (ST-18, ST-24.14, ST-R48).

use super::zones::enemy_ring_one;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, HexId, LeaderId, Power, SiteId};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{Journey, Site, SiteStatus, State};
use crate::model::units::{UnitKind, Units};

/// ST-R48: weeks of a strategic move.
pub fn weeks(rulings: &Rulings, distance: u32) -> u16 {
    distance.div_ceil(rulings.march.strategic_pace as u32).max(1) as u16
}

/// The city of a power that is nearest to a hex, by distance and then id; `only` says which will do.
pub fn nearest_city(st: &State, power: Power, hex: HexId, only: impl Fn(SiteId) -> bool) -> Option<SiteId> {
    let own = st.sites.iter().filter(|(id, site)| site.power == power && site.size > 0 && only(**id));
    own.min_by_key(|(id, site)| (site.hex.distance(hex), **id)).map(|(id, _)| *id)
}

/// Sends units and leaders to a city; they arrive at the beginning of a later turn.
pub fn send(sc: &Scenario, st: &mut State, from: HexId, to: SiteId, units: Units, leaders: Vec<LeaderId>) {
    let city = st.site(to);
    let (power, arrives) = (city.power, st.turn.later(weeks(&sc.rulings, city.hex.distance(from))));
    if !units.is_empty() || !leaders.is_empty() {
        st.journeys.push(Journey { power, units, leaders, to, arrives });
    }
}

/// Why units do not go on a strategic move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoJourney {
    /// Not between two cities that the country owns or has as allies.
    Place,
    /// One of them is blockaded.
    Blockaded,
    /// One of them lies in ring 1 of an enemy's zone; a fleet's is one for squadrons only (ST-R10).
    EnemyZone,
    /// Squadrons go from port to port (ST-1.11).
    NoHarbour,
    /// Not so many are there.
    TooFew,
}

/// ST-24.14, ST-R48: units of a city's garrison go to another city off the map. Cities that are owned or allied are bases of
/// their own, so that both are in communication (ST-R23).
pub fn strategic_move(sc: &Scenario, st: &mut State, from: SiteId, to: SiteId, units: &Units) -> Result<(), NoJourney> {
    let (start, end) = (st.site(from), st.site(to));
    let (power, hexes) = (start.power, [start.hex, end.hex]);
    let serves = |site: &Site| {
        site.power == power && site.size > 0 && matches!(site.status, SiteStatus::Owned | SiteStatus::Allied)
    };
    if from == to || !serves(start) || !serves(end) {
        return Err(NoJourney::Place);
    }
    if start.blockade.is_some() || end.blockade.is_some() {
        return Err(NoJourney::Blockaded);
    }
    let kinds = [(false, units.sqds() < units.iter().map(|(_, count)| count).sum()), (true, units.sqds() > 0)];
    for naval in kinds.into_iter().filter_map(|(naval, any)| any.then_some(naval)) {
        let zone = enemy_ring_one(sc, st, power, naval);
        if hexes.iter().any(|hex| zone[hex.index()]) {
            return Err(NoJourney::EnemyZone);
        }
    }
    if units.sqds() > 0 && !hexes.iter().all(|hex| sc.board.is_harbour(*hex)) {
        return Err(NoJourney::NoHarbour);
    }
    let garrison = start.command;
    if !st.command(garrison).units.holds(units) {
        return Err(NoJourney::TooFew);
    }
    let command = st.command_mut(garrison);
    command.units.remove(units);
    super::loads::drop_train_points(command);
    send(sc, st, hexes[0], to, *units, Vec::new());
    Ok(())
}

/// Who came to a city at the end of a strategic move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Whose.
    pub power: Power,
    /// Which city.
    pub to: SiteId,
    /// Units that found room.
    pub units: Units,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
}

/// ST-R48: those who are due arrive: in the city, or, if it is lost, they go on to the nearest city of their own; with none
/// left they are lost. Units that find no room wait before the walls, off the map. Those who arrived.
pub fn arrive(sc: &Scenario, st: &mut State) -> Vec<Arrival> {
    let due: Vec<Journey> = st.journeys.extract_if(.., |journey| journey.arrives <= st.turn).collect();
    let mut arrived = Vec::new();
    for mut journey in due {
        let there = st.sites.get(&journey.to).filter(|site| site.power == journey.power && site.size > 0);
        let Some(site) = there else {
            let from = st.site(journey.to).hex;
            match nearest_city(st, journey.power, from, |_| true) {
                Some(next) => send(sc, st, from, next, journey.units, journey.leaders),
                None => journey.leaders.iter().for_each(|leader| {
                    st.leaders.remove(leader);
                }),
            }
            continue;
        };
        let (hex, command, blockaded) = (site.hex, site.command, site.blockade.is_some());
        if blockaded {
            journey.arrives = st.turn.later(1);
            st.journeys.push(journey);
            continue;
        }
        let leaders = std::mem::take(&mut journey.leaders);
        for leader in &leaders {
            st.leaders.get_mut(leader).expect("he is on the way").hex = hex;
        }
        let left = garrison(sc, st, journey.to, command, journey.units);
        let mut units = journey.units;
        units.remove(&left);
        if !units.is_empty() || !leaders.is_empty() {
            arrived.push(Arrival { power: journey.power, to: journey.to, units, leaders });
        }
        if !left.is_empty() {
            journey.units = left;
            journey.arrives = st.turn.later(1);
            st.journeys.push(journey);
        }
    }
    arrived
}

/// ST-1.6, ST-11.6, ST-R29: puts units into the command of a city, as many as there is room for, then into divisions of its
/// power in the hex, lowest id first; what is left over. Supply trains come full.
pub fn garrison(sc: &Scenario, st: &mut State, site: SiteId, command: CommandId, units: Units) -> Units {
    let room = super::city::capacity(&sc.rulings, st.site(site).dv_current);
    let mut left = units;
    let mut inside = super::city::inside(st, site).regts();
    for (kind, count) in units.iter() {
        let fits = if kind.is_regt() { count.min(room.saturating_sub(inside)) } else { count };
        if kind.is_regt() {
            inside += fits;
        }
        add(sc, st, command, kind, fits);
        left.take(kind, fits);
    }
    let (hex, power) = (st.site(site).hex, st.site(site).power);
    let outside: Vec<CommandId> = st
        .commands_at(hex)
        .filter(|(_, it)| it.power == power && it.kind == CommandKind::Division && it.inside.is_none())
        .filter(|(_, it)| it.carried_by.is_none())
        .map(|(id, _)| id)
        .collect();
    for division in outside {
        for (kind, count) in left.iter().collect::<Vec<_>>() {
            let holds = sc.rulings.commands.division_regts as u16;
            let fits = count.min(holds.saturating_sub(st.command(division).units.regts()));
            add(sc, st, division, kind, fits);
            left.take(kind, fits);
        }
    }
    left
}

fn add(sc: &Scenario, st: &mut State, command: CommandId, kind: UnitKind, count: u16) {
    let command = st.command_mut(command);
    command.units.add(kind, count);
    if kind == UnitKind::SupplyTrain {
        command.train_points.extend(vec![sc.rulings.supply.train_points as u8; usize::from(count)]);
        command.train_points.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Takes a command off the map: those under it go on their own, what it carried or led is the caller's to care for. Its leader,
/// if it had one.
pub fn remove_command(st: &mut State, id: CommandId) -> Option<LeaderId> {
    let gone = st.commands.remove(&id)?;
    for other in st.commands.values_mut() {
        if other.parent == Some(id) {
            other.parent = None;
        }
        if other.carried_by == Some(id) {
            other.carried_by = None;
        }
    }
    super::pyramid::leave_unlinked(st);
    if let Some(leader) = gone.leader {
        st.leaders.get_mut(&leader).expect("he led it").post = None;
    }
    gone.leader
}
