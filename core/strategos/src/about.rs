//! The rule system in short: the steps of its week, and every order with an example (docs/rules/strategos.md, section 5).

use kernel::{About, PhaseInfo, Shape};

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
        summary: "The wars of the ancient world, week by week, on a hex map of the eastern Mediterranean.".into(),
        shape: Shape::Sealed,
        rule_prefix: "ST".into(),
        phases: PHASES.iter().map(phase).collect(),
        orders: orders::infos(),
        options: Vec::new(),
    }
}
