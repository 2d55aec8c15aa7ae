//! What to buy where the family has somebody, and where to sell it.

use std::collections::BTreeMap;

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::document;
use crate::knowledge::Knowledge;
use crate::model::board::Ware;
use crate::model::ids::LocationId;
use crate::model::location::Quota;
use crate::model::scenario::Scenario;
use crate::rules::movement::land::{are_joined, distance};
use crate::text::words::{number, plain};

/// Most lines of the trade table.
const MOST_TRADES: usize = 15;

/// Most buyers that it names for a ware of one market.
const MOST_BUYERS: usize = 4;

/// Miles to a market that is still thought of.
const FAR: u32 = 400;

pub fn trade(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("Trade, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph("What is sold where the family has somebody, and who pays more for it within 400 miles, tariffs not counted. Prices with a star are those that are usual there: nobody of the family sees that market.");
    let mut all: Vec<(u64, [String; 7])> = Vec::new();
    for from in knowledge.seen.keys().copied() {
        let record = sc.board.location(from);
        for (ware, quota) in record.supply.iter().zip(&st.location(from).supply).filter(|(_, quota)| quota.quantity > 0)
        {
            let Ware::Good(good) = ware.ware else { continue };
            for to in sc.board.location_ids().filter(|to| *to != from) {
                let miles = distance(sc, from, to).miles().0;
                let there = sc.board.location(to);
                let wanted =
                    there.demand.iter().zip(quotas(knowledge, to, &st.location(to).demand, &there.start.demand));
                let best = wanted.filter(|(it, quota)| good.classes().contains(&it.class) && quota.quantity > 0);
                let Some((_, asked)) = best.max_by_key(|(_, quota)| quota.price) else { continue };
                if miles > FAR || asked.price <= quota.price {
                    continue;
                }
                let units = quota.quantity.min(asked.quantity);
                let gain = u64::from(units) * u64::from(asked.price - quota.price);
                let star = if knowledge.seen.contains_key(&to) { "" } else { "*" };
                let way = if are_joined(sc, from, to) { "land" } else { "water" };
                all.push((
                    gain,
                    [
                        plain(good.key()),
                        record.name.to_string(),
                        quota.price.to_string(),
                        there.name.to_string(),
                        format!("{}{star}", asked.price),
                        format!("{miles} by {way}"),
                        number(units),
                    ],
                ));
            }
        }
    }
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    // Of a ware that everybody wants the best buyers are enough.
    let mut told: BTreeMap<(String, String), usize> = BTreeMap::new();
    all.retain(|(_, row)| {
        let buyers = told.entry((row[0].clone(), row[1].clone())).or_default();
        *buyers += 1;
        *buyers <= MOST_BUYERS
    });
    all.truncate(MOST_TRADES);
    if all.is_empty() {
        paper.paragraph("Nothing that is sold there brings more elsewhere.");
    } else {
        let heads = ["Ware", "Buy at", "Ducats", "Sell at", "Ducats", "Miles", "Units at most"];
        let mut table = Table::new("What pays, the most rewarding first", &heads);
        for (_, row) in all {
            table.row(row);
        }
        paper.table(&table);
    }
    document("trade", title, paper)
}

/// A market as far as it is known: quotas as they are where the family has somebody, as is usual elsewhere.
fn quotas<'a>(knowledge: &'a Knowledge, at: LocationId, now: &'a [Quota], usual: &'a [Quota]) -> &'a [Quota] {
    if knowledge.seen.contains_key(&at) { now } else { usual }
}
