//! Sampling: states that fit what a seat knows (docs/rules/umpire.md, section 6). What is told is kept, what is hidden is drawn.
//!
//! | file | what it draws |
//! |---|---|
//! | `sampling/troops.rs` | foreign troops: within the error of the reports, and likely ones where nobody reports |
//! | `sampling/men.rs` | foreign generals, everybody's hidden values, treasuries |
//! | `sampling/ranks.rs` | the wealth of rivals, such that the ranking comes out as published |
//!
//! A sample shown to the seat for which it was drawn is known alike, to the letter: the conformance suite
//! asks for that at every step.

mod men;
mod ranks;
mod troops;

use kernel::dice::Stream;
use kernel::{Dice, RuleRef};

use crate::knowledge::Knowledge;
use crate::model::ids::Factions;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::ownership::hand_over;

/// A state that the nation cannot tell from the true one.
pub fn sample(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> State {
    let mut random = Random(dice.stream("imagined", known.turn(sc) as u16, u16::from(known.me.0)));
    let mut st = known.without_foreign_forces(sc);
    bury_the_eliminated(sc, &mut st);
    troops::draw(sc, known, &mut st, &mut random);
    men::draw(sc, known, &mut st, &mut random);
    if known.turn(sc) > 1 {
        ranks::fit(sc, known, &mut st);
    }
    for nation in sc.nation_ids().filter(|&nation| nation != known.me) {
        for place in sc.province_ids() {
            let (owner, cty) = (st.province(place).owner, st.province(place).cty);
            let belief = &mut st.nation_mut(nation).known[place.index()];
            (belief.owner, belief.cty) = (owner, cty);
        }
    }
    st
}

/// What a nation that is out of the game is last known to have held, somebody else holds now (UM-R6).
fn bury_the_eliminated(sc: &Scenario, st: &mut State) {
    let gone: Factions = sc.nation_ids().filter(|&nation| st.nation(nation).eliminated).collect();
    for place in sc.province_ids() {
        if gone.has(st.province(place).owner) {
            hand_over(sc, st, place, sc.ind());
        }
    }
}

/// The dice of one sample.
struct Random<'d>(Stream<'d>);

impl Random<'_> {
    /// A whole number from `low` to `high`.
    fn range(&mut self, low: i64, high: i64) -> i64 {
        const RULE: RuleRef = RuleRef::new("UM-32.2");
        i64::from(self.0.range(low as i32, high.max(low) as i32, RULE))
    }
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::model::ids::NationId;
    use crate::model::scenario::shipped;

    #[test]
    fn worlds_of_one_view_differ_in_what_is_hidden() {
        for sc in shipped::shipped() {
            let st = State::start(sc, &GameSeed::from_number(3));
            let known = Knowledge::of(sc, &st, NationId(1));
            let world = |label: &str| sample(sc, &known, &mut Dice::keyed(&GameSeed::from_number(4), label).quiet());
            let (one, other) = (world("one"), world("other"));
            assert_eq!(one, world("one"), "the same dice, another world");
            assert_ne!(one.stacks, other.stacks);
            assert_ne!(one.generals, other.generals);
            assert_ne!(one.nations, other.nations);
        }
    }

    #[test]
    fn hidden_values_lie_about_those_reported() {
        let sc = &shipped::shipped()[0];
        let spread = sc.constants.R35.skill_spread;
        let st = State::start(sc, &GameSeed::from_number(3));
        let known = Knowledge::of(sc, &st, NationId(0));
        let world = sample(sc, &known, &mut Dice::keyed(&GameSeed::from_number(5), "world").quiet());
        assert!(world.living().any(|(_, general)| general.skill != general.reputation));
        for (_, general) in world.living() {
            assert!((i32::from(general.skill) - i32::from(general.reputation)).abs() <= spread, "{general:?}");
        }
    }

    #[test]
    fn rivals_have_armies_and_generals_to_lead_them() {
        for sc in shipped::shipped() {
            let st = State::start(sc, &GameSeed::from_number(6));
            let known = Knowledge::of(sc, &st, NationId(2));
            let world = sample(sc, &known, &mut Dice::keyed(&GameSeed::from_number(6), "world").quiet());
            for nation in sc.nation_ids() {
                let (true_units, units) = (st.strength(sc, nation), world.strength(sc, nation));
                assert!(
                    units * 3 >= true_units && units <= true_units * 3,
                    "{nation:?}: {units}, in truth {true_units}"
                );
                let leads = |(_, general): (_, &crate::model::state::General)| {
                    general.nation == nation && world.armies(sc, general.province, nation) > 0
                };
                assert!(world.living().any(leads), "{nation:?} has nobody to lead an army");
            }
        }
    }
}
