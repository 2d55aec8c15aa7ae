//! Steps 7 and 10: forces march impulse by impulse, and meet (ST-9.7, ST-R7, ST-R8, ST-R12, ST-R13).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Dice, RuleRef};

use super::capture::escape_or_die;
use super::fight::{BattleReport, Captured, Field, Side, capture_commands, fight, order_of};
use super::journeys::remove_command;
use super::march::{Ground, Season, is_heavy, land_allowance, naval_allowance};
use super::raids::Raids;
use super::retreat::{Retreat, enemy_force_in, retreat, way_out, with_cargo};
use super::{battle, pyramid, scouting, siege_phase, zones};
use crate::model::command::{BattleOrder, Command, CommandKind, TaskKind};
use crate::model::ids::{CommandId, HexId, Power, SiteId};
use crate::model::measures::MovePoints;
use crate::model::scenario::Scenario;
use crate::model::state::{Standing, State};
use crate::model::units::Units;

const R13: RuleRef = RuleRef::new("ST-R13");

/// What the march of a week has done so far; it lasts for both movement phases.
#[derive(Clone, Debug)]
pub struct Trek {
    /// Weather and rain.
    pub season: Season,
    /// Impulses over.
    pub impulse: u8,
    /// Credit of marching forces, by their highest command (ST-R8).
    credit: BTreeMap<CommandId, u16>,
    /// Credit that commands have spent.
    spent: BTreeMap<CommandId, u16>,
    /// The allowance of those that could move.
    allowance: BTreeMap<CommandId, MovePoints>,
    /// The impulse up to which a command rests after a battle.
    rests: BTreeMap<CommandId, u8>,
    /// The impulse in which a command entered its hex; absent: it was there when the week began.
    entered: BTreeMap<CommandId, u8>,
    /// Commands that left a hex.
    pub moved: BTreeSet<CommandId>,
    /// Fleets that were in an all-sea hex.
    pub at_sea: BTreeSet<CommandId>,
    /// Commands that were away from friendly cities for an impulse.
    away: BTreeSet<CommandId>,
    /// Sites without a garrison whose hex an enemy entered (ST-16.4 d).
    pub intruded: BTreeSet<SiteId>,
    /// Battles of this phase, so that two sides meet once in a hex (ST-R13).
    met: BTreeSet<(HexId, Power, Power)>,
    /// Battles of the week.
    pub battles: Vec<BattleReport>,
    /// Commands that were captured (ST-R19).
    pub captured: Vec<Captured>,
    /// Scouts that were caught (ST-10.19).
    pub caught: Vec<CommandId>,
    /// Raids of the week (ST-6.8).
    pub raids: Raids,
}

impl Trek {
    /// At the beginning of a week.
    pub fn new(season: Season) -> Self {
        Self {
            season,
            impulse: 0,
            credit: BTreeMap::new(),
            spent: BTreeMap::new(),
            allowance: BTreeMap::new(),
            rests: BTreeMap::new(),
            entered: BTreeMap::new(),
            moved: BTreeSet::new(),
            at_sea: BTreeSet::new(),
            away: BTreeSet::new(),
            intruded: BTreeSet::new(),
            met: BTreeSet::new(),
            battles: Vec::new(),
            captured: Vec::new(),
            caught: Vec::new(),
            raids: Raids::default(),
        }
    }

    /// ST-R25: the movement points that a command did not spend, whole ones.
    pub fn unspent(&self, sc: &Scenario, st: &State) -> BTreeMap<CommandId, u8> {
        let land = st.commands.iter().filter(|(_, it)| it.kind == CommandKind::Division);
        land.map(|(id, it)| {
            let all = self.allowance.get(id).copied();
            let all = all.or_else(|| land_allowance(sc, &[it.kind], &it.units, &self.season, it.forced));
            let per_point = sc.rulings.march.credit_per_point as u16;
            let spent = self.spent.get(id).copied().unwrap_or_default().div_ceil(per_point);
            (*id, all.map_or(0, |all| all.0).saturating_sub(spent.min(255) as u8))
        })
        .collect()
    }

    /// ST-R53: the commands that were at a friendly city for all impulses.
    pub fn at_city(&self, st: &State) -> BTreeSet<CommandId> {
        st.commands.keys().copied().filter(|id| !self.away.contains(id)).collect()
    }
}

