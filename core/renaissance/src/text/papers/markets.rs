//! The locations where the family has somebody.

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::{band, document};
use crate::knowledge::Knowledge;
use crate::knowledge::view::{LocationView, View};
use crate::model::scenario::Scenario;
use crate::text::words::{number, plain};

pub fn markets(sc: &Scenario, knowledge: &Knowledge, view: &View) -> Document {
    let title = format!("Towns and markets of the {}, {}", sc.family(knowledge.family).name, view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    for location in &view.locations {
        town(&mut paper, location);
    }
    document("markets", title, paper)
}

fn town(paper: &mut Paper, location: &LocationView) {
    let Some(report) = &location.report else { return };
    paper.heading(3, location.location.as_str());
    let name =
        |name: &Option<crate::model::ids::Name>| name.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string);
    paper.facts(&[
        ("Inhabitants", number(report.population)),
        ("Wealth", report.wealth.to_string()),
        ("Loyalty", report.loyalty.to_string()),
        ("Walls", format!("{} against artillery, {} against assault", report.far, report.fas)),
        ("Garrison", band(report.garrison)),
        ("Tariffs", format!("{}% on imports, {}% on exports", report.import_tariff, report.export_tariff)),
        ("Recruits", number(report.recruits)),
    ]);
    paper.facts(&[
        ("Sovereign", name(&location.sovereign)),
        ("Feudatory", name(&location.feudatory)),
        ("Tenant", name(&location.tenant)),
        ("In control", name(&location.control)),
        ("Magistrate", name(&location.magistrate)),
        ("Bishop", name(&location.bishop)),
    ]);
    for (caption, head, wares) in
        [("The town sells", "Sells", &report.supply), ("The town buys", "Buys", &report.demand)]
    {
        let open: Vec<_> = wares.iter().filter(|ware| ware.units > 0).collect();
        if open.is_empty() {
            continue;
        }
        let mut table = Table::new(caption, &[head, "Units", "Ducats each"]);
        for ware in open {
            table.row([plain(&ware.ware), ware.units.to_string(), ware.price.to_string()]);
        }
        paper.table(&table);
    }
}
