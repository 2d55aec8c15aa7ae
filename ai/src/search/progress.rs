//! How far a decision is, for whoever watches it from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Playouts played, of those that one decision may cost. Clones share the count.
///
/// A search writes to it and never reads it, so that watching changes no answer.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    played: AtomicU32,
    of: AtomicU32,
}

impl Progress {
    /// Playouts played of those expected, per cent, 0 to 100. It never falls; a search that stops early jumps to 100.
    pub fn percent(&self) -> u8 {
        let of = u64::from(self.0.of.load(Ordering::Relaxed));
        let played = u64::from(self.0.played.load(Ordering::Relaxed));
        (played * 100).checked_div(of).unwrap_or(0).min(100) as u8
    }

    /// Says how many playouts may be played, before the first one. The first word stands: what is searched in a rival's
    /// stead is part of the seat's own search.
    pub(crate) fn expect(&self, futures: u32) {
        let _ = self.0.of.compare_exchange(0, futures, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// A playout was played.
    pub(crate) fn count(&self) {
        self.0.played.fetch_add(1, Ordering::Relaxed);
    }

    /// No more playouts are played, whether all were needed or not.
    pub(crate) fn finish(&self) {
        let of = self.0.of.fetch_max(1, Ordering::Relaxed).max(1);
        self.0.played.fetch_max(of, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{Campaign, GameSeed, Room, Ruleset, SeatId};
    use serde_json::json;
    use testkit::toys::Sealed;

    use super::*;
    use crate::search::effort::tuning;
    use crate::search::{Effort, SearchContext, find_plan};
    use crate::{Budget, Level, Seed, advice, decide};

    fn start(ruleset: &dyn Ruleset, scenario: &str) -> Box<dyn Campaign> {
        ruleset.start(scenario, &json!({}), &GameSeed::from_number(5)).expect("it starts")
    }

    fn auction() -> Box<dyn Campaign> {
        start(&Room::new(Sealed::default()).with_planner(), "four-houses")
    }

    fn counts(progress: &Progress) -> (u32, u32) {
        (progress.0.played.load(Ordering::Relaxed), progress.0.of.load(Ordering::Relaxed))
    }

    #[test]
    fn it_grows_with_every_future_and_ends_at_a_hundred() {
        let progress = Progress::default();
        assert_eq!(progress.percent(), 0, "nothing is known yet");
        progress.expect(8);
        progress.expect(4);
        let campaign = auction();
        let planner = campaign.planner(SeatId(0)).expect("the room plans");
        let effort = Effort::of(tuning(campaign.as_ref()), Level::Veteran, Budget::of(8)).expect("a veteran searches");
        let context = SearchContext::new(planner.as_ref(), GameSeed::from_number(5), effort).watched(&progress);
        let play = |sample| {
            context.play(&[1], sample);
            context.play(&[1], sample);
            progress.percent()
        };
        let seen: Vec<u8> = (0..10).map(play).collect();
        assert_eq!(seen, [12, 25, 37, 50, 62, 75, 87, 100, 100, 100], "a lot played twice is one future");
    }

    #[test]
    fn a_search_that_stops_early_or_plays_nothing_jumps_to_the_end() {
        let progress = Progress::default();
        progress.expect(200);
        (0..3).for_each(|_| progress.count());
        assert_eq!(progress.percent(), 1);
        progress.finish();
        assert_eq!(progress.percent(), 100);
        let idle = Progress::default();
        idle.finish();
        assert_eq!(idle.percent(), 100);
    }

    #[test]
    fn a_master_counts_what_is_played_in_rivals_stead_once() {
        let catalog = catalog::Catalog::standard();
        let plans_for_rivals =
            |room: &&Arc<dyn Ruleset>| room.tuning().is_some_and(|own| own.master.rivals_percent > 0);
        let room = catalog.rulesets().iter().find(plans_for_rivals).expect("such a room");
        let campaign = start(room.as_ref(), &room.scenarios()[0].id);
        let planner = campaign.planner(SeatId(0)).expect("the room plans");
        let effort = Effort::of(tuning(campaign.as_ref()), Level::Master, Budget::of(24)).expect("a master searches");
        let progress = Progress::default();
        let seed = || GameSeed::from_number(5);
        let result = find_plan(planner.as_ref(), effort, seed(), false, &progress).expect("much is asked");
        assert_eq!(counts(&progress), (result.record.playouts, 24));
        assert!(progress.percent() > 33, "{} per cent: two rivals and the own plan", progress.percent());
        assert_eq!(find_plan(planner.as_ref(), effort, seed(), false, &Progress::default()), Some(result));
    }

    #[test]
    fn watching_changes_neither_decision_nor_advice() {
        let (campaign, seed, budget) = (auction(), Seed::from_number(3), Budget::of(64));
        for level in Level::ALL {
            let progress = Progress::default();
            let watched = decide::decide_watched(campaign.as_ref(), SeatId(0), &level.into(), &seed, budget, &progress);
            assert_eq!(watched, decide::decide(campaign.as_ref(), SeatId(0), level, &seed, budget));
            assert_eq!((progress.percent(), counts(&progress).1), (100, if level.searches() { 64 } else { 1 }));
        }
        let progress = Progress::default();
        let watched = advice::advise_watched(campaign.as_ref(), SeatId(0), &seed, budget, &progress);
        assert_eq!(watched, advice::advise(campaign.as_ref(), SeatId(0), &seed, budget));
        assert_eq!(counts(&progress), (64 + 5 * 32, 64 + 5 * 32));
    }
}
