//! A battle is fought: losses, rout, prisoners, leaders, retreat (ST-17.1, ST-R14 to ST-R20, ST-R47).

use kernel::{Dice, RuleRef, Stream};

use super::battle::{self, BattleSide};
use super::battlefield::{BattleReport, Battlefield, Outcome, Retreat, Side};
use super::capture::{highest_command, take_trains};
use super::journeys::nearest_city;
use super::loads::shed_load;
use super::morale::morale_of;
use super::plunder::abandon;
use super::{losses, prisoners, pyramid, treaties};
use crate::model::command::{BattleOrder, Command, CommandKind, Disorder};
use crate::model::ids::{CommandId, HexId, LeaderId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

const R14: RuleRef = RuleRef::new("ST-R14");
const R15: RuleRef = RuleRef::new("ST-R15");
const R19: RuleRef = RuleRef::new("ST-R19");

/// The units of a side that fight: squadrons at sea, regiments on land. What is carried does not count (ST-10.13).
fn engaged(st: &State, side: &Side, naval: bool) -> Units {
    let mut all = Units::NONE;
    for id in &side.commands {
        all.join(&st.command(*id).units.only(|kind| if naval { kind.is_sqd() } else { kind.is_regt() }));
    }
    all
}

/// What a side brings (ST-R14). Its commands' worst states count for all of it.
fn brings(sc: &Scenario, st: &State, side: &Side, field: Battlefield, dice: &mut Stream<'_>) -> BattleSide {
    let units = engaged(st, side, field.naval);
    let here = sc.board.hex(field.hex);
    let terrain = sc.rulings.terrain.of(here.terrain).filter(|_| !field.naval);
    let rough = terrain.is_some_and(|terrain| terrain.rough);
    let river = if here.river { sc.rulings.march.river_battle } else { 0 };
    let ground = terrain.filter(|_| side.first).map_or(0, |terrain| terrain.battle + river);
    let top = pyramid::overall(sc, st, &side.commands);
    let special = side.commands.iter().find(|id| st.command(**id).kind == CommandKind::Special);
    let special = special.map(|id| super::leaders::ratings(sc, st, *id).sa);
    let any = |of: fn(&Command) -> bool| side.commands.iter().any(|id| of(st.command(*id)));
    BattleSide {
        base: battle::base(&sc.units, &units, rough),
        ma: top.as_ref().map_or(sc.rulings.leaders.intrinsic.ma, |(_, ratings)| ratings.ma),
        morale: morale_of(sc, st, side.powers[0]),
        order: order_of(sc, st, side),
        ground,
        disorder: side.commands.iter().map(|id| st.command(*id).disorder.len()).max().unwrap_or_default() as u32,
        routed: any(|command| command.routed),
        hungry: any(|command| command.hungry),
        special: special.map(|sa| (sa, dice.range(1, 10, RuleRef::new("ST-R20")))),
        horse: if field.naval { 0 } else { battle::horse(&sc.units, &units, rough) },
        elephants: !field.naval && !rough && units.count(UnitKind::Elephant) > 0,
        dice: dice.d6(R14) + dice.d6(R14),
    }
}

/// ST-R12: the battle order of a side: that of its overall commander, of equals the lowest id. A garrison in the field is one
/// that sallies: it attacks.
pub fn order_of(sc: &Scenario, st: &State, side: &Side) -> BattleOrder {
    let top = pyramid::overall(sc, st, &side.commands).and_then(|(top, _)| top.first().copied());
    match top.map(|top| st.command(top).battle_order) {
        Some(BattleOrder::Garrison) => BattleOrder::Attack,
        other => other.unwrap_or(BattleOrder::Defend),
    }
}

/// Fights a battle between two sides in a hex.
pub fn fight(
    sc: &Scenario, st: &mut State, field: Battlefield, one: Side, other: Side, dice: &mut Dice,
) -> BattleReport {
    let counter = field.counter * 8;
    let place = field.hex.index() as u16;
    let (bring_one, bring_other) = {
        let mut stream = dice.stream("battle", place, counter);
        (brings(sc, st, &one, field, &mut stream), brings(sc, st, &other, field, &mut stream))
    };
    let strength = |own: &BattleSide, foe: &BattleSide| {
        battle::strength(&sc.rulings, own.base, battle::modifier(&sc.rulings, own, foe))
    };
    let (e_one, e_other) = (strength(&bring_one, &bring_other), strength(&bring_other, &bring_one));
    let rank = |side: &Side, bring: &BattleSide, strength: u32| {
        let units = engaged(st, side, field.naval).fighting();
        (strength, side.first, bring.ma, units, std::cmp::Reverse(side.powers[0]))
    };
    let one_wins = rank(&one, &bring_one, e_one) > rank(&other, &bring_other, e_other);
    let (winner, loser) = if one_wins { (one, other) } else { (other, one) };
    let (win, lose) = if one_wins { (bring_one, bring_other) } else { (bring_other, bring_one) };
    let (e_win, e_lose) = if one_wins { (e_one, e_other) } else { (e_other, e_one) };

    let quotient = battle::quotient(e_win, e_lose);
    let row = battle::result(&sc.rulings, quotient).clone();
    let probe = [win.order, lose.order].contains(&BattleOrder::Probe);
    let mut stream = dice.stream("battle", place, counter + 1);
    let (win_percent, lose_percent) = battle::losses(&row, probe);
    let win_lost = lose_units(st, &winner, field.naval, win_percent, &mut stream);
    let mut lose_lost = lose_units(st, &loser, field.naval, lose_percent, &mut stream);
    let routed = battle::routs(&row, probe, lose.morale, lose.ma, || stream.range(1, 20, R15));
    if routed {
        let percent = battle::pursuit(&sc.rulings, win.horse, win.base, field.naval);
        lose_lost.join(&lose_units(st, &loser, field.naval, percent, &mut stream));
    }
    let mut pool = lose_lost;
    let count = battle::captured(&sc.rulings, lose_lost.fighting(), routed);
    let mut taken = losses::at_random(&mut pool, count, |_| true, R15, &mut stream);
    if field.naval {
        taken = join_fleets(sc, st, &winner, taken);
    } else if let Some(holder) = highest_of(sc, st, &winner, field.hex) {
        // Allies lose their own men; prisoners are remembered as those of the power with most units there.
        prisoners::join(&mut st.command_mut(holder).prisoners, loser.powers[0], &taken);
    }
    disorder(st, &loser, row.disorder);
    let turn = st.turn;
    winner.commands.iter().chain(&loser.commands).for_each(|id| st.command_mut(*id).last_battle = Some(turn));
    if routed {
        rout(sc, st, &winner, &loser, dice, place, counter);
    }
    grow(sc, st, &winner, (win.ma, lose.ma), quotient, counter, dice);
    let win_killed = commander_falls(sc, st, &winner, battle::falls_up_to(&sc.rulings, true, false), counter, dice);
    let lose_killed = commander_falls(sc, st, &loser, battle::falls_up_to(&sc.rulings, false, routed), counter, dice);
    for id in winner.commands.iter().chain(&loser.commands) {
        if st.commands.get(id).is_some_and(|command| command.kind == CommandKind::Fleet) {
            shed_load(sc, st, *id, dice);
        }
    }
    if battle::is_great(&sc.rulings, lose_lost.fighting()) {
        shift_morale(st, winner.powers[0], sc.rulings.morale.battle_won);
        shift_morale(st, loser.powers[0], sc.rulings.morale.battle_lost);
    }
    make_enemies(st, &winner, &loser);
    let outcome = |side: &Side, strength, lost, taken, killed, routed| Outcome {
        powers: side.powers.clone(),
        strength,
        lost,
        taken,
        killed,
        routed,
    };
    BattleReport {
        field,
        result: row.name,
        quotient,
        winner: outcome(&winner, e_win, win_lost, Units::NONE, win_killed, false),
        loser: outcome(&loser, e_lose, lose_lost, taken, lose_killed, routed),
        retreat: Retreat::Away(Vec::new()),
    }
}

/// ST-R3, ST-R15: a side loses per cent of its units in the fight, at random among all of them; what was lost.
fn lose_units(st: &mut State, side: &Side, naval: bool, percent: u32, dice: &mut Stream<'_>) -> Units {
    let fights = |kind: UnitKind| if naval { kind.is_sqd() } else { kind.is_regt() };
    let count = losses::percent_of(percent, engaged(st, side, naval).fighting(), dice);
    let mut lost = Units::NONE;
    for _ in 0..count {
        let total = engaged(st, side, naval).fighting();
        let mut at = dice.pick(usize::from(total), R15) as u16;
        'found: for id in &side.commands {
            for (kind, count) in st.command(*id).units.only(fights).iter() {
                if at < count {
                    st.command_mut(*id).units.take(kind, 1);
                    lost.add(kind, 1);
                    break 'found;
                }
                at -= count;
            }
        }
    }
    lost
}

