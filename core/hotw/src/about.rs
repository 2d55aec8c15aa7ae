//! The rule system in short: its phases, its options, and every order with an example (docs/rules/hotw.md, section 5).

use kernel::{About, OptionInfo, PhaseInfo, Shape};
use serde_json::{Value, json};

use crate::orders;

/// Id of the rule system.
pub const ID: &str = "hotw";

/// Ids and names of the phases, as they stand in events.
const PHASES: [(&str, &str); 8] = [
    ("setup", "Setting up: draw order, hands, Sumeria"),
    ("draft", "Draft of the epoch's empires"),
    ("events", "Events before an empire's turn"),
    ("expansion", "Planning, lookups and expansion"),
    ("monuments", "Monuments"),
    ("scoring", "Scoring at the end of an empire's turn"),
    ("standing", "Standing orders, at any time"),
    ("end", "The end of the game"),
];

/// The rule system in short.
pub fn about() -> About {
    let phase = |(id, name): &(&str, &str)| PhaseInfo { id: (*id).to_owned(), name: (*name).to_owned() };
    let mut orders = orders::infos();
    orders.sort_by_key(|info| PHASES.iter().position(|(id, _)| *id == info.phase));
    About {
        id: ID.into(),
        title: "History of the World".into(),
        version: "1".into(),
        summary:
            "Seven epochs of empires, from Sumeria to 1914, for two to six players. In each epoch every player is \
                  dealt one empire, may hand it to a rival, and plays it for a single turn: it appears in its start \
                  Land, expands over the map and stays on the board as a remnant that scores on. Battles are not diced \
                  one by one: a player plans which Lands he wants, consults one of two tables with three dice for many \
                  battles at once, and spends the forces that are left; two lookups an empire are free. Nine event \
                  cards for the whole game bring leaders, disasters, rebels and barbarians. Areas, Capitals, Cities, \
                  Monuments and Seas score at the end of each turn."
                .into(),
        shape: Shape::Sequential,
        rule_prefix: "HW".into(),
        phases: PHASES.iter().map(phase).collect(),
        orders,
        options: options(),
    }
}

fn options() -> Vec<OptionInfo> {
    let option = |name: &str, summary: &str, schema: Value, default: Value| OptionInfo {
        name: name.to_owned(),
        summary: summary.to_owned(),
        schema,
        default,
    };
    vec![
        option(
            "combat_mode",
            "What decides battles: the two tables, a lookup for many battles at once, or dice for each battle (HW-1.6)",
            json!({ "type": "string", "enum": ["tables", "dice"] }),
            json!("tables"),
        ),
        option(
            "fortress",
            "Whether forts may be doubled into Fortresses, 2 forces each (HW-31.3)",
            json!({ "type": "boolean" }),
            json!(false),
        ),
        option(
            "preservation_of_culture",
            "Whether a Monument that one's own colour built counts 2 VP instead of 1 (HW-31.2)",
            json!({ "type": "boolean" }),
            json!(false),
        ),
        option(
            "two_colours",
            "Whether each seat plays two colours with separate hands and scores, which are added at the end; for two or \
             three seats. When nothing is said the scenario decides (HW-31.1)",
            json!({ "type": ["boolean", "null"] }),
            Value::Null,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::notation;
    use crate::orders::{Order, infos};
    use crate::testing::position;

    #[test]
    fn every_example_reads_as_json_and_as_shorthand_and_means_the_same() {
        let (sc, view) = position(3);
        for info in infos() {
            let order: Order = serde_json::from_value(info.example.clone()).unwrap();
            assert_eq!(serde_json::to_value(&order).unwrap(), info.example);
            assert_eq!(order.print(&sc), info.shorthand);
            let (read, wrong) = notation::parse(&sc, &view, &info.shorthand);
            assert_eq!(wrong, []);
            assert_eq!(read[0].0, order);
            assert!(PHASES.iter().any(|(id, _)| *id == info.phase));
            assert!(!info.rules.is_empty() && !info.summary.is_empty());
        }
    }

    #[test]
    fn every_kind_of_order_has_its_example() {
        let mut kinds: Vec<String> = infos().into_iter().map(|info| info.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let schema = serde_json::to_value(<Order as utoipa::PartialSchema>::schema()).unwrap();
        assert_eq!(kinds.len(), schema["oneOf"].as_array().unwrap().len());
    }

    #[test]
    fn every_event_happens_in_a_phase_that_is_listed() {
        let source = include_str!("rules/event.rs");
        for kind in crate::rules::event::EventKind::KINDS {
            let (_, rest) = source.split_once(&format!("= \"{kind}\", \"")).unwrap();
            let (phase, _) = rest.split_once('"').unwrap();
            assert!(PHASES.iter().any(|(id, _)| *id == phase), "{kind}: {phase}");
        }
    }
}
