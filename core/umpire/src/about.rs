//! The rule system in short: its phases, and every order with an example (docs/rules/umpire.md, sections 3 and 5).

use kernel::{About, PhaseInfo, Shape};

use crate::orders;

/// Id of the rule system.
pub const ID: &str = "umpire";

const PHASES: [&str; 20] = [
    "Diplomacy",
    "Tax rates",
    "Options: disbanding, investment, intrigue, generals",
    "Morale",
    "Movement and combat orders",
    "Recruitment",
    "Desertion",
    "Revolts",
    "Disloyal generals",
    "Epidemics",
    "Conflict, province by province",
    "Unaccompanied generals",
    "Counter-intelligence",
    "Taxes, then pay",
    "Devastated provinces recover",
    "Retirement to winter quarters",
    "Feudal troops disperse",
    "Commanders to winter quarters",
    "Tribal muster",
    "Reports and intelligence",
];

/// The rule system in short.
pub fn about() -> About {
    let phase = |(at, name): (usize, &&str)| PhaseInfo { id: format!("P{}", at + 1), name: (*name).to_owned() };
    About {
        id: ID.into(),
        title: "Umpire".into(),
        version: "1".into(),
        summary: "A computer-moderated campaign for any period before rail. Each seat rules a nation and hands in one \
                  secret order set a turn: enemies, taxes, investment, intrigue, marches, combat orders, \
                  recruits. Twenty phases carry all order sets out together; generals with hidden skill and doubtful \
                  loyalty fight the battles and sieges by the orders they were given; each nation is told what its own \
                  informants saw."
            .into(),
        shape: Shape::Sealed,
        rule_prefix: "UM".into(),
        phases: PHASES.iter().enumerate().map(phase).collect(),
        orders: orders::infos(),
        options: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Knowledge;
    use crate::model::{ids::NationId, scenario::shipped, state::State};
    use crate::text::shorthand;

    #[test]
    fn every_example_reads_as_json_and_as_shorthand_and_means_the_same() {
        let sc = shipped::find("italia-1450").unwrap();
        let st = State::start(&sc, &kernel::GameSeed::from_number(1));
        let known = Knowledge::of(&sc, &st, NationId(1));
        for info in orders::infos() {
            let order: orders::Order = serde_json::from_value(info.example.clone()).unwrap();
            assert_eq!(serde_json::to_value(&order).unwrap()["type"], info.kind.as_str());
            assert_eq!(shorthand::print(&order), info.shorthand);
            let (read, wrong) = shorthand::parse(&sc, &known, &info.shorthand);
            assert_eq!(wrong, []);
            assert_eq!(read[0].0, order);
            assert_eq!(order.phase().id(), info.phase);
            assert!(!info.rules.is_empty() && !info.summary.is_empty());
        }
        assert_eq!(orders::infos().len(), 22);
    }
}