/// ST-17.1: the highest command of a side, of its first power if that has one.
fn highest_of(sc: &Scenario, st: &State, side: &Side, hex: HexId) -> Option<CommandId> {
    side.powers.iter().find_map(|power| highest_command(sc, st, *power, hex).filter(|id| side.commands.contains(id)))
}

/// ST-R15: captured squadrons serve the winner's fleets as far as there is room; the rest are sunk. Those that serve.
fn join_fleets(sc: &Scenario, st: &mut State, winner: &Side, ships: Units) -> Units {
    let mut served = Units::NONE;
    let most = sc.rulings.commands.fleet_sqds as u16;
    for (kind, count) in ships.iter() {
        for _ in 0..count {
            let room = |id: &&CommandId| {
                let fleet = st.command(**id);
                fleet.kind == CommandKind::Fleet && fleet.units.sqds() < most
            };
            let Some(fleet) = winner.commands.iter().find(room).copied() else { return served };
            st.command_mut(fleet).units.add(kind, 1);
            served.add(kind, 1);
        }
    }
    served
}

/// ST-R17: a lost battle is a reason of disorder, a crushing one two.
fn disorder(st: &mut State, loser: &Side, reasons: i32) {
    for id in &loser.commands {
        let command = st.command_mut(*id);
        command.disorder.push(Disorder::LostBattle);
        if reasons > 1 {
            command.disorder.push(Disorder::Shattered);
        }
    }
}

