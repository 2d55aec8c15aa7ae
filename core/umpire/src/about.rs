//! The rule system in short: its phases, and every order with an example (docs/rules/umpire.md, sections 3 and 5).

use kernel::{About, OrderInfo, PhaseInfo, Shape};
use serde_json::json;

use crate::orders::Order;

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
                  secret sheet of orders a turn: enemies, taxes, investment, intrigue, marches, combat orders, \
                  recruits. Twenty phases carry all sheets out together; generals with hidden skill and doubtful \
                  loyalty fight the battles and sieges by the orders they were given; each nation is told what its own \
                  informants saw."
            .into(),
        shape: Shape::Sealed,
        rule_prefix: "UM".into(),
        phases: PHASES.iter().enumerate().map(phase).collect(),
        orders: orders(),
        options: Vec::new(),
    }
}

/// Every kind of order, in the order of the sequence of play. Examples are Venetian, in *Italia 1450*.
fn orders() -> Vec<OrderInfo> {
    vec![
        OrderInfo::new(
            "Names all the nations that count as enemies from now on (in words, nobody: enemies none); enmity holds when either \
             side names the other",
            "P1",
            &["UM-5.1", "UM-5.3", "UM-R9"],
            json!({ "type": "set_enemies", "nations": ["MIL", "NAP"] }),
            "enemies MIL NAP",
        ),
        OrderInfo::new(
            "Sets the tax rate of the whole nation, 0 to 150 %; civilised nations, taxation turns",
            "P2",
            &["UM-6.3"],
            json!({ "type": "set_tax_rate", "percent": 100 }),
            "tax 100",
        ),
        OrderInfo::new(
            "Disbands units, or a spy network; demobilisation turns. As many army units as a captured province has revenue make it \
             a colony",
            "P3",
            &["UM-8.1", "UM-8.3"],
            json!({ "type": "disband_units", "province": "Padua", "unit_type": "FOO", "count": 3 }),
            "disband 3 FOO Padua",
        ),
        OrderInfo::new(
            "Founds a city of 2, 3 or 4 RP where there is none, for 10, 15 or 20 RP; civilised nations, investment turns",
            "P3",
            &["UM-9.7", "UM-9.8", "UM-9.10"],
            json!({ "type": "found_city", "province": "Udine", "name": "Conegliano", "size": 3 }),
            "found Conegliano at Udine 3",
        ),
        OrderInfo::new(
            "Adds to a province's future revenue, 2 RP a point; investment turns",
            "P3",
            &["UM-9.2", "UM-9.3", "UM-R22"],
            json!({ "type": "improve_city", "province": "Padua", "points": 2 }),
            "improve Padua 2",
        ),
        OrderInfo::new(
            "Rebuilds a destroyed city for twice its original revenue; investment turns",
            "P3",
            &["UM-9.6", "UM-R23"],
            json!({ "type": "rebuild_city", "province": "Padua" }),
            "rebuild Padua",
        ),
        OrderInfo::new(
            "Destroys a city of one's own for its tax value; its revenue is halved, its people do not forget",
            "P3",
            &["UM-10.6", "UM-10.8", "UM-R27"],
            json!({ "type": "sack_city", "province": "Lodi" }),
            "sack Lodi",
        ),
        OrderInfo::new(
            "Sends money to another nation, who can spend it the same turn",
            "P3",
            &["UM-11.1"],
            json!({ "type": "transfer_funds", "recipient": "FLO", "amount": 5 }),
            "send 5 to FLO",
        ),
        OrderInfo::new(
            "Pays at least 5 RP for the death of a general, anybody's; more money, better chance",
            "P3",
            &["UM-11.2", "UM-R28"],
            json!({ "type": "assassinate", "general": "Francesco Sforza", "amount": 10 }),
            "assassinate Francesco Sforza 10",
        ),
        OrderInfo::new(
            "Offers money to an officer of an enemy garrison, to open the gate this turn; needs own spies in the city",
            "P3",
            &["UM-11.6", "UM-11.7", "UM-R31"],
            json!({ "type": "offer_bribe", "province": "Milan", "amount": 10 }),
            "bribe Milan 10",
        ),
        OrderInfo::new(
            "Moves the capital, for 10 RP to a province one held at the start and 15 RP elsewhere; investment turns",
            "P3",
            &["UM-12.1", "UM-12.2"],
            json!({ "type": "move_capital", "province": "Padua" }),
            "capital Padua",
        ),
        OrderInfo::new(
            "Gives a province to another nation; troops there stay one's own",
            "P3",
            &["UM-12.3", "UM-R33"],
            json!({ "type": "cede_province", "province": "Ravenna", "recipient": "PAP" }),
            "cede Ravenna to PAP",
        ),
        OrderInfo::new(
            "Turns units of one type into another, 2 RP each; or, for tribes without money, two units into one; \
             investment turns",
            "P3",
            &["UM-12.4", "UM-12.5"],
            json!({ "type": "convert_troops", "province": "Ivrea", "from_type": "LEV", "to_type": "FOO", "count": 2, "barter": false }),
            "convert 2 LEV to FOO Ivrea",
        ),
        OrderInfo::new(
            "Hires a general for 6 RP",
            "P3",
            &["UM-13.14", "UM-R36", "UM-R43"],
            json!({ "type": "appoint_general", "province": "Padua", "arm": "sea" }),
            "appoint sea Padua",
        ),
        OrderInfo::new(
            "Gives a general the other command, on land or at sea, for 1 RP",
            "P3",
            &["UM-13.15"],
            json!({ "type": "reassign_general", "general": "Bartolomeo Colleoni", "arm": "sea" }),
            "assign Bartolomeo Colleoni sea",
        ),
        OrderInfo::new(
            "Promotes or demotes a general; those passed over may resent it",
            "P3",
            &["UM-13.16", "UM-R42"],
            json!({ "type": "set_seniority", "general": "Bartolomeo Colleoni", "level": 10 }),
            "rank Bartolomeo Colleoni 10",
        ),
        OrderInfo::new(
            "Moves a force under its generals, by sea if squadrons are listed and else by land, and gives the orders it \
             will fight by. Lists the whole force that moves; lines are carried out in the order of the sheet",
            "P5",
            &["UM-15.1", "UM-15.6", "UM-15.9", "UM-16.1"],
            json!({ "type": "move_force", "generals": ["Bartolomeo Colleoni"], "units": { "FOO": 4, "GAL": 4 }, "via": ["Venice"], "destination": "Chioggia", "fleet_orders": "1R", "army_orders": "3M" }),
            "Bartolomeo Colleoni 4 FOO 4 GAL to Chioggia via Venice fleet 1R army 3M",
        ),
        OrderInfo::new(
            "Gives the standing orders of one's fleet and army where a general is: risk 1 to 3, and M manoeuvre, \
             R retreat or D defend when unwilling to fight",
            "P5",
            &["UM-18.1", "UM-18.6", "UM-18.8"],
            json!({ "type": "set_combat_orders", "general": "Carne", "army": "1D" }),
            "Carne army 1D",
        ),
        OrderInfo::new(
            "Raises units for 3 RP each, fleets and land units in their turns",
            "P6",
            &["UM-23.1", "UM-23.5", "UM-R85"],
            json!({ "type": "recruit_units", "province": "Padua", "unit_type": "FOO", "count": 2 }),
            "recruit 2 FOO Padua",
        ),
        OrderInfo::new(
            "Sets up a spy network in any city, for 3 RP",
            "P6",
            &["UM-23.7", "UM-R86"],
            json!({ "type": "recruit_spy_network", "province": "Brescia" }),
            "spies Brescia",
        ),
        OrderInfo::new(
            "Sends a general to winter in a province of one's own, at any distance; last campaigning turn",
            "P18",
            &["UM-31.7", "UM-R97"],
            json!({ "type": "winter_destination", "general": "Bartolomeo Colleoni", "province": "Padua" }),
            "winter Bartolomeo Colleoni Padua",
        ),
        OrderInfo::new(
            "Says where new generals appear while the capital is lost; stands until changed",
            "P3",
            &["UM-13.13", "UM-R43"],
            json!({ "type": "set_replacement_province", "province": "Padua" }),
            "replacements Padua",
        ),
    ]
}

