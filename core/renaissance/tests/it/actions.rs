//! A budget of actions (RN-R15) binds whoever writes orders: the menu, and the computer's families.

use kernel::options::Menu;
use renaissance::knowledge::sight;
use renaissance::model::ids::FamilyId;
use renaissance::model::shipped;
use renaissance::orders::Order;
use renaissance::orders::carry_out::{FamilyOrders, check};
use renaissance::orders::options::OrderMenu;
use renaissance::player;
use renaissance::rules::setup;
use serde_json::json;

#[test]
fn the_menu_offers_nothing_that_is_over_the_budget() {
    let sc = shipped::find("romagna-1493").expect("it ships");
    let mut st = setup::start(&sc).0;
    st.action_budget = 1;
    let known = sight::knowledge(&sc, &st, FamilyId(1));
    let letters = json!({
        "type": "create_letters",
        "persona": "Guidobaldo Montefeltro",
        "sponsor": "Guidobaldo Montefeltro",
    });
    let letters: Order = serde_json::from_value(letters).expect("it is an order");
    let offers = |written: &[Order]| {
        let menu = OrderMenu::new(&sc, &known, written);
        (menu.next(&json!({})).is_some(), menu.closed("create_art").code)
    };
    assert!(offers(&[]).0, "one order is in the budget");
    assert_eq!(offers(&[letters]), (false, "over_budget"));
}

#[test]
fn families_of_the_computer_keep_within_it() {
    let sc = shipped::find("romagna-1493").expect("it ships");
    let st = setup::start(&sc).0;
    let orders = |budget: u32| {
        let mut st = st.clone();
        st.action_budget = budget;
        let known = sight::knowledge(&sc, &st, FamilyId(1));
        let orders = player::orders(&sc, &known, &[]);
        let set = FamilyOrders { family: FamilyId(1), orders: &orders };
        assert!(check(&sc, &known.state, set).iter().all(|verdict| !verdict.is_refused()));
        orders.len()
    };
    let free = orders(0);
    assert!(free > 3, "{free}");
    assert_eq!(orders(3), 3, "each order takes one action");
}