/// ST-R16, ST-8.4, ST-R15, ST-R47: a routed side flees, its leaders have failed, its trains are taken or lost, the prisoners it
/// led may get free. A garrison flees within its walls, with what it keeps there.
fn rout(sc: &Scenario, st: &mut State, winner: &Side, loser: &Side, dice: &mut Dice, place: u16, counter: u16) {
    let on_sheet = st.turn.later(1);
    let mut stream = dice.stream("battle", place, counter + 2);
    let captor = winner.commands.iter().find(|id| st.command(**id).kind == CommandKind::Division).copied();
    for id in &loser.commands {
        abandon(st, *id);
        let command = st.command_mut(*id);
        command.routed = true;
        let walled = command.inside.is_some();
        if !walled {
            (command.battle_order, command.interaction, command.task) = (BattleOrder::Withdraw, 6, None);
            command.path.clear();
        }
        if let Some(leader) = command.leader {
            st.leaders.get_mut(&leader).expect("he leads it").failed = Some(on_sheet);
        }
        if !walled {
            take_trains(sc, st, *id, captor, &mut stream);
            free_prisoners(sc, st, *id, &mut stream);
        }
    }
}

/// ST-R47: of prisoners whose holder routs each gets free on a d10 of 5 or less, and goes home.
fn free_prisoners(sc: &Scenario, st: &mut State, holder: CommandId, dice: &mut Stream<'_>) {
    let hex = st.command(holder).hex;
    for mut each in std::mem::take(&mut st.command_mut(holder).prisoners) {
        let mut free = Units::NONE;
        for (kind, count) in each.units.iter().collect::<Vec<_>>() {
            let away = |_: &u16| dice.range(1, 10, RuleRef::new("ST-R47")) <= sc.rulings.battle.freed_up_to;
            free.add(kind, (0..count).filter(away).count() as u16);
        }
        each.units.remove(&free);
        if let Some(home) = nearest_city(st, each.of, hex, |_| true) {
            super::journeys::send(sc, st, hex, home, free, Vec::new());
        }
        prisoners::join(&mut st.command_mut(holder).prisoners, each.of, &each.units);
    }
}

