//! `docs/renaissance-first-months.md`: the orders of its months are read, allowed, and do what it says.

use kernel::{Dice, GameSeed, Notation, VerdictStatus, Visibility};
use renaissance::Renaissance;
use renaissance::model::goods::Good;
use renaissance::model::ids::{FamilyId, PersonaId};
use renaissance::model::shipped::find;
use renaissance::orders::Order;
use renaissance::orders::carry_out::{FamilyOrders, play_month};
use renaissance::rules::setup;
use renaissance::system::seat_of;

const GUIDE: &str = include_str!("../../../../docs/renaissance-first-months.md");

#[test]
fn the_first_months_go_as_they_are_told() {
    let sc = find("romagna-1493").expect("it ships");
    let mut st = setup::start(&sc).0;
    let key = |family: &FamilyId| sc.family(*family).key.as_str() == "MONTEFELTRO";
    let family = sc.family_ids().find(key).expect("they are there");
    let [guidobaldo, elisabetta, ottaviano]: [PersonaId; 3] =
        st.family(family).personae.clone().try_into().expect("three of them");
    let months: Vec<&str> =
        GUIDE.split("```orders\n").skip(1).map(|rest| rest.split("```").next().expect("a block")).collect();
    assert_eq!(months.len(), 3);
    let start = (st.persona(guidobaldo).popularity.points(), st.persona(elisabetta).assets.money.whole());
    for (number, month) in months.into_iter().enumerate() {
        let known = Renaissance::knowledge(&sc, &st, seat_of(family));
        let (read, diagnostics) = Renaissance::parse(&sc, &known, month);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let orders: Vec<Order> = read.into_iter().map(|(order, _)| order).collect();
        for verdict in Renaissance::check(&sc, &known, &orders) {
            assert_eq!(verdict.status, VerdictStatus::Accepted, "month {}: {verdict:?}", number + 1);
        }
        let mut dice = Dice::for_step(&GameSeed::from_number(1), number as u32 + 1);
        let played = play_month(&sc, &mut st, &[FamilyOrders { family, orders: &orders }], &mut dice);
        assert!(played.refused.is_empty(), "{:?}", played.refused);
        let loaded = st.persona(elisabetta).assets.goods.of(Good::Broadcloth);
        assert_eq!(loaded, [0, 100, 0][number], "month {}", number + 1);
    }
    assert!(st.persona(guidobaldo).popularity.points() > start.0, "letters were written");
    assert!(st.persona(elisabetta).assets.money.whole() > start.1 + 200, "she has earned something");
    let ravenna = sc.board.location_named("Ravenna");
    assert_eq!(st.persona(ottaviano).place.location(), ravenna);
}
