//! Whole campaigns between players that do not search, and the positions that are kept of them.

use std::cmp::Ordering;

use kernel::{Campaign, Dice, GameSeed, OrderSet, RuleRef, Ruleset, SeatId, SetupError};
use serde_json::json;

use super::{FitConfig, Pairing};
use crate::arena::{ArenaProgress, awaited, in_parallel};
use crate::decide::decide_typed;
use crate::{Budget, Level, Personality, Progress, Seed, Style};

const RULE: RuleRef = RuleRef::new("fit");
/// How many of a hundred seats are played by who slips: positions that nobody sensible comes to are weighed, too.
const SLIPS: i32 = 33;
const TEMPERS: [Personality; 4] = [Personality::Even, Personality::Bold, Personality::Thrifty, Personality::Faithful];

/// The pairings of each campaign, scenario by scenario.
pub fn play_all(
    ruleset: &dyn Ruleset, config: &FitConfig, progress: &(dyn Fn(ArenaProgress) + Sync),
) -> Result<Vec<Vec<Pairing>>, SetupError> {
    let each = config.campaigns as usize;
    let play = |at: usize| {
        let number = config.seed.wrapping_mul(1_000_003).wrapping_add((at % each) as u64);
        play(ruleset, &config.scenarios[at / each], config.positions as usize, number)
    };
    let played = in_parallel(each * config.scenarios.len(), config.threads, progress, play, |_| None);
    let mut campaigns = Vec::with_capacity(played.len());
    let mut before = 0;
    for scenario in played.chunks(each) {
        let mut seats = 0;
        for campaign in scenario {
            let campaign = campaign.as_ref().map_err(Clone::clone)?;
            seats = campaign.seats;
            campaigns.push(campaign.pairings.iter().map(|pairing| pairing.after(before)).collect());
        }
        before += seats;
    }
    Ok(campaigns)
}

/// What is kept of a campaign.
struct Played {
    seats: usize,
    pairings: Vec<Pairing>,
}

fn play(ruleset: &dyn Ruleset, scenario: &str, positions: usize, number: u64) -> Result<Played, SetupError> {
    let (dice_seed, ai_seed) = (GameSeed::from_number(number), Seed::from_number(number));
    let mut campaign = ruleset.start(scenario, &json!({}), &dice_seed)?;
    let styles: Vec<Style> = (0..campaign.standings().len()).map(|seat| style(&ai_seed, SeatId(seat as u16))).collect();
    let mut course = Vec::new();
    while campaign.outcome().is_none() {
        course.push(campaign.terms());
        let set = |seat: SeatId| {
            let (style, watch) = (&styles[seat.index()], Progress::default());
            let (orders, _) = decide_typed(campaign.as_ref(), seat, style, &ai_seed, Budget::default(), &watch);
            OrderSet { seat, orders }
        };
        let sets: Vec<OrderSet> = awaited(campaign.as_ref()).into_iter().map(set).collect();
        let mut dice = Dice::for_step(&dice_seed, campaign.step() + 1).quiet();
        campaign.advance(&sets, &mut dice);
    }
    let ranks = ranks(campaign.as_ref());
    let kept = evenly(&course, positions);
    Ok(Played { seats: ranks.len(), pairings: kept.flat_map(|position| pairings(position, &ranks)).collect() })
}

/// Who plays a seat.
fn style(seed: &Seed, seat: SeatId) -> Style {
    let mut dice = seed.at(0, seat, "style").dice();
    let mut stream = dice.stream("style", seat.0, 0);
    let level = if stream.chance(SLIPS, RULE) { Level::Novice } else { Level::Steady };
    Style::Player(level, TEMPERS[stream.pick(TEMPERS.len(), RULE)])
}

/// The ranks in the end, by seat.
fn ranks(campaign: &dyn Campaign) -> Vec<u16> {
    let standings = campaign.standings();
    let mut ranks = vec![0; standings.len()];
    for standing in standings {
        ranks[standing.seat.index()] = standing.rank;
    }
    ranks
}

/// So many of a list, as far apart as can be; all of a shorter one.
fn evenly<T>(list: &[T], count: usize) -> impl Iterator<Item = &T> {
    let count = count.min(list.len());
    (0..count).map(move |at| &list[at * list.len() / count])
}

/// Every two seats of a position that both still have something.
fn pairings(position: &[Vec<i64>], ranks: &[u16]) -> Vec<Pairing> {
    let living: Vec<usize> = (0..position.len()).filter(|seat| position[*seat].iter().any(|term| *term != 0)).collect();
    let mut pairings = Vec::new();
    for (at, one) in living.iter().enumerate() {
        for other in &living[at + 1..] {
            let first = match ranks[*one].cmp(&ranks[*other]) {
                Ordering::Equal => continue,
                better => better == Ordering::Less,
            };
            let both = position[*one].iter().zip(&position[*other]);
            let terms = both.map(|(own, other)| (own - other) as f64).collect();
            pairings.push(Pairing { seats: [*one, *other], terms, first });
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_lie_evenly_apart() {
        let course: Vec<u32> = (0..10).collect();
        assert_eq!(evenly(&course, 5).copied().collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
        assert_eq!(evenly(&course, 40).count(), 10);
        assert_eq!(evenly::<u32>(&[], 5).count(), 0);
    }

    #[test]
    fn who_has_nothing_and_who_ends_level_is_left_out() {
        let position = [vec![5, 1], vec![0, 0], vec![3, 4], vec![2, 2]];
        let found = pairings(&position, &[2, 4, 1, 2]);
        assert_eq!(
            found,
            [
                Pairing { seats: [0, 2], terms: vec![2.0, -3.0], first: false },
                Pairing { seats: [2, 3], terms: vec![1.0, 2.0], first: true },
            ]
        );
    }
}
