//! The rule system in short: its phases, its options, and every order with an example (docs/rules/hotw.md, section 5).

use kernel::{About, OptionInfo, OrderInfo, PhaseInfo, Shape};
use serde_json::{Value, json};

use crate::orders::Order;

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
        orders: orders(),
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

/// Every kind of order, in the order of the sequence of play.
fn orders() -> Vec<OrderInfo> {
    let mut all = before_the_turn();
    all.extend(planning());
    all.extend(expansion());
    all.extend(afterwards());
    all
}

fn before_the_turn() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Places the three further armies of Sumeria, each in the Land of an army so far or next to one; whoever rolled \
             lowest, once",
            "setup",
            &["HW-21.2", "HW-R24"],
            json!({ "type": "place_sumeria", "lands": ["lower_tigris", "lower_tigris", "zagros"] }),
            "sumeria Lower Tigris, Lower Tigris, Zagros",
        ),
        OrderInfo::new(
            "Keeps the Empire card just drawn; not possible for a player who was passed one",
            "draft",
            &["HW-21.4", "HW-21.5"],
            json!({ "type": "keep_empire" }),
            "keep",
        ),
        OrderInfo::new(
            "Hands the Empire card just drawn, face down, to a player who has none",
            "draft",
            &["HW-21.4", "HW-21.6"],
            json!({ "type": "pass_empire", "to": "apollo" }),
            "pass Apollo",
        ),
        OrderInfo::new(
            "Plays an event card from the hand, at most two a turn, each in its time: before the turn or during it. What \
             the card is aimed at stands after its name; each card says what it needs",
            "events",
            &["HW-29.1", "HW-29.2", "HW-30"],
            json!({ "type": "play_event", "card": "flood", "targets": ["nile_delta"] }),
            "event Flood: Nile Delta",
        ),
        OrderInfo::new(
            "After the roll of a Civil War: which of the Lands attacked the survivors win",
            "events",
            &["HW-8.15", "HW-R21"],
            json!({ "type": "choose_survivors", "lands": ["nubia", "libya"] }),
            "survivors Nubia, Libya",
        ),
        OrderInfo::new(
            "Sends the Barbarians home before they are beaten",
            "events",
            &["HW-25.5", "HW-R46"],
            json!({ "type": "stop_barbarians" }),
            "stop",
        ),
        OrderInfo::new(
            "Ends the events before the turn: the forces arrive, and the first takes the start Land, with the Capital if \
             the empire has one",
            "events",
            &["HW-22.5", "HW-29.2"],
            json!({ "type": "begin_turn" }),
            "begin",
        ),
    ]
}

fn planning() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Sets unallocated forces aside for entries without a fight, forts and further armies",
            "expansion",
            &["HW-5.4", "HW-R11"],
            json!({ "type": "allocate_walkover", "forces": 5 }),
            "wo 5",
        ),
        OrderInfo::new(
            "Returns walkover forces or forces of a stack to the unallocated ones, for another task or lookup",
            "expansion",
            &["HW-5.8", "HW-5.12", "HW-R10"],
            json!({ "type": "deallocate", "stack": "wo", "forces": 2 }),
            "free wo 2",
        ),
        OrderInfo::new(
            "Consults the Rigid Table: which losses it costs to remove a known number of defenders from a number of Lands of \
             one defence value. One force a Land is set aside in a stack. Two lookups are free, each further one costs 1 VP",
            "expansion",
            &["HW-3", "HW-5.2", "HW-5.3", "HW-R4", "HW-R5"],
            json!({ "type": "rigid_lookup", "defence": 0, "lands": 2, "defenders": 4, "targets": ["zagros", "middle_tigris"] }),
            "rigid 0 2/4 Zagros, Middle Tigris",
        ),
        OrderInfo::new(
            "Consults the Compliant Table: how many of a number of forces are lost and how many go into a stack for Lands of \
             one defence value; each defender in a Land beyond its first may cost one more",
            "expansion",
            &["HW-4", "HW-5.2", "HW-5.3", "HW-R6"],
            json!({ "type": "compliant_lookup", "defence": -2, "forces": 8 }),
            "compliant -2 8",
        ),
    ]
}

