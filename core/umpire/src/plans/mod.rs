//! How a computer player thinks about Umpire (docs/rules/umpire.md, section 9.1).

use kernel::{Answer, Choice, Dice, Question, RuleRef, Topic};

use crate::belief::believe;
use crate::legal;
use crate::orders::Order;
use crate::scenario::Scenario;
use crate::view::View;

/// The next question after the answers so far.
pub fn ask(_: &Scenario, view: &View, so_far: &[Answer]) -> Option<Question> {
    let answers = vec![Choice::new("hold", 700).quiet().keyed("hold"), Choice::new("expand", 300).keyed("expand")];
    let open = so_far.is_empty() && !view.over && !view.eliminated;
    open.then(|| Question { about: Topic::about("posture", ""), answers })
}

/// The sheet that the answers mean: who expands raises what the capital gives.
pub fn sheet(sc: &Scenario, view: &View, so_far: &[Answer]) -> Vec<Order> {
    if so_far.first() != Some(&1) {
        return Vec::new();
    }
    let own = view.provinces[view.capital.id.index()].own.as_ref();
    let troops = own.map(|own| own.available.0.clone()).unwrap_or_default();
    let province = view.capital.to_string();
    let raise =
        |(troop, count)| Order::RecruitUnits { province: province.clone(), unit_type: format!("{troop}"), count };
    let orders: Vec<Order> = troops.into_iter().map(raise).collect();
    let verdicts = legal::check_sheet(sc, &believe(sc, view), view.me(), &orders);
    orders.into_iter().zip(verdicts).filter(|(_, verdict)| !verdict.is_refused()).map(|(order, _)| order).collect()
}

/// A quick sheet, varied by the dice.
pub fn habit(sc: &Scenario, view: &View, dice: &mut Dice) -> Vec<Order> {
    let answer = dice.stream("habit", u16::from(view.me().0), 0).range(0, 1, RuleRef::new("UM-34.4"));
    sheet(sc, view, &[answer as Answer])
}
