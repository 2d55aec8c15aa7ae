//! The rule system in short: its phases, its options, and every order with an example (docs/rules/eternal-rome.md,
//! section 5).

use kernel::{About, OptionInfo, OrderInfo, PhaseInfo, Shape};
use serde_json::{Value, json};

/// Id of the rule system.
pub const ID: &str = "eternal-rome";

/// Orders that belong to no phase: answers to questions, standing answers, wishes, queries.
const ANY_TIME: &str = "any_time";

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
        orders: orders(),
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

/// Every kind of order, in the order of the sequence of play.
fn orders() -> Vec<OrderInfo> {
    let mut all = taxation();
    all.extend(sailing());
    all.extend(ships_at_work());
    all.extend(marching());
    all.extend(armies_at_work());
    all.extend(combat());
    all.extend(decisions());
    all.extend(any_time());
    all
}

fn taxation() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Raises one or two unseasoned land units in a city, or in open country of a power that had no cities, within \
             the province's limits of the year; paid in talents, replacement points or both, as the power recruits",
            "taxation",
            &["ER-9.1", "ER-9.2", "ER-9.3", "ER-R46", "ER-R47"],
            json!({ "type": "recruit_units", "power": "OCT", "hex": "Roma", "unit_type": "legion_1", "count": 2 }),
            "recruit OCT Roma legion_1 2",
        ),
        OrderInfo::new(
            "Lays down one or two fleet units in an own port; they are ready three months later and belong to whoever \
             holds the port then",
            "taxation",
            &["ER-9.4", "ER-R49"],
            json!({ "type": "build_fleet", "power": "OCT", "port": "Brundisium", "count": 2 }),
            "build OCT Brundisium 2",
        ),
        OrderInfo::new(
            "Sends talents to an ally, a patron or a client",
            "taxation",
            &["ER-10.1", "ER-R52"],
            json!({ "type": "transfer_talents", "power": "ANT", "to": "AEG", "amount": 20 }),
            "send ANT 20 to AEG",
        ),
        OrderInfo::new(
            "Offers another major an alliance, where the scenario allows alliances; its player is asked at once",
            "taxation",
            &["ER-10.2", "ER-R53"],
            json!({ "type": "propose_alliance", "power": "OCT", "with": "PAR" }),
            "ally OCT with PAR",
        ),
        OrderInfo::new(
            "Ends an alliance; forces in the former ally's cities and ports leave them",
            "taxation",
            &["ER-10.5", "ER-R53"],
            json!({ "type": "terminate_alliance", "power": "OCT", "with": "PAR" }),
            "break OCT with PAR",
        ),
    ]
}

fn sailing() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Moves a fleet along a path of sea hexes, one by one; enemies may intercept it on the way",
            "naval",
            &["ER-11.1", "ER-11.2", "ER-15.2"],
            json!({ "type": "move_fleet", "power": "OCT", "fleet": "OCT-F1", "path": ["3428", "3529"] }),
            "OCT-F1 : 3428 3529",
        ),
        OrderInfo::new(
            "Moves an army or a fleet to a place by the cheapest way, by way of other places if several are named; in the \
             naval phase fleets, in the land movement phase armies. `invade` allows an army into inactive powers' land",
            "land_movement",
            &["ER-21.2", "ER-16.1", "ER-R66"],
            json!({ "type": "follow_track", "power": "OCT", "force": "OCT-A3", "to": ["Capua", "Brundisium"] }),
            "OCT-A3 > Capua > Brundisium",
        ),
        OrderInfo::new(
            "Puts a fleet that is in a hex with a friendly port into the port",
            "naval",
            &["ER-11.5", "ER-R10"],
            json!({ "type": "anchor_fleet", "power": "OCT", "fleet": "OCT-F1" }),
            "anchor OCT-F1",
        ),
        OrderInfo::new(
            "Takes units and leaders of an army in the fleet's hex aboard, for 2 MP in a port and 6 on a coast; without a \
             list the whole army. What is ashore may change places with what is aboard at the same cost",
            "naval",
            &["ER-11.9", "ER-11.10", "ER-11.11", "ER-R7", "ER-R68"],
            json!({ "type": "embark_units", "power": "OCT", "fleet": "OCT-F1", "army": "OCT-A2",
                    "units": [{ "type": "legion_1", "count": 2 }], "leaders": ["Agrippa"],
                    "ashore": { "units": [{ "type": "archers", "count": 1, "seasoned": false }] } }),
            "embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa ashore 1 new archers",
        ),
        OrderInfo::new(
            "Puts units and leaders ashore in a friendly unblockaded port, for 2 MP; without a list all of them",
            "naval",
            &["ER-11.12"],
            json!({ "type": "disembark_to_port", "power": "OCT", "fleet": "OCT-F1",
                    "units": [{ "type": "legion_1", "count": 2 }] }),
            "unload OCT-F1: 2 legion_1",
        ),
        OrderInfo::new(
            "Puts units and leaders ashore on a coast, for 6 MP; on an unfriendly one only with a leader of naval quality 2, \
             or 1 with the option. `invade` allows a landing in inactive powers' land",
            "naval",
            &["ER-11.13", "ER-11.14", "ER-11.15", "ER-R30"],
            json!({ "type": "disembark_units", "power": "OCT", "fleet": "OCT-F1", "leaders": ["Agrippa"], "invade": true }),
            "land OCT-F1 invade: Agrippa",
        ),
    ]
}

