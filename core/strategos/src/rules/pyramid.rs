//! The command pyramid: prices, limits, assignment, who commands a force (ST-9, ST-10, ST-11).

use std::collections::BTreeSet;

use super::city::capacity;
use super::leaders::{army_ma, average, rank_of, ratings};
use super::money::{may_spend_at, pay};
use crate::model::command::{BattleOrder, Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, Name, Power, SiteId};
use crate::model::measures::{Ratings, Talents};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

/// ST-10: what a command costs; `None` for those of cities and forts, which come with them.
pub fn price(rulings: &Rulings, kind: CommandKind) -> Option<Talents> {
    let of = &rulings.commands;
    let price = match kind {
        CommandKind::TaskForce => of.task_force,
        CommandKind::Army => of.army,
        CommandKind::Armada => of.armada,
        CommandKind::Division => of.division,
        CommandKind::Fleet => of.fleet,
        CommandKind::Special => of.special,
        CommandKind::Scouting => of.scouting,
        CommandKind::City | CommandKind::Fort => return None,
    };
    Some(Talents(price as u32))
}

/// ST-10.8, ST-10.11, ST-10.16, ST-11.6: whether a command may hold these units; for cities and forts `dv` is what is left of
/// their walls.
pub fn may_hold(sc: &Scenario, kind: CommandKind, dv: u8, units: &Units) -> bool {
    let of = &sc.rulings.commands;
    let (regts, sqds) = (i32::from(units.regts()), i32::from(units.sqds()));
    match kind {
        CommandKind::Division => sqds == 0 && regts <= of.division_regts,
        CommandKind::Fleet => {
            sqds <= of.fleet_sqds && units.iter().all(|(kind, _)| kind.is_sqd() || sc.units.of(kind).scout)
        }
        CommandKind::City | CommandKind::Fort => regts <= i32::from(capacity(&sc.rulings, dv)),
        _ => units.is_empty(),
    }
}

/// Why a command is not raised or assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCommand {
    /// It cannot be bought, or cannot stand here.
    Kind,
    /// Money does not reach it (ST-3.5).
    OutOfReach,
    /// There is a Special command (ST-10.17).
    OneSpecial,
    /// Not so much money.
    TooDear,
    /// They are not in one hex (ST-9.2).
    Apart,
    /// One of this type takes none of that (ST-10).
    Table,
    /// It would command itself.
    Circle,
    /// Between a city and what is in it, the lower goes under the higher (ST-11.2).
    Rank,
    /// The city has no room for it (ST-11.3).
    NoRoom,
    /// The city is blockaded (ST-15.9).
    Blockaded,
}

/// ST-10: raises a command in the hex of a city, one's own or, under an alliance, the ally's (ST-3.9).
pub fn raise(
    sc: &Scenario, st: &mut State, country: CountryId, kind: CommandKind, city: SiteId, name: Name,
) -> Result<CommandId, NoCommand> {
    let price = price(&sc.rulings, kind).ok_or(NoCommand::Kind)?;
    let site = st.site(city);
    let (hex, power) = (site.hex, Power::Country(country));
    if !st.admits(site, power) || !may_spend_at(sc, st, country, hex) {
        return Err(NoCommand::OutOfReach);
    }
    if site.blockade.is_some() {
        return Err(NoCommand::Blockaded);
    }
    if kind.is_naval() && !sc.board.is_harbour(hex) {
        return Err(NoCommand::Kind);
    }
    let is_special = |command: &Command| command.kind == CommandKind::Special && command.power == power;
    if kind == CommandKind::Special && st.commands.values().any(is_special) {
        return Err(NoCommand::OneSpecial);
    }
    if !pay(st, country, price) {
        return Err(NoCommand::TooDear);
    }
    let id = CommandId(st.next.command);
    st.next.command += 1;
    let mut command = Command::new(name, kind, power, hex);
    if kind == CommandKind::Division {
        command.organic_supply = sc.rulings.supply.organic as u8;
    }
    st.commands.insert(id, command);
    Ok(id)
}