/// A force on the march: its highest command, those that go with it, and what slows it.
pub struct March {
    /// The highest command.
    pub top: CommandId,
    /// All that go, the highest included.
    pub members: Vec<CommandId>,
    /// Whose.
    pub power: Power,
    /// Whether it goes by sea.
    pub naval: bool,
    /// What it may march in a week; `None` if it cannot go so.
    pub allowance: Option<MovePoints>,
}

/// ST-9.7: the commands that go where a command goes: those under it in its hex, outside walls, that have no path of their own.
pub fn members(st: &State, top: CommandId) -> Vec<CommandId> {
    let hex = st.command(top).hex;
    let goes = |id: &CommandId| {
        let it = st.command(*id);
        *id == top
            || it.hex == hex
                && it.inside.is_none()
                && it.carried_by.is_none()
                && it.path.is_empty()
                && !it.kind.is_site()
    };
    pyramid::tree(st, top).into_iter().filter(goes).collect()
}

/// ST-9.7, ST-R7: the force that goes with a command.
pub fn march_of(sc: &Scenario, st: &State, trek: &Trek, top: CommandId) -> March {
    let members = members(st, top);
    let it = st.command(top);
    let mut units = Units::NONE;
    members.iter().for_each(|id| units.join(&st.command(*id).units));
    let kinds: Vec<CommandKind> = members.iter().map(|id| st.command(*id).kind).collect();
    let embarks = takes_ship(sc, it, &kinds);
    let naval = sc.board.is_sea(it.hex) || embarks || kinds.iter().any(|kind| kind.is_naval());
    let allowance = if naval {
        let land = kinds.iter().any(|kind| matches!(kind, CommandKind::Army | CommandKind::Division));
        (!land).then(|| naval_allowance(&sc.rulings, &trek.season))
    } else {
        land_allowance(sc, &kinds, &units, &trek.season, it.forced)
    };
    March { top, members, power: it.power, naval, allowance }
}

/// ST-10.3: whether the next step of a task force that leads nobody along goes over water: where there is no land to go on.
fn takes_ship(sc: &Scenario, top: &Command, kinds: &[CommandKind]) -> bool {
    let alone = kinds.iter().all(|kind| matches!(kind, CommandKind::TaskForce | CommandKind::Special));
    let side = top.path.first().and_then(|next| sc.board.side(top.hex, *next));
    alone && top.kind == CommandKind::TaskForce && side.is_some_and(|side| side.ships() && !side.land)
}

/// Steps 7 and 10: six impulses.
pub fn movement_phase(sc: &Scenario, st: &mut State, trek: &mut Trek, dice: &mut Dice) {
    trek.met.clear();
    let ground = Ground::new(sc, st);
    trek.raids.watch(st);
    for _ in 0..sc.rulings.march.impulses_per_phase {
        trek.impulse += 1;
        advance(&ground, st, trek);
        meet(sc, st, trek, dice);
        trek.raids.watch(st);
        let stays = |id| trek.entered.get(&id) != Some(&trek.impulse);
        trek.raids.impulse(sc, st, &trek.season, &trek.battles, stays);
        note_places(sc, st, trek);
    }
    let caught = catch_scouts(sc, st, dice);
    trek.caught.extend(caught);
}

/// ST-R8: all moves of an impulse happen together, from the positions at its start.
fn advance(ground: &Ground, st: &mut State, trek: &mut Trek) {
    let sc = ground.sc;
    let mut zones_of: BTreeMap<Power, Vec<bool>> = BTreeMap::new();
    let tops: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| !it.path.is_empty() && it.inside.is_none() && it.carried_by.is_none() && !it.kind.is_site())
        .map(|(id, _)| *id)
        .collect();
    let mut moves: Vec<(March, HexId, HexId)> = Vec::new();
    for top in tops {
        let march = march_of(sc, st, trek, top);
        if march.members.iter().any(|id| trek.rests.get(id).is_some_and(|until| *until >= trek.impulse)) {
            continue;
        }
        let it = st.command(top);
        let (from, to, before) = (it.hex, it.path[0], it.came_from);
        let price = march.allowance.and_then(|_| step_price(sc, st, ground, &march, from, before, to, &mut zones_of));
        let (Some(allowance), Some(price)) = (march.allowance, price) else {
            st.command_mut(top).path.clear(); // The path is cut at the first hex that cannot be entered.
            continue;
        };
        march.members.iter().for_each(|id| {
            trek.allowance.insert(*id, allowance);
        });
        let credit = trek.credit.entry(top).or_default();
        *credit += u16::from(allowance.0);
        if *credit >= price {
            *credit -= price;
            march.members.iter().for_each(|id| *trek.spent.entry(*id).or_default() += price);
            moves.push((march, from, to));
        }
    }
    hold_the_slower(st, &mut moves);
    for (march, from, to) in moves {
        go(st, trek, &march, from, to);
    }
}

