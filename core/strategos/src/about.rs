//! The rule system in short: the steps of its week, and every order with an example (docs/rules/strategos.md, section 5).

use kernel::{About, OrderInfo, PhaseInfo, Shape};

use crate::orders;

/// Id of the rule system.
pub const ID: &str = "strategos";

/// The phase in which order sets are awaited: one for the whole week.
pub const WEEK: &str = "week";

/// Ids and names of the steps, as they stand in events and orders, in the order of the week.
const PHASES: [(&str, &str); 15] = [
    (WEEK, "The week: all orders are sealed, and carried out together"),
    ("week_start", "Start of the week: the quarter, new leaders, who arrives and who rallies"),
    ("diplomacy", "Treaties are answered, offered, broken; enemies are declared"),
    ("administration", "Money, building, commands and leaders"),
    ("weather", "Weather"),
    ("covert", "Assassins and bribes"),
    ("movement", "The two movement phases: marches, battles, raids"),
    ("assault", "The two assault phases: cities and forts are stormed"),
    ("siege", "Sieges, blockades, looting, surrender and revolt"),
    ("revenue", "Taxes, pay and upkeep"),
    ("supply", "Supply and attrition"),
    ("chance", "Random events"),
    ("status", "Treaties that end, wars that begin, country morale"),
    ("reports", "Reports of spies, cities that changed hands, dispatches, orders that failed"),
    ("quarter_end", "End of the quarter, and of the campaign"),
];

/// The rule system in short.
pub fn about() -> About {
    let phase = |(id, name): &(&str, &str)| PhaseInfo { id: (*id).to_owned(), name: (*name).to_owned() };
    About {
        id: ID.into(),
        title: "Strategos".into(),
        version: "1".into(),
        summary: "The wars of the ancient world, week by week, on a hex map of the eastern Mediterranean. Only the \
                  middle of the old game survives: what ids ST-R… name is our own ruling."
            .into(),
        shape: Shape::Sealed,
        rule_prefix: "ST".into(),
        phases: PHASES.iter().map(phase).collect(),
        orders: orders::infos().into_iter().map(marked).collect(),
        options: Vec::new(),
    }
}

/// An order whose rules are lost, wholly or in part, says what of it is our ruling, and not the text's.
fn marked(mut order: OrderInfo) -> OrderInfo {
    let ours: Vec<&str> = order.rules.iter().map(String::as_str).filter(|rule| rule.starts_with("ST-R")).collect();
    if !ours.is_empty() {
        order.summary = format!("{} (by our ruling where the old rules are lost: {})", order.summary, ours.join(", "));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_whose_rules_are_lost_say_which_are_our_rulings() {
        let about = about();
        let summary = |kind: &str| &about.orders.iter().find(|order| order.kind == kind).unwrap().summary;
        assert_eq!(summary("place_spy"), "Places a spy in a city (by our ruling where the old rules are lost: ST-R50)");
        for order in &about.orders {
            let ours = order.rules.iter().filter(|rule| rule.starts_with("ST-R"));
            assert!(ours.clone().all(|rule| order.summary.contains(rule.as_str())), "{}", order.summary);
            assert_eq!(ours.count() > 0, order.summary.contains("our ruling"), "{}", order.summary);
        }
    }
}
