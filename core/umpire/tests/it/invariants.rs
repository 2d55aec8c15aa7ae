//! Whole campaigns of random orders: what must hold after every turn, whatever anybody orders.
//!
//! The record is a ledger: units and money come and go only as its events say.

use std::collections::BTreeMap;

use kernel::{Audience, Dice, GameSeed, GameSystem, SeatId, Visibility};
use umpire::Umpire;
use umpire::model::ids::{NationId, ProvinceId, Rp, Units};
use umpire::model::scenario::{CityStatus, Scenario, shipped};
use umpire::model::state::State;
use umpire::orders::Order;
use umpire::orders::sequence::{look_up, resolve_turn};
use umpire::rules::conflict::devastation::damage_floor;
use umpire::rules::event::{Event, EventKind, EventScope};
use umpire::rules::turn::Turn;

type Record = Vec<kernel::Addressed<Event>>;

/// What the record says a nation gained and lost.
#[derive(Default, Clone, Copy, Debug)]
struct Ledger {
    units: i64,
    money: i64,
}

fn seat(nation: NationId) -> SeatId {
    SeatId(u16::from(nation.0))
}

fn count(units: &Units) -> i64 {
    i64::from(units.total())
}

fn ledgers(sc: &Scenario, before: &State, record: &Record) -> BTreeMap<NationId, Ledger> {
    let mut books: BTreeMap<NationId, Ledger> = sc.nation_ids().map(|nation| (nation, Ledger::default())).collect();
    let economy = &sc.economy;
    let mut enter = |nation: NationId, units: i64, money: Rp| {
        if nation != sc.ind() {
            let book = books.get_mut(&nation).expect("a nation of the scenario");
            book.units += units;
            book.money += money.in_tenths();
        }
    };
    for news in record {
        match &news.event.what {
            EventKind::UnitsRaised { nation, units, cost, .. } => enter(nation.id, count(units), -*cost),
            EventKind::WarriorsMustered { nation, units, .. } => enter(nation.id, count(units), Rp::ZERO),
            EventKind::RevoltBroke { rebels, units: Some(units), .. } => enter(rebels.id, count(units), Rp::ZERO),
            EventKind::GeneralRevolted { nation, followed: true, units: Some(units), .. }
            | EventKind::UnitsDisbanded { nation, units, .. }
            | EventKind::MarchLosses { nation, units, .. }
            | EventKind::StormStruck { nation, units, .. }
            | EventKind::Desertion { nation, units, .. }
            | EventKind::EpidemicLosses { nation, units, .. }
            | EventKind::SupplyLosses { nation, units, .. }
            | EventKind::BattleLosses { nation, units, .. }
            | EventKind::ForceDestroyed { nation, units, .. }
            | EventKind::WinterLosses { nation, units, .. } => enter(nation.id, -count(units), Rp::ZERO),
            EventKind::TroopsConverted { nation, from, to, .. } => {
                let paid = count(from) == count(to);
                let cost = if paid { economy.convert_cost.times(count(to), 1) } else { Rp::ZERO };
                enter(nation.id, count(to) - count(from), -cost);
            }
            EventKind::CityFounded { nation, revenue: Some(revenue), .. } => {
                enter(nation.id, 0, -economy.found_cost[&((revenue.in_tenths() / 10) as u8)]);
            }
            EventKind::CityImproved { nation, cost, .. }
            | EventKind::CityRebuilt { nation, cost: Some(cost), .. }
            | EventKind::NetworkRaised { nation, cost, .. } => enter(nation.id, 0, -*cost),
            EventKind::LootTaken { nation, amount, .. } | EventKind::TaxesCollected { nation, amount } => {
                enter(nation.id, 0, *amount);
            }
            EventKind::TroopsPaid { nation, amount, .. } | EventKind::AssassinReported { nation, amount, .. } => {
                enter(nation.id, 0, -*amount);
            }
            EventKind::FundsTransferred { nation, recipient, amount } => {
                enter(nation.id, 0, -*amount);
                enter(recipient.id, 0, *amount);
            }
            EventKind::BribeAnswered { nation, amount, answer, .. } if answer != "refused" => {
                enter(nation.id, 0, -*amount)
            }
            EventKind::CapitalMoved { nation, to, .. } => {
                let own = before.province(to.id).original_owner == nation.id;
                enter(nation.id, 0, -if own { economy.capital_cost_own } else { economy.capital_cost_other });
            }
            EventKind::GeneralAppointed { nation, free: false, .. } => enter(nation.id, 0, -economy.general_cost),
            EventKind::GeneralReassigned { nation, .. } => enter(nation.id, 0, -economy.reassign_cost),
            EventKind::GeneralCaptured { nation, by, ransom: Some(price), .. } => {
                enter(nation.id, 0, -*price);
                enter(by.id, 0, *price);
            }
            _ => {}
        }
    }
    books
}

