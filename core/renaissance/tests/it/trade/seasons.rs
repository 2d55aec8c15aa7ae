//! Months over whole scenarios, and who collects.

use renaissance::model::affairs::Due;
use renaissance::model::calendar::Turn;
use renaissance::model::generated;
use renaissance::model::ids::{Holder, PersonaId};
use renaissance::model::invariants::violations;
use renaissance::model::money::Money;
use renaissance::model::scenario::Scenario;
use renaissance::model::shipped::find;
use renaissance::model::state::State;
use renaissance::rules::collectors::{appoint, collect, is_collector, may_appoint};
use renaissance::rules::seasons::turn_of_the_season;

use crate::common;

/// A campaign in which nobody trades.
fn months(sc: &Scenario, st: &mut State, count: u16) {
    for _ in 0..count {
        turn_of_the_season(sc, st);
        assert_eq!(violations(sc, st), Vec::<String>::new());
        st.turn = st.turn.later(1);
    }
}

fn prices(st: &State) -> [u64; 2] {
    let sum = |of: fn(&renaissance::model::location::Location) -> u64| st.locations.iter().map(of).sum();
    [
        sum(|it| it.demand.iter().map(|quota| u64::from(quota.price)).sum()),
        sum(|it| it.supply.iter().map(|quota| u64::from(quota.price)).sum()),
    ]
}

#[test]
fn where_nobody_trades_demand_grows_dear_and_supply_cheap_and_rich_towns_grow_in_march() {
    let sc = find("italy-1493").unwrap();
    let mut st = common::state(&sc);
    let start = st.clone();
    months(&sc, &mut st, 2);
    assert_eq!(st.locations, start.locations, "January and February bring nothing");
    months(&sc, &mut st, 1);
    let (before, after) = (prices(&start), prices(&st));
    assert!(after[0] > before[0] && after[1] == before[1], "March: {before:?}, {after:?}");
    let venice = sc.board.location_named("Venice").unwrap();
    let (was, is) = (start.location(venice), st.location(venice));
    assert_eq!((was.wealth.get(), is.wealth.get()), (220, 217), "g = 1.4%");
    assert_eq!((was.population, is.population), (105_000, 106_470));
    assert!(st.locations.iter().zip(&start.locations).all(|(is, was)| is.loyalty == was.loyalty));
    months(&sc, &mut st, 6);
    let autumn = prices(&st);
    assert!(autumn[0] == after[0] && autumn[1] < after[1], "September");
    assert_eq!(st.turn, Turn(10));
}

#[test]
fn a_year_of_four_thousand_towns_is_sound() {
    let sc = generated::scenario(4_000, 200);
    let mut st = common::state(&sc);
    months(&sc, &mut st, 12);
}

#[test]
fn a_collector_collects_once_in_the_turn_after_he_was_appointed() {
    let sc = find("italy-1493").unwrap();
    let mut st = common::state(&sc);
    let milan = sc.board.location_named("Milan").unwrap();
    let holder = |title: Option<renaissance::model::ids::TitleId>| match st.title(title.unwrap()).holder {
        Holder::Persona(id) => id,
        other => panic!("{other:?}"),
    };
    let duke = holder(st.location(milan).sovereign);
    let ludovico = PersonaId(duke.0 + 1);
    assert!(may_appoint(&sc, &st, Due::Taxes, milan, duke), "RN-46.1");
    assert!(!may_appoint(&sc, &st, Due::Taxes, milan, ludovico) && !may_appoint(&sc, &st, Due::Tithes, milan, duke));
    appoint(&mut st, Due::Taxes, milan, duke);
    appoint(&mut st, Due::Taxes, milan, ludovico);
    assert!(!is_collector(&st, Due::Taxes, milan, ludovico), "from the next turn on");
    st.turn = Turn(2);
    assert!(is_collector(&st, Due::Taxes, milan, ludovico) && !is_collector(&st, Due::Taxes, milan, duke), "RN-R36");
    let before = st.persona(ludovico).assets.money;
    assert_eq!(collect(&sc, &mut st, Due::Taxes, milan, ludovico), Ok(Money::ducats(200_000)), "RN-46.2");
    assert_eq!(st.persona(ludovico).assets.money, before + Money::ducats(200_000));
    assert!(!is_collector(&st, Due::Taxes, milan, ludovico), "once in a turn");
}

#[test]
fn a_bishop_collects_under_a_sovereign_of_his_religion_only() {
    let sc = find("italy-1493").unwrap();
    let mut st = common::state(&sc);
    let volterra = sc.board.location_named("Volterra").unwrap();
    let title = sc.board.sees[sc.board.location(volterra).see.unwrap().index()].title;
    let Holder::Persona(soderini) = st.title(title).holder else { panic!("a Soderini is bishop") };
    assert!(may_appoint(&sc, &st, Due::Tithes, volterra, soderini), "RN-46.5");
    let tunis = sc.board.location_named("Tunis").unwrap();
    st.location_mut(volterra).sovereign = st.location(tunis).sovereign;
    assert!(!may_appoint(&sc, &st, Due::Tithes, volterra, soderini), "RN-21.14");
    st.location_mut(volterra).sovereign = None;
    assert!(!may_appoint(&sc, &st, Due::Tithes, volterra, soderini));
}