/// All commands under one, itself first, then by rank of the tree and id.
pub fn tree(st: &State, top: CommandId) -> Vec<CommandId> {
    let mut all = vec![top];
    let mut seen = BTreeSet::from([top]);
    let mut at = 0;
    while at < all.len() {
        let under: Vec<CommandId> = st.children(all[at]).map(|(id, _)| id).filter(|id| seen.insert(*id)).collect();
        all.extend(under);
        at += 1;
    }
    all
}

/// ST-9.2, ST-10, ST-11: assigns a command to another, or to none. A link with a city's command moves the field command in as
/// garrison (ST-11.4); without one it leaves the walls.
pub fn assign(sc: &Scenario, st: &mut State, child: CommandId, parent: Option<CommandId>) -> Result<(), NoCommand> {
    let Some(above) = parent else {
        st.command_mut(child).parent = None;
        leave_unlinked(st);
        return Ok(());
    };
    let (low, high) = (st.command(child), st.command(above));
    if low.power != high.power || low.hex != high.hex {
        return Err(NoCommand::Apart);
    }
    if !low.kind.may_be_under(high.kind) {
        return Err(NoCommand::Table);
    }
    if tree(st, child).contains(&above) {
        return Err(NoCommand::Circle);
    }
    let site = [low, high].into_iter().find(|command| command.kind.is_site()).and_then(|command| command.inside);
    let special = low.kind == CommandKind::Special;
    if special && high.inside.is_some_and(|site| st.site(site).blockade.is_some() && low.inside != Some(site)) {
        return Err(NoCommand::Blockaded);
    }
    if let Some(site) = site.filter(|_| !special) {
        if rank_of(sc, st, child) > rank_of(sc, st, above) {
            return Err(NoCommand::Rank);
        }
        if st.site(site).blockade.is_some() {
            return Err(NoCommand::Blockaded);
        }
        let field = if st.command(child).kind.is_site() { above } else { child };
        enter(sc, st, field, site)?;
    }
    st.command_mut(child).parent = parent;
    leave_unlinked(st);
    Ok(())
}

/// ST-10: a Special command goes within walls, and out of them, with the command that it helps.
pub fn specials_follow(st: &mut State) {
    let special = |it: &Command| it.kind == CommandKind::Special && it.carried_by.is_none();
    let helps = |it: &Command| Some(it.parent?).map(|parent| st.command(parent)).filter(|above| above.hex == it.hex);
    let moved = st.commands.iter().filter(|(_, it)| special(it));
    let moved = moved.filter_map(|(id, it)| Some((*id, helps(it)?.inside)).filter(|(_, inside)| *inside != it.inside));
    for (id, inside) in moved.collect::<Vec<_>>() {
        let it = st.command_mut(id);
        let garrison = inside.is_some();
        (it.inside, it.battle_order) = (inside, if garrison { BattleOrder::Garrison } else { BattleOrder::Defend });
        it.path.clear();
    }
}

/// ST-11.2: who is no longer linked with the city in which it is leaves the walls.
pub fn leave_unlinked(st: &mut State) {
    let inside = st.commands.iter().filter_map(|(id, command)| Some((*id, st.site(command.inside?).command)));
    let gone: Vec<CommandId> =
        inside.filter(|(id, city)| id != city && !st.linked(*id, *city)).map(|(id, _)| id).collect();
    gone.into_iter().for_each(|id| leave(st, id));
    specials_follow(st);
}

/// ST-11.3, ST-11.4: a command goes inside the walls with all it holds itself, under garrison orders.
fn enter(sc: &Scenario, st: &mut State, field: CommandId, site: SiteId) -> Result<(), NoCommand> {
    let room = capacity(&sc.rulings, st.site(site).dv_current);
    let inside: u16 = super::city::inside(st, site).regts();
    let more = if st.command(field).inside == Some(site) { 0 } else { st.command(field).units.regts() };
    if inside + more > room {
        return Err(NoCommand::NoRoom);
    }
    let command = st.command_mut(field);
    command.inside = Some(site);
    command.battle_order = BattleOrder::Garrison;
    command.path.clear();
    Ok(())
}

