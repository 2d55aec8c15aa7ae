//! The flat core: sequential halving over a handful of finished plans, all tried on the same samples.

use std::collections::BTreeMap;

use kernel::{Answer, Planner};

use super::{Chooser, Found, Playout, SearchContext, Weight};

/// The most plans that meet.
pub const MOST_PLANS: usize = 12;

/// Sequential halving. Serves reactions and single small questions, and settles between finalists.
pub struct Halving;

impl Chooser for Halving {
    fn name(&self) -> &'static str {
        "halving"
    }

    fn choose(&self, context: &SearchContext, playouts: u32) -> Found {
        // A handful of playouts cannot tell a dozen plans apart.
        let plans = context.distinct(plans(context.planner(), MOST_PLANS.min(playouts as usize / 4).max(2)));
        if plans.len() == 1 {
            return Found::default();
        }
        let tried = halve(plans.len(), playouts, |plan, sample| context.play(&plans[plan], sample));
        let best = tried.best();
        let mut weights = BTreeMap::new();
        for (plan, results) in plans.iter().zip(&tried.results) {
            let at = plan.len().saturating_sub(1);
            weights.insert((at, 0), Weight::of(&tried.results[0]));
            weights.insert((at, plan.last().copied().unwrap_or(0)), Weight::of(results));
        }
        Found { answers: plans[best].clone(), weights }
    }
}

/// Finished plans next to the best guess: the guess itself, then those that differ from it in one answer, the early
/// questions first.
pub fn plans(planner: &dyn Planner, most: usize) -> Vec<Vec<Answer>> {
    let mut plans = vec![Vec::new()];
    let mut guess = Vec::new();
    while let Some(question) = planner.ask(&guess) {
        for answer in 1..question.answers.len() {
            if plans.len() == most {
                return plans;
            }
            plans.push([guess.as_slice(), &[answer as Answer]].concat());
        }
        guess.push(0);
    }
    plans
}

/// What came of trying several plans.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Per plan, its results on samples 0, 1, 2, ...
    pub results: Vec<Vec<Playout>>,
    /// Plans from best to worst: a later round counts before a better mean.
    pub order: Vec<usize>,
}

impl Tried {
    /// The best plan.
    pub fn best(&self) -> usize {
        self.order[0]
    }
}

/// Tries all plans on the same samples, drops the worse half, tries the rest on further samples, and so on until one is left
/// or `playouts` are spent. Among equals the earlier plan, which is the better guess, stays.
pub fn halve(plans: usize, playouts: u32, mut play: impl FnMut(usize, u32) -> Playout) -> Tried {
    let mut results: Vec<Vec<Playout>> = vec![Vec::new(); plans];
    let mut alive: Vec<usize> = (0..plans).collect();
    let mut dropped: Vec<usize> = Vec::new();
    let rounds = plans.next_power_of_two().trailing_zeros().max(1);
    let mut left = playouts;
    for round in 0..rounds {
        let samples = (left / (rounds - round) / alive.len() as u32).max(1);
        for _ in 0..samples {
            for &plan in &alive {
                let sample = results[plan].len() as u32;
                results[plan].push(play(plan, sample));
            }
        }
        left = left.saturating_sub(samples * alive.len() as u32);
        let sum = |plan: &usize| results[*plan].iter().map(|playout| playout.reward).sum::<i64>();
        // Stable, and all alive have tried the same samples: sums compare like means.
        alive.sort_by_key(|plan| (std::cmp::Reverse(sum(plan)), *plan));
        let rest = alive.split_off(alive.len().div_ceil(2));
        dropped.splice(0..0, rest);
        if left == 0 {
            break;
        }
    }
    alive.extend(dropped);
    Tried { results, order: alive }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Dice, GameSeed, RuleRef};

    const RULE: RuleRef = RuleRef::new("test");

    /// Arms with known chances in per cent; a sample's chance is shared, as it is between plans.
    fn pull(chances: &[i32], number: u64) -> impl Fn(usize, u32) -> Playout {
        let seed = GameSeed::from_number(number);
        move |plan, sample| {
            let mut dice = Dice::keyed(&seed, &format!("lot {sample}")).quiet();
            let seed = dice.stream("shared", 0, 0).range(-10, 10, RULE);
            let won = dice.stream("arm", plan as u16, 0).d100(RULE) <= chances[plan] + seed;
            Playout { share: i64::from(won), reward: i64::from(won), first: won }
        }
    }

    #[test]
    fn the_best_of_known_arms_is_found() {
        let chances = [50, 30, 75, 40, 45, 20, 55];
        let found = (0..40).filter(|&number| halve(7, 400, pull(&chances, number)).best() == 2).count();
        assert!(found >= 38, "the best of seven was found {found} times in 40");
        let thrifty = (0..40).filter(|&number| halve(7, 70, pull(&chances, number)).best() == 2).count();
        assert!((24..found).contains(&thrifty), "on a sixth of the playouts it was found {thrifty} times");
    }

    #[test]
    fn playouts_are_spent_where_it_is_close_and_on_the_same_samples() {
        let mut seen = Vec::new();
        let tried = halve(8, 240, |plan, sample| {
            seen.push((plan, sample));
            Playout { reward: plan as i64, ..Playout::default() }
        });
        assert_eq!(tried.order, [7, 6, 5, 4, 3, 2, 1, 0]);
        let spent: Vec<usize> = tried.results.iter().map(Vec::len).collect();
        assert_eq!(spent, [10, 10, 10, 10, 30, 30, 70, 70]);
        for (plan, spent) in spent.iter().enumerate() {
            let samples: Vec<u32> =
                seen.iter().filter(|(tried, _)| *tried == plan).map(|(_, sample)| *sample).collect();
            assert_eq!(samples, (0..*spent as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn among_equals_the_best_guess_stays_and_few_playouts_still_try_each_plan() {
        let equal = |_: usize, _: u32| Playout { reward: 5, ..Playout::default() };
        assert_eq!(halve(5, 100, equal).order, [0, 1, 2, 3, 4]);
        let hasty = halve(5, 1, equal);
        assert_eq!((hasty.best(), hasty.results.iter().map(Vec::len).min()), (0, Some(1)));
        assert_eq!(halve(1, 10, equal).best(), 0);
    }
}
