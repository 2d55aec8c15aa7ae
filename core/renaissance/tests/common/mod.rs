//! What several tests need.

use renaissance::model::calendar::Turn;
use renaissance::model::family::Family;
use renaissance::model::scenario::Scenario;
use renaissance::model::state::State;
use renaissance::model::titles::Title;

/// The state as the scenario has it, before the first turn begins.
pub fn state(sc: &Scenario) -> State {
    let families = sc.families.iter().map(|record| Family {
        religion: record.religion,
        personae: record.personae.clone(),
        names_used: 0,
        since: Turn(1),
    });
    State {
        turn: Turn(1),
        families: families.collect(),
        personae: sc.personae.iter().map(|record| record.start.clone()).collect(),
        locations: sc.board.locations.iter().map(|record| record.start.clone()).collect(),
        titles: sc.titles.iter().map(|it| Title { holder: it.holder, ..Title::default() }).collect(),
        new_titles: Vec::new(),
        npc_cardinals: sc.npc_cardinals,
        roads: Vec::new(),
        sieges: Vec::new(),
        interceptions: Vec::new(),
        bombardments: Vec::new(),
        collectors: Vec::new(),
        permissions: Vec::new(),
        offers: Vec::new(),
        elections: Vec::new(),
        ended: None,
    }
}