fn ships_at_work() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Divides a fleet: so many ships, with these units and leaders, become a new one",
            "naval",
            &["ER-11.17"],
            json!({ "type": "split_fleet", "power": "OCT", "fleet": "OCT-F1", "new_size": 2, "leaders": ["Agrippa"] }),
            "split OCT-F1 2: Agrippa",
        ),
        OrderInfo::new(
            "Two fleets in one hex exchange ships, units and leaders",
            "naval",
            &["ER-11.17", "ER-R68"],
            json!({ "type": "exchange_fleets", "power": "OCT", "fleet": "OCT-F1", "other": "OCT-F2",
                    "give": { "ships": 2 }, "take": { "ships": 1, "leaders": ["Taurus"] } }),
            "exchange OCT-F1 OCT-F2 give 2 ships take 1 ship, Taurus",
        ),
        OrderInfo::new(
            "Joins all the power's fleets in a hex",
            "naval",
            &["ER-11.17"],
            json!({ "type": "concentrate_fleets", "power": "OCT", "hex": "Brundisium" }),
            "join fleets OCT Brundisium",
        ),
        OrderInfo::new(
            "A fleet besieges the enemy port in its hex",
            "naval",
            &["ER-11.6", "ER-11.8"],
            json!({ "type": "lay_siege_port", "power": "OCT", "fleet": "OCT-F1" }),
            "siege OCT-F1",
        ),
        OrderInfo::new(
            "Ends the siege of an army or a fleet",
            "naval",
            &["ER-11.6", "ER-17.16", "ER-R37"],
            json!({ "type": "lift_siege", "power": "OCT", "force": "OCT-F1" }),
            "lift OCT-F1",
        ),
        OrderInfo::new(
            "Fleets of one hex attack the fleets of a power there; besieged fleets sally out by it",
            "naval",
            &["ER-12.1", "ER-12.2", "ER-12.9"],
            json!({ "type": "attack_fleet", "power": "OCT", "fleets": ["OCT-F1", "OCT-F2"], "target": "ANT" }),
            "attack OCT-F1 OCT-F2 on ANT",
        ),
    ]
}

fn marching() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Moves an army along a path of neighbouring hexes; enemies with leaders may intercept it. `invade` allows it into \
             inactive powers' land",
            "land_movement",
            &["ER-16.1", "ER-16.2", "ER-15.7", "ER-R30"],
            json!({ "type": "move_army", "power": "OCT", "army": "OCT-A3", "path": ["2824", "2825"], "invade": true }),
            "OCT-A3 : 2824 2825 invade",
        ),
        OrderInfo::new(
            "Heavy cavalry of five times the strength rides down enemies in the open, in the army's hex or the next",
            "land_movement",
            &["ER-16.3", "ER-16.4", "ER-R42"],
            json!({ "type": "overrun", "power": "OCT", "army": "OCT-A3", "hex": "2825" }),
            "overrun OCT-A3 2825",
        ),
        OrderInfo::new(
            "An army goes into the friendly city of its hex",
            "land_movement",
            &["ER-16.2", "ER-R9"],
            json!({ "type": "enter_city", "power": "OCT", "army": "OCT-A3" }),
            "enter OCT-A3",
        ),
        OrderInfo::new(
            "An army goes out of its city into the field",
            "land_movement",
            &["ER-16.2", "ER-R9"],
            json!({ "type": "leave_city", "power": "OCT", "army": "OCT-A3" }),
            "leave OCT-A3",
        ),
        OrderInfo::new(
            "An army lays siege to the enemy city of its hex; hunger works month by month",
            "land_movement",
            &["ER-17.16", "ER-18.1", "ER-R37"],
            json!({ "type": "lay_siege", "power": "OCT", "army": "OCT-A3", "city": "Corinthus" }),
            "siege OCT-A3 Corinthus",
        ),
    ]
}

