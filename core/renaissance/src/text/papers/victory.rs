//! What wins, how the family stands to it point by point, and what is known of the others (RN-R133).

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::document;
use crate::knowledge::Knowledge;
use crate::model::calendar::Turn;
use crate::model::scenario::Scenario;
use crate::rules::prestige::{self, Prestige};

/// The paper on victory.
pub fn victory(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let (st, me) = (&knowledge.state, knowledge.family);
    let figures = &sc.rulings.prestige;
    let title = format!("Victory, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph(&format!(
        "The campaign ends after {}. The family wins that has gained most: its prestige at the end less that at the start, in \
         parts of that at the start and {}. All prestige is published each January. (ruling RN-R133)",
        sc.date(Turn(sc.game_turns)),
        figures.gain_base
    ));

    paper.heading(3, "How you stand");
    let own = Prestige::of(sc, st, me);
    let mut table = Table::new("Your prestige", &["What", "Counts", "Points"]);
    let tenths = |each: i64, of: &str| match (each / 10, each % 10) {
        (whole, 0) => format!("{whole} for each {of}"),
        (whole, tenth) => format!("{whole}.{tenth} for each {of}"),
    };
    let rows = [
        ("Ranks of the living", tenths(figures.rank, "point"), own.ranks),
        ("Their popularity", tenths(figures.popularity, "point"), own.popularity),
        ("Their piety", tenths(figures.piety, "point"), own.piety),
        ("Their offices", "by the office".to_owned(), own.offices),
        ("Their ducats", format!("1 for each {}", figures.ducats_per_point), own.ducats),
        ("Locations held", "people by the position".to_owned(), own.locations),
        ("Locations controlled", tenths(figures.controller, "1,000 people"), own.controlled),
        ("Towers", tenths(figures.tower, "point of strength"), own.towers),
    ];
    for (what, counts, worth) in rows {
        table.row([what.to_owned(), counts, (worth / 10).to_string()]);
    }
    table.row(["Together".to_owned(), "-".to_owned(), own.points().to_string()]);
    paper.table(&table);
    let (start, gain) = (st.family(me).prestige_at_start, prestige::gain(sc, st, me));
    paper.paragraph(&format!("At the start it was {start}: a gain of {}.", percent(gain)));

    paper.heading(3, "What everybody can reckon");
    let mut all: Vec<(i64, usize)> =
        sc.family_ids().map(|family| (Prestige::of(sc, st, family).public(), family.index())).collect();
    all.sort_by_key(|(points, family)| (-points, *family));
    let mut table = Table::new("Ranks, popularity, offices and locations", &["Family", "Points"]);
    for (points, family) in all {
        table.row([sc.families[family].name.to_string(), points.to_string()]);
    }
    paper.table(&table);
    paper.paragraph("Piety, ducats, towers and control come on top of that, and only their owners know them.");
    document("victory", title, paper)
}

/// Thousandths as per cent: *4.2 %*.
fn percent(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    format!("{sign}{}.{} %", thousandths.abs() / 10, thousandths.abs() % 10)
}
