//! The leaders: abilities, post, whereabouts, and what one has to know of them.

use kernel::Document;
use kernel::paper::Table;

use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::ids::CommandId;
use crate::model::scenario::Scenario;
use crate::model::state::{Leader, State};
use crate::rules::leaders::{has_failed, rank_of};
use crate::text::words::{count, list};

/// The roster.
pub fn leaders(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Leaders");
    let (st, power) = (&knowledge.state, own(knowledge));
    let mut all: Vec<&Leader> = st.leaders.values().filter(|leader| leader.power == power).collect();
    let post = |leader: &Leader| leader.post.filter(|post| st.commands.contains_key(post));
    // The highest posts first: a low number is a high rank only by `rank_of`'s own order.
    all.sort_by_key(|leader| {
        let rank = post(leader).map_or(0, |post| rank_of(sc, st, post));
        (std::cmp::Reverse(rank), std::cmp::Reverse(leader.ratings.ma), leader.name.clone())
    });
    paper.paragraph("Abilities are military, loyalty and special (MA, LOY, SA), each 1 to 9.");
    let mut table = Table::new("Leaders", &["Leader", "MA", "LOY", "SA", "Command", "Where", "Notes"]);
    for leader in &all {
        let ratings = leader.ratings;
        table.row([
            leader.name.to_string(),
            ratings.ma.to_string(),
            ratings.loy.to_string(),
            ratings.sa.to_string(),
            post(leader).map_or_else(|| "none".to_owned(), |post| st.command(post).name.to_string()),
            whereabouts(sc, st, leader),
            notes(st, leader),
        ]);
    }
    if all.is_empty() {
        paper.paragraph("You have no leader: all commands are led by men of 3.3.2.");
    } else {
        paper.table(&table);
    }
    let vacant: Vec<String> = vacancies(knowledge).iter().map(|id| st.command(*id).name.to_string()).collect();
    if !vacant.is_empty() {
        paper.heading(3, "Commands in the field without a leader");
        paper.paragraph(&format!("{}. They are led as if by 3.3.2. {}", list(&vacant), rule("ST-7.12")));
    }
    let posts = st.commands.values().filter(|it| it.power == power).count();
    if all.len() > posts {
        let excess = count((all.len() - posts) as u32, "leader", "leaders");
        paper.paragraph(&format!(
            "You have {excess} more than commands: raise commands before the quarter ends, or they are lost. {}",
            rule("ST-8.11")
        ));
    }
    document("leaders", title, paper)
}

/// Commands in the field that nobody leads.
fn vacancies(knowledge: &Knowledge) -> Vec<CommandId> {
    let own = own(knowledge);
    let all = knowledge.state.commands.iter();
    all.filter(|(_, it)| it.power == own && !it.kind.is_site() && it.leader.is_none()).map(|(id, _)| *id).collect()
}

fn whereabouts(sc: &Scenario, st: &State, leader: &Leader) -> String {
    let post = leader.post.and_then(|post| st.commands.get(&post)).filter(|_| leader.travel == 0);
    short_place(sc, st, post.map_or(leader.hex, |it| it.hex))
}

/// The city or fort of a hex, else the hex.
pub(super) fn short_place(_: &Scenario, st: &State, hex: crate::model::ids::HexId) -> String {
    st.site_at(hex).map_or_else(|| hex.to_string(), |site| st.site(site).name.to_string())
}

fn notes(st: &State, leader: &Leader) -> String {
    let mut notes = Vec::new();
    if leader.travel > 0 {
        notes.push(format!("arrives in {}", count(leader.travel, "week", "weeks")));
    }
    if leader.wounded > 0 {
        notes.push(format!("wounded for {}: counts as 3.3.2", count(leader.wounded, "week", "weeks")));
    }
    if has_failed(leader, st.turn) {
        notes.push("failed: may be demoted this week".to_owned());
    }
    if leader.ratings.loy <= 3 {
        notes.push("not to be trusted alone".to_owned());
    }
    notes.join("; ")
}
