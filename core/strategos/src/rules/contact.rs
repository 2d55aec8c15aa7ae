//! Who meets in a hex, and whether they fight (ST-22.2, ST-22.16, ST-R12, ST-R13, ST-R19).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Dice, RuleRef};

use super::battlefield::{Battlefield, Retreat, Side};
use super::capture::{capture_commands, escape_or_die};
use super::fight::{fight, order_of};
use super::journeys::remove_command;
use super::marching_force::march_of;
use super::retreat::{retreat, way_out, with_cargo};
use super::trek::Trek;
use super::{battle, precedence, pyramid, scouting};
use crate::model::command::{BattleOrder, Command, CommandKind};
use crate::model::ids::{CommandId, HexId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{Standing, State};

const R13: RuleRef = RuleRef::new("ST-R13");

/// ST-R13: contacts are resolved hex by hex, ascending; on land and on water apart. Garrisons that sally are met on land
/// (ST-R12).
pub(super) fn meet(sc: &Scenario, st: &mut State, trek: &mut Trek, dice: &mut Dice) {
    let mut places: BTreeMap<(HexId, bool), BTreeSet<Power>> = BTreeMap::new();
    for command in st.commands.values() {
        if in_the_open(command) {
            places.entry((command.hex, is_afloat(sc, st, command))).or_default().insert(command.power);
        } else if st.sallies(command) {
            places.entry((command.hex, false)).or_default().insert(command.power);
        }
    }
    for ((hex, naval), powers) in places.into_iter().filter(|(_, powers)| powers.len() > 1) {
        let mut powers: Vec<Power> = powers.into_iter().collect();
        precedence::sort(sc, st, &mut powers, 3, dice); // Of two it is all the same who is asked first.
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

/// Whether a command is on the water, to be met by fleets (ST-10.3): a fleet or armada, whoever is at sea, a Special command
/// with its command, a task force in port that leads ships and no troops there.
fn is_afloat(sc: &Scenario, st: &State, command: &Command) -> bool {
    let leads = |of: fn(CommandKind) -> bool| {
        let under = st.commands_at(command.hex).filter(|(_, it)| it.carried_by.is_none() && of(it.kind));
        under.into_iter().any(|(_, it)| it.parent.is_some_and(|parent| std::ptr::eq(st.command(parent), command)))
    };
    match command.kind {
        kind if kind.is_naval() || sc.board.is_sea(command.hex) => true,
        CommandKind::Special => command.parent.is_some_and(|parent| is_afloat(sc, st, st.command(parent))),
        CommandKind::TaskForce => leads(CommandKind::is_naval) && !leads(|kind| kind == CommandKind::Army),
        _ => false,
    }
}

fn commands_of(sc: &Scenario, st: &State, hex: HexId, naval: bool, power: Power) -> Vec<CommandId> {
    let open = |it: &Command| in_the_open(it) && is_afloat(sc, st, it) == naval;
    let meets = |it: &Command| it.power == power && (open(it) || !naval && st.sallies(it));
    st.commands_at(hex).filter(|(_, it)| meets(it)).map(|(id, _)| id).collect()
}

fn strength_of(st: &State, commands: &[CommandId]) -> u16 {
    commands.iter().map(|id| st.command(*id).units.fighting()).sum()
}

/// ST-R12, ST-22.2, ST-22.16: whether a power's commands seek battle with another's. A garrison that sallies seeks it with
/// enemies.
fn seeks(sc: &Scenario, st: &State, commands: &[CommandId], power: Power, against: Power) -> bool {
    if strength_of(st, commands) == 0 || matches!(power, Power::FreeCity(_)) {
        return false;
    }
    if st.at_war(power, against) && commands.iter().any(|id| st.command(*id).inside.is_some()) {
        return true;
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
        let theirs = commands_of(sc, st, hex, naval, ally);
        let joins = st.friendly(power, ally) && !st.friendly(against, ally);
        let willing = st.at_war(ally, against) || seeks(sc, st, &theirs, ally, against);
        if joins && willing && strength_of(st, &theirs) > 0 {
            powers.push(ally);
        }
    }
    powers.sort_by_key(|power| (std::cmp::Reverse(strength_of(st, &commands_of(sc, st, hex, naval, *power))), *power));
    let mut commands: Vec<CommandId> =
        powers.iter().flat_map(|power| commands_of(sc, st, hex, naval, *power)).collect();
    commands.sort_unstable();
    let sought = powers.iter().any(|power| seeks(sc, st, &commands_of(sc, st, hex, naval, *power), *power, against));
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
    let (mine, theirs) = (commands_of(sc, st, hex, naval, one), commands_of(sc, st, hex, naval, other));
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
    let field = Battlefield { hex, naval, counter };
    let mut report = fight(sc, st, field, a.clone(), b.clone(), dice);
    let (winner, mut loser) = if report.winner.powers == a.powers { (a, b) } else { (b, a) };
    // A beaten garrison is back within its walls.
    loser.commands.retain(|id| st.commands.get(id).is_some_and(|it| it.inside.is_none()));
    if loser.commands.is_empty() {
        report.retreat = Retreat::Walls;
    } else if strength_of(st, &loser.commands) == 0 {
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
    let Some((to, _)) = way_out(sc, st, side.powers[0], |site| site.power == side.powers[0], (hex, hex, before, naval))
    else {
        return false;
    };
    for id in with_cargo(st, &side.commands) {
        super::plunder::abandon(st, id);
        let command = st.command_mut(id);
        (command.came_from, command.hex, command.task) = (Some(hex), to, None);
        trek.entered.insert(id, trek.impulse);
        trek.moved.insert(id);
    }
    true
}

/// ST-10.19, ST-R49: scouts in a hex with enemy troops may be caught at the end of a movement phase. Those that are.
pub(super) fn catch_scouts(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<CommandId> {
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