/// What the next step of a force costs; `None` if it cannot be made.
#[expect(clippy::too_many_arguments, reason = "the step has two ends, a way it came and a cache of zones")]
fn step_price(
    sc: &Scenario, st: &State, ground: &Ground, march: &March, from: HexId, before: Option<HexId>, to: HexId,
    zones_of: &mut BTreeMap<Power, Vec<bool>>,
) -> Option<u16> {
    let side = sc.board.side(from, to)?;
    if march.naval {
        let passes =
            before.is_none_or(|before| sc.board.side(from, before).is_none() || sc.board.ships_pass(before, from, to));
        return ground.sea_step(&side).filter(|_| passes).map(|credit| credit.0);
    }
    let heavy = march.members.iter().any(|id| is_heavy(&st.command(*id).units));
    let step = ground.land_step(from, &side, heavy)?;
    let zones = zones_of.entry(march.power).or_insert_with(|| zones::enemy_ring_one(sc, st, march.power, false));
    let watched = if zones[to.index()] { sc.rulings.march.zone_cost * sc.rulings.march.credit_per_point } else { 0 };
    Some(step.0 + watched as u16)
}

/// ST-R13: of two hostile forces that would swap hexes the slower stays, so that they meet where the faster goes; of equals
/// they meet in the lower hex.
fn hold_the_slower(st: &State, moves: &mut Vec<(March, HexId, HexId)>) {
    let pace = |march: &March| march.allowance.map_or(0, |points| points.0);
    let mut held = BTreeSet::new();
    for (one, from, to) in moves.iter() {
        for (other, _, _) in moves.iter().filter(|(_, back, forth)| back == to && forth == from) {
            let hostile = matches!(st.between(one.power, other.power), Standing::Enemy | Standing::Neutral);
            let goes = (pace(one), std::cmp::Reverse(*to)) > (pace(other), std::cmp::Reverse(*from));
            if one.naval == other.naval && hostile && !goes {
                held.insert(one.top);
            }
        }
    }
    moves.retain(|(march, ..)| !held.contains(&march.top));
}

fn go(st: &mut State, trek: &mut Trek, march: &March, from: HexId, to: HexId) {
    st.command_mut(march.top).path.remove(0);
    for id in with_cargo(st, &march.members) {
        siege_phase::abandon(st, id);
        let command = st.command_mut(id);
        let raid = command.task.filter(|task| task.kind == TaskKind::Raid); // Raiders march first, then raid.
        (command.came_from, command.hex, command.task) = (Some(from), to, raid);
        trek.entered.insert(id, trek.impulse);
        trek.moved.insert(id);
    }
    let fights = march.members.iter().any(|id| st.command(*id).units.fighting() > 0);
    if let Some(site) = st.site_at(to).filter(|_| fights) {
        let empty = super::revolt::inside(st, site).fighting() == 0;
        if empty && st.at_war(march.power, st.site(site).power) {
            trek.intruded.insert(site);
        }
    }
}

/// ST-R13: contacts are resolved hex by hex, ascending; on land and on water apart.
fn meet(sc: &Scenario, st: &mut State, trek: &mut Trek, dice: &mut Dice) {
    let mut places: BTreeMap<(HexId, bool), BTreeSet<Power>> = BTreeMap::new();
    for command in st.commands.values().filter(|it| in_the_open(it)) {
        places.entry((command.hex, command.kind.is_naval())).or_default().insert(command.power);
    }
    for ((hex, naval), powers) in places.into_iter().filter(|(_, powers)| powers.len() > 1) {
        let powers: Vec<Power> = powers.into_iter().collect();
        for (at, one) in powers.iter().enumerate() {
            for other in &powers[at + 1..] {
                contact(sc, st, trek, hex, naval, (*one, *other), dice);
            }
        }
    }
}

