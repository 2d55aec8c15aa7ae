//! Campaigns of steady players on the great map, which nobody wins before the last week.

use std::sync::Arc;

use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;
use strategos::Strategos;
use strategos::model::scenario::Scenario;
use strategos::model::shipped;
use strategos::model::state::State;
use strategos::orders::Order;

/// Weeks after which something is measured: early, amid the war, and near the end.
pub const WEEKS: [u32; 3] = [3, 60, 140];

/// The great scenario without an early end.
pub fn endless() -> Arc<Scenario> {
    let mut sc = Scenario::clone(&shipped::find("diadochoi-310bc").expect("it is shipped"));
    sc.countries.iter_mut().for_each(|country| country.tax_target = u32::MAX);
    sc.capitals_to_win = usize::MAX;
    Arc::new(sc)
}

/// What all seats order without thinking.
pub fn order_sets(sc: &Scenario, st: &State) -> Vec<(SeatId, Vec<Order>)> {
    let orders = |seat| (seat, Strategos::orders(sc, &Strategos::knowledge(sc, st, seat), &[]));
    Strategos::to_act(sc, st).into_iter().map(orders).collect()
}

/// The campaign after so many weeks.
pub fn played(sc: &Scenario, weeks: u32) -> State {
    let seed = GameSeed::from_number(7);
    let mut st = Strategos::start(sc, &Value::Null, &seed).expect("it starts");
    for week in 1..=weeks {
        let sets = order_sets(sc, &st);
        Strategos::advance(sc, &mut st, &sets, &mut Dice::for_step(&seed, week).quiet());
    }
    st
}