fn armies_at_work() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Divides an army: these units and leaders become a new one",
            "land_movement",
            &["ER-6.5"],
            json!({ "type": "split_army", "power": "OCT", "army": "OCT-A2",
                    "units": [{ "type": "legion_1", "count": 2 }], "leaders": ["Arruntius"] }),
            "split OCT-A2: 2 legion_1, Arruntius",
        ),
        OrderInfo::new(
            "Two armies in one hex exchange units and leaders",
            "land_movement",
            &["ER-6.5"],
            json!({ "type": "exchange_armies", "power": "OCT", "army": "OCT-A1", "other": "OCT-A2",
                    "give": { "leaders": ["Octavius"] }, "take": { "units": [{ "type": "heavy_cav", "count": 1 }] } }),
            "exchange OCT-A1 OCT-A2 give Octavius take 1 heavy_cav",
        ),
        OrderInfo::new(
            "Joins all the power's armies in a hex",
            "land_movement",
            &["ER-6.5"],
            json!({ "type": "concentrate_armies", "power": "OCT", "hex": "Brundisium" }),
            "join armies OCT Brundisium",
        ),
    ]
}

fn combat() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Armies of one hex attack enemies there, each once a month; whoever is attacked may stand or retreat. Besieged \
             armies sally out by it",
            "land_combat",
            &["ER-17.1", "ER-17.2", "ER-R21", "ER-R40"],
            json!({ "type": "attack_army", "power": "OCT", "armies": ["OCT-A1", "OCT-A2"], "targets": ["ANT"] }),
            "attack OCT-A1 OCT-A2 on ANT",
        ),
        OrderInfo::new(
            "Armies assault the city of their hex: its strength and fortification count for those inside",
            "land_combat",
            &["ER-17.9", "ER-17.10", "ER-R18"],
            json!({ "type": "assault_city", "power": "OCT", "armies": ["OCT-A1"], "city": "Corinthus" }),
            "assault Corinthus with OCT-A1",
        ),
        OrderInfo::new(
            "Plunders a province whose capital is held and free, by heavy infantry or cavalry in it: talents now, no taxes or \
             recruits for half a year",
            "siege",
            &["ER-19.1", "ER-19.2", "ER-19.4", "ER-R55"],
            json!({ "type": "plunder_province", "power": "OCT", "province": "Macedonia" }),
            "plunder OCT Macedonia",
        ),
        OrderInfo::new(
            "Ends the seat's phase; in a joint turn the others play on until all have ended it",
            "siege",
            &["ER-1.8", "ER-R53", "ER-R60"],
            json!({ "type": "end_phase", "power": "OCT" }),
            "end OCT",
        ),
    ]
}