/// Whether a command can be met in its hex.
fn in_the_open(command: &Command) -> bool {
    command.inside.is_none()
        && command.carried_by.is_none()
        && !command.stands_aside
        && !command.kind.is_site()
        && command.kind != CommandKind::Scouting
}

fn commands_of(st: &State, hex: HexId, naval: bool, power: Power) -> Vec<CommandId> {
    let here =
        st.commands_at(hex).filter(|(_, it)| it.power == power && it.kind.is_naval() == naval && in_the_open(it));
    here.map(|(id, _)| id).collect()
}

fn strength_of(st: &State, commands: &[CommandId]) -> u16 {
    commands.iter().map(|id| st.command(*id).units.fighting()).sum()
}

/// ST-R12, ST-22.2, ST-22.16: whether a power's commands seek battle with another's.
fn seeks(sc: &Scenario, st: &State, commands: &[CommandId], power: Power, against: Power) -> bool {
    if strength_of(st, commands) == 0 || matches!(power, Power::FreeCity(_)) {
        return false;
    }
    let side = Side { powers: vec![power], commands: commands.to_vec(), first: false, sought: false };
    let order = order_of(sc, st, &side);
    let allowed = commands.iter().any(|id| against.country().is_some_and(|c| st.command(*id).authorised.contains(&c)));
    match (order, st.between(power, against)) {
        (BattleOrder::Attack, Standing::Enemy | Standing::Neutral) | (BattleOrder::Probe, Standing::Enemy) => true,
        (BattleOrder::Attack | BattleOrder::Probe, Standing::NonAggression) => allowed,
        (BattleOrder::Attack | BattleOrder::Probe, Standing::Alliance) => power != against && allowed,
        _ => false,
    }
}

/// A side of a battle: a power, and its allies here who are at war with the other, or seek battle with it (ST-R13).
fn side_of(sc: &Scenario, st: &State, trek: &Trek, place: (HexId, bool), power: Power, against: Power) -> Side {
    let (hex, naval) = place;
    let mut powers = vec![power];
    let others: BTreeSet<Power> = st.commands_at(hex).map(|(_, it)| it.power).collect();
    for ally in others.into_iter().filter(|ally| *ally != power && *ally != against) {
        let theirs = commands_of(st, hex, naval, ally);
        let joins = st.friendly(power, ally) && !st.friendly(against, ally);
        let willing = st.at_war(ally, against) || seeks(sc, st, &theirs, ally, against);
        if joins && willing && strength_of(st, &theirs) > 0 {
            powers.push(ally);
        }
    }
    powers.sort_by_key(|power| (std::cmp::Reverse(strength_of(st, &commands_of(st, hex, naval, *power))), *power));
    let mut commands: Vec<CommandId> = powers.iter().flat_map(|power| commands_of(st, hex, naval, *power)).collect();
    commands.sort_unstable();
    let sought = powers.iter().any(|power| seeks(sc, st, &commands_of(st, hex, naval, *power), *power, against));
    let since = commands.iter().map(|id| trek.entered.get(id).copied().unwrap_or_default()).min();
    // For now the impulse of its first command; who was here before the other is known when both sides are.
    Side { powers, commands, first: since == Some(0), sought }
}

