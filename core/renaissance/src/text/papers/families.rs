//! Who there is, and who holds what.

use kernel::Document;
use kernel::paper::{Paper, Table};
use kernel::words::list;

use super::document;
use crate::knowledge::Knowledge;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::scenario::Scenario;
use crate::rules::places::holder_of;
use crate::rules::titles::rank_of;
use crate::text::words::plain;

pub fn families(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("Families and offices, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    for family in sc.family_ids() {
        let record = sc.family(family);
        paper.heading(3, record.name.as_str());
        paper.paragraph(&format!("Citizens of {}.", sc.board.location(record.citizen_of).name));
        paper.table(&of_family(sc, knowledge, family));
    }
    document("families", title, paper)
}

/// The living of a family and what they hold, and who is dead.
fn of_family(sc: &Scenario, knowledge: &Knowledge, family: FamilyId) -> Table {
    let st = &knowledge.state;
    let mut table = Table::new("Its people", &["Who", "Born", "Rank", "Popularity", "Titles and offices", "Holds"]);
    for id in (0..st.personae.len()).map(PersonaId::at).filter(|id| st.persona(*id).family == family) {
        let it = st.persona(id);
        let born = sc.personae.get(id.index()).and_then(|record| record.born);
        let born = born.map_or_else(|| "-".to_owned(), |year| year.to_string());
        let name = st.name_of(sc, id);
        if !it.alive {
            table.row([format!("{name}, dead"), born, "-".into(), "-".into(), "-".into(), "-".into()]);
            continue;
        }
        let mut offices: Vec<String> =
            st.titles_of(id).map(|title| st.title_record(sc, title).name.to_string()).collect();
        offices.extend(it.cardinal.then(|| "cardinal".to_owned()));
        let rank = rank_of(sc, st, id).to_string();
        table.row([name, born, rank, it.popularity.get().to_string(), list_or_none(&offices), held(sc, knowledge, id)]);
    }
    table
}

/// Where somebody is sovereign, feudatory, tenant, magistrate, bishop.
fn held(sc: &Scenario, knowledge: &Knowledge, id: PersonaId) -> String {
    let st = &knowledge.state;
    let of = |office: &LocalOffice| {
        let here = |at: &LocationId| holder_of(sc, st, *at, *office).persona() == Some(id);
        let places: Vec<String> =
            sc.board.location_ids().filter(here).map(|at| sc.board.location(at).name.to_string()).collect();
        (!places.is_empty()).then(|| format!("{} of {}", plain(office.key()), list(&places)))
    };
    list_or_none(&LocalOffice::ALL.iter().filter_map(of).collect::<Vec<_>>())
}

fn list_or_none(all: &[String]) -> String {
    if all.is_empty() { "-".into() } else { all.join("; ") }
}
