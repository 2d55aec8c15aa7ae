//! Who leads what: the best leaders that are free go to the greatest commands that have none.

use super::draft::Draft;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, LeaderId};
use crate::orders::AppointLeader;

/// Appoints leaders.
pub fn appoint(draft: &mut Draft<'_>) {
    let power = draft.power();
    let mut free: Vec<(u8, LeaderId)> = draft
        .st
        .leaders
        .iter()
        .filter(|(id, him)| him.power == power && him.post.is_none() && draft.leaders.contains(id))
        .filter(|(id, _)| !draft.st.journeys.iter().any(|journey| journey.leaders.contains(id)))
        .filter(|(_, him)| him.wounded == 0)
        .map(|(id, him)| (him.ratings.ma, *id))
        .collect();
    free.sort_by_key(|(ma, id)| (std::cmp::Reverse(*ma), *id));
    let mut posts: Vec<(i32, CommandId)> = draft
        .st
        .commands
        .iter()
        .filter(|(_, it)| it.power == power && it.leader.is_none() && reachable(draft, it))
        .map(|(id, it)| (weight(draft, it), *id))
        .filter(|(weight, _)| *weight > 0)
        .collect();
    posts.sort_by_key(|(weight, id)| (std::cmp::Reverse(*weight), *id));
    for ((ma, leader), (weight, command)) in free.into_iter().zip(posts) {
        // A bad leader helps nobody; in a city he does no harm.
        let intrinsic = draft.sc.rulings.leaders.intrinsic.ma;
        if ma >= intrinsic || weight <= CITY {
            let (leader, command) = (draft.st.leaders[&leader].name.to_string(), draft.name(command));
            draft.give(AppointLeader { leader, command });
        }
    }
}

/// The weight of the post of a capital.
const CITY: i32 = 30;

/// How much a post matters.
fn weight(draft: &Draft<'_>, it: &crate::model::command::Command) -> i32 {
    match it.kind {
        CommandKind::TaskForce | CommandKind::Army => 200,
        CommandKind::Armada => 60,
        CommandKind::Division => 80 + i32::from(it.units.regts()),
        CommandKind::Fleet => 40 + i32::from(it.units.sqds()),
        CommandKind::City if it.inside == Some(draft.st.country(draft.country).capital) => CITY,
        CommandKind::City | CommandKind::Fort => 10,
        CommandKind::Special | CommandKind::Scouting => 0,
    }
}

/// ST-7.6: whether a leader certainly gets there: the command stands in a city that is a base, and nobody shuts it in.
fn reachable(draft: &Draft<'_>, it: &crate::model::command::Command) -> bool {
    let site = draft.own_site_at(it.hex).map(|site| draft.st.site(site));
    site.is_some_and(|site| {
        site.size > 0 && site.blockade.is_none() && site.status != crate::model::state::SiteStatus::Captured
    }) && it.carried_by.is_none()
}
