//! Possible worlds: a state that fits a view, and how it goes on without anybody being told.

use std::sync::OnceLock;

use kernel::{Dice, GameSeed, SeatId};

use super::assess::Field;
use crate::commands::{Command, resolve};
use crate::ids::{Factions, NationId};
use crate::orders::Order;
use crate::phases::{Turn, intelligence};
use crate::scenario::Scenario;
use crate::sight;
use crate::state::State;
use crate::view::View;

/// An imagined state. Reports are drawn for a nation only when somebody looks through its eyes: most futures are
/// played out and thrown away unseen.
#[derive(Clone, Debug)]
pub struct World {
    /// The facts.
    pub st: State,
    /// The nations whose reports are those of this turn.
    told: Factions,
    /// All armies, reckoned when first asked for: ten habits look at the same.
    field: OnceLock<Field>,
}

impl World {
    /// A world as a nation imagines it, which knows what it has been told.
    pub fn imagined(st: State, by: NationId) -> Self {
        Self { st, told: Factions::one(by), field: OnceLock::new() }
    }

    /// The armies of all factions.
    pub(super) fn field(&self, sc: &Scenario) -> &Field {
        self.field.get_or_init(|| Field::of(sc, &self.st))
    }

    /// What a nation sees of it.
    pub fn shown(&self, sc: &Scenario, nation: NationId) -> View {
        if self.told.has(nation) {
            return sight::view(sc, &self.st, nation);
        }
        let mut st = self.st.clone();
        let mut dice = Dice::keyed(&GameSeed::from_number(u64::from(st.turn)), "imagined reports").quiet();
        intelligence::late_reports(sc, &mut st, &mut dice, Factions::one(nation));
        sight::view(sc, &st, nation)
    }

    /// A turn, by the rules of the true one; nobody is told of it.
    pub fn forward(&mut self, sc: &Scenario, sheets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        let mut commands: Vec<Vec<Command>> = vec![Vec::new(); sc.nations.len()];
        for (seat, orders) in sheets.iter().filter(|(seat, _)| seat.index() < sc.nations.len()) {
            let nation = NationId::at(seat.index());
            let read = orders.iter().enumerate();
            let known = read
                .filter_map(|(index, order)| Some(Command { index, what: resolve(sc, &self.st, nation, order).ok()? }));
            commands[nation.index()] = known.collect();
        }
        let mut turn = Turn::new(sc, &mut self.st, dice, commands);
        turn.quiet = true;
        turn.resolve();
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
    use crate::plans::habit;
    use crate::scenario::shipped;

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
            let mut world = World::imagined(st.clone(), NationId(0));
            for turn in 1..=5 {
                let mut luck = Dice::keyed(&seed, "habits").quiet();
                let sheets: Vec<(SeatId, Vec<Order>)> = sc
                    .nation_ids()
                    .map(|nation| (SeatId(u16::from(nation.0)), habit(sc, &world, nation, &mut luck)))
                    .collect();
                assert!(sheets.iter().any(|(_, orders)| !orders.is_empty()));
                Umpire::advance(sc, &mut st, &sheets, &mut Dice::for_step(&seed, turn));
                world.forward(sc, &sheets, &mut Dice::for_step(&seed, turn));
                assert_eq!(facts(&world.st), facts(&st), "turn {turn}");
            }
        }
    }

    #[test]
    fn whoever_looks_later_is_told_of_the_present() {
        let sc = &shipped::shipped()[0];
        let seed = GameSeed::from_number(9);
        let mut world = World::imagined(State::start(sc, &seed), NationId(0));
        world.forward(sc, &[], &mut Dice::for_step(&seed, 1).quiet());
        let view = world.shown(sc, NationId(1));
        assert!(view.sightings.iter().any(|seen| seen.turn == 1), "{:?}", view.sightings);
        assert_eq!(view, world.shown(sc, NationId(1)), "looking twice shows the same");
    }
}
