//! What wins the campaign, how this nation stands point by point, and what is publicly known of the others (UM-35).

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::document;
use crate::knowledge::view::{ObjectiveView, VictoryLineView, View};
use crate::model::scenario::Scenario;
use crate::text::events::who;

pub fn victory(sc: &Scenario, view: &View) -> Document {
    let of = &view.victory;
    let title = format!("Victory conditions for {}, {}", who(sc, &view.nation), view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    let objectives = match of.objective_factor {
        0 => String::new(),
        factor => format!(
            " The provinces that are a nation's objectives add to its score if it holds them then: {factor} for each point."
        ),
    };
    paper.paragraph(&format!(
        "The campaign is decided after {} (turn {}): the highest total wins, and of equals the one that gained more. A \
         civilised nation scores its revenue at a rate of 100 %, in per cent of what it began with; a tribal one its fleet \
         and army units.{objectives}",
        of.ends, of.end_turn
    ));
    own(view, &mut paper);
    others(sc, view, &mut paper);
    document("victory", title, paper)
}

fn line(view: &View) -> Option<&VictoryLineView> {
    view.victory.nations.iter().find(|line| line.nation.id == view.nation.id)
}

fn own(view: &View, paper: &mut Paper) {
    let of = &view.victory;
    paper.heading(3, "Your nation");
    let measure = line(view).map_or("revenue", |line| line.measure.as_str());
    paper.facts(&[
        ("Score", format!("{} ({measure}, per cent of the start)", view.score)),
        ("Objectives held", of.objectives.to_string()),
        ("Total", of.total.to_string()),
    ]);
    let Some(line) = line(view).filter(|line| !line.objectives.is_empty()) else {
        paper.paragraph("No province is an objective of yours: your score alone counts.");
        return;
    };
    let mut table = Table::new("Your objectives", &["Objective", "Worth", "Held by", "Counts now"]);
    for objective in &line.objectives {
        let counts = if objective.held { objective.worth } else { 0 };
        table.row([
            objective.province.to_string(),
            objective.worth.to_string(),
            objective.owner.to_string(),
            counts.to_string(),
        ]);
    }
    paper.table(&table);
}

/// Ranks are published, and objectives are the scenario's; who holds these is known by reports.
fn others(sc: &Scenario, view: &View, paper: &mut Paper) {
    paper.heading(3, "All nations, as far as is known");
    let mut table = Table::new("Ranks and objectives", &["Rank", "Nation", "Scored by", "Objectives", "Held"]);
    let mut lines: Vec<_> = view.nations.iter().filter(|line| !line.eliminated).collect();
    lines.sort_by_key(|line| (line.rank, line.nation.id));
    for nation in lines {
        let Some(line) = view.victory.nations.iter().find(|line| line.nation.id == nation.nation.id) else { continue };
        let list: Vec<String> = line.objectives.iter().map(|objective| shown(view, objective)).collect();
        let held: i64 = line.objectives.iter().filter(|one| one.held).map(|one| one.worth).sum();
        table.row([
            nation.rank.to_string(),
            who(sc, &nation.nation),
            line.measure.clone(),
            if list.is_empty() { "-".to_owned() } else { list.join(", ") },
            held.to_string(),
        ]);
    }
    paper.table(&table);
}

/// *Brescia 15 held*, *Lodi 10 (as of turn 4)*.
fn shown(view: &View, objective: &ObjectiveView) -> String {
    let held = if objective.held { " held" } else { "" };
    let newest = view.turn.saturating_sub(u32::from(!view.over));
    let age = if objective.as_of < newest && objective.as_of > 0 {
        format!(" (as of turn {})", objective.as_of)
    } else {
        String::new()
    };
    format!("{} {}{held}{age}", objective.province, objective.worth)
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::model::scenario::shipped;
    use crate::model::state::State;

    #[test]
    fn every_nation_reads_what_wins_and_how_it_stands() {
        for sc in shipped::shipped() {
            let mut st = State::start(sc, &GameSeed::from_number(1));
            for of in &sc.victory.objectives {
                st.province_mut(of.province).owner = of.nation;
                let view = Knowledge::of(sc, &st, of.nation).view(sc);
                let line = line(&view).unwrap();
                let one = line.objectives.iter().find(|one| one.province.id == of.province).unwrap();
                assert!(one.held && one.worth == sc.victory.objective_factor * of.points, "{one:?}");
                let held: i64 = line.objectives.iter().filter(|one| one.held).map(|one| one.worth).sum();
                assert_eq!((view.victory.objectives, view.victory.total), (held, view.score + held));
                let text = victory(sc, &view).text;
                assert!(text.contains(&view.victory.ends) && text.contains(one.province.name.as_str()), "{text}");
                assert!(sc.nation_ids().all(|nation| text.contains(&who(sc, &sc.party(nation)))), "{text}");
            }
        }
    }

    #[test]
    fn who_holds_the_objectives_of_others_is_known_by_reports_alone() {
        let sc = shipped::find("italia-1450").unwrap();
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        let (of, me) = sc
            .victory
            .objectives
            .iter()
            .flat_map(|of| sc.nation_ids().map(move |me| (of, me)))
            .find(|(of, me)| *me != of.nation && st.province(of.province).owner != *me)
            .unwrap();
        let before = victory(&sc, &Knowledge::of(&sc, &st, me).view(&sc));
        st.province_mut(of.province).owner = of.nation;
        assert_eq!(victory(&sc, &Knowledge::of(&sc, &st, me).view(&sc)), before);
    }
}
