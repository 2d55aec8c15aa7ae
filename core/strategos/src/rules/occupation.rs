//! Who goes into a city that was stormed (ST-16.2, ST-16.3, ST-R46).

use super::city::capacity;
use super::leaders::rank_of;
use super::{city, pyramid};
use crate::model::command::{BattleOrder, Command, CommandKind};
use crate::model::ids::{CommandId, SiteId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

/// ST-16.2: what a command that storms a city puts into it right after, as it was ordered before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveIn {
    /// A command that storms it.
    pub command: CommandId,
    /// The city or fort.
    pub site: SiteId,
    /// Commands of the captor, in this order, as far as there is room.
    pub commands: Vec<CommandId>,
    /// Units of the command, or aboard it, for the city's own command.
    pub units: Units,
}

/// Who went in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MovedIn {
    /// Commands.
    pub commands: Vec<CommandId>,
    /// Units that joined the city's command.
    pub units: Units,
}

/// ST-16.2, ST-16.3: who goes into a city that these commands took: as they were ordered to, else as many as there is room for.
pub fn occupy(sc: &Scenario, st: &mut State, site: SiteId, commands: &[CommandId], transfers: &[MoveIn]) -> MovedIn {
    let (power, mut inside) = (st.site(site).power, MovedIn::default());
    let own = |it: &&MoveIn| {
        it.site == site
            && commands.contains(&it.command)
            && st.commands.get(&it.command).is_some_and(|it| it.power == power)
    };
    let ordered: Vec<&MoveIn> = transfers.iter().filter(own).collect();
    if ordered.is_empty() {
        all_that_fit(sc, st, site, commands, &mut inside);
        for fleet in commands {
            if st.commands.get(fleet).is_some_and(|it| it.power == power) {
                let units = st.command(*fleet).aboard.only(UnitKind::is_regt);
                hand_over(sc, st, site, *fleet, &units, &mut inside);
            }
        }
    }
    for order in ordered {
        for id in &order.commands {
            if st.commands.get(id).is_some_and(|it| it.power == power) && go_in(sc, st, site, *id) {
                inside.commands.push(*id);
            }
        }
        hand_over(sc, st, site, order.command, &order.units, &mut inside);
    }
    inside
}

/// ST-16.3: the captor's divisions that stormed it go in, from aboard too, the smallest first, by number of units, as long as
/// they fit.
fn all_that_fit(sc: &Scenario, st: &mut State, site: SiteId, stormers: &[CommandId], inside: &mut MovedIn) {
    let (hex, power) = (st.site(site).hex, st.site(site).power);
    let stormed = |id: CommandId, it: &Command| stormers.contains(&it.carried_by.unwrap_or(id));
    let outside = |it: &Command| it.power == power && it.inside.is_none() && !it.routed;
    let divisions =
        st.commands_at(hex).filter(|(id, it)| it.kind == CommandKind::Division && outside(it) && stormed(*id, it));
    let mut all: Vec<(u16, CommandId)> =
        divisions.map(|(id, it)| (it.units.regts(), id)).filter(|(regts, _)| *regts > 0).collect();
    all.sort_unstable();
    for (_, command) in all {
        if go_in(sc, st, site, command) {
            inside.commands.push(command);
        }
    }
}

/// ST-11.2, ST-11.3: a command in the hex goes in, from aboard too, if there is room, and is linked with the city: the lower goes
/// under the higher, the city of an army's divisions under the army. A task force stays outside (ST-R67).
fn go_in(sc: &Scenario, st: &mut State, site: SiteId, id: CommandId) -> bool {
    let (hex, city) = (st.site(site).hex, st.site(site).command);
    let (it, walls) = (st.command(id), st.command(city));
    let room = capacity(&sc.rulings, st.site(site).dv_current);
    let fits = city::inside(st, site).regts() + it.units.regts() <= room;
    let below = rank_of(sc, st, city) >= rank_of(sc, st, id);
    let army = it.parent.filter(|top| st.command(*top).hex == hex && st.command(*top).kind == CommandKind::Army);
    let top = army.unwrap_or(id);
    let links = if below {
        it.kind.may_be_under(walls.kind)
    } else {
        walls.kind.may_be_under(st.command(top).kind) && walls.parent.is_none_or(|parent| parent == top)
    };
    if it.hex != hex || it.inside.is_some() || it.routed || !fits || !links {
        return false;
    }
    if below {
        st.command_mut(id).parent = Some(city);
    } else {
        st.command_mut(city).parent = Some(top);
    }
    for each in if below { vec![id] } else { vec![id, top] } {
        let it = st.command_mut(each);
        (it.inside, it.carried_by, it.battle_order) = (Some(site), None, BattleOrder::Garrison);
        it.path.clear();
    }
    pyramid::specials_follow(st);
    true
}

/// ST-R46: units of a command, or aboard it, join the city's, as many of them as there is room for.
fn hand_over(sc: &Scenario, st: &mut State, site: SiteId, from: CommandId, units: &Units, inside: &mut MovedIn) {
    let city = st.site(site).command;
    if st.command(from).hex != st.site(site).hex && st.command(from).aboard.is_empty() {
        return;
    }
    for (kind, wanted) in units.iter() {
        let room = if kind.is_regt() {
            capacity(&sc.rulings, st.site(site).dv_current).saturating_sub(city::inside(st, site).regts())
        } else {
            wanted
        };
        let giver = st.command_mut(from);
        let aboard = giver.aboard.count(kind).min(wanted).min(room);
        let own = giver.units.count(kind).min(wanted - aboard).min(room - aboard);
        giver.aboard.take(kind, aboard);
        giver.units.take(kind, own);
        let trains = if kind == UnitKind::SupplyTrain { usize::from(aboard + own) } else { 0 };
        let points: Vec<u8> = giver.train_points.drain(..trains).collect();
        let taker = st.command_mut(city);
        taker.units.add(kind, aboard + own);
        taker.train_points.extend(points);
        taker.train_points.sort_unstable_by(|a, b| b.cmp(a));
        inside.units.add(kind, aboard + own);
    }
    debug_assert!(pyramid::may_hold(sc, st.command(city).kind, st.site(site).dv_current, &st.command(city).units));
}
