//! The rule system in short: the steps of its week, and every order with an example (docs/rules/strategos.md, section 5).

use kernel::{About, PhaseInfo, Shape};

use crate::orders;

/// Id of the rule system.
pub const ID: &str = "strategos";

/// The phase in which order sets are awaited: one for the whole week.
pub const WEEK: &str = "week";

/// Ids and names of the steps, as they stand in events and orders.
const PHASES: [(&str, &str); 2] =
    [(WEEK, "The week: all orders are sealed, and carried out together"), ("events", "Random events")];

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