/// Two powers in one hex: whoever has no protectors is captured by an enemy (ST-R19); if one seeks battle, and the other does not
/// get away, they fight.
fn contact(
    sc: &Scenario, st: &mut State, trek: &mut Trek, hex: HexId, naval: bool, pair: (Power, Power), dice: &mut Dice,
) {
    let (one, other) = pair;
    let (mine, theirs) = (commands_of(st, hex, naval, one), commands_of(st, hex, naval, other));
    if mine.is_empty() || theirs.is_empty() || trek.met.contains(&(hex, one, other)) {
        return;
    }
    if st.at_war(one, other) {
        match (strength_of(st, &mine), strength_of(st, &theirs)) {
            (0, 0) => return,
            (_, 0) => {
                trek.captured.extend(capture_commands(sc, st, one, &theirs, dice));
                return;
            }
            (0, _) => {
                trek.captured.extend(capture_commands(sc, st, other, &mine, dice));
                return;
            }
            _ => {}
        }
    }
    let sought = (seeks(sc, st, &mine, one, other), seeks(sc, st, &theirs, other, one));
    let storm = trek.season.weather == crate::model::rulings::Weather::Storm;
    if sought == (false, false) || naval && storm {
        return;
    }
    let mut a = side_of(sc, st, trek, (hex, naval), one, other);
    let mut b = side_of(sc, st, trek, (hex, naval), other, one);
    let since = |side: &Side| side.commands.iter().map(|id| trek.entered.get(id).copied().unwrap_or_default()).min();
    (a.first, b.first) = (since(&a) < since(&b), since(&b) < since(&a));
    for mine in &a.powers {
        trek.met.extend(b.powers.iter().map(|theirs| (hex, *mine.min(theirs), *mine.max(theirs))));
    }
    let counter = trek.battles.len() as u16;
    if slips_away(sc, st, trek, &a, &b, (hex, naval, counter), dice)
        || slips_away(sc, st, trek, &b, &a, (hex, naval, counter), dice)
    {
        return;
    }
    let before: Vec<CommandId> = a.commands.iter().chain(&b.commands).copied().collect();
    let field = Field { hex, naval, counter };
    let mut report = fight(sc, st, field, a.clone(), b.clone(), dice);
    let (winner, loser) = if report.winner.powers == a.powers { (a, b) } else { (b, a) };
    if strength_of(st, &alive(st, &loser.commands)) == 0 {
        let lost = with_cargo(st, &loser.commands);
        trek.captured.extend(capture_commands(sc, st, winner.powers[0], &lost, dice));
    } else {
        let hexes = battle::result(&sc.rulings, report.quotient).retreat;
        report.retreat = retreat(sc, st, &loser, hexes, field, winner.powers[0], dice);
        if let Retreat::Trapped { captured, .. } = &report.retreat {
            trek.captured.extend(captured.iter().cloned());
        } else {
            for id in with_cargo(st, &loser.commands) {
                trek.entered.insert(id, trek.impulse);
                trek.moved.insert(id);
            }
        }
    }
    let until = trek.impulse + sc.rulings.march.rest_after_battle as u8;
    before.into_iter().for_each(|id| {
        trek.rests.insert(id, until);
    });
    trek.battles.push(report);
}

fn alive(st: &State, commands: &[CommandId]) -> Vec<CommandId> {
    commands.iter().copied().filter(|id| st.commands.contains_key(id)).collect()
}

/// ST-R13: a side under the order to withdraw that the other seeks may get away, one hex towards its nearest city.
fn slips_away(
    sc: &Scenario, st: &mut State, trek: &mut Trek, side: &Side, foe: &Side, place: (HexId, bool, u16), dice: &mut Dice,
) -> bool {
    let (hex, naval, counter) = place;
    if order_of(sc, st, side) != BattleOrder::Withdraw || !foe.sought {
        return false;
    }
    let ma = |side: &Side| pyramid::overall(sc, st, &side.commands).map_or(3, |(_, ratings)| ratings.ma);
    let pace = |side: &Side| {
        let all = side.commands.iter().filter_map(|id| march_of(sc, st, trek, *id).allowance);
        all.map(|points| points.0).min().unwrap_or_default()
    };
    let faster = pace(foe) > pace(side);
    let (own_ma, foe_ma) = (ma(side), ma(foe));
    let mut stream = dice.stream("battle", hex.index() as u16, counter * 8 + 6);
    let (own, other) = (stream.range(1, 10, R13), stream.range(1, 10, R13));
    if !battle::evades(&sc.rulings, (own_ma, own), (foe_ma, other), faster) {
        return false;
    }
    let before = side.commands.first().and_then(|id| st.command(*id).came_from);
    let Some((to, _)) = way_out(sc, st, side.powers[0], hex, hex, before, naval) else { return false };
    for id in with_cargo(st, &side.commands) {
        let command = st.command_mut(id);
        (command.came_from, command.hex, command.task) = (Some(hex), to, None);
        trek.entered.insert(id, trek.impulse);
        trek.moved.insert(id);
    }
    true
}

