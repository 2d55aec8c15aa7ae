use std::fmt::Write;

use kernel::paper::WIDTH;
use kernel::{Described, Dice, GameSeed, Planning};
use serde_json::json;

use super::*;
use crate::knowledge::sight::knowledge;
use crate::model::ids::CountryId;
use crate::model::shipped::find;
use crate::model::state::{Blockade, State};
use crate::orders::Order;
use crate::orders::carry_out::{CountryOrders, play_week};
use crate::rules::event::What;
use crate::rules::{setup, telling};
use crate::system::{Strategos, seat_of};
use crate::text::events;

#[test]
fn every_kind_of_event_has_its_place_in_the_dispatch() {
    for kind in What::KINDS {
        assert!(dispatch::has_a_part(kind), "{kind}");
    }
}

#[test]
fn how_a_country_stands_to_victory_adds_up() {
    let sc = find("hellespontos-313bc").unwrap();
    let (st, lys) = (setup::start(&sc, &mut Dice::middling()), sc.find_country("LYS").unwrap());
    let paper = victory::victory(&sc, &knowledge(&sc, &st, lys)).text;
    let last = |line: &str| {
        let line = paper.lines().find(|one| one.starts_with(line)).unwrap_or_else(|| panic!("{line}: {paper}"));
        line.split_whitespace().last().unwrap().parse::<i64>().unwrap()
    };
    let parts = ["Capitals", "Base tax,", "Country morale"].map(last);
    assert_eq!(parts[1], 100, "as at the start");
    assert_eq!(parts.iter().sum::<i64>(), last("Together"));
    let rival = paper.lines().find(|line| line.starts_with("Kassandros")).unwrap();
    assert!(rival.contains("holds Pella") || rival.contains("holds Kassandreia"), "{rival}");
}

/// Plays a week; what a country learns of it.
fn week(sc: &Scenario, st: &mut State, orders: &[(CountryId, Vec<Order>)], seed: u64) -> Vec<Vec<EventRecord>> {
    let mut dice = Dice::for_step(&GameSeed::from_number(seed), u32::from(st.turn.0));
    let sets: Vec<CountryOrders<'_>> =
        orders.iter().map(|(country, orders)| CountryOrders { country: *country, orders }).collect();
    let before = st.clone();
    let played = play_week(sc, st, &sets, &mut dice);
    let told = telling::of_week(sc, &before, st, &played, &mut dice);
    let heard = |country| {
        told.iter()
            .filter(|each| each.audience.includes(seat_of(country)))
            .map(|each| EventRecord {
                kind: each.event.kind().to_owned(),
                rule: each.event.rule(),
                phase: each.event.phase().to_owned(),
                place: events::place(sc, &each.event),
                text: events::tell(sc, &each.event),
                data: serde_json::to_value(&each.event).unwrap(),
            })
            .collect()
    };
    sc.country_ids().map(heard).collect()
}

/// A war for the straits: Lysimachos against Antigonos' men, week by week.
fn war(sc: &Scenario, at: u16) -> Vec<(CountryId, Vec<Order>)> {
    let read = |order: serde_json::Value| -> Order { serde_json::from_value(order).unwrap() };
    let seat = |key: &str| sc.find_country(key).unwrap();
    let (lys, ant, cas) = (seat("LYS"), seat("ANT"), seat("CAS"));
    let of_lys = match at {
        1 => vec![
            json!({ "type": "declare_enemy", "country": "ANT" }),
            json!({ "type": "offer_treaty", "to": "CAS", "treaty": "alliance", "weeks": 12, "conditions": [{ "payer": "LYS", "tlts": 100 }] }),
            json!({ "type": "upgrade_size", "city": "Kardia" }),
            json!({ "type": "build_units", "city": "Kardia", "unit": "hoplite", "count": 3 }),
            json!({ "type": "place_spy", "city": "Antigoneia Troas" }),
            json!({ "type": "march", "command": "Army I", "path": ["2318", "2218", "2119"] }),
            json!({ "type": "set_battle_order", "command": "Army I", "order": "attack" }),
            json!({ "type": "found_city", "hex": "2304", "name": "Nowhere" }),
        ],
        3 => vec![json!({ "type": "transfer_money", "to": "CAS", "tlts": 50 })],
        _ => Vec::new(),
    };
    let of_ant = match at {
        2 => vec![
            json!({ "type": "place_spy", "city": "Kardia" }),
            json!({ "type": "hire_assassin", "of": "LYS", "target": "Army I", "hex": "2119", "tlts": 900 }),
        ],
        _ => Vec::new(),
    };
    let of_cas = match at {
        2 => vec![json!({ "type": "answer_treaty", "appeal": 0, "answer": "accept" })],
        _ => Vec::new(),
    };
    [(lys, of_lys), (ant, of_ant), (cas, of_cas)]
        .map(|(who, orders)| (who, orders.into_iter().map(read).collect()))
        .to_vec()
}

fn papers(sc: &Scenario, st: &State, country: CountryId, heard: &[EventRecord]) -> String {
    let mut all = String::new();
    for paper in documents(sc, &knowledge(sc, st, country), heard) {
        for line in paper.text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        assert!(!paper.html.contains("<script") && paper.text.starts_with(&paper.title));
        let _ = writeln!(all, "{}\n", paper.text);
    }
    all
}

/// What computer players order.
fn played_by_computer(sc: &Scenario, st: &State) -> Vec<(CountryId, Vec<Order>)> {
    let mut dice = Dice::for_step(&GameSeed::from_number(9), u32::from(st.turn.0));
    sc.country_ids().map(|who| (who, Strategos::rollout_policy(sc, st, seat_of(who), &mut dice))).collect()
}

