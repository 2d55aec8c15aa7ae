//! Play that no sensible player would choose, counted over whole campaigns between players who give first answers, and between players
//! who answer by lot among all that is offered, as a search may.

use std::collections::BTreeMap;

use kernel::question::{Answer, Question};
use kernel::{Dice, GameSeed, GameSystem, Planning, RuleRef, SeatId, Visibility};
use umpire::Umpire;
use umpire::model::ids::{NationId, ProvinceId};
use umpire::model::scenario::{Scenario, shipped};
use umpire::model::state::State;
use umpire::orders::Order;
use umpire::rules::event::EventKind;

const RULE: RuleRef = RuleRef::new("test");
/// A war that is begun again within so many turns was no peace.
const SOON: u32 = 4;

/// What was done that should not have been.
#[derive(Debug, Default)]
struct Found {
    /// Order sets in all.
    order_sets: u32,
    /// Enemies struck off the list and declared again soon after.
    wars_begun_again: u32,
    /// Sieges in all.
    sieges: u32,
    /// Sieges begun in the very turn in which the owner of the city was struck off the list.
    sieges_of_friends: u32,
}

fn nations(sc: &Scenario, party: &impl ToString) -> Option<NationId> {
    sc.nation_ids().find(|&nation| sc.party(nation).to_string() == party.to_string())
}

impl Found {
    /// Peace for the winter, so that the collector finds the provinces whole, is a truce: it is no change of mind (UM-6.7).
    fn look_at_lists(
        &mut self, sc: &Scenario, [before, after]: [&State; 2], struck: &mut BTreeMap<(NationId, NationId), u32>,
    ) {
        let turn = before.turn;
        for (nation, other) in sc.nation_ids().flat_map(|nation| sc.nation_ids().map(move |other| (nation, other))) {
            match [before, after].map(|st| st.nation(nation).declared.has(other)) {
                [true, false] if !sc.turn_type(turn).taxation => {
                    struck.insert((nation, other), turn);
                }
                [false, true] => {
                    let soon = struck.get(&(nation, other)).is_some_and(|at| turn - at <= SOON);
                    self.wars_begun_again += u32::from(soon);
                }
                _ => {}
            }
        }
    }

    fn look_at_event(&mut self, sc: &Scenario, [before, after]: [&State; 2], what: &EventKind) {
        let EventKind::SiegeLaid { place, besiegers, turns: ..=1, .. } = what else { return };
        let named = |id: &ProvinceId| sc.province(*id).name.to_string() == place.to_string();
        let Some(owner) = sc.province_ids().find(named).map(|id| before.province(id).owner) else { return };
        for besieger in besiegers.iter().filter_map(|party| nations(sc, party)) {
            self.sieges += 1;
            let lists = [before, after].map(|st| st.nation(besieger).declared.has(owner));
            self.sieges_of_friends += u32::from(lists == [true, false]);
        }
    }
}

fn play(sc: &Scenario, games: u64, by_lot: bool) -> Found {
    let mut found = Found::default();
    for number in 0..games {
        let seed = GameSeed::from_number(700 + number);
        let mut st = State::start(sc, &seed);
        let mut struck = BTreeMap::new();
        while !st.is_over(sc) {
            let mut lot = Dice::keyed(&seed, &format!("answers {}", st.turn)).quiet();
            let mut written = |seat: SeatId| {
                let mut stream = lot.stream("answers", seat.0, 0);
                let mut choose = |question: &Question| -> Answer {
                    if by_lot { stream.pick(question.answers.len(), RULE) as Answer } else { 0 }
                };
                (seat, Umpire::walk(sc, &Umpire::knowledge(sc, &st, seat), &mut choose))
            };
            let order_sets: Vec<(SeatId, Vec<Order>)> =
                Umpire::awaiting(sc, &st).into_iter().map(|wait| written(wait.seat)).collect();
            found.order_sets += order_sets.len() as u32;
            let before = st.clone();
            let told = Umpire::advance(sc, &mut st, &order_sets, &mut Dice::for_step(&seed, before.turn));
            found.look_at_lists(sc, [&before, &st], &mut struck);
            for addressed in &told.events {
                found.look_at_event(sc, [&before, &st], &addressed.event.what);
            }
        }
    }
    found
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-umpire --test it blunders"
)]
fn wars_are_held_to() {
    for (sc, by_lot) in shipped::shipped().iter().flat_map(|sc| [(sc, false), (sc, true)]) {
        let found = play(sc, 8, by_lot);
        assert!(found.order_sets > 2_000 && found.sieges > 50, "{}: {found:?}", sc.id);
        // Who is beaten in the field makes peace, and comes back when he has troops again.
        // Who answers by lot begins wars that he cannot go on with after a lost battle.
        let once_in = if by_lot { 40 } else { 80 };
        assert!(found.wars_begun_again * once_in <= found.order_sets, "{}: {found:?}", sc.id);
        // An army that stands before a city when its nation makes peace fights on while the other side lists it.
        assert!(found.sieges_of_friends * 20 <= found.sieges, "{}: {found:?}", sc.id);
    }
}