/// Who was at sea, and who was away from friendly cities, in an impulse (ST-R53).
fn note_places(sc: &Scenario, st: &State, trek: &mut Trek) {
    let cities: BTreeMap<HexId, Power> =
        st.sites.values().filter(|site| site.size > 0).map(|site| (site.hex, site.power)).collect();
    for (id, command) in &st.commands {
        if sc.board.is_sea(command.hex) {
            trek.at_sea.insert(*id);
        }
        let sheltered = cities.get(&command.hex).is_some_and(|owner| st.friendly(command.power, *owner));
        if !sheltered {
            trek.away.insert(*id);
        }
    }
}

/// ST-10.19, ST-R49: scouts in a hex with enemy troops may be caught at the end of a movement phase. Those that are.
fn catch_scouts(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<CommandId> {
    let scouts: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| it.kind == CommandKind::Scouting && it.inside.is_none() && it.carried_by.is_none())
        .map(|(id, _)| *id)
        .collect();
    let mut caught = Vec::new();
    for id in scouts {
        let (hex, power) = (st.command(id).hex, st.command(id).power);
        let enemies =
            st.commands_at(hex).filter(|(_, it)| st.at_war(power, it.power)).map(|(_, it)| it.units.fighting()).sum();
        let up_to = scouting::caught_up_to(&sc.rulings.scouting, enemies);
        let rule = RuleRef::new("ST-10.19");
        if up_to > 0 && dice.stream("scouting", id.0, 0).d100(rule) <= up_to {
            caught.push(id);
            if let Some(leader) = remove_command(st, id) {
                escape_or_die(sc, st, leader, hex, false, dice);
            }
        }
    }
    caught
}

/// ST-R62, ST-20.8: at the end of the week a fleet in an all-sea hex goes to the nearest coast, port or river within 2 without
/// enemy troops. Those that found only hexes with enemies.
pub fn shelter(sc: &Scenario, st: &mut State) -> BTreeSet<CommandId> {
    let range = sc.rulings.march.shelter_range.max(0) as u32;
    let mut barred = BTreeSet::new();
    let fleets: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| it.kind == CommandKind::Fleet && sc.board.is_sea(it.hex))
        .map(|(id, _)| *id)
        .collect();
    for id in fleets {
        let (hex, power) = (st.command(id).hex, st.command(id).power);
        let near =
            sc.board.all().filter(|to| to.distance(hex) <= range && !sc.board.is_sea(*to) && sc.board.floats(*to));
        let havens: Vec<HexId> = near.filter(|to| sea_way(sc, hex, *to, range)).collect();
        let free =
            havens.iter().filter(|to| !enemy_force_in(st, power, **to)).min_by_key(|to| (to.distance(hex), **to));
        match free.copied() {
            Some(to) => {
                for moved in with_cargo(st, &[id]) {
                    let command = st.command_mut(moved);
                    (command.came_from, command.hex) = (Some(hex), to);
                }
            }
            None if !havens.is_empty() => {
                barred.insert(id);
            }
            None => {}
        }
    }
    barred
}

/// Whether ships get from a sea hex to another within so many steps.
fn sea_way(sc: &Scenario, from: HexId, to: HexId, steps: u32) -> bool {
    let reach = |hex: HexId| sc.board.hex(hex).sides.iter().flatten().filter(|side| side.ships()).map(|side| side.to);
    steps >= 1
        && reach(from).any(|next| next == to || steps >= 2 && sc.board.is_sea(next) && reach(next).any(|far| far == to))
}

/// ST-8.4, ST-R17: a command with three reasons of disorder loses its task for the week, and its leader has failed.
pub fn fail_in_disorder(sc: &Scenario, st: &mut State) -> Vec<CommandId> {
    let most = sc.rulings.leaders.disorder_failure.max(1) as usize;
    let (on_sheet, mut failed) = (st.turn.later(1), Vec::new());
    for (id, command) in st.commands.iter_mut().filter(|(_, command)| command.disorder.len() >= most) {
        command.task = command.task.filter(|task| matches!(task.kind, TaskKind::Loot | TaskKind::Pillage) && task.done);
        failed.push(*id);
        if let Some(leader) = command.leader {
            st.leaders.get_mut(&leader).expect("he leads it").failed = Some(on_sheet);
        }
    }
    failed
}
