//! The leaders: abilities, post, whereabouts, and what one has to know of them.

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::command::{Command, CommandKind};
use crate::model::scenario::Scenario;
use crate::model::state::{Leader, State};
use crate::rules::leaders::{has_failed, rank_of};
use crate::rules::pyramid::effective;
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
    let (free, posted): (Vec<&Leader>, Vec<&Leader>) = all.iter().partition(|leader| post(leader).is_none());
    let in_city = |leader: &&&Leader| post(leader).is_some_and(|post| st.command(post).kind.is_site());
    let (cities, field): (Vec<&Leader>, Vec<&Leader>) = posted.iter().partition(|leader| in_city(leader));
    if all.is_empty() {
        paper.paragraph("You have no leader: all commands are led by men of 3.3.2.");
    }
    for (heading, group) in [("Without a command", free), ("In the field", field), ("In cities and forts", cities)] {
        roster(sc, st, &mut paper, heading, &group);
    }
    vacancies(sc, knowledge, &mut paper);
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

fn roster(sc: &Scenario, st: &State, paper: &mut Paper, heading: &'static str, group: &[&Leader]) {
    if group.is_empty() {
        return;
    }
    paper.heading(3, heading);
    let mut table = Table::new(heading, &["Leader", "MA", "LOY", "SA", "Command", "Where", "Notes"]);
    for leader in group {
        let (ratings, post) = (leader.ratings, leader.post.filter(|post| st.commands.contains_key(post)));
        table.row([
            leader.name.to_string(),
            ratings.ma.to_string(),
            ratings.loy.to_string(),
            ratings.sa.to_string(),
            post.map_or_else(|| "none".to_owned(), |post| st.command(post).name.to_string()),
            whereabouts(sc, st, leader),
            notes(sc, st, leader),
        ]);
    }
    paper.table(&table);
}

/// Commands that nobody leads: those in the field by name, of those of cities the number.
fn vacancies(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper) {
    let (st, power) = (&knowledge.state, own(knowledge));
    let vacant: Vec<&Command> = st.commands.values().filter(|it| it.power == power && it.leader.is_none()).collect();
    if vacant.is_empty() {
        return;
    }
    let (cities, field): (Vec<&Command>, Vec<&Command>) = vacant.iter().partition(|it| it.kind.is_site());
    let at = |it: &&Command| format!("{} at {}", it.name, short_place(sc, st, it.hex));
    let names = |all: &[&Command]| all.iter().map(|it| it.name.to_string()).collect::<Vec<_>>();
    paper.heading(3, "Commands without a leader");
    let mut told = Vec::new();
    if !field.is_empty() {
        told.push(format!("In the field: {}.", list(&field.iter().map(at).collect::<Vec<_>>())));
    }
    if !cities.is_empty() {
        told.push(format!("Cities and forts: {}.", list(&names(&cities))));
    }
    paper.list(&told);
    paper.paragraph(&format!("They are led as if by 3.3.2. {}", rule("ST-7.12")));
}

fn whereabouts(sc: &Scenario, st: &State, leader: &Leader) -> String {
    let post = leader.post.and_then(|post| st.commands.get(&post)).filter(|_| leader.travel == 0);
    short_place(sc, st, post.map_or(leader.hex, |it| it.hex))
}

/// The city or fort of a hex, else the hex.
pub(super) fn short_place(_: &Scenario, st: &State, hex: crate::model::ids::HexId) -> String {
    st.site_at(hex).map_or_else(|| hex.to_string(), |site| st.site(site).name.to_string())
}

fn notes(sc: &Scenario, st: &State, leader: &Leader) -> String {
    let mut notes = Vec::new();
    if let Some(post) = leader.post.filter(|post| st.commands.get(post).is_some_and(|it| it.kind == CommandKind::Army))
    {
        let ma = effective(sc, st, post).ma;
        if ma > leader.ratings.ma && leader.travel == 0 && leader.wounded == 0 {
            notes.push(format!("MA {ma} with his divisions' leaders"));
        }
    }
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
        notes.push("easily bribed".to_owned());
    }
    notes.join("; ")
}
