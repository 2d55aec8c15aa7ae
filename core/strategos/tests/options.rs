//! What may be ordered now, field by field: whoever fills an order from options gets one that the check accepts and that reads
//! back from its line.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::options::{FieldValues, fill, finished, reach};
use kernel::{Dice, FieldOptions, GameSeed, RuleRef, Stream, VerdictStatus};
use serde_json::{Value, json};
use strategos::knowledge::Knowledge;
use strategos::knowledge::sight::knowledge;
use strategos::model::ids::CountryId;
use strategos::model::measures::Talents;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::State;
use strategos::orders::carry_out::{CountryOrders, check, play_week};
use strategos::orders::options::options;
use strategos::orders::{KINDS, Order};
use strategos::rules::setup;
use strategos::text::shorthand;

const RULE: RuleRef = RuleRef::new("options");
/// So often an order of each kind is filled at random in a scenario.
const WALKS_OF_A_KIND: u32 = 12;

fn read(order: Value) -> Order {
    serde_json::from_value(order.clone()).unwrap_or_else(|error| panic!("{order}: {error}"))
}

/// An order filled at random from what it says already; `None` where it cannot be completed.
fn filled(
    sc: &Scenario, known: &Knowledge, written: &[Order], mut order: Value, stream: &mut Stream<'_>,
) -> Option<Order> {
    let mut asked = false;
    while let Some(question) = options(sc, known, written, &order) {
        asked = true;
        let answer = question.pick(stream, RULE);
        assert!(question.allows(&answer), "{answer} is picked from {question:?}");
        fill(&mut order, &question.pointer, answer);
    }
    asked.then(|| read(finished(&order)))
}

/// Judged in their set, the last order is not refused; it reads back from its line, and options lead to it.
fn holds(sc: &Scenario, known: &Knowledge, written: &[Order]) {
    let set = CountryOrders { country: known.country, orders: written };
    let verdict = check(sc, &known.state, set).pop().unwrap();
    assert_ne!(verdict.status, VerdictStatus::Refused, "{verdict:?}: {}", json!(written));
    let (last, before) = written.split_last().unwrap();
    let line = shorthand::print(sc, known, last);
    let (orders, wrong) = shorthand::parse(sc, known, &line);
    assert!(wrong.is_empty(), "{line}: {wrong:?}");
    assert_eq!(orders.into_iter().map(|(order, _)| order).collect::<Vec<_>>(), [last.clone()], "{line}");
    reach(&json!(last), |partial| options(sc, known, before, partial)).unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// The kinds of order that are possible now.
fn kinds(sc: &Scenario, known: &Knowledge, written: &[Order]) -> Vec<String> {
    let Some(FieldOptions { values: FieldValues::OneOf { values }, .. }) = options(sc, known, written, &json!({}))
    else {
        return Vec::new();
    };
    values.into_iter().map(|value| value.value.as_str().unwrap().to_owned()).collect()
}

/// A campaign of orders from options; `show` sees what each country knows in each week.
fn campaign(id: &str, weeks: u16, mut show: impl FnMut(&Scenario, &State, &Knowledge, &mut Dice) -> Vec<Order>) {
    let sc: Arc<Scenario> = find(id).unwrap();
    let seed = GameSeed::from_number(3);
    let mut st = setup::start(&sc, &mut Dice::keyed(&seed, "start"));
    while st.ended.is_none() && st.turn.0 <= weeks {
        // Money enough to try everything.
        st.countries.iter_mut().for_each(|country| country.treasury += Talents(400));
        let mut sets: Vec<(CountryId, Vec<Order>)> = Vec::new();
        for country in sc.country_ids().filter(|country| !st.country(*country).out) {
            let known = knowledge(&sc, &st, country);
            let mut dice = Dice::keyed(&seed, &format!("{} {country:?}", st.turn.0)).quiet();
            sets.push((country, show(&sc, &st, &known, &mut dice)));
        }
        let sets: Vec<CountryOrders<'_>> =
            sets.iter().map(|(country, orders)| CountryOrders { country: *country, orders }).collect();
        let mut dice = Dice::for_step(&seed, u32::from(st.turn.0)).quiet();
        play_week(&sc, &mut st, &sets, &mut dice);
    }
}

fn walked(id: &str, weeks: u16) -> BTreeMap<String, u32> {
    let mut walked: BTreeMap<String, u32> = BTreeMap::new();
    campaign(id, weeks, |sc, _, known, dice| {
        let mut stream = dice.stream("walk", 0, 0);
        let mut written: Vec<Order> = Vec::new();
        for kind in kinds(sc, known, &[]) {
            let so_far = walked.entry(kind.clone()).or_default();
            if *so_far >= WALKS_OF_A_KIND && stream.pick(8, RULE) > 0 {
                continue;
            }
            *so_far += 1;
            let first = filled(sc, known, &[], json!({ "type": kind }), &mut stream).expect("it is offered");
            assert_eq!(first.kind(), kind);
            holds(sc, known, &[first]);
            // Behind those that were written before it may be possible no more.
            if let Some(order) = filled(sc, known, &written, json!({ "type": kind }), &mut stream) {
                written.push(order);
                holds(sc, known, &written);
            }
        }
        written
    });
    walked
}

#[test]
fn whoever_follows_the_options_is_never_refused() {
    let mut all = walked("hellespontos-313bc", 30);
    for (kind, count) in walked("diadochoi-310bc", 3) {
        *all.entry(kind).or_default() += count;
    }
    let missing: Vec<&&str> = KINDS.iter().filter(|kind| !all.contains_key(**kind)).collect();
    assert_eq!(missing, [] as [&&str; 0], "{all:?}");
}
