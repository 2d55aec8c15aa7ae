//! The year ahead: what each month brings, and what upkeep will ask of the family.

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::{document, own};
use crate::knowledge::Knowledge;
use crate::model::asset::Asset;
use crate::model::calendar::Month;
use crate::model::scenario::Scenario;
use crate::model::ships::Ship;
use crate::rules::upkeep::maintain;
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
    paper.paragraph("What upkeep takes at the beginning of a month comes before all orders. Food that is missing is counted with the stores of each persona; a unit feeds two.");
    let mut stores: Vec<_> = own(knowledge).map(|id| st.persona(id).assets.clone()).collect();
    for assets in &mut stores {
        assets.add(Asset::Ducats, 50_000_000);
    }
    let mut table = Table::new("Month by month", &["Month", "What it brings", "Pay in ducats", "Food missing, units"]);
    for ahead in 0..12 {
        let turn = st.turn.later(ahead);
        if turn.0 > sc.game_turns {
            break;
        }
        let (mut pay, mut missing) = (0, 0);
        // This month's upkeep is over.
        for assets in stores.iter_mut().filter(|_| ahead > 0) {
            let kept = maintain(&sc.rulings.upkeep, sc.month(turn), assets);
            pay += kept.paid.whole();
            for (asset, count) in kept.lost.iter().filter(|(asset, _)| !is_ship(*asset)) {
                // A fifth of who is not fed is lost, each eats half a unit; they stay for what follows.
                missing += u64::from(*count) * 5 / 2;
                assets.add(*asset, *count);
            }
        }
        let number_or_none = |count: u64| if count == 0 { "-".to_owned() } else { number(count) };
        let month = brings(sc.month(turn)).to_owned();
        table.row([sc.date(turn).to_string(), month, number_or_none(pay), number_or_none(missing)]);
    }
    paper.table(&table);
    document("calendar", title, paper)
}

fn is_ship(asset: Asset) -> bool {
    matches!(asset, Asset::Good(good) if Ship::of_good(good).is_some())
}