/// The phase in which an order is carried out.
pub fn phase_of(order: &Order) -> &'static str {
    match order {
        Order::SetEnemies { .. } => "P1",
        Order::SetTaxRate { .. } => "P2",
        Order::MoveForce { .. } | Order::SetCombatOrders { .. } => "P5",
        Order::RecruitUnits { .. } | Order::RecruitSpyNetwork { .. } => "P6",
        Order::WinterDestination { .. } => "P18",
        _ => "P3",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::visibility;
    use crate::model::{ids::NationId, scenario::shipped, state::State};
    use crate::text::shorthand;

    #[test]
    fn every_example_reads_as_json_and_as_shorthand_and_means_the_same() {
        let sc = shipped::find("italia-1450").unwrap();
        let st = State::start(&sc, &kernel::GameSeed::from_number(1));
        let view = visibility::view(&sc, &st, NationId(1));
        for info in orders() {
            let order: Order = serde_json::from_value(info.example.clone()).unwrap();
            assert_eq!(serde_json::to_value(&order).unwrap()["type"], info.kind.as_str());
            assert_eq!(shorthand::print(&order), info.shorthand);
            let (read, wrong) = shorthand::parse(&sc, &view, &info.shorthand);
            assert_eq!(wrong, []);
            assert_eq!(read[0].0, order);
            assert_eq!(phase_of(&order), info.phase);
            assert!(!info.rules.is_empty() && !info.summary.is_empty());
        }
        assert_eq!(orders().len(), 22);
    }
}
