//! The rule system in short: its phases, its options, and every order with an example (docs/rules/eternal-rome.md,
//! section 5).

use kernel::{About, OptionInfo, PhaseInfo, Shape};
use serde_json::{Value, json};

use crate::orders::{self, ANY_TIME};

/// Id of the rule system.
pub const ID: &str = "eternal-rome";

/// Ids and names of the phases, as they stand in events.
const PHASES: [(&str, &str); 8] = [
    ("start_of_month", "Start of the month: season, activation, control of neutrals"),
    ("taxation", "Taxation, mobilization and diplomacy, power by power"),
    ("naval", "Naval movement and combat"),
    ("land_movement", "Land movement"),
    ("land_combat", "Land combat"),
    ("siege", "Sieges and plunder"),
    ("end_of_month", "End of the month, victory"),
    (ANY_TIME, "Decisions, standing answers and questions, at any time"),
];

/// The rule system in short.
pub fn about() -> About {
    let phase = |(id, name): &(&str, &str)| PhaseInfo { id: (*id).to_owned(), name: (*name).to_owned() };
    About {
        id: ID.into(),
        title: "Eternal Rome".into(),
        version: "1".into(),
        summary:
            "The wars of the Roman world for two or more players, month by month, on a hex map from Britain to Persia. \
                  Powers tax their provinces and raise legions; then each in its game turn sails, marches, fights and \
                  besieges. Fleets carry armies and blockade ports; an enemy near enough may intercept a force that \
                  moves, and whoever is attacked may stand, retreat into the city or slip away. Strengths are hidden \
                  until armies meet. Cities fall to assault or to hunger; provinces follow their capital. Morale rises \
                  and falls with battles, and a power whose morale is spent dissolves. Neutrals and clients wake when \
                  invaded or when their hour comes. The scenario says who wins by what."
                .into(),
        shape: Shape::Sequential,
        rule_prefix: "ER".into(),
        phases: PHASES.iter().map(phase).collect(),
        orders: orders::infos(),
        options: options(),
    }
}

fn options() -> Vec<OptionInfo> {
    let option = |name: &str, summary: &str| OptionInfo {
        name: name.to_owned(),
        summary: summary.to_owned(),
        schema: json!({ "type": ["boolean", "null"] }),
        default: Value::Null,
    };
    vec![
        option(
            "intelligence",
            "Whether everything is known to everybody. When nothing is said the scenario decides; players may switch it by \
             agreement (ER-7.3, ER-R54)",
        ),
        option(
            "amphibious_invasion",
            "Whether a leader of naval quality 1 is enough to land on an unfriendly coast, instead of 2. When nothing is \
             said the scenario decides; players may switch it by agreement (ER-11.15, ER-R54)",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::OrderInfo;

    use crate::knowledge::Knowledge;
    use crate::model::scenario::shipped;
    use crate::model::state::{Stage, State};
    use crate::orders::Order;
    use crate::text::shorthand;

    #[test]
    fn every_example_reads_as_json_and_as_shorthand_and_means_the_same() {
        let sc = shipped::find("octavius-antonius").unwrap();
        let known = Knowledge::of(&sc, &State::start(&sc, sc.options), kernel::SeatId(0));
        for info in orders::infos() {
            let order: Order = serde_json::from_value(info.example.clone()).unwrap();
            assert_eq!(serde_json::to_value(&order).unwrap(), info.example);
            assert_eq!(shorthand::print(&sc, &order), info.shorthand);
            let (read, wrong) = shorthand::parse(&sc, &known, &info.shorthand);
            assert_eq!(wrong, [], "{}", info.shorthand);
            assert_eq!(read[0].0, order, "{}", info.shorthand);
            assert_eq!(order.kind(), info.kind);
            assert!(PHASES.iter().any(|(id, _)| *id == info.phase));
            assert!(!info.rules.is_empty() && !info.summary.is_empty());
        }
    }

    #[test]
    fn every_kind_of_order_has_its_example() {
        let mut kinds: Vec<String> = orders::infos().into_iter().map(|info| info.kind).collect();
        let all = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        let schema = serde_json::to_value(<Order as utoipa::PartialSchema>::schema()).unwrap();
        assert_eq!((kinds.len(), all), (40, 40));
        assert_eq!(kinds.len(), schema["oneOf"].as_array().unwrap().len());
    }

    /// The table of lines in `docs/rules/eternal-rome.md`; `UPDATE_EXPECT=1 cargo test` writes it anew.
    #[test]
    fn the_rules_list_every_order_as_a_line() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/eternal-rome.md");
        let text = std::fs::read_to_string(path).unwrap();
        let row = |info: OrderInfo| format!("| `{}` | `{}` |\n", info.kind, info.shorthand);
        let rows: String = orders::infos().into_iter().map(row).collect();
        let table = format!("| Order | As a line |\n|---|---|\n{rows}");
        let from = text.find("| Order | As a line |").expect("the table is in section 5");
        let to = from + text[from..].find("\n\n").expect("the table ends") + 1;
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, format!("{}{table}{}", &text[..from], &text[to..])).unwrap();
            return;
        }
        assert!(text[from..to] == table, "the table of lines is stale: run the test with UPDATE_EXPECT=1");
    }

    #[test]
    fn every_stage_belongs_to_a_phase_that_is_listed() {
        let stages = [
            Stage::Season,
            Stage::Taxation { slot: 0 },
            Stage::Naval { slot: 0 },
            Stage::Land { slot: 0 },
            Stage::Combat { slot: 0 },
            Stage::Siege { slot: 0 },
            Stage::MonthEnd,
        ];
        let keys: Vec<&str> = stages.iter().map(|stage| stage.key()).chain([ANY_TIME]).collect();
        assert_eq!(keys, PHASES.map(|(id, _)| id));
    }
}
