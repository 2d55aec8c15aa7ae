//! What may be ordered now, field by field: whoever fills an order from options gets one that the check accepts and that reads
//! back from its line.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::options::{FieldValues, Menu, fill, finished, reach};
use kernel::{Dice, FieldOptions, GameSeed, RuleRef, Stream, VerdictStatus};
use serde_json::{Value, json};
use strategos::knowledge::Knowledge;
use strategos::knowledge::sight::knowledge;
use strategos::model::board::Terrain;
use strategos::model::command::{Command, CommandKind, Prisoners};
use strategos::model::ids::{CountryId, HexId, Power};
use strategos::model::measures::Talents;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{SiteStatus, State};
use strategos::model::units::{UnitKind, Units};
use strategos::orders::carry_out::{CountryOrders, check, play_week};
use strategos::orders::options::OrderMenu;
use strategos::orders::{KINDS, Order};
use strategos::rules::{pyramid, setup};
use strategos::text::shorthand;

const RULE: RuleRef = RuleRef::new("options");
/// So often an order of each kind is filled at random in a scenario.
const WALKS_OF_A_KIND: u32 = 2;

fn options(sc: &Scenario, known: &Knowledge, written: &[Order], partial: &Value) -> Option<FieldOptions> {
    OrderMenu::new(sc, known, written).next(partial)
}

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
    assert_eq!(orders.into_iter().map(|(order, _)| order).collect::<Vec<_>>(), std::slice::from_ref(last), "{line}");
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
fn campaign(
    id: &str, number: u64, weeks: u16, mut show: impl FnMut(&Scenario, &State, &Knowledge, &mut Dice) -> Vec<Order>,
) {
    let sc: Arc<Scenario> = find(id).unwrap();
    let seed = GameSeed::from_number(number);
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
    campaign(id, 3, weeks, |sc, _, known, dice| {
        let mut stream = dice.stream("walk", 0, 0);
        let mut written: Vec<Order> = Vec::new();
        for kind in kinds(sc, known, &[]) {
            let so_far = walked.entry(kind.clone()).or_default();
            if *so_far >= WALKS_OF_A_KIND && stream.pick(16, RULE) > 0 {
                continue;
            }
            *so_far += 1;
            let first = filled(sc, known, &[], json!({ "type": kind }), &mut stream)
                .unwrap_or_else(|| panic!("{kind} is offered"));
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

/// Questions answered at random, over whole campaigns of several seeds.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn twenty_thousand_random_answers_lead_to_orders_that_hold() {
    let mut answers = 0;
    for number in 1.. {
        campaign("hellespontos-313bc", number, 30, |sc, _, known, dice| {
            let mut stream = dice.stream("long walk", 0, 0);
            let mut written: Vec<Order> = Vec::new();
            for _ in 0..4 {
                let mut order = json!({});
                while let Some(question) = options(sc, known, &written, &order) {
                    let answer = question.pick(&mut stream, RULE);
                    fill(&mut order, &question.pointer, answer);
                    answers += 1;
                }
                if order != json!({}) {
                    written.push(read(finished(&order)));
                    holds(sc, known, &written);
                }
            }
            written
        });
        if answers >= 20_000 {
            return;
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn whoever_follows_the_options_is_never_refused() {
    let mut all = walked("hellespontos-313bc", 30);
    for (kind, count) in walked("diadochoi-310bc", 2) {
        *all.entry(kind).or_default() += count;
    }
    let missing: Vec<&&str> = KINDS.iter().filter(|kind| !all.contains_key(**kind)).collect();
    // These come up seldom; see below.
    let seldom = [
        "build_road",
        "establish_command_base",
        "transfer_prisoners",
        "allocate_special",
        "disembark",
        "special_transfer",
    ];
    assert!(missing.iter().all(|kind| seldom.contains(kind)), "{missing:?} of {all:?}");
}

/// A Special command, prisoners, a captured city that money does not reach, and a fleet with troops.
#[test]
fn what_comes_up_seldom_is_offered_when_it_does() {
    let sc = find("diadochoi-310bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let country = sc.country_ids().next().unwrap();
    let power = Power::Country(country);
    st.country_mut(country).treasury = Talents(5_000);
    let capital = st.country(country).capital;
    let name = "Special 1".into();
    pyramid::raise(&sc, &mut st, country, CommandKind::Special, capital, name).unwrap();
    let own: Vec<_> = st.sites.values().filter(|site| site.power == power).map(|site| site.hex).collect();
    let far = |hex: HexId| own.iter().all(|mine| mine.distance(hex) > 12);
    let found = st.sites.iter().find(|(_, site)| site.power != power && site.size > 0 && far(site.hex));
    let (city, hex, walls) = found.map(|(id, site)| (*id, site.hex, site.command)).unwrap();
    let site = st.site_mut(city);
    (site.power, site.status) = (power, SiteStatus::Captured);
    st.command_mut(walls).power = power;
    let division = st.commands.iter().find(|(_, it)| it.power == power && it.kind == CommandKind::Division);
    let division = *division.unwrap().0;
    let units = Units::of(UnitKind::Levy, 2);
    let division = st.command_mut(division);
    (division.hex, division.inside, division.parent) = (hex, None, None);
    division.prisoners.push(Prisoners { of: Power::FreeCity(city), units });
    // Another stands beside a city of its own, where no road is yet.
    let road = |hex: &HexId| {
        let it = sc.board.hex(*hex);
        !it.road && st.site_at(*hex).is_none() && it.terrain == Terrain::Clear
    };
    let beside = own.iter().flat_map(|city| sc.board.neighbours(*city)).find(road).unwrap();
    let other = |it: &&mut Command| it.power == power && it.kind == CommandKind::Division && it.hex != hex;
    let other = st.commands.values_mut().find(other).unwrap();
    (other.hex, other.inside, other.parent) = (beside, None, None);
    other.units = Units::of(UnitKind::Hoplite, 30);
    // And a fleet with a regiment aboard, in a port of its own.
    let fleet = |it: &&mut Command| it.power == power && it.kind == CommandKind::Fleet && own.contains(&it.hex);
    let fleet = st.commands.values_mut().find(fleet).unwrap();
    (fleet.inside, fleet.parent) = (None, None);
    fleet.units.set(UnitKind::TransportSqd, 1);
    fleet.aboard = Units::of(UnitKind::Levy, 1);
    let known = knowledge(&sc, &st, country);
    let mut dice = Dice::middling().quiet();
    let mut stream = dice.stream("walk", 0, 0);
    for kind in ["build_road", "establish_command_base", "transfer_prisoners", "allocate_special", "disembark"] {
        let order = filled(&sc, &known, &[], json!({ "type": kind }), &mut stream).expect(kind);
        holds(&sc, &known, &[order]);
    }
    let by = st.commands.values().find(|it| it.power == power && it.kind == CommandKind::Division && it.hex == beside);
    let free = st.sites.values().find(|site| site.power != power && site.size > 0 && site.hex.distance(beside) <= 12);
    let (by, free) = (by.unwrap().name.as_str(), free.unwrap().name.as_str());
    let storm = read(json!({ "type": "assault", "command": by, "city": free, "phase": "first", "form": "storm" }));
    let written = [storm];
    let order = filled(&sc, &known, &written, json!({ "type": "special_transfer" }), &mut stream).unwrap();
    holds(&sc, &known, &[&written[..], &[order]].concat());
}

/// What is spent is spent: nothing is offered twice.
#[test]
fn what_orders_before_it_use_up_is_not_offered() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let country = sc.find_country("LYS").unwrap();
    st.country_mut(country).treasury = Talents(260);
    let known = knowledge(&sc, &st, country);
    let money = json!({ "type": "transfer_money", "to": "CAS" });
    let most = |written: &[Order]| match options(&sc, &known, written, &money).map(|question| question.values) {
        Some(FieldValues::Amount { most, .. }) => most,
        other => panic!("{other:?}"),
    };
    let knife = read(json!({ "type": "hire_assassin", "of": "CAS", "target": "army", "hex": "1017", "tlts": 200 }));
    assert_eq!((most(&[]), most(&[knife])), (260, 60), "what is spent later in the week is not there");
    let spend = read(json!({ "type": "transfer_money", "to": "CAS", "tlts": 260 }));
    assert!(!kinds(&sc, &known, &[spend]).contains(&"transfer_money".to_owned()));
}
