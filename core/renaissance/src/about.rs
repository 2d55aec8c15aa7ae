//! The rule system in short: the steps of its month, and every order with an example (docs/rules/renaissance.md, section 5).

use kernel::{About, OptionInfo, PhaseInfo, Shape};
use serde_json::{Value, json};

use crate::orders;

/// Id of the rule system.
pub const ID: &str = "renaissance";

/// The phase in which order sets are awaited: one for the whole month.
pub const MONTH: &str = "month";

/// Ids and names of the steps, as they stand in events and orders, in the order of the month.
const PHASES: [(&str, &str); 12] = [
    (MONTH, "The month: orders are sealed, and carried out family by family in the order in which they were received"),
    ("start", "Start of the month: who comes in the place of the dead, sieges that take effect"),
    ("upkeep", "Upkeep: pay and food"),
    ("family", "Of the family: when and in which order its personae act"),
    ("transfer", "Transfers, before all else that a persona does"),
    ("sale", "Sales"),
    ("purchase", "Purchases"),
    ("training", "Training"),
    ("general", "All other acts of peace"),
    ("movement", "Movement or conflict, one a month"),
    ("closing", "What ends the month of a persona"),
    ("elections", "Elections are counted"),
];

/// The last step.
const END: (&str, &str) = ("end", "End of the month: sieges, pestilence, offers that lapse, the newsletter");

/// The rule system in short.
pub fn about() -> About {
    let phase = |(id, name): &(&str, &str)| PhaseInfo { id: (*id).to_owned(), name: (*name).to_owned() };
    About {
        id: ID.into(),
        title: "Renaissance".into(),
        version: "1".into(),
        summary:
            "Families of the world of 1493, month by month: commerce, offices, church, elections and war among real \
                  towns. Orders are carried out in the order in which families hand them in."
                .into(),
        shape: Shape::Sealed,
        rule_prefix: "RN".into(),
        phases: PHASES.iter().chain([&END]).map(phase).collect(),
        orders: orders::infos(),
        options: vec![OptionInfo {
            name: "action_budget".into(),
            summary:
                "Actions that a family may spend in a month: an order takes one, a conflict 25 more. When nothing is \
                      said there is no limit (RN-R15)"
                    .into(),
            schema: json!({ "type": ["integer", "null"], "minimum": 1, "maximum": 100_000 }),
            default: Value::Null,
        }],
    }
}
