//! Writing orders as lines of an order set.

use super::names::{Kind, name};
use crate::model::scenario::Scenario;
use crate::orders::Order;

/// An order as the line that reads back as the same order, whatever stacks there are by then.
pub fn print(sc: &Scenario, order: &Order) -> String {
    let land = |word: &str| name(sc, Kind::Land, word);
    let space = |word: &str| name(sc, Kind::Space, word);
    match order {
        Order::PlaceSumeria { lands } => format!("sumeria {}", names(sc, Kind::Land, lands)),
        Order::KeepEmpire {} => "keep".to_owned(),
        Order::PassEmpire { to } => format!("pass {}", name(sc, Kind::Player, to)),
        Order::PlayEvent { card, targets, stack } => {
            let targets =
                if targets.is_empty() { String::new() } else { format!(": {}", names(sc, Kind::Target, targets)) };
            let with = stack.as_ref().map(|stack| format!(" with {}", number(stack))).unwrap_or_default();
            format!("event {}{targets}{with}", name(sc, Kind::Card, card))
        }
        Order::ChooseSurvivors { lands } => format!("survivors {}", names(sc, Kind::Land, lands)),
        Order::BeginTurn {} => "begin".to_owned(),
        Order::AllocateWalkover { forces } => format!("wo {forces}"),
        Order::Deallocate { stack, forces } => format!("free {} {forces}", number(stack)),
        Order::RigidLookup { defence, lands, defenders, targets, max_forces, naval } => {
            let max = max_forces.map(|forces| format!(" max {forces}")).unwrap_or_default();
            let targets =
                if targets.is_empty() { String::new() } else { format!(" {}", names(sc, Kind::Space, targets)) };
            format!("rigid {defence} {lands}/{defenders}{}{max}{targets}", flag(*naval, "naval"))
        }
        Order::CompliantLookup { defence, forces, naval } => {
            format!("compliant {defence} {forces}{}", flag(*naval, "naval"))
        }
        Order::ExpandLand { to, via, stack } | Order::ExpandWater { to, via, stack } => {
            format!("{} {}{}", space(to), number(stack), after(sc, "from", Kind::Space, via.as_deref()))
        }
        Order::AttackOptional { ocean, player, stack } => {
            let player = after(sc, "against", Kind::Player, player.as_deref());
            format!("attack {}{player} {}", name(sc, Kind::Water, ocean), number(stack))
        }
        Order::Reinforce { land: to, armies } => format!("+{armies} {}", land(to)),
        Order::BuildFort { land: at, free } => format!("fort {}{}", land(at), flag(*free, "free")),
        Order::BuildFortress { land: at, free } => format!("fortress {}{}", land(at), flag(*free, "free")),
        Order::AttackDice { to, via } => {
            format!("dice {}{}", space(to), after(sc, "from", Kind::Space, via.as_deref()))
        }
        Order::StopBarbarians {} => "stop".to_owned(),
        Order::PlaceMonument { land: at } => format!("monument {}", land(at)),
        Order::EndExpansion {} => "end".to_owned(),
        Order::SetTradePolicy { accept, colour } => {
            format!(
                "trade accept {}{}",
                names(sc, Kind::Player, accept),
                after(sc, "for", Kind::Player, colour.as_deref())
            )
        }
        Order::SetRetreatPriority { lands, colour } => {
            format!("retreat {}{}", names(sc, Kind::Land, lands), after(sc, "for", Kind::Player, colour.as_deref()))
        }
    }
}

fn names(sc: &Scenario, kind: Kind, words: &[String]) -> String {
    let names: Vec<String> = words.iter().map(|word| name(sc, kind, word)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What is said of something that may be left out.
fn after(sc: &Scenario, mark: &str, kind: Kind, word: Option<&str>) -> String {
    word.map(|word| format!(" {mark} {}", name(sc, kind, word))).unwrap_or_default()
}

/// A stack by its number: a level may mean another stack later.
fn number(stack: &str) -> String {
    let digits = !stack.is_empty() && stack.bytes().all(|byte| byte.is_ascii_digit());
    if digits { format!("#{stack}") } else { stack.to_owned() }
}

fn flag(set: bool, word: &str) -> String {
    if set { format!(" {word}") } else { String::new() }
}
