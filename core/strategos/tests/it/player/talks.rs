//! Treaties that steady players make (ST-22).

use kernel::Dice;
use strategos::knowledge::sight::knowledge;
use strategos::model::ids::{AppealId, CountryId, Power};
use strategos::model::measures::Turn;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{Appeal, Standing, State};
use strategos::orders::{Answer, Order, Treaty};
use strategos::player;
use strategos::rules::setup;

/// The straits in week 5, Lysimachos and others at war with Antigonos.
fn at_war(with_antigonos: &[&str]) -> (std::sync::Arc<Scenario>, State) {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling().quiet());
    st.turn = Turn(5);
    let foe = sc.find_country("ANT").unwrap();
    for key in with_antigonos {
        st.relation_mut(sc.find_country(key).unwrap(), foe).unwrap().standing = Standing::Enemy;
    }
    (sc, st)
}

fn country(sc: &Scenario, key: &str) -> CountryId {
    sc.find_country(key).unwrap()
}

/// The answer of Lysimachos to the offer of an alliance by Kassandros.
fn answer(sc: &Scenario, mut st: State) -> Answer {
    let (from, to) = (country(sc, "CAS"), country(sc, "LYS"));
    let appeal = Appeal {
        from,
        to: Power::Country(to),
        standing: Standing::Alliance,
        weeks: 10,
        conditions: Vec::new(),
        filed: Turn(4),
    };
    st.appeals.insert(AppealId(1), appeal);
    let orders = player::orders(sc, &knowledge(sc, &st, to), &[]);
    let mut answers = orders.iter().filter_map(|order| match order {
        Order::AnswerTreaty(it) if it.appeal == 1 => Some(it.answer),
        _ => None,
    });
    answers.next().expect("an offer is answered")
}

#[test]
fn an_alliance_is_made_against_a_common_enemy_only() {
    let (sc, st) = at_war(&["LYS", "CAS"]);
    assert_eq!(answer(&sc, st), Answer::Accept);
    let (sc, st) = at_war(&["LYS"]);
    assert_eq!(answer(&sc, st), Answer::Reject);
}

#[test]
fn whoever_has_a_common_enemy_is_offered_an_alliance() {
    let offered = |with_antigonos: &[&str]| {
        let (sc, st) = at_war(with_antigonos);
        let weeks = 0..4; // Each country offers in a week of its own.
        let offers = weeks.flat_map(|week| {
            let mut st = st.clone();
            st.turn = Turn(5 + week);
            player::orders(&sc, &knowledge(&sc, &st, country(&sc, "LYS")), &[])
        });
        let alliance =
            |order: &Order| matches!(order, Order::OfferTreaty(it) if it.to == "CAS" && it.treaty == Treaty::Alliance);
        offers.collect::<Vec<_>>().iter().any(alliance)
    };
    assert!(offered(&["LYS", "CAS"]));
    assert!(!offered(&["LYS"]));
}