/// What is nobody's business but one nation's (UM section 6).
fn private(what: &EventKind) -> Option<NationId> {
    match what {
        EventKind::TaxRateSet { nation, .. }
        | EventKind::ForceMoved { nation, .. }
        | EventKind::ForceHalted { nation, .. }
        | EventKind::ForceTurnedBack { nation, .. }
        | EventKind::CombatOrdersSet { nation, .. }
        | EventKind::MarchLosses { nation, .. }
        | EventKind::StormStruck { nation, .. }
        | EventKind::UnitsRaised { nation, .. }
        | EventKind::NetworkRaised { nation, .. }
        | EventKind::Desertion { nation, .. }
        | EventKind::EpidemicLosses { nation, .. }
        | EventKind::SupplyLosses { nation, .. }
        | EventKind::BattleLosses { nation, .. }
        | EventKind::ForceDestroyed { nation, .. }
        | EventKind::WinterQuarters { nation, .. }
        | EventKind::WinterLosses { nation, .. }
        | EventKind::FeudalDispersed { nation, .. }
        | EventKind::CommanderWintered { nation, .. }
        | EventKind::WarriorsMustered { nation, .. }
        | EventKind::TaxesCollected { nation, .. }
        | EventKind::TroopsPaid { nation, .. } => Some(nation.id),
        _ => None,
    }
}

fn total(sc: &Scenario, st: &State, nation: NationId) -> i64 {
    i64::from(st.strength(sc, nation))
}

fn check_books(sc: &Scenario, before: &State, after: &State, record: &Record, when: &str) {
    for (nation, book) in ledgers(sc, before, record) {
        let name = &sc.nation(nation).id;
        let change = total(sc, after, nation) - total(sc, before, nation);
        assert_eq!(change, book.units, "{when}: units of {name}: {record:#?}");
        if after.nation(nation).eliminated {
            assert_eq!(total(sc, after, nation), 0, "{when}: {name} is out and has troops");
            continue;
        }
        let change = after.nation(nation).treasury - before.nation(nation).treasury;
        assert_eq!(change.in_tenths(), book.money, "{when}: treasury of {name}: {record:#?}");
    }
}

/// Independents come of revolts alone; `all` are the events of the turn, those too of which nobody is left to hear.
fn check_independents(sc: &Scenario, before: &State, after: &State, all: &[(EventScope, Event)], when: &str) {
    let rose = |what: &EventKind| {
        matches!(what, EventKind::RevoltBroke { .. } | EventKind::GeneralRevolted { followed: true, .. })
    };
    if !all.iter().any(|(_, event)| rose(&event.what)) {
        let change = total(sc, after, sc.ind()) - total(sc, before, sc.ind());
        assert!(change <= 0, "{when}: {change} Independents came from nowhere");
    }
}

fn check_audiences(record: &Record, when: &str) {
    for news in record {
        if let Some(nation) = private(&news.event.what) {
            assert_eq!(news.audience, Audience::Seats(vec![seat(nation)]), "{when}: {:?}", news.event);
        }
    }
}

fn check_province(sc: &Scenario, st: &State, place: ProvinceId, when: &str) {
    let province = st.province(place);
    let name = st.place(sc, place);
    let owner = province.owner;
    assert!(owner.index() < sc.factions(), "{when}: {name} has no owner");
    let capital = owner != sc.ind() && st.nation(owner).capital == place;
    assert!((1..=3).contains(&province.loyalty), "{when}: loyalty of {name}");
    assert!(province.loyalty < 3 || capital, "{when}: {name} is as loyal as a capital");

    let economy = &sc.economy;
    let floor = damage_floor(&sc.constants, province.rev_original, province.cty);
    let cap = province.rev_original.times(economy.improve_cap_pct, 100).min(economy.improve_cap_abs);
    let (least, most) = (floor - Rp::tenths(1), cap.max(province.rev_ceiling));
    let revenue = province.rev_current;
    assert!((least..=most).contains(&revenue), "{when}: {name} yields {revenue:?}, not {least:?} to {most:?}");
    assert!(province.spies.iter().all(|nation| nation != sc.ind()), "{when}: Independents spy in {name}");

    if let Some(siege) = province.siege {
        assert_eq!(province.cty, CityStatus::Standing, "{when}: {name} is besieged and has no walls");
        let outside = |faction: &NationId| st.armies(sc, place, *faction) > 0;
        let inside = |faction: &NationId| st.all_units(place, *faction) > 0;
        let face = |one: NationId| siege.besieged.iter().any(|other| st.hostile(sc, place, one, other));
        assert!(siege.besiegers.iter().any(|one| outside(&one) && face(one)), "{when}: nobody besieges {name}");
        assert!(siege.besieged.iter().any(|one| inside(&one)), "{when}: nobody is besieged in {name}");
        assert!(!siege.besiegers.has(owner), "{when}: the owner besieges his own {name}");
        assert!(siege.besiegers.common(siege.besieged).is_empty(), "{when}: both sides of the walls of {name}");
    }
    if let Some(against) = province.in_revolt_against {
        assert_eq!(against, owner, "{when}: {name} is in revolt against somebody else");
    }
}

