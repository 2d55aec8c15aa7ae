use kernel::{Described, EventRecord, SeatId};

use super::*;
use crate::model::ids::PlayerId;
use crate::model::scenario::shipped;
use crate::model::state::{CombatMode, Draft, Held, Phase, Stage, Survivors};
use crate::rules::event::Event;
use crate::testing;
use crate::text::{place, tell};

fn record(sc: &Scenario, event: &Event) -> EventRecord {
    EventRecord {
        kind: event.kind().to_owned(),
        rule: event.rule(),
        phase: event.phase().to_owned(),
        place: place(sc, event),
        text: tell(sc, event),
        data: serde_json::to_value(event).unwrap(),
    }
}

/// The position of Epoch III with something else to be decided.
fn asked(change: impl FnOnce(&mut State)) -> (std::sync::Arc<Scenario>, Knowledge) {
    let (sc, known) = testing::position(3);
    let mut state = known.state;
    change(&mut state);
    let known = Knowledge::of(&sc, &state, SeatId(0));
    (sc, known)
}

fn phase(phase: Phase) -> (std::sync::Arc<Scenario>, Knowledge) {
    asked(|state| {
        if let Stage::Turn(turn) = &mut state.stage {
            turn.phase = phase;
        }
    })
}

fn text(documents: &[Document], kind: &str) -> String {
    documents.iter().find(|document| document.kind == kind).unwrap().text.clone()
}

#[test]
fn every_paper_keeps_to_a_hundred_columns_and_names() {
    let (sc, events) = testing::events(5, CombatMode::Tables);
    let records: Vec<EventRecord> = events.iter().map(|event| record(&sc, event)).collect();
    for epoch in 1..=7 {
        let (sc, view) = testing::position(epoch);
        for paper in documents(&sc, &view, &records) {
            let wide = paper.text.lines().find(|line| line.chars().count() > 100);
            assert_eq!(wide, None, "{}", paper.title);
            assert!(!paper.text.contains('_'), "{}: an id instead of a name", paper.title);
            assert!(!paper.text.contains("{:"), "{}", paper.title);
            for tag in ["tr", "table", "ul", "section", "p", "dl", "li"] {
                let [open, close] =
                    [format!("<{tag}>"), format!("</{tag}>")].map(|tag| paper.html.matches(&tag).count());
                let open = open + paper.html.matches(&format!("<{tag} ")).count();
                assert_eq!(open, close, "{tag}");
            }
        }
    }
}

#[test]
fn the_chronicle_goes_empire_by_empire() {
    let (sc, events) = testing::events(5, CombatMode::Tables);
    let records: Vec<EventRecord> = events.iter().map(|event| record(&sc, event)).collect();
    let (sc, view) = (sc.clone(), testing::position(3).1);
    let told = text(&documents(&sc, &view, &records), "chronicle");
    let heads: Vec<&str> = told
        .lines()
        .zip(told.lines().skip(1))
        .filter(|(_, below)| below.starts_with("--"))
        .map(|(head, _)| head)
        .collect();
    assert_eq!(&heads[..2], ["Before the first epoch", "The draft"]);
    assert!(heads[2].ends_with(')'), "{heads:?}");
    assert_eq!(heads.last(), Some(&"The end of the game"));
    assert!(heads.windows(2).all(|pair| pair[0] != pair[1]));
    // Cards stand with the empire that they were played for; only minor empires come in between.
    let turns = events.iter().filter(|event| matches!(event.kind(), "turn_began" | "minor_empire_began")).count();
    let empires = heads.iter().filter(|head| head.ends_with(')')).count();
    assert!(empires <= turns, "{heads:?}");
    let nothing = text(&documents(&sc, &view, &[]), "chronicle");
    assert!(nothing.contains("Nothing has happened"));
}

