//! The rollout policy: the first answers as a rule, now and then another posture, nothing by stealth.
//!
//! It models how a rival, or the seat itself, goes on. It is drafted without reports, on what the nation's
//! informants would tell of the sampled state now: whoever sees all of it finds every gap, as no true rival does.

use kernel::dice::Stream;
use kernel::{Dice, RuleRef};

use super::assess::Survey;
use super::posture::{Bought, Posture, listing_us, write};
use super::treasury::Spending;
use super::{Determinization, diplomacy, draft, economy, targets};
use crate::model::ids::{Factions, NationId};
use crate::model::scenario::Scenario;
use crate::orders::Order;

const RULE: RuleRef = RuleRef::new("habit");
/// How often a nation does something else than usual, per cent.
const MOODS: i32 = 10;

/// Quick orders for a nation in a playout.
pub fn rollout_policy(sc: &Scenario, world: &Determinization, me: NationId, dice: &mut Dice) -> Vec<Order> {
    let st = &world.st;
    if st.is_over(sc) || st.nation(me).eliminated {
        return Vec::new();
    }
    let mut random = dice.stream("habit", u16::from(me.0), st.turn as u16);
    let survey = Survey::of_world(sc, st, world.field(sc), me);
    let posture = posture(&survey, &mut random);
    let spending = spending(&survey, &mut random);
    let enemies = enemies(&survey, posture);
    let targets = targets::list(&survey, enemies.and(listing_us(&survey)), posture.bias());
    let draft = draft::draft(&survey, &targets, &[]);
    let budget = economy::spend(&survey, spending, &draft, &targets);
    let bought = Bought { options: budget.options, recruits: budget.recruits };
    write(&survey, enemies, &draft, &targets, bought)
}

fn posture(survey: &Survey, random: &mut Stream) -> Posture {
    if random.d100(RULE) <= MOODS {
        return [Posture::Hold, Posture::Expand, Posture::Relieve, Posture::Raid][random.pick(4, RULE)];
    }
    let home_first = survey.carries.last_campaign && survey.carries.taxation;
    if home_first { Posture::Winter } else { Posture::Campaign }
}

fn spending(survey: &Survey, random: &mut Stream) -> Spending {
    if !(survey.carries.investment || survey.carries.land_recruit) {
        return Spending::Save;
    }
    let usual = if survey.carries.investment && survey.civilised { Spending::Invest } else { Spending::Recruit };
    if random.d100(RULE) > MOODS {
        return usual;
    }
    if usual == Spending::Invest { Spending::Recruit } else { Spending::Save }
}

/// Whom its council advises to fight, save where a posture has no use for wars.
fn enemies(survey: &Survey, posture: Posture) -> Factions {
    match posture {
        Posture::Hold | Posture::Winter | Posture::Expand => Factions::NONE,
        _ => diplomacy::council(survey),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{GameSeed, GameSystem, SeatId};

    use super::*;
    use crate::Umpire;
    use crate::model::ids::{ProvinceId, TypeId};
    use crate::model::scenario::shipped;
    use crate::model::state::State;

    /// The same world with twice the foreign troops in some provinces, and some where nobody stood.
    fn reinforced(sc: &Scenario, st: &State, me: NationId, places: &[ProvinceId]) -> State {
        let mut st = st.clone();
        for &place in places {
            for faction in (0..sc.factions()).map(NationId::at).filter(|&faction| faction != me) {
                let stack = st.stacks.of(place, faction).to_vec();
                for (kind, count) in stack.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                    st.stacks.add(place, faction, TypeId::at(kind), count);
                }
            }
            let owner = st.province(place).owner;
            st.stacks.add(place, owner, sc.militia_type, 7);
        }
        st
    }

    #[test]
    fn troops_that_nobody_reports_change_no_habit() {
        let (mut alike, mut told) = (0, 0);
        for sc in shipped::shipped() {
            let seed = GameSeed::from_number(23);
            let mut st = State::start(sc, &seed);
            for turn in 1..=12 {
                let world = Determinization::new(st.clone(), NationId(0));
                let order_set = |world: &Determinization, me| {
                    rollout_policy(sc, world, me, &mut Dice::keyed(&seed, "habits").quiet())
                };
                let mut order_sets = Vec::new();
                for me in sc.nation_ids().filter(|&nation| !st.nation(nation).eliminated) {
                    let survey = Survey::of_world(sc, &st, world.field(sc), me);
                    let foreign = sc.province_ids().filter(|&place| st.province(place).owner != me);
                    let (seen, unseen): (Vec<_>, Vec<_>) = foreign.partition(|&place| survey.informed(place));
                    let other = |places: &[_]| Determinization::new(reinforced(sc, &st, me, places), NationId(0));
                    let usual = order_set(&world, me);
                    assert_eq!(usual, order_set(&other(&unseen), me), "{me:?} knows what it cannot, turn {turn}");
                    alike += 1;
                    told += u32::from(usual != order_set(&other(&seen), me));
                    order_sets.push((SeatId(u16::from(me.0)), usual));
                }
                Umpire::advance(sc, &mut st, &order_sets, &mut Dice::for_step(&seed, turn).quiet());
            }
        }
        assert!(alike > 200 && told > 20, "{told} of {alike} order sets follow what informants tell");
    }
}
