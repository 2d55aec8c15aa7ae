use std::collections::BTreeSet;

use kernel::{Dice, EventRecord, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;

use super::*;
use crate::EternalRome;
use crate::model::scenario::shipped;
use crate::text::quick_answers::quick_answers;

/// A campaign played at random, with what the first seat learnt of it.
fn played(steps: u32) -> (std::sync::Arc<Scenario>, Knowledge, Vec<EventRecord>) {
    let sc = shipped::find("octavius-antonius").unwrap();
    let seed = GameSeed::from_number(5);
    let mut st = EternalRome::start(&sc, &Value::Null, &seed).unwrap();
    let mut entries = Vec::new();
    for step in 0..steps {
        let Some(wait) = EternalRome::awaiting(&sc, &st).into_iter().next() else { break };
        let known = EternalRome::knowledge(&sc, &st, wait.seat);
        let orders = EternalRome::random_orders(&sc, &known, &mut Dice::keyed(&seed, &format!("orders-{step}")));
        let orders = if orders.is_empty() { EternalRome::default_orders(&sc, &known) } else { orders };
        let mut dice = Dice::keyed(&seed, &format!("step-{step}"));
        let news = EternalRome::advance(&sc, &mut st, &[(wait.seat, orders)], &mut dice).events;
        entries.extend(news.into_iter().filter(|news| news.audience.includes(SeatId(0))).map(|news| EventRecord {
            kind: news.event.what.kind().to_owned(),
            rule: news.event.rule.clone(),
            phase: news.event.phase.to_owned(),
            place: crate::text::place(&sc, &news.event),
            text: crate::text::tell(&sc, &news.event),
            data: serde_json::to_value(&news.event).unwrap(),
        }));
    }
    let known = EternalRome::knowledge(&sc, &st, SeatId(0));
    (sc, known, entries)
}

#[test]
fn papers_fit_the_page_and_carry_no_codes_of_the_data() {
    let (sc, known, entries) = played(120);
    for document in documents(&sc, &known, &entries) {
        assert!(document.text.lines().all(|line| line.chars().count() <= 100), "{}", document.text);
        assert!(document.html.starts_with("<section") && !document.html.contains("<script"));
        let known = ["legion_1", "light_inf"].iter().filter(|_| document.kind != "next");
        assert!(known.clone().all(|key| !document.text.contains(key)), "{}", document.text);
    }
}

#[test]
fn steps_of_one_march_are_told_as_one() {
    let (sc, known, _) = played(0);
    let step = |from: &str, to: &str| EventRecord {
        kind: "army_moved".into(),
        rule: kernel::RuleRef::new("ER-16.1"),
        phase: "land_movement".into(),
        place: None,
        text: format!("OCT-A1 marches from {from} to {to}."),
        data: serde_json::json!({ "army": "OCT-A1", "from": from, "to": to }),
    };
    let entries = [step("2824", "2825"), step("2825", "2926"), step("3327", "3326")];
    let told = &documents(&sc, &known, &entries)[1].text;
    assert!(told.contains("OCT-A1 marches from Roma to Capua, 2 hexes."), "{told}");
    assert!(told.contains("OCT-A1 marches from 3327 to 3326."), "{told}");
}

#[test]
fn the_forces_and_what_to_do_are_those_of_the_seat() {
    let (sc, known, _) = played(0);
    let all = documents(&sc, &known, &[]);
    let text = |kind: &str| all.iter().find(|document| document.kind == kind).unwrap().text.clone();
    let forces = text("forces");
    assert!(
        forces.contains("Agrippa 1/2") && forces.contains("Brundisium") && forces.contains("4 Legion I"),
        "{forces}"
    );
    assert!(forces.contains("Antonius, troops seen"), "{forces}");
    assert!(!forces.contains("Canidius"), "an enemy's leaders are not known: {forces}");
    assert!(text("next").contains("It is your taxation phase, for Octavius"), "{}", text("next"));
    assert!(text("victory").contains("fulfilled, 3 needed"), "{}", text("victory"));
}

#[test]
fn whoever_may_be_attacked_is_named_in_the_combat_phase() {
    let (sc, known, _) = played(0);
    let mut view = known.view(&sc);
    let (army, phase) = (view.armies[0].clone(), crate::model::state::Phase::LandCombat);
    (view.phase, view.to_act) = (Some(phase), true);
    let other = view.unknown[0].power.clone();
    let told = |view: &View| next::next(&sc, &known, view).text.replace('\n', " ");
    let line = format!("{} with {}", army.army, sc.power(other.id).name);
    assert!(!told(&view).contains(&line));
    let mut met = view.clone();
    view.unknown[0].hex = army.hex;
    view.unknown[0].at_sea = false;
    assert!(told(&view).contains(&line), "{}", told(&view));
    let mut foe = army;
    (foe.power, foe.own) = (other, None);
    met.armies.push(foe);
    assert!(told(&met).contains(&line), "{}", told(&met));
}

/// Whatever is shown as an example is an order of this game, and is accepted as it stands.
#[test]
fn examples_are_legal_orders_of_this_very_game() {
    for scenario in ["octavius-antonius", "bellum-siculum"] {
        let sc = shipped::find(scenario).unwrap();
        let seed = GameSeed::from_number(7);
        let mut st = EternalRome::start(&sc, &Value::Null, &seed).unwrap();
        let (mut shown, mut scopes, mut answered) = (BTreeSet::new(), BTreeSet::new(), 0);
        for step in 0..150 {
            let Some(wait) = EternalRome::awaiting(&sc, &st).into_iter().next() else { break };
            let known = EternalRome::knowledge(&sc, &st, wait.seat);
            let lines = match (known.own_ask(), known.phase()) {
                (None, Some(phase)) => examples::of_phase(&sc, &known, &known.view(&sc), phase),
                _ => Vec::new(),
            };
            let answers = quick_answers(&sc, &known);
            answered += usize::from(known.own_ask().is_some() && !answers.is_empty());
            scopes.extend(answers.iter().map(|answer| format!("{:?}", answer.scope)));
            for (label, line) in lines {
                let (parsed, diagnostics) = crate::text::shorthand::parse(&sc, &known, &line);
                assert!(diagnostics.is_empty() && !parsed.is_empty(), "{line}: {diagnostics:?}");
                let orders: Vec<_> = parsed.into_iter().map(|(order, _)| order).collect();
                let verdicts = crate::orders::judge::check_orders(&sc, known.st.clone(), wait.seat, &orders);
                assert!(verdicts.iter().all(|verdict| !verdict.is_refused()), "{line}: {verdicts:?}");
                shown.insert(label);
            }
            let orders = EternalRome::orders(&sc, &known, &[]);
            let mut dice = Dice::keyed(&seed, &format!("step-{step}"));
            EternalRome::advance(&sc, &mut st, &[(wait.seat, orders)], &mut dice);
        }
        for label in ["Raise units", "Sail the cheapest way", "March the cheapest way", "Split an army"] {
            assert!(shown.contains(label), "{scenario}: no example to {label} among {shown:?}");
        }
        assert!(answered > 0, "{scenario}: nobody was asked anything");
        assert!(scopes.len() >= 4, "{scenario}: answers for {scopes:?} alone");
    }
}
