//! Appointing and dismissing leaders (ST-7.2 to ST-7.6, ST-8).

use kernel::Dice;

use super::leaders::{draw_leader, has_failed, may_be_appointed, rank_of, travel_weeks};
use crate::model::ids::{CommandId, LeaderId};
use crate::model::scenario::Scenario;
use crate::model::state::{Leader, State};

/// Why a leader is not appointed or dismissed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPost {
    /// He, or the command, is of another power.
    Foreign,
    /// Another leader has it (an intrinsic commander bars nobody, ST-8.9).
    Taken,
    /// It would be a demotion, and he has not failed (ST-8.3).
    Demotion,
    /// The command is out of communication (ST-7.6).
    OutOfCommunication,
    /// It is blockaded.
    Blockaded,
    /// It is at sea, not in a port.
    AtSea,
    /// Only at the end of a quarter (ST-8.10).
    NotNow,
}

/// ST-7.5, ST-7.6, ST-8.2 to ST-8.9: a leader is given a command; he travels to it.
pub fn appoint(sc: &Scenario, st: &mut State, leader: LeaderId, to: CommandId) -> Result<(), NoPost> {
    let (him, command) = (&st.leaders[&leader], st.command(to));
    if him.power != command.power {
        return Err(NoPost::Foreign);
    }
    if command.leader.is_some_and(|other| other != leader) {
        return Err(NoPost::Taken);
    }
    if command.out_of_communication {
        return Err(NoPost::OutOfCommunication);
    }
    let site = st.site_at(command.hex).map(|site| st.site(site));
    if command.inside.is_some() && site.is_some_and(|site| site.blockade.is_some()) {
        return Err(NoPost::Blockaded);
    }
    let in_port = site.is_some_and(|site| site.size > 0 && st.admits(site, command.power));
    let afloat = command.kind.is_naval() || command.carried_by.is_some() || sc.board.is_sea(command.hex);
    if afloat && !in_port {
        return Err(NoPost::AtSea);
    }
    let from = him.post.map(|post| rank_of(sc, st, post));
    if !may_be_appointed(from, rank_of(sc, st, to), has_failed(him, st.turn)) {
        return Err(NoPost::Demotion);
    }
    let start = him.post.map_or(him.hex, |post| st.command(post).hex);
    // Who is on the way already gets there first.
    let weeks = u32::from(him.travel) + travel_weeks(&sc.rulings, start.distance(command.hex));
    let hex = command.hex;
    if let Some(old) = him.post {
        st.command_mut(old).leader = None;
    }
    st.command_mut(to).leader = Some(leader);
    let him = st.leaders.get_mut(&leader).expect("he is alive");
    (him.post, him.hex, him.travel) = (Some(to), hex, weeks as u8);
    Ok(())
}

/// ST-8.7: who failed and lost his command must be given another in the turn on whose sheet it stands. If his ruler has not, it
/// is the nearest that has no leader and that he can be given, of several the highest, then the lowest id. With none he waits.
pub fn appoint_the_failed(sc: &Scenario, st: &mut State) -> Vec<(LeaderId, CommandId)> {
    let waits = |him: &Leader| him.post.is_none() && has_failed(him, st.turn);
    let waiting: Vec<LeaderId> = st.leaders.iter().filter(|(_, him)| waits(him)).map(|(id, _)| *id).collect();
    let mut given = Vec::new();
    for leader in waiting {
        let (power, hex) = (st.leaders[&leader].power, st.leaders[&leader].hex);
        let vacant = st.commands.iter().filter(|(_, it)| it.power == power && it.leader.is_none());
        let mut vacant: Vec<CommandId> = vacant.map(|(id, _)| *id).collect();
        vacant.sort_by_key(|id| (st.command(*id).hex.distance(hex), std::cmp::Reverse(rank_of(sc, st, *id)), *id));
        let post = vacant.into_iter().find(|id| appoint(sc, st, leader, *id).is_ok());
        given.extend(post.map(|post| (leader, post)));
    }
    given
}

/// ST-8.10: at the end of a quarter a leader is dismissed for good, and a new one is drawn. That it is one a quarter is for the
/// caller to see.
pub fn dismiss(sc: &Scenario, st: &mut State, leader: LeaderId, dice: &mut Dice) -> Result<LeaderId, NoPost> {
    if !sc.closes_quarter(st.turn) {
        return Err(NoPost::NotNow);
    }
    let him = st.leaders.remove(&leader).ok_or(NoPost::Foreign)?;
    if let Some(post) = him.post {
        st.command_mut(post).leader = None;
    }
    st.journeys.iter_mut().for_each(|journey| journey.leaders.retain(|each| *each != leader));
    let capital = him.power.country().map(|country| sc.country(country).capital);
    let seat = capital.and_then(|capital| st.sites.get(&capital)).filter(|site| site.power == him.power);
    let hex = seat.map_or(him.hex, |site| site.hex);
    Ok(draw_leader(sc, st, him.power, hex, dice))
}