fn decisions() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Decision: places all units of a minor that has woken in its provinces, ships in its ports",
            ANY_TIME,
            &["ER-5.15", "ER-5.16", "ER-R30"],
            json!({ "type": "set_up_units", "power": "ARM", "placements": [
                { "hex": "Artaxata", "units": [{ "type": "heavy_cav", "count": 2 }], "leaders": ["Artaxias"] },
                { "hex": "6221", "units": [{ "type": "archers", "count": 1 }], "fleet_units": 1 }
            ] }),
            "setup ARM Artaxata: 2 heavy_cav, Artaxias / 6221: 1 ship, 1 archers",
        ),
        OrderInfo::new(
            "Decision: accepts or declines an alliance",
            ANY_TIME,
            &["ER-10.2", "ER-R53"],
            json!({ "type": "respond_alliance", "power": "PAR", "with": "OCT", "accept": true }),
            "alliance PAR with OCT yes",
        ),
        OrderInfo::new(
            "Decision: which fleets try to intercept a fleet that moves; none declines",
            ANY_TIME,
            &["ER-15.2", "ER-15.4", "ER-R43"],
            json!({ "type": "intercept_fleet", "power": "ANT", "interceptors": [] }),
            "intercept fleet none as ANT",
        ),
        OrderInfo::new(
            "Decision: which armies try to intercept an army that moves; none declines",
            ANY_TIME,
            &["ER-15.7", "ER-15.9", "ER-R43"],
            json!({ "type": "intercept_army", "power": "ANT", "interceptors": ["ANT-A1", "ANT-A2"] }),
            "intercept ANT-A1 ANT-A2",
        ),
        OrderInfo::new(
            "Decision: what each attacked army does, stand, go into the city or slip away to another hex; an army that is not \
             named stands",
            ANY_TIME,
            &["ER-17.3", "ER-17.4", "ER-17.7", "ER-R22"],
            json!({ "type": "respond_attack", "power": "ANT", "combat": 12, "responses": [
                { "army": "ANT-A2", "action": "stand" }, { "army": "ANT-A3", "action": "retreat_city" },
                { "army": "ANT-A4", "action": "retreat_hex", "hex": "3829" }
            ] }),
            "respond ANT combat 12: ANT-A2 stand, ANT-A3 city, ANT-A4 to 3829",
        ),
        OrderInfo::new(
            "Decision: where to after a lost battle",
            ANY_TIME,
            &["ER-12.7", "ER-R17", "ER-R20"],
            json!({ "type": "choose_retreat", "power": "ANT", "to": "Corinthus" }),
            "retreat ANT to Corinthus",
        ),
        OrderInfo::new(
            "Decision: which new units become seasoned after a combat, their strength as far as the enemy's went",
            ANY_TIME,
            &["ER-17.18", "ER-R56"],
            json!({ "type": "season_units", "power": "ANT", "units": [
                { "type": "legion_1", "count": 2 }, { "type": "archers", "count": 1, "power": "AEG" }
            ] }),
            "season ANT: 2 legion_1, AEG 1 archers",
        ),
    ]
}

fn any_time() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Sets standing answers of a power, or of one of its forces: to interceptions, to attacks, after a lost battle, for \
             seasoning and for placing",
            ANY_TIME,
            &["ER-R45"],
            json!({ "type": "set_policy", "power": "OCT", "force": "OCT-A3",
                    "intercept": { "when": "odds", "percent": 150 },
                    "respond_attack": { "then": "retreat", "city_percent": 200, "hex_percent": 300 },
                    "retreat_to": "nearest", "season": true }),
            "policy OCT for OCT-A3 intercept 150% attacked retreat city 200% hex 300% beaten nearest season on",
        ),
        OrderInfo::new(
            "Says what the seat wishes of an option; it changes when all seats wish the same",
            ANY_TIME,
            &["ER-7.3", "ER-11.15", "ER-R54"],
            json!({ "type": "set_option", "option": "intelligence", "value": true }),
            "option intelligence on",
        ),
        OrderInfo::new(
            "Asks for the cost of the cheapest way by land or sea over two or more places",
            ANY_TIME,
            &["ER-21.1"],
            json!({ "type": "query_distance", "hexes": ["Roma", "Brundisium"], "mode": "land", "season": "summer" }),
            "distance land summer Roma > Brundisium",
        ),
        OrderInfo::new(
            "Gives the seat up for good; its phases are ended for it",
            ANY_TIME,
            &["ER-R60"],
            json!({ "type": "resign", "confirm": true }),
            "resign yes",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::visibility;
    use crate::model::scenario::shipped;
    use crate::model::state::{Stage, State};
    use crate::orders::Order;
    use crate::text::shorthand;

    #[test]
    fn every_example_reads_as_json_and_as_shorthand_and_means_the_same() {
        let sc = shipped::find("octavius-antonius").unwrap();
        let view = visibility::view(&sc, &State::start(&sc, sc.options), kernel::SeatId(0));
        for info in orders() {
            let order: Order = serde_json::from_value(info.example.clone()).unwrap();
            assert_eq!(serde_json::to_value(&order).unwrap(), info.example);
            assert_eq!(shorthand::print(&sc, &view, &order), info.shorthand);
            let (read, wrong) = shorthand::parse(&sc, &view, &info.shorthand);
            assert_eq!(wrong, [], "{}", info.shorthand);
            assert_eq!(read[0].0, order, "{}", info.shorthand);
            assert_eq!(order.kind(), info.kind);
            assert!(PHASES.iter().any(|(id, _)| *id == info.phase));
            assert!(!info.rules.is_empty() && !info.summary.is_empty());
        }
    }

    #[test]
    fn every_kind_of_order_has_its_example() {
        let mut kinds: Vec<String> = orders().into_iter().map(|info| info.kind).collect();
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
        let rows: String = orders().into_iter().map(row).collect();
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