/// ST-7.7, ST-R22: the winner's overall commander may grow after a great victory, or one over a better man; a Special commander
/// after any.
pub(super) fn grow(
    sc: &Scenario, st: &mut State, winner: &Side, mas: (u8, u8), quotient: u32, counter: u16, dice: &mut Dice,
) {
    let best = sc.rulings.leaders.best as u8;
    if quotient as i32 >= sc.rulings.leaders.growth_quotient || mas.1 > mas.0 {
        for leader in top_leaders(sc, st, winner) {
            let face = dice.stream("leader", leader.0, counter + 2).range(1, 10, RuleRef::new("ST-R22"));
            let him = st.leaders.get_mut(&leader).expect("he leads");
            if !him.grew_ma && face > i32::from(him.ratings.ma) {
                him.ratings.ma = (him.ratings.ma + 1).min(best);
                him.grew_ma = true;
            }
        }
    }
    let special = winner.commands.iter().filter(|id| st.command(**id).kind == CommandKind::Special);
    for leader in special.filter_map(|id| st.command(*id).leader).collect::<Vec<_>>() {
        let face = dice.stream("leader", leader.0, counter + 3).range(1, 10, RuleRef::new("ST-R22"));
        let him = st.leaders.get_mut(&leader).expect("he leads");
        if !him.grew_sa && face > i32::from(him.ratings.sa) {
            him.ratings.sa = (him.ratings.sa + 1).min(best);
            him.grew_sa = true;
        }
    }
}

/// The leaders, if any, who command a side over all (ST-9.3), and are there.
fn top_leaders(sc: &Scenario, st: &State, side: &Side) -> Vec<LeaderId> {
    let (top, _) = pyramid::overall(sc, st, &side.commands).unwrap_or((Vec::new(), sc.rulings.leaders.intrinsic));
    let leaders = top.iter().filter_map(|id| st.command(*id).leader);
    leaders.filter(|leader| st.leaders[leader].travel == 0).collect()
}

/// ST-R19: the overall commanders fall on a low d20: killed, and their commands have a reason of disorder more.
fn commander_falls(
    sc: &Scenario, st: &mut State, side: &Side, up_to: i32, counter: u16, dice: &mut Dice,
) -> Vec<LeaderId> {
    let mut killed = Vec::new();
    for leader in top_leaders(sc, st, side) {
        if dice.stream("leader", leader.0, counter + 4).range(1, 20, R19) > up_to {
            continue;
        }
        let him = st.leaders.remove(&leader).expect("he leads");
        if let Some(post) = him.post {
            let command = st.command_mut(post);
            command.leader = None;
            command.disorder.push(Disorder::CommanderDown);
        }
        killed.push(leader);
    }
    killed
}

fn shift_morale(st: &mut State, power: Power, by: i32) {
    if let Power::Country(country) = power {
        st.country_mut(country).morale_due += by as i8;
    }
}

/// ST-22.3, ST-22.15, ST-R56: who fought are enemies.
pub(super) fn make_enemies(st: &mut State, one: &Side, other: &Side) {
    for mine in &one.powers {
        for theirs in &other.powers {
            match (*mine, *theirs) {
                (Power::Country(a), Power::Country(b)) => {
                    let sought = [(one.sought, a), (other.sought, b)].into_iter().filter(|(sought, _)| *sought);
                    treaties::fought(st, a, b, &sought.map(|(_, who)| who).collect::<Vec<_>>());
                }
                (Power::Country(country), Power::FreeCity(city)) | (Power::FreeCity(city), Power::Country(country)) => {
                    st.free_city_enemies.entry(city).or_default().insert(country);
                }
                (Power::FreeCity(_), Power::FreeCity(_)) => {}
            }
        }
    }
}