fn check_generals(sc: &Scenario, st: &State, winter: bool, when: &str) {
    for (id, general) in st.living() {
        let name = st.captain(sc, id);
        assert!(general.province.index() < st.provinces.len(), "{when}: {name} is nowhere");
        assert!(!st.nation(general.nation).eliminated, "{when}: {name} serves nobody");
        let ratings = [
            general.reputation,
            general.loyalty,
            general.activity,
            general.popularity,
            general.health,
            general.skill,
            general.loyalty_true,
        ];
        assert!(ratings.iter().all(|rating| *rating <= 7) && general.seniority <= 15, "{when}: {general:?}");
        // Those whom the winter left alone are taken at the next P12.
        let owner = st.province(general.province).owner;
        let alone = st.all_units(general.province, general.nation) == 0;
        assert!(winter || !(alone && st.enemies(sc, general.nation, owner)), "{when}: {name} is at large");
    }
}

/// Turns of the shorter campaigns.
const OPENING: u32 = 8;

fn play(scenario: &str, seed: u64, turns: u32) {
    let sc = shipped::find(scenario).expect("a scenario that ships");
    let seed = GameSeed::from_number(seed);
    let mut st = State::start(&sc, &seed);
    while !st.is_over(&sc) && st.turn <= turns {
        let (turn, when) = (st.turn, format!("{scenario}, turn {}", st.turn));
        let mut hand = Dice::keyed(&seed, &format!("sheets {turn}"));
        let order_sets: Vec<(SeatId, Vec<Order>)> = Umpire::awaiting(&sc, &st)
            .into_iter()
            .map(|one| (one.seat, Umpire::random_orders(&sc, &Umpire::knowledge(&sc, &st, one.seat), &mut hand)))
            .collect();
        let before = st.clone();
        let resolved = Umpire::advance(&sc, &mut st, &order_sets, &mut Dice::for_step(&seed, turn));
        check_books(&sc, &before, &st, &resolved.events, &when);
        check_audiences(&resolved.events, &when);
        let mut again = before.clone();
        let mut dice = Dice::for_step(&seed, turn);
        let mut told = Turn::new(&sc, &mut again, &mut dice);
        let own = order_sets.iter().map(|(seat, orders)| (NationId::at(seat.index()), orders.as_slice()));
        resolve_turn(&mut told, &look_up(&sc, &before, own).commands);
        check_independents(&sc, &before, &st, &told.events, &when);
        sc.province_ids().for_each(|place| check_province(&sc, &st, place, &when));
        check_generals(&sc, &st, sc.turn_type(turn).last_campaign, &when);
        if turn % 6 == 1 {
            let mut again = before;
            let twice = Umpire::advance(&sc, &mut again, &order_sets, &mut Dice::for_step(&seed, turn));
            assert!(again == st && twice == resolved, "{when}: the same seed, another turn");
            let written = serde_json::to_vec(&st).expect("plain data");
            assert!(serde_json::from_slice::<State>(&written).expect("what was written") == st, "{when}: snapshot");
        }
    }
}

#[test]
fn every_turn_of_italia_balances() {
    play("italia-1450", 1, u32::MAX);
    (2..=3).for_each(|seed| play("italia-1450", seed, OPENING));
}

#[test]
fn every_turn_of_the_war_with_hannibal_balances() {
    play("hannibal-218bc", 1, u32::MAX);
    (2..=3).for_each(|seed| play("hannibal-218bc", seed, OPENING));
}
