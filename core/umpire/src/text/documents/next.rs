//! What may be ordered this turn, with lines of orders made from this very position, and what is about to go wrong.

use std::collections::BTreeMap;

use kernel::Document;
use kernel::map::Mode;
use kernel::paper::Paper;

use super::{carries, document};
use crate::knowledge::Knowledge;
use crate::knowledge::view::{ForceView, View};
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::ProvinceId;
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::State;
use crate::orders::check::check_orders;
use crate::orders::{
    DisbandUnits, ImproveCity, MoveForce, Order, RecruitSpyNetwork, RecruitUnits, SetCombatOrders, SetEnemies,
    SetTaxRate, WinterDestination,
};
use crate::rules::movement::dangers;
use crate::text::events::who;
use crate::text::shorthand::print;

pub fn next(sc: &Scenario, known: &Knowledge, view: &View) -> Document {
    let title = format!("What to do next, {}", view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    if view.over || view.eliminated {
        let words = if view.over { "The campaign is over." } else { "Your nation is out of the game." };
        paper.paragraph(words);
        return document("next", title, paper);
    }
    paper.paragraph(&format!(
        "Orders are awaited for {} (turn {} of {}), which carries {}. One line is one order; whatever is not ordered stays \
         as it is. These lines fit your position:",
        view.date,
        view.turn,
        sc.end_turn,
        carries(view)
    ));
    let lines = advice(sc, view, &known.st);
    paper.list(&lines.iter().map(|(words, order)| format!("{words}: {}", print(order))).collect::<Vec<_>>());
    notices(sc, view, &known.st, &mut paper);
    document("next", title, paper)
}

/// What is about to happen although nobody has ordered it.
fn notices(sc: &Scenario, view: &View, st: &State, paper: &mut Paper) {
    let mut items: Vec<String> = Vec::new();
    for seen in view.provinces.iter().filter(|seen| seen.own.is_some()) {
        if let Some(siege) = &seen.siege {
            let by: Vec<String> = siege.besiegers.iter().map(|party| who(sc, party)).collect();
            items.push(format!("{} is besieged by {}.", seen.province, by.join(", ")));
        }
    }
    items.extend(dangers(sc, st, view.me(), &[]).into_iter().map(|(_, danger)| capital(&danger.detail)));
    if view.treasury < crate::model::ids::Rp::ZERO {
        items.push("Your treasury is in arrears: morale suffers, and troops may desert.".to_owned());
    }
    if !items.is_empty() {
        paper.heading(3, "Beware");
        paper.list(&items);
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// A line for each kind of order that this turn carries, as far as the rules allow it.
pub(super) fn advice(sc: &Scenario, view: &View, st: &State) -> Vec<(&'static str, Order)> {
    let of = &view.carries;
    let civilised = sc.is_civilised(view.me());
    let mut found: Vec<(&'static str, Order)> = Vec::new();
    let mut offer = |words: &'static str, orders: &mut dyn Iterator<Item = Order>| {
        let passes = |order: &Order| !check_orders(sc, st, view.me(), std::slice::from_ref(order))[0].is_refused();
        found.extend(orders.take(TRIES).find(passes).map(|order| (words, order)));
    };
    let listed = view.enemies_listed.iter().map(ToString::to_string).collect();
    offer(
        "Name your enemies, all of them each time (enemies none when you have none)",
        &mut std::iter::once(Order::SetEnemies(SetEnemies { nations: listed })),
    );
    if of.taxation && civilised {
        let percent = view.tax_rate;
        offer("Set the tax rate, 0 to 150", &mut std::iter::once(Order::SetTaxRate(SetTaxRate { percent })));
    }
    if of.investment {
        let own = view.provinces.iter().filter(|seen| seen.own.is_some());
        let mut orders =
            own.map(|seen| Order::ImproveCity(ImproveCity { province: seen.province.to_string(), points: 1 }));
        offer("Improve a city, 2 RP a point", &mut orders);
    }
    offer("March", &mut marches(sc, view, Arm::Land));
    offer("Sail", &mut marches(sc, view, Arm::Sea));
    offer("Give troops that stay their combat orders", &mut standing(sc, view));
    for (on, words, fleet) in [(of.land_recruit, "Raise troops", false), (of.sea_recruit, "Build ships", true)] {
        if on {
            offer(words, &mut recruits(sc, view, fleet));
        }
    }
    offer("Set up spies in any city", &mut spies(sc, view));
    if of.demobilisation {
        let mut orders = view.forces.iter().filter_map(|force| {
            let (troop, _) = force.units.0.last()?;
            let (province, unit_type) = (force.province.to_string(), sc.unit(troop.id).id.to_string());
            Some(Order::DisbandUnits(DisbandUnits { province, unit_type, count: 1 }))
        });
        offer("Disband what you cannot pay", &mut orders);
    }
    if of.last_campaign {
        let mut orders = view.generals.iter().flat_map(|general| {
            let homes = view.provinces.iter().filter(|seen| seen.own.is_some() && seen.province != general.province);
            let name = general.general.to_string();
            homes.map(move |seen| {
                Order::WinterDestination(WinterDestination {
                    general: name.clone(),
                    province: seen.province.to_string(),
                })
            })
        });
        offer("Send a general to winter quarters", &mut orders);
    }
    found
}

/// So many places are tried for an example of one kind.
const TRIES: usize = 40;

/// Marches of half a force to a neighbouring province of one's own, then to any.
fn marches<'a>(sc: &'a Scenario, view: &'a View, arm: Arm) -> impl Iterator<Item = Order> + 'a {
    let mode = if arm == Arm::Sea { Mode::Sea } else { Mode::Land };
    [true, false].into_iter().flat_map(move |home| {
        view.forces.iter().filter(|force| !force.besieged).flat_map(move |force| {
            let steps = sc.graph.steps(force.province.id.0, mode).iter().map(|step| ProvinceId(step.to));
            let fit = steps.filter(move |to| view.provinces[to.index()].own.is_some() == home);
            fit.filter_map(move |to| march(sc, view, force, to, arm))
        })
    })
}

fn march(sc: &Scenario, view: &View, force: &ForceView, to: ProvinceId, arm: Arm) -> Option<Order> {
    let general = view.generals.iter().find(|general| general.province == force.province)?;
    let fleet = arm == Arm::Sea;
    let (troop, count) = force.units.0.iter().find(|(troop, _)| sc.unit(troop.id).is_fleet() == fleet)?;
    let seen = &view.provinces[to.index()];
    let walls = seen.own.is_some() && seen.cty == CityStatus::Standing;
    let orders = CombatOrders::new(1, if walls { DefaultAction::Defend } else { DefaultAction::Retreat });
    let (fleet_orders, army_orders) = if fleet { (Some(orders), None) } else { (None, Some(orders)) };
    Some(Order::MoveForce(MoveForce {
        generals: vec![general.general.to_string()],
        units: BTreeMap::from([(sc.unit(troop.id).id.to_string(), count.div_ceil(2))]).into_iter().collect(),
        via: Vec::new(),
        destination: seen.province.to_string(),
        fleet_orders,
        army_orders,
    }))
}

/// Combat orders for a force with army units where a general is.
fn standing<'a>(sc: &'a Scenario, view: &'a View) -> impl Iterator<Item = Order> + 'a {
    let army = |force: &&ForceView| force.units.0.iter().any(|(troop, _)| !sc.unit(troop.id).is_fleet());
    view.forces.iter().filter(army).filter_map(|force| {
        let general = view.generals.iter().find(|general| general.province == force.province)?;
        let general = general.general.to_string();
        Some(Order::SetCombatOrders(SetCombatOrders { general, fleet: None, army: Some(force.army_orders) }))
    })
}

/// One unit of what an own province offers.
fn recruits<'a>(sc: &'a Scenario, view: &'a View, fleet: bool) -> impl Iterator<Item = Order> + 'a {
    view.provinces.iter().filter_map(move |seen| {
        let offered = &seen.own.as_ref()?.available;
        let (troop, _) = offered.0.iter().find(|(troop, _)| sc.unit(troop.id).is_fleet() == fleet)?;
        let unit_type = sc.unit(troop.id).id.to_string();
        Some(Order::RecruitUnits(RecruitUnits { province: seen.province.to_string(), unit_type, count: 1 }))
    })
}

/// Spies in a foreign city next to a province of one's own.
fn spies<'a>(sc: &'a Scenario, view: &'a View) -> impl Iterator<Item = Order> + 'a {
    let foreign = view.provinces.iter().filter(|seen| seen.own.is_none() && seen.cty == CityStatus::Standing);
    let near = foreign.filter(|seen| {
        let steps = sc.graph.steps(seen.province.id.0, Mode::Land).iter();
        steps.map(|step| ProvinceId(step.to)).any(|at| view.provinces[at.index()].own.is_some())
    });
    near.map(|seen| Order::RecruitSpyNetwork(RecruitSpyNetwork { province: seen.province.to_string() }))
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::model::ids::NationId;
    use crate::model::scenario::shipped;
    use crate::text::shorthand::parse;

    #[test]
    fn every_line_of_advice_can_be_handed_in() {
        for sc in shipped::shipped() {
            let mut st = State::start(sc, &GameSeed::from_number(1));
            for turn in 1..=sc.turns.len() as u32 {
                st.turn = turn;
                for nation in sc.nation_ids() {
                    let known = Knowledge::of(sc, &st, nation);
                    let view = known.view(sc);
                    let lines = advice(sc, &view, &known.st);
                    assert!(lines.iter().any(|(words, _)| *words == "March"), "{} {}: {lines:?}", sc.id, view.nation);
                    let text: Vec<String> = lines.iter().map(|(_, order)| print(order)).collect();
                    let (read, diagnostics) = parse(sc, &known, &text.join("\n"));
                    assert_eq!(diagnostics, [], "{text:?}");
                    assert!(read.iter().map(|(order, _)| order).eq(lines.iter().map(|(_, order)| order)), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn a_general_alone_among_enemies_is_told_of() {
        let sc = shipped::find("italia-1450").unwrap();
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        let me = NationId(1);
        let foreign = sc.province_ids().find(|&id| st.enemies(&sc, me, st.province(id).owner)).unwrap();
        let (id, _) = st.living().find(|(_, general)| general.nation == me).unwrap();
        let told = |st: &State| {
            let known = Knowledge::of(&sc, st, me);
            next(&sc, &known, &known.view(&sc))
        };
        let quiet = told(&st);
        assert!(!quiet.text.contains("Beware"), "{}", quiet.text);
        st.general_mut(id).province = foreign;
        let text = told(&st).text;
        let name = st.captain(&sc, id).to_string();
        assert!(text.contains("Beware") && text.contains(&name) && text.contains("captured"), "{text}");
    }
}