fn expansion() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Moves a force into a Land next to the empire or across a water with an own fleet: wo into an empty Land or one \
             held by an earlier empire of one's own, else a stack that was bought for at least its defence value",
            "expansion",
            &["HW-7", "HW-23.1", "HW-24.6", "HW-R9", "HW-R26"],
            json!({ "type": "expand_land", "to": "zagros", "via": "persian_plateau", "stack": "1" }),
            "Zagros #1 from Persian Plateau",
        ),
        OrderInfo::new(
            "Puts a fleet into a Sea or an Ocean of the empire's navigation; an enemy's Sea must be fought for",
            "expansion",
            &["HW-7.4", "HW-24.2", "HW-24.4", "HW-R33"],
            json!({ "type": "expand_water", "to": "black_sea", "stack": "wo" }),
            "Black Sea wo",
        ),
        OrderInfo::new(
            "Attacks a player's fleets in an Ocean, where nobody has to fight",
            "expansion",
            &["HW-24.1", "HW-R35"],
            json!({ "type": "attack_optional", "ocean": "atlantic_ocean", "player": "hera", "stack": "1" }),
            "attack Atlantic Ocean against Hera #1",
        ),
        OrderInfo::new(
            "Attacks with dice, a battle at a time: in dice mode, and always with Barbarians",
            "expansion",
            &["HW-25", "HW-R46", "HW-R50"],
            json!({ "type": "attack_dice", "to": "zagros", "via": "persian_plateau" }),
            "dice Zagros from Persian Plateau",
        ),
        OrderInfo::new(
            "Puts walkover forces into a Land that the empire took this turn, up to three armies",
            "expansion",
            &["HW-7.5", "HW-23.5"],
            json!({ "type": "reinforce", "land": "pyrenees", "armies": 2 }),
            "+2 Pyrenees",
        ),
        OrderInfo::new(
            "Builds a fort in a Land of the empire for a walkover force, or for nothing with Engineering",
            "expansion",
            &["HW-7.6", "HW-R43", "HW-R53"],
            json!({ "type": "build_fort", "land": "crete" }),
            "fort Crete",
        ),
        OrderInfo::new(
            "Builds a Fortress for two walkover forces, or for one where the empire built a fort this turn; optional rule",
            "expansion",
            &["HW-31.3"],
            json!({ "type": "build_fortress", "land": "crete" }),
            "fortress Crete",
        ),
        OrderInfo::new(
            "Ends the expansion; forces left over are lost, Monuments fall due, and the turn is scored",
            "expansion",
            &["HW-24.7", "HW-R52"],
            json!({ "type": "end_expansion" }),
            "end",
        ),
    ]
}

fn afterwards() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Places a Monument that is due: in the Capital, else in a City, else in a resource Land",
            "monuments",
            &["HW-27.1", "HW-27.2", "HW-27.3"],
            json!({ "type": "place_monument", "land": "nile_delta" }),
            "monument Nile Delta",
        ),
        OrderInfo::new(
            "Says whose offers of a Trade Bonus are accepted from now on; nobody's unless it is said",
            "standing",
            &["HW-R39"],
            json!({ "type": "set_trade_policy", "accept": ["apollo", "hera"] }),
            "trade accept Apollo, Hera",
        ),
        OrderInfo::new(
            "Says to which Lands armies retreat from a start Land that another empire claims, best first; to the Land with \
             fewest armies unless it is said",
            "standing",
            &["HW-23.10", "HW-R31"],
            json!({ "type": "set_retreat_priority", "lands": ["zagros", "levant"] }),
            "retreat Zagros, Levant",
        ),
    ]
}

/// The phase in which an order is carried out.
pub fn phase_of(order: &Order) -> &'static str {
    match order {
        Order::PlaceSumeria { .. } => "setup",
        Order::KeepEmpire {} | Order::PassEmpire { .. } => "draft",
        Order::PlayEvent { .. } | Order::ChooseSurvivors { .. } | Order::BeginTurn {} | Order::StopBarbarians {} => {
            "events"
        }
        Order::AllocateWalkover { .. }
        | Order::Deallocate { .. }
        | Order::RigidLookup { .. }
        | Order::CompliantLookup { .. }
        | Order::ExpandLand { .. }
        | Order::ExpandWater { .. }
        | Order::AttackOptional { .. }
        | Order::Reinforce { .. }
        | Order::BuildFort { .. }
        | Order::BuildFortress { .. }
        | Order::AttackDice { .. }
        | Order::EndExpansion {} => "expansion",
        Order::PlaceMonument { .. } => "monuments",
        Order::SetTradePolicy { .. } | Order::SetRetreatPriority { .. } => "standing",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::notation;
    use crate::testing::position;

    #[test]
    fn every_example_reads_as_json_and_as_shorthand_and_means_the_same() {
        let (sc, view) = position(3);
        for info in orders() {
            let order: Order = serde_json::from_value(info.example.clone()).unwrap();
            assert_eq!(serde_json::to_value(&order).unwrap(), info.example);
            assert_eq!(notation::print(&sc, &order), info.shorthand);
            let (read, wrong) = notation::parse(&sc, &view, &info.shorthand);
            assert_eq!(wrong, []);
            assert_eq!(read[0].0, order);
            assert_eq!(phase_of(&order), info.phase);
            assert!(PHASES.iter().any(|(id, _)| *id == info.phase));
            assert!(!info.rules.is_empty() && !info.summary.is_empty());
        }
    }

    #[test]
    fn every_kind_of_order_has_its_example() {
        let mut kinds: Vec<String> = orders().into_iter().map(|info| info.kind).collect();
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