fn leave(st: &mut State, field: CommandId) {
    let command = st.command_mut(field);
    if command.inside.take().is_some() {
        command.battle_order = BattleOrder::Defend;
    }
}

/// ST-9.3, ST-9.4, ST-7.9: who commands a force, and his abilities: the leader of the highest command, the average of several
/// of equal rank; an army's commander with what his divisions add. `None` for no commands at all.
pub fn overall(sc: &Scenario, st: &State, force: &[CommandId]) -> Option<(Vec<CommandId>, Ratings)> {
    let highest = force.iter().map(|command| rank_of(sc, st, *command)).max()?;
    let top: Vec<CommandId> = force.iter().copied().filter(|command| rank_of(sc, st, *command) == highest).collect();
    let all: Vec<Ratings> = top.iter().map(|command| effective(sc, st, *command)).collect();
    Some((top, average(&all)))
}

/// ST-7.9: the abilities of a command's leader, an army's with what his division commanders add.
pub fn effective(sc: &Scenario, st: &State, command: CommandId) -> Ratings {
    let mut own = ratings(sc, st, command);
    if st.command(command).kind == CommandKind::Army {
        let divisions = st.children(command).filter(|(_, child)| child.kind == CommandKind::Division);
        let mas: Vec<u8> = divisions.map(|(id, _)| ratings(sc, st, id).ma).collect();
        own.ma = army_ma(&sc.rulings.leaders, own.ma, mas);
    }
    own
}

/// Why units do not pass from one command to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTransfer {
    /// They are not in one hex, or of two powers (ST-9.2).
    Apart,
    /// Not so many are there.
    TooFew,
    /// The other cannot hold them (ST-10, ST-11.6).
    Limit,
    /// Nothing passes the walls of a blockaded city (ST-15.9).
    Blockaded,
    /// What a fleet carries comes aboard and ashore in the march, and its ships have to carry it (ST-10.12, ST-R62).
    Aboard,
}

/// ST-9.2, ST-16.1: units pass from one command to another in its hex; supply trains with the fullest points first.
pub fn transfer_units(
    sc: &Scenario, st: &mut State, from: CommandId, to: CommandId, units: &Units,
) -> Result<(), NoTransfer> {
    let (giver, taker) = (st.command(from), st.command(to));
    if from == to || giver.power != taker.power || giver.hex != taker.hex {
        return Err(NoTransfer::Apart);
    }
    if giver.carried_by != taker.carried_by {
        return Err(NoTransfer::Aboard);
    }
    if giver.inside != taker.inside {
        let walls = giver.inside.or(taker.inside).map(|site| st.site(site));
        if walls.is_some_and(|site| site.blockade.is_some()) {
            return Err(NoTransfer::Blockaded);
        }
    }
    if !giver.units.holds(units) {
        return Err(NoTransfer::TooFew);
    }
    if !super::building::can_spare(sc, st, from, units) {
        return Err(NoTransfer::Aboard);
    }
    let mut after = taker.units;
    after.join(units);
    let dv = taker.inside.map_or(0, |site| st.site(site).dv_current);
    if !may_hold(sc, taker.kind, dv, &after) {
        return Err(NoTransfer::Limit);
    }
    if let Some(site) = taker.inside.filter(|site| giver.inside != Some(*site)) {
        let inside = super::city::inside(st, site).regts() + units.regts();
        if inside > capacity(&sc.rulings, st.site(site).dv_current) {
            return Err(NoTransfer::Limit);
        }
    }
    let trains = usize::from(units.count(UnitKind::SupplyTrain));
    let giver = st.command_mut(from);
    giver.units.remove(units);
    let points: Vec<u8> = giver.train_points.drain(..trains).collect();
    let taker = st.command_mut(to);
    taker.units = after;
    taker.train_points.extend(points);
    taker.train_points.sort_unstable_by(|a, b| b.cmp(a));
    Ok(())
}
