//! Leaders: who is drawn, where they may be sent, how they fail and fall (ST-7, ST-8, ST-R19, ST-R22).

use std::collections::BTreeSet;

use kernel::{Dice, RuleRef};

use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, LeaderId, Name, Power};
use crate::model::measures::{Ratings, Turn};
use crate::model::rulings::{Leadership, Rulings};
use crate::model::scenario::Scenario;
use crate::model::state::{Leader, State};

const R22: RuleRef = RuleRef::new("ST-R22");

/// A new leader, unassigned at a hex: each rating is the sum of two d5 less 1 (ST-R22). His name is one that nobody alive has.
pub fn draw_leader(
    sc: &Scenario, st: &mut State, power: Power, hex: crate::model::ids::HexId, dice: &mut Dice,
) -> LeaderId {
    let id = LeaderId(st.next.leader);
    st.next.leader += 1;
    let mut stream = dice.stream("leader", id.0, 0);
    let mut rating = || (stream.range(1, 5, R22) + stream.range(1, 5, R22) - 1) as u8;
    let ratings = Ratings { ma: rating(), loy: rating(), sa: rating() };
    let taken: BTreeSet<&Name> = st.leaders.values().map(|leader| &leader.name).collect();
    let free: Vec<&Name> = sc.leader_names.iter().filter(|name| !taken.contains(name)).collect();
    let name = if free.is_empty() {
        Name::from(format!("Commander {}", id.0))
    } else {
        free[dice.stream("leader_name", id.0, 0).pick(free.len(), R22)].clone()
    };
    let leader = Leader::new(name, power, ratings, hex);
    st.leaders.insert(id, leader);
    id
}

/// ST-7.12: the abilities of who leads a command: its leader, once he has arrived and while he is well, else its intrinsic
/// commander.
pub fn ratings(sc: &Scenario, st: &State, command: CommandId) -> Ratings {
    let leader = st.command(command).leader.map(|leader| &st.leaders[&leader]);
    let active = leader.filter(|leader| leader.travel == 0 && leader.wounded == 0);
    active.map_or(sc.rulings.leaders.intrinsic, |leader| leader.ratings)
}

/// ST-7.5: weeks that a leader travels.
pub fn travel_weeks(rulings: &Rulings, distance: u32) -> u32 {
    distance / rulings.march.leader_pace as u32
}

/// ST-7.9: the MA of an army's commander, which each of his division commanders with a higher one raises by 1.
pub fn army_ma(rulings: &Leadership, own: u8, divisions: impl IntoIterator<Item = u8>) -> u8 {
    let better = divisions.into_iter().filter(|ma| *ma > own).count();
    (usize::from(own) + better).min(rulings.best as usize).max(usize::from(own)) as u8
}

/// ST-8.1: how high a command ranks; greater is higher. For cities and forts `dv` is their defence value now (ST-R33).
pub fn rank(rulings: &Rulings, kind: CommandKind, dv: u8) -> u8 {
    match kind {
        CommandKind::TaskForce => 7,
        CommandKind::Army | CommandKind::Armada => 6,
        CommandKind::City | CommandKind::Fort if i32::from(dv) >= rulings.commands.high_city_dv => 5,
        CommandKind::Division | CommandKind::Fleet => 4,
        CommandKind::Special => 3,
        CommandKind::City | CommandKind::Fort => 2,
        CommandKind::Scouting => 1,
    }
}

/// ST-8.2, ST-8.3, ST-8.5: whether a leader may go from a post of one rank to one of another.
pub fn may_be_appointed(from: Option<u8>, to: u8, failed: bool) -> bool {
    failed || from.is_none_or(|from| to >= from)
}

/// The rank of a command as it is now.
pub fn rank_of(sc: &Scenario, st: &State, command: CommandId) -> u8 {
    let it = st.command(command);
    let dv = if it.kind.is_site() { it.inside.map_or(0, |site| st.site(site).dv_current) } else { 0 };
    rank(&sc.rulings, it.kind, dv)
}

/// ST-9.4, ST-R21: the average of commanders of equal rank, half up, rating by rating. Panics when there are none.
pub fn average(all: &[Ratings]) -> Ratings {
    let mean = |of: fn(&Ratings) -> u8| {
        let sum: i64 = all.iter().map(|ratings| i64::from(of(ratings))).sum();
        kernel::exact::round_half_up(sum, all.len() as i64) as u8
    };
    Ratings { ma: mean(|ratings| ratings.ma), loy: mean(|ratings| ratings.loy), sa: mean(|ratings| ratings.sa) }
}

/// ST-8.6: whether a leader's failure is on the turn sheet, so that he may be demoted in this turn.
pub fn has_failed(leader: &Leader, turn: Turn) -> bool {
    leader.failed.is_some_and(|on_sheet| on_sheet == turn)
}
