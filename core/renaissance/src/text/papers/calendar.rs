//! The year ahead: what each month brings, and what upkeep will ask of the family.

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::{document, own};
use crate::knowledge::Knowledge;
use crate::model::calendar::{Month, Turn};
use crate::model::scenario::Scenario;
use crate::rules::forecast::{Wanted, forecast};
use crate::text::words::number;

/// What each month of the year brings.
const CALENDAR: [&str; 12] = [
    "men and animals eat from their owners' stores until March; alms and elevations are counted anew",
    "titles and indulgences are given",
    "markets ask for goods anew, and towns grow; the Pope may make a cardinal",
    "ships are kept up; pilgrimages and alms",
    "men are paid until September; art is made, ships are built",
    "summer at sea begins; the Pope may found a military order",
    "troops are paid",
    "architecture and art are made; crops may be burnt",
    "markets offer goods anew; the Pope may make a cardinal",
    "citizens elect magistrates; animals eat from stores again",
    "new magistrates begin their terms; art is made",
    "republics elect their rulers",
];

/// What a month of the year brings.
pub fn brings(month: Month) -> &'static str {
    CALENDAR[month as usize]
}

/// The twelve months ahead. What upkeep will ask for is told as if the family kept what it has, and had the money (RN-50).
pub fn calendar(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("The year ahead, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph("What upkeep takes at the beginning of a month comes before all orders. Food that is missing is counted with the stores of each persona; a unit feeds two. Horses that men would eat for want of other food count as food that is missing (RN-50.9).");
    let turns: Vec<Turn> = (0..12).map(|ahead| st.turn.later(ahead)).filter(|turn| turn.0 <= sc.game_turns).collect();
    // This month's upkeep is over.
    let ahead = || turns.iter().skip(1).map(|turn| sc.month(*turn));
    let wanted: Vec<Vec<Wanted>> =
        own(knowledge).map(|id| forecast(&sc.rulings.upkeep, &st.persona(id).assets, ahead())).collect();
    let mut table = Table::new("Month by month", &["Month", "What it brings", "Pay in ducats", "Food missing, units"]);
    for (at, turn) in turns.iter().enumerate() {
        let of_month = || wanted.iter().filter_map(|months| months.get(at.checked_sub(1)?));
        let pay: u64 = of_month().map(|it| it.pay).sum();
        let food: u64 = of_month().map(|it| u64::from(it.food)).sum();
        let number_or_none = |count: u64| if count == 0 { "-".to_owned() } else { number(count) };
        let month = brings(sc.month(*turn)).to_owned();
        table.row([sc.date(*turn).to_string(), month, number_or_none(pay), number_or_none(food)]);
    }
    paper.table(&table);
    document("calendar", title, paper)
}
