//! Writing orders as lines.

use crate::model::combat_orders::{Arm, CombatOrders};
use crate::orders::Order;

/// An order as the line that reads back as the same order.
pub fn print(order: &Order) -> String {
    let line = match order {
        Order::SetEnemies { nations } if nations.is_empty() => "enemies none".to_owned(),
        Order::SetEnemies { nations } => format!("enemies {}", nations.join(" ")),
        Order::SetTaxRate { percent } => format!("tax {percent}"),
        Order::DisbandUnits { province, unit_type, count } => format!("disband {count} {unit_type} {province}"),
        Order::FoundCity { province, name, size } => format!("found {name} at {province} {size}"),
        Order::ImproveCity { province, points } => format!("improve {province} {points}"),
        Order::RebuildCity { province } => format!("rebuild {province}"),
        Order::SackCity { province } => format!("sack {province}"),
        Order::TransferFunds { recipient, amount } => format!("send {amount} to {recipient}"),
        Order::Assassinate { general, amount } => format!("assassinate {general} {amount}"),
        Order::OfferBribe { province, amount } => format!("bribe {province} {amount}"),
        Order::MoveCapital { province } => format!("capital {province}"),
        Order::CedeProvince { province, recipient } => format!("cede {province} to {recipient}"),
        Order::ConvertTroops { province, from_type, to_type, count, barter } => {
            let barter = if *barter { " barter" } else { "" };
            format!("convert {count} {from_type} to {to_type} {province}{barter}")
        }
        Order::AppointGeneral { province: None, arm } => format!("appoint {}", word(*arm)),
        Order::AppointGeneral { province: Some(province), arm } => format!("appoint {} {province}", word(*arm)),
        Order::ReassignGeneral { general, arm } => format!("assign {general} {}", word(*arm)),
        Order::SetSeniority { general, level } => format!("rank {general} {level}"),
        Order::MoveForce { generals, units, via, destination, fleet_orders, army_orders } => {
            let mut line = generals.join(", ");
            for (kind, count) in units {
                line += &format!(" {count} {kind}");
            }
            line += &format!(" to {destination}");
            if !via.is_empty() {
                line += &format!(" via {}", via.join(", "));
            }
            line + &orders(*fleet_orders, *army_orders)
        }
        Order::SetCombatOrders { general, fleet: None, army: None } => format!("{general} fleet - army -"),
        Order::SetCombatOrders { general, fleet, army } => format!("{general}{}", orders(*fleet, *army)),
        Order::RecruitUnits { province, unit_type, count } => format!("recruit {count} {unit_type} {province}"),
        Order::RecruitSpyNetwork { province } => format!("spies {province}"),
        Order::WinterDestination { general, province } => format!("winter {general} {province}"),
        Order::SetReplacementProvince { province } => format!("replacements {province}"),
    };
    // A name made up by a client must not become a line of its own.
    line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn word(arm: Arm) -> &'static str {
    match arm {
        Arm::Land => "land",
        Arm::Sea => "sea",
    }
}

fn orders(fleet: Option<CombatOrders>, army: Option<CombatOrders>) -> String {
    let fleet = fleet.map(|orders| format!(" fleet {orders}")).unwrap_or_default();
    let army = army.map(|orders| format!(" army {orders}")).unwrap_or_default();
    fleet + &army
}
