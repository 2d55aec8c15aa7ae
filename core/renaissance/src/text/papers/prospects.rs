//! Battles that the family's personae could begin now: at best, likely, at worst.

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::{document, own};
use crate::knowledge::Knowledge;
use crate::model::ids::PersonaId;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::orders::prospects::{self, Prospects};
use crate::orders::{AssaultWalls, AttackField, AttackUrban, Order};
use crate::rules::battle::morale::{self, Leader};
use crate::rules::conflict::control::controller;
use crate::rules::conflict::leader;
use crate::rules::month::Month;

pub fn prospects_of_battle(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("Prospects of battle, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph("Battles that the family's personae could begin where they are, by the rules' own arithmetic. Of strangers one knows the band of their strength: at best they have as few men as it allows, auxiliaries of morale 300; likely the middle of it, half of them pikemen, morale 450; at worst all that it allows, a third of them mounted, morale 600.");
    let mut table = Table::new("What would come of it", &["Who", "What", "At best", "Likely", "At worst"]);
    let mut some = false;
    for id in own(knowledge) {
        for (words, order) in openings(sc, knowledge, id) {
            let month = Month::begin(st);
            if let Some(found) = prospects::of(sc, st, &month, knowledge.family, id, &order) {
                some = true;
                let Prospects { best, likely, worst } = found;
                table.row([st.name_of(sc, id), words, best.in_words(), likely.in_words(), worst.in_words()]);
            }
        }
    }
    let shy: Vec<String> = own(knowledge).filter_map(|id| has_no_heart(sc, knowledge, id)).collect();
    if some {
        paper.table(&table);
    } else {
        paper.paragraph("None: nobody of the family has an enemy within reach of his men.");
    }
    if !shy.is_empty() {
        paper.heading(3, "Whose men would not stand");
        paper.list(&shy);
    }
    document("prospects", title, paper)
}

/// Whose men retreat after the first stage whatever happens: morale, rank and a tenth of popularity are too little (RN-61.12).
fn has_no_heart(sc: &Scenario, knowledge: &Knowledge, id: PersonaId) -> Option<String> {
    let st = &knowledge.state;
    let men = st.persona(id).assets.troops.soldiers();
    let it = leader::of(sc, st, id, None, None);
    let score = morale::score_in_tenths(it.morale, &it, true);
    let name = st.name_of(sc, id);
    (men > 0 && morale::is_below_retreat_point(score, &sc.rulings.war)).then(|| {
        let Leader { morale, rank, popularity, .. } = it;
        format!(
            "{name}: morale {morale}, rank {rank} and a tenth of popularity {popularity} make {}; below {} they retreat at \
             the first opportunity (RN-61.12). Bonuses, drink and sermons raise morale.",
            score / 10,
            sc.rulings.war.retreat_below
        )
    })
}

/// Battles that somebody could begin where he is, with their names.
fn openings(sc: &Scenario, knowledge: &Knowledge, id: PersonaId) -> Vec<(String, Order)> {
    let st = &knowledge.state;
    let me = st.persona(id);
    let Place::At(here, side) = me.place else { return Vec::new() };
    if me.assets.troops.men() == 0 {
        return Vec::new();
    }
    let persona = || st.name_of(sc, id);
    let there = st.living().filter(|(_, it)| {
        it.place == me.place && it.family != me.family && it.assets.troops.men() > 0 && !me.allies.contains(&it.family)
    });
    let mut all: Vec<(String, Order)> = there
        .map(|(victim, _)| {
            let victim = st.name_of(sc, victim);
            let words = format!("attacks {victim}");
            let order = match side {
                Side::Outside => AttackField { persona: persona(), victim, spare: false }.into(),
                Side::Inside => {
                    AttackUrban { persona: persona(), victim: Some(victim), spare: false, fight_on: false }.into()
                }
            };
            (words, order)
        })
        .collect();
    let held = controller(sc, st, here).is_some_and(|it| st.persona(it).family == me.family);
    if side == Side::Outside && !held {
        let order = AssaultWalls { persona: persona(), spare: false, enslave: false };
        all.push((format!("storms {}", sc.board.location(here).name), order.into()));
    }
    all
}