/// The papers of some weeks, for all seats of all scenarios, played by computer players after the first three of the war for the
/// straits: none is wider than the paper, and none breaks. `SHOW_PAPERS=hellespontos-313bc/LYS` prints those of a seat,
/// `SHOW_WEEKS` says of how many weeks.
#[test]
fn papers_of_some_weeks() {
    let weeks = std::env::var("SHOW_WEEKS").ok().and_then(|weeks| weeks.parse().ok()).unwrap_or(5);
    for id in ["hellespontos-313bc", "diadochoi-310bc"] {
        let sc = find(id).unwrap();
        let mut st = setup::start(&sc, &mut Dice::middling());
        let mut heard = vec![Vec::new(); sc.countries.len()];
        for at in 1..=weeks {
            for country in sc.country_ids() {
                let told = papers(&sc, &st, country, &heard[country.index()]);
                let shown = std::env::var("SHOW_PAPERS")
                    .is_ok_and(|which| which == format!("{id}/{}", sc.country(country).key));
                if shown {
                    println!("{told}");
                }
            }
            if st.ended.is_some() {
                break;
            }
            let scripted = id.starts_with("hell") && at <= 3;
            let orders = if scripted { war(&sc, at) } else { played_by_computer(&sc, &st) };
            heard = week(&sc, &mut st, &orders, 5);
        }
    }
}

/// An offer stands in the dispatch and in the book of treaties, with what an answer does; to nobody else.
#[test]
fn an_offer_awaits_its_answer() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let heard = week(&sc, &mut st, &war(&sc, 1), 5);
    let of = |key: &str| {
        let country = sc.find_country(key).unwrap();
        // On one line: where it is wrapped does not matter.
        papers(&sc, &st, country, &heard[country.index()]).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (cas, ant) = (of("CAS"), of("ANT"));
    assert!(
        cas.contains("Lysimachos offers Kassandros an alliance for 12 weeks; Lysimachos pays 100 talents."),
        "{cas}"
    );
    assert!(cas.contains("With “treaty accept 0” it binds at once, until") && cas.contains("Offers to you"), "{cas}");
    assert!(!ant.contains("an alliance for 12 weeks"), "{ant}");
    assert!(ant.contains("Lysimachos declares Polemaios for Antigonos his enemy. They are at war."), "{ant}");
    assert!(of("LYS").contains("could not be carried out"), "{}", of("LYS"));
}

/// The accounts name each thing that the treasury gained or lost by itself.
#[test]
fn the_accounts_tell_treaties_gifts_and_building_apart() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let weeks: Vec<_> = (1..=3).map(|at| week(&sc, &mut st, &war(&sc, at), 5)).collect();
    let of = |at: usize, key: &str| {
        let heard = &weeks[at - 1][sc.find_country(key).unwrap().index()];
        heard.iter().find(|event| event.kind == "accounts_drawn").unwrap().data.clone()
    };
    let sum = |data: &serde_json::Value, field: &str| data[field].as_i64().unwrap();
    // 500 for a city, 240 for a step of size, 150 for hoplites, 50 for a spy.
    assert_eq!((sum(&of(1, "LYS"), "orders"), sum(&of(1, "LYS"), "treaties")), (-940, 0));
    assert_eq!((sum(&of(2, "LYS"), "treaties"), sum(&of(2, "CAS"), "treaties")), (-100, 100), "the alliance");
    assert_eq!((sum(&of(2, "ANT"), "orders"), sum(&of(2, "ANT"), "treaties")), (-950, 0), "an assassin and a spy");
    assert_eq!((sum(&of(3, "LYS"), "treaties"), sum(&of(3, "CAS"), "treaties")), (-50, 50), "a gift");
    for data in (1..=3).flat_map(|at| ["ANT", "CAS", "LYS"].map(|key| of(at, key))) {
        assert_eq!((sum(&data, "captures"), sum(&data, "treasure"), sum(&data, "dispatches")), (0, 0, 0), "{data}");
    }
}

/// The treasury says when the money runs out.
#[test]
fn the_forecast_says_when_the_money_runs_out() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let lys = sc.find_country("LYS").unwrap();
    let told = |st: &State| documents(&sc, &knowledge(&sc, st, lys), &[])[3].text.clone();
    st.country_mut(lys).treasury = crate::model::measures::Talents(100_000);
    assert!(told(&st).contains("The money lasts until the end of the campaign. 100000 talents may be spent now"));
    let kardia = st.sites.get_mut(&sc.find_city("Kardia").unwrap()).unwrap();
    kardia.blockade = Some(Blockade { by: Power::Country(sc.find_country("ANT").unwrap()), weeks: 1 });
    kardia.raided = crate::model::measures::Talents(20);
    let beset = told(&st);
    assert!(
        beset.contains("Kardia is cut off and is taken to stay so: it pays 0 talents a week, free it would pay 50.")
    );
    assert!(beset.contains("A week as things stand: 320 talents of tax"), "{beset}");
    st.sites.get_mut(&sc.find_city("Kardia").unwrap()).unwrap().blockade = None;
    assert!(told(&st).contains("A week as things stand: 370 talents of tax"), "last week's raid is over");
    let army = st.commands.values_mut().find(|it| it.power == Power::Country(lys) && it.units.regts() > 0).unwrap();
    army.units.add(crate::model::units::UnitKind::Elephant, 1_000);
    st.country_mut(lys).treasury = crate::model::measures::Talents(13_000);
    assert!(told(&st).contains("The money runs out in week 2 of spring 313 BC, 1 week from now."), "{}", told(&st));
    assert!(told(&st).contains("(ruling ST-R28)"));
}
