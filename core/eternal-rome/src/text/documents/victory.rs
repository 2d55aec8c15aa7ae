//! Who wins by what, and how far everybody is (ER-20).

use kernel::Document;
use kernel::paper::Table;

use super::{Paper, date, document};
use crate::knowledge::view::View;
use crate::model::scenario::Scenario;
use crate::text::events::words::{Words, list};

pub fn victory(sc: &Scenario, view: &View) -> Document {
    let words = Words { sc };
    let title = format!("Victory conditions, {}", date(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph(&format!(
        "Victory is looked for at the end of every month from {} on; the last month is {}.",
        sc.first_check, sc.end
    ));
    for major in &view.victory {
        let now = major.goals.iter().filter(|goal| goal.fulfilled).count();
        paper.heading(3, &format!("{}: {} fulfilled, {} needed", words.power(&major.power), now, major.needed));
        let mut table = Table::new("Conditions", &["", "Condition", "Now"]);
        for goal in &major.goals {
            let state = if goal.fulfilled { "fulfilled" } else { "open" };
            table.row([goal.id.clone(), goal.text.clone(), state.to_owned()]);
        }
        paper.table(&table);
    }
    standing(words, view, &mut paper);
    document("victory", title, paper)
}

/// Morale and land of the majors: what conditions and dissolution hang on.
fn standing(words: Words, view: &View, paper: &mut Paper) {
    paper.heading(3, "Powers");
    let mut table = Table::new("Active powers", &["Power", "Morale", "Provinces", "Cities", "Follows"]);
    for power in view.all_powers.iter().filter(|power| power.active) {
        let id = power.power.id;
        let provinces = view
            .provinces
            .iter()
            .filter(|province| province.controller.as_ref().is_some_and(|power| power.id == id))
            .count();
        let cities = view.cities.iter().filter(|city| city.controller.id == id).count();
        let follows = power.patron.as_ref().or(power.controller.as_ref());
        table.row([
            words.power(&power.power),
            power.morale.to_string(),
            provinces.to_string(),
            cities.to_string(),
            follows.map_or_else(|| "-".to_owned(), |head| words.power(head)),
        ]);
    }
    paper.table(&table);
    let asleep: Vec<String> =
        view.all_powers.iter().filter(|power| !power.active).map(|power| words.power(&power.power)).collect();
    if !asleep.is_empty() {
        paper.paragraph(&format!("Not active: {}.", list(&asleep)));
    }
}
