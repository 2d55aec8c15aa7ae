//! Determinizations: whole states that fit what a seat knows, and how they go on without anybody being told.

use std::sync::OnceLock;

use kernel::{Dice, GameSeed, SeatId};

use super::assess::Field;
use crate::knowledge::Knowledge;
use crate::model::ids::{Factions, NationId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::sequence::{look_up, resolve_turn};
use crate::rules::intelligence;
use crate::rules::turn::Turn;

/// A whole state that fits what a seat knows. Reports are drawn for a nation only when somebody looks through its eyes: most of them are
/// played out and thrown away unseen.
#[derive(Clone, Debug)]
pub struct Determinization {
    /// The facts.
    pub st: State,
    /// The nations whose reports are those of this turn.
    told: Factions,
    /// All armies, reckoned when first asked for: ten rollout policies look at the same.
    field: OnceLock<Field>,
}

impl Determinization {
    /// A sample drawn for a nation, which knows what it has been told.
    pub fn new(st: State, by: NationId) -> Self {
        Self { st, told: Factions::one(by), field: OnceLock::new() }
    }

    /// The armies of all factions.
    pub(super) fn field(&self, sc: &Scenario) -> &Field {
        self.field.get_or_init(|| Field::of(sc, &self.st))
    }

    /// What a nation knows of it.
    pub fn shown(&self, sc: &Scenario, nation: NationId) -> Knowledge {
        if self.told.has(nation) {
            return Knowledge::of(sc, &self.st, nation);
        }
        let mut st = self.st.clone();
        let mut dice = Dice::keyed(&GameSeed::from_number(u64::from(st.turn)), "imagined reports").quiet();
        intelligence::late_reports(sc, &mut st, &mut dice, Factions::one(nation));
        Knowledge::of(sc, &st, nation)
    }

    /// A turn, by the rules of the true one; nobody is told of it.
    pub fn forward(&mut self, sc: &Scenario, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        let known = order_sets.iter().filter(|(seat, _)| seat.index() < sc.nations.len());
        let order_sets = known.map(|(seat, orders)| (NationId::at(seat.index()), orders.as_slice()));
        let resolved = look_up(sc, &self.st, order_sets);
        let mut turn = Turn::new(sc, &mut self.st, dice);
        turn.quiet = true;
        resolve_turn(&mut turn, &resolved.commands);
        self.st.turn += 1;
        self.told = Factions::NONE;
        self.field = OnceLock::new();
    }
}

#[cfg(test)]
mod tests {
    use kernel::GameSystem;

    use super::*;
    use crate::Umpire;
    use crate::model::scenario::shipped;
    use crate::player::rollout_policy;

    /// The facts without what anybody was told.
    fn facts(st: &State) -> State {
        let mut st = st.clone();
        st.late.clear();
        for nation in &mut st.nations {
            nation.known.clear();
            nation.sightings.clear();
        }
        st
    }

    #[test]
    fn a_turn_that_nobody_is_told_of_is_the_same_turn() {
        for sc in shipped::shipped() {
            let seed = GameSeed::from_number(8);
            let mut st = State::start(sc, &seed);
            let mut world = Determinization::new(st.clone(), NationId(0));
            for turn in 1..=5 {
                let mut random = Dice::keyed(&seed, "habits").quiet();
                let order_sets: Vec<(SeatId, Vec<Order>)> = sc
                    .nation_ids()
                    .map(|nation| (SeatId(u16::from(nation.0)), rollout_policy(sc, &world, nation, &mut random)))
                    .collect();
                assert!(order_sets.iter().any(|(_, orders)| !orders.is_empty()));
                Umpire::advance(sc, &mut st, &order_sets, &mut Dice::for_step(&seed, turn));
                world.forward(sc, &order_sets, &mut Dice::for_step(&seed, turn));
                assert_eq!(facts(&world.st), facts(&st), "turn {turn}");
            }
        }
    }

    #[test]
    fn whoever_looks_later_is_told_of_the_present() {
        let sc = &shipped::shipped()[0];
        let seed = GameSeed::from_number(9);
        let mut world = Determinization::new(State::start(sc, &seed), NationId(0));
        world.forward(sc, &[], &mut Dice::for_step(&seed, 1).quiet());
        let view = world.shown(sc, NationId(1));
        assert!(view.sightings().iter().any(|seen| seen.turn == 1), "{:?}", view.sightings());
        assert_eq!(view, world.shown(sc, NationId(1)), "looking twice shows the same");
    }
}