#[test]
fn what_to_do_next_says_what_is_asked_and_how_to_write_it() {
    let held = Some(Held { card: None, from: None, played: false });
    let draft = |state: &mut State| {
        let card = shipped::board().find_card("persia").unwrap();
        let order = (0..4).map(PlayerId::at).collect();
        state.stage = Stage::Draft(Draft { order, at: 0, drawn: Some(card), seen: vec![(PlayerId(0), Some(card))] });
        state.players[2].card = held;
    };
    let lands: Vec<_> = ["nubia", "libya", "crete"].map(|id| shipped::board().find_land(id).unwrap()).to_vec();
    let survivors = Survivors { lands, forces: 2, column: 3, row: 11 };
    let alps = shipped::board().find_land("alps").unwrap();
    let barbarians = Phase::Barbarians { from: alps, tried: crate::model::ids::Lands::NONE };
    let sumeria = |state: &mut State| {
        state.stage = Stage::Sumeria { order: (0..4).map(PlayerId::at).collect(), totals: vec![2, 3, 4, 5] }
    };
    let cases = [
        (asked(sumeria), "Write: sumeria Lower Tigris, Lower Tigris, Zagros"),
        (asked(draft), "keep it (write: keep) or pass it, face down, to Apollo or Zeus (write: pass Apollo)"),
        (asked(draft), "number 7, Persia from Persian Plateau with the Capital Persepolis, 15 forces"),
        (phase(Phase::BeforeTurn), "Then write: begin"),
        (phase(Phase::Survivors(survivors)), "2 armies have won. Say where, for one: survivors Nubia, Libya"),
        (phase(barbarians), "Barbarians stand in Alps."),
        (phase(Phase::Expansion), "The Sassanids (Hermes) expand."),
        (phase(Phase::Expansion), "each further lookup costs 1 VP"),
        (phase(Phase::Expansion), "{?:1,wo:5,0:11,-2:3}"),
        (asked(|state| state.stage = Stage::Over), "The game is over."),
    ];
    for ((sc, view), wanted) in cases {
        let told = text(&documents(&sc, &view, &[]), "next");
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(wanted), "{wanted}: {told}");
    }
}

#[test]
fn whoever_is_not_to_act_is_told_who_is() {
    let (sc, view) = testing::position(3);
    let view = Knowledge::of(&sc, &view.state, SeatId(1));
    let told = text(&documents(&sc, &view, &[]), "next");
    assert!(told.contains("Hermes is to act") && told.contains("Nothing is asked of you"), "{told}");
}

#[test]
fn scores_list_areas_with_who_holds_how_much() {
    let (sc, view) = testing::position(3);
    let told = text(&documents(&sc, &view, &[]), "scores");
    for area in view.view(&sc, Vec::new()).areas.iter().filter(|area| area.vp > 0) {
        let name = &sc.board.areas.iter().find(|known| known.id == area.area).unwrap().name;
        let line = told.lines().find(|line| line.starts_with(name.as_str())).unwrap();
        for holder in area.holders.iter().filter(|holder| holder.player != "neutral") {
            let player = &sc.colours.iter().find(|colour| colour.key == holder.player).unwrap().name;
            let all = told.split_once(line).unwrap();
            let near: String = format!("{line} {}", all.1.lines().take(3).collect::<Vec<_>>().join(" "));
            assert!(near.contains(&format!("{player} {}", holder.lands)), "{near}");
        }
    }
    assert!(told.contains("Worth nothing in this epoch"));
}

#[test]
fn the_hand_says_what_a_card_needs() {
    let (sc, known) = testing::position(3);
    let mut view = known.view(&sc, Vec::new());
    view.hands[0].cards.truncate(1);
    view.hands[0].cards[0].card = "storm_at_sea".into();
    view.hands[0].cards[0].playable = true;
    let told = text(&papers(&sc, &known.state, &view, &[]), "hand");
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("Storm at Sea (during the turn, Epochs I to VII).") && flat.contains("Needs a Sea."),
        "{told}"
    );
    assert!(flat.contains("Can be played now."));
    view.hands[0].cards[0].card = "barbarians".into();
    let told = text(&papers(&sc, &known.state, &view, &[]), "hand");
    assert!(told.contains("comes out of a Barren Land") && !told.contains("The same"), "{told}");
    view.hands[0].cards.clear();
    assert!(text(&papers(&sc, &known.state, &view, &[]), "hand").contains("No cards are left."));
}
