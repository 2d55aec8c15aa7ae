//! The computer players on the kernel's toy rooms, one of each shape.

use ai::arena::{self, Config, Layout, Results};
use ai::search::effort::tuning;
use ai::search::{Effort, Progress, SearchContext, find_plan};
use ai::{Budget, Level, Seed, Style, advise, decide, decide_as};
use kernel::{
    Answer, Campaign, Determinization, Dice, GameSeed, OrderSet, Orders, Planner, Question, Room, Ruleset, SeatId,
    StepMode,
};
use serde_json::json;
use testkit::shuffled;
use testkit::toys::{Duel, Sealed};

fn auction() -> Room<Sealed> {
    Room::new(Sealed::default()).with_planner()
}

fn start(ruleset: &dyn Ruleset) -> Box<dyn Campaign> {
    let id = ruleset.scenarios().pop().expect("a toy has a scenario").id;
    ruleset.start(&id, &json!({}), &GameSeed::from_number(5)).expect("a toy starts")
}

fn config(player: &str, opponents: &[&str]) -> Config {
    Config {
        scenario: "four-houses".into(),
        player: player.parse().unwrap(),
        opponents: opponents.iter().map(|word| word.parse().unwrap()).collect(),
        pairs: 12,
        budget: Budget::of(24),
        layout: Layout::Halves,
        threads: 1,
        seed: 7,
        seeds: 1,
        sprt: None,
        steps: None,
        adjudicate: None,
    }
}

/// Everything but the time it took.
fn timeless(mut results: Results) -> Results {
    for played in &mut results.matches {
        played.seconds_per_decision = [0.0; 2];
        (played.late_seconds_per_decision, played.longest_decision) = ([0.0; 2], [0.0; 2]);
        played.playouts_per_second = [0.0; 2];
        played.games.iter_mut().for_each(|game| game.thinking = Default::default());
    }
    results
}

#[test]
fn the_same_view_seed_and_budget_give_the_same_orders() {
    for ruleset in [&auction() as &dyn Ruleset, &Room::new(Duel::default()).with_planner()] {
        let campaign = start(ruleset);
        let seat = campaign.awaiting()[0].seat;
        for level in Level::ALL {
            let seed = Seed::for_game(b"secret", "game");
            let one = decide(campaign.as_ref(), seat, level, &seed, Budget::of(24));
            let two = decide(campaign.clone_box().as_ref(), seat, level, &seed, Budget::of(24));
            assert_eq!(one, two);
            assert_eq!(one.fallback, None);
            assert_eq!(one.level, level.key());
        }
    }
}

#[test]
fn what_a_seat_cannot_see_does_not_move_its_player() {
    let room = auction();
    let mut campaign = start(&room);
    let (game, seed) = (GameSeed::from_number(9), Seed::from_number(9));
    while campaign.outcome().is_none() {
        let step = campaign.step();
        for wait in campaign.awaiting() {
            let mut dice = Dice::keyed(&game, &format!("hidden {step} {}", wait.seat));
            let other = shuffled::<Sealed>(campaign.as_ref(), wait.seat, &mut dice);
            for level in Level::ALL {
                let one = decide(campaign.as_ref(), wait.seat, level, &seed, Budget::of(24));
                assert_eq!(one, decide(other.as_ref(), wait.seat, level, &seed, Budget::of(24)));
            }
        }
        let order_set = |seat| {
            let decision = decide(campaign.as_ref(), seat, Level::Novice, &seed, Budget::of(24));
            OrderSet { seat, orders: campaign.read_orders(&decision.orders) }
        };
        let order_sets: Vec<OrderSet> = campaign.awaiting().iter().map(|wait| order_set(wait.seat)).collect();
        campaign.advance(&order_sets, &mut Dice::for_step(&game, step + 1));
    }
}

#[test]
fn levels_answer_as_their_names_say() {
    let campaign = start(&auction());
    let bid = |style: &str, number: u64| {
        let style: Style = style.parse().unwrap();
        let decision = decide_as(campaign.as_ref(), SeatId(0), &style, &Seed::from_number(number), Budget::of(24));
        (decision.reasons.first().map(|reason| reason.chosen.clone()), decision.orders)
    };
    assert_eq!(bid("steady", 1).0.as_deref(), Some("hold back"));
    assert_eq!(bid("caretaker", 1).0.as_deref(), Some("hold back"));
    assert_eq!(bid("random", 1).0, None);
    let slips = (0..400).filter(|&number| bid("novice", number).0.as_deref() != Some("hold back")).count();
    assert!((70..130).contains(&slips), "a novice slipped {slips} times in 400");
    let random: std::collections::BTreeSet<String> = (0..40).map(|n| bid("random", n).1.to_string()).collect();
    assert!(random.len() > 3, "{random:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let play = |threads| {
        let config = Config { threads, ..config("steady", &["random", "novice", "caretaker"]) };
        let results = arena::run(&auction(), &config, &|_| ()).unwrap();
        (arena::table(&timeless(results.clone())), timeless(results))
    };
    let alone = play(1);
    assert_eq!(play(2), alone);
    assert_eq!(play(5), alone);
}

#[test]
fn the_number_of_threads_changes_nothing_for_those_who_search() {
    let play = |threads| {
        let config = Config { threads, pairs: 3, ..config("veteran", &["steady", "master/bold"]) };
        let results = timeless(arena::run(&auction(), &config, &|_| ()).unwrap());
        assert!(results.matches[1].playouts_per_decision.iter().all(|futures| *futures > 10.0));
        results
    };
    let alone = play(1);
    assert_eq!(play(3), alone);
}

#[test]
fn the_pairs_of_many_seeds_add_up_to_one_match() {
    let play = |seed, seeds| {
        let config = Config { seed, seeds, pairs: 2, ..config("novice", &["random"]) };
        timeless(arena::run(&auction(), &config, &|_| ()).unwrap())
    };
    let (all, parts) = (play(7, 3), [7, 8, 9].map(|seed| play(seed, 1)));
    let pairs: Vec<_> = parts.iter().flat_map(|part| part.matches[0].pairs.clone()).collect();
    assert_eq!((all.matches[0].pairs.clone(), pairs.len()), (pairs, 6));
    assert_eq!(all.matches[0].won, parts.iter().map(|part| part.matches[0].won).sum::<u32>());
    let gap = parts.iter().map(|part| part.matches[0].gap.mean).sum::<f64>() / 3.0;
    assert!((all.matches[0].gap.mean - gap).abs() < 1e-12);
    let last = all.matches[0].pairs[5];
    assert_eq!((last.seed, last.number, last.as_it_stood), (9, 1, None));
    assert!(arena::table(&all).contains("seeds 7 to 9") && arena::table(&parts[0]).contains("seed 7\n"));
}

#[test]
fn the_arena_finds_equals_equal_and_counts_its_games() {
    let results = arena::run(&auction(), &config("steady", &["steady", "caretaker", "random"]), &|_| ()).unwrap();
    for played in &results.matches {
        assert_eq!((played.refused, played.fallbacks, played.finished, played.steps), (0, 0, 24, 24 * 6));
        assert_eq!(played.won + played.lost + played.drawn, 12);
    }
    let (same, caretaker) = (&results.matches[0], &results.matches[1]);
    assert_eq!((same.drawn, same.p, same.gap.mean), (12, 1.0, 0.0));
    assert_eq!(caretaker.drawn, 12, "the toy's first answer is its quiet one");
    let random = &results.matches[2];
    assert_ne!(random.won, random.lost, "bids at random differ from a sixth of the purse");
    let mean = |player: &str| results.ratings.iter().find(|rating| rating.player == player).unwrap().elo.mean;
    assert_eq!(mean("steady"), 1000.0);
    assert_eq!(mean("random") > 1000.0, random.lost > random.won);
    let json = serde_json::to_value(&results).unwrap();
    assert_eq!(json["matches"][2]["won"], random.won);
}

#[test]
fn the_arena_plays_rooms_where_one_seat_acts_at_a_time() {
    let room = Room::new(Duel::default()).with_planner();
    let campaign = start(&room);
    assert_eq!(campaign.mode(), StepMode::Immediate);
    let config = Config { scenario: campaign.scenario_id().to_owned(), ..config("steady", &["random"]) };
    let results = arena::run(&room, &config, &|_| ()).unwrap();
    assert_eq!((results.matches[0].refused, results.matches[0].finished), (0, 24));
}

#[test]
fn games_that_were_cut_off_can_be_judged_by_the_ends_they_come_to() {
    let play = |steps, adjudicate, opponent: &str| {
        let config = Config { steps, adjudicate, ..config("random", &[opponent]) };
        timeless(arena::run(&auction(), &config, &|_| ()).unwrap()).matches.remove(0)
    };
    let (stood, judged, whole) =
        (play(Some(4), None, "steady"), play(Some(4), Some(3), "steady"), play(None, None, "steady"));
    assert_eq!((stood.finished, judged.finished, whole.finished), (0, 0, 24));
    assert_eq!(stood.as_it_stood, None);
    let as_it_stood = judged.as_it_stood.expect("the games were played on");
    assert_eq!((as_it_stood.won, as_it_stood.lost), (stood.won, stood.lost));
    assert_eq!(as_it_stood.gap, stood.gap);
    assert!(judged.games.iter().all(|game| game.stood != game.shares), "two more prizes change every share");
    assert!(judged.games.iter().all(|game| game.shares.iter().sum::<u32>().abs_diff(1_000_000) < 8));
    assert_eq!(judged, play(Some(4), Some(3), "steady"));
    // Who has come to the end needs nobody to play on.
    let (ended, usual) = (play(None, Some(3), "steady"), whole);
    assert_eq!((ended.won, ended.lost, ended.gap), (usual.won, usual.lost, usual.gap));
    let same = Config { steps: Some(4), adjudicate: Some(3), ..config("steady", &["steady"]) };
    let same = arena::run(&auction(), &same, &|_| ()).unwrap().matches.remove(0);
    assert_eq!((same.drawn, same.gap.mean), (12, 0.0), "equals get the same dice");
}

#[test]
fn an_unknown_scenario_is_an_error_in_words() {
    let config = Config { scenario: "atlantis".into(), ..config("steady", &["random"]) };
    let error = arena::run(&auction(), &config, &|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "there is no scenario atlantis in this rule system");
}

#[test]
fn a_search_says_what_it_saw() {
    let campaign = start(&auction());
    let decision = decide(campaign.as_ref(), SeatId(0), Level::Veteran, &Seed::from_number(3), Budget::of(64));
    let search = decision.search.expect("a veteran searches");
    assert_eq!((search.core.as_str(), decision.playouts), ("halving", search.playouts));
    assert!((56..=64).contains(&search.playouts), "{} futures of 64", search.playouts);
    assert_eq!((search.cut_short, search.steps), (0, u64::from(search.playouts) * 4));
    assert!((17..=32).contains(&search.worlds), "{}: sought in 16 at most, put to the proof in others", search.worlds);
    assert!(search.share.mean > 0 && search.share.error > 0 && search.first <= search.futures);
    let weighed = &decision.reasons[0].weighed;
    let answers: Vec<&str> = weighed.iter().map(|weighed| weighed.answer.as_str()).collect();
    assert_eq!(answers, ["hold back", "a third", "all"]);
    assert!(weighed.iter().all(|weighed| weighed.playouts >= 6), "{weighed:?}");
    let steady = decide(campaign.as_ref(), SeatId(0), Level::Steady, &Seed::from_number(3), Budget::of(64));
    assert_eq!((steady.search, steady.playouts), (None, 0));
}

/// A planner whose seat goes on with what it has begun.
struct Resumed(Box<dyn Planner>);

impl Planner for Resumed {
    fn seat(&self) -> SeatId {
        self.0.seat()
    }
    fn ask(&self, so_far: &[Answer]) -> Option<Question> {
        self.0.ask(so_far)
    }
    fn orders(&self, so_far: &[Answer]) -> Orders {
        self.0.orders(so_far)
    }
    fn walk(&self, choose: &mut dyn FnMut(&Question) -> Answer) -> Orders {
        self.0.walk(choose)
    }
    fn resumed(&self) -> bool {
        true
    }
    fn sample(&self, dice: &mut Dice) -> Box<dyn Determinization> {
        self.0.sample(dice)
    }
}

#[test]
fn what_was_weighed_before_is_weighed_with_fewer_futures() {
    let campaign = start(&auction());
    let effort = Effort::of(tuning(campaign.as_ref()), Level::Veteran, Budget::of(64)).expect("a veteran searches");
    let effort = Effort { reaction: 64, ..effort };
    let spent = |planner: &dyn Planner, resumed_percent, rivals_percent| {
        let effort = Effort { resumed_percent, rivals_percent, ..effort };
        let progress = Progress::default();
        let result =
            find_plan(planner, effort, GameSeed::from_number(9), false, &progress).expect("there is a question");
        result.record.playouts
    };
    let anew = campaign.planner(SeatId(0)).expect("the toy plans");
    let whole = spent(anew.as_ref(), 25, 0);
    assert!((56..=64).contains(&whole), "{whole} futures of 64");
    let resumed = Resumed(campaign.planner(SeatId(0)).expect("the toy plans"));
    assert_eq!(spent(&resumed, 100, 0), whole);
    for rivals_percent in [0, 33] {
        let part = spent(&resumed, 25, rivals_percent);
        assert!((12..=16).contains(&part), "{part} futures of 16");
    }
}

#[test]
fn searching_beats_first_answers_where_those_are_poor() {
    let mut config = config("veteran", &["steady"]);
    config.budget = Budget::of(96);
    let results = arena::run(&auction(), &config, &|_| ()).unwrap();
    let played = &results.matches[0];
    assert!(played.won >= 9, "{} to {} in pairs", played.won, played.lost);
    // With an empty purse there is nothing to ask, and where nothing better was found nothing has to prove itself.
    assert!(played.playouts_per_decision[0] > 30.0 && played.playouts_per_decision[1] == 0.0);
}

#[test]
fn advice_is_a_legal_plan_with_its_reasons_from_the_view_alone() {
    let campaign = start(&auction());
    let seed = Seed::from_number(4);
    let (mut named, mut feared) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for seat in (0..4).map(SeatId) {
        let advice = advise(campaign.as_ref(), seat, &seed, Budget::of(64)).expect("the toy plans");
        let mut dice = Dice::keyed(&GameSeed::from_number(1), "hidden");
        let hidden = shuffled::<Sealed>(campaign.as_ref(), seat, &mut dice);
        assert_eq!(advise(hidden.as_ref(), seat, &seed, Budget::of(64)).as_ref(), Some(&advice));
        assert_eq!((advice.fallback.clone(), advice.futures, advice.alternatives.len()), (None, 32, 2));
        assert!((40 + 4 * 32..=64 + 4 * 32).contains(&advice.playouts), "{} futures", advice.playouts);
        let checked = campaign.check(seat, &campaign.read_orders(&advice.orders));
        assert!(checked.iter().all(|verdict| !verdict.is_refused()));
        for other in &advice.alternatives {
            assert_eq!(other.equal, other.gap.mean.abs() <= other.gap.error);
            assert!(!other.plan.is_empty() && other.orders != advice.orders);
            assert!(other.equal || other.gap.mean < 0, "what is better is what is advised: {other:?}");
        }
        let effects = advice.reasons.iter().map(|effect| (effect, 1.0));
        for (effect, sign) in effects.chain(advice.costs.iter().map(|effect| (effect, -1.0))) {
            assert!(effect.difference * sign > effect.error, "{effect:?}");
            named.insert(effect.feature.clone());
        }
        if let Some(danger) = advice.danger {
            assert!(danger.at_worst < danger.now as f64, "{danger:?}");
            feared.insert(danger.feature);
        }
        assert!(advice.summary.contains(" of 32 futures"), "{}", advice.summary);
    }
    assert!(named.contains("prizes") && feared.contains("purse"), "{named:?}, {feared:?}");
}

#[test]
fn advice_tells_how_campaigns_end() {
    let campaign = start(&auction());
    let planner = campaign.planner(SeatId(0)).expect("the toy plans");
    let effort = Effort::of(tuning(campaign.as_ref()), Level::Veteran, Budget::of(64)).expect("a veteran searches");
    let context = SearchContext::new(planner.as_ref(), GameSeed::from_number(5), Effort { horizon: 1, ..effort });
    let shares: Vec<u32> = (0..8)
        .map(|sample| {
            let soon = context.playout(&[], sample);
            let end = context.ending(soon.as_ref(), sample);
            assert!(!soon.to_act().is_empty() && end.to_act().is_empty());
            assert_eq!(context.ending(soon.as_ref(), sample).evaluate(), end.evaluate(), "the same lot, the same end");
            end.evaluate()[0]
        })
        .collect();
    assert!(shares.iter().any(|share| *share != shares[0]), "lots differ");
    // However far plans are compared, it is the end that is told.
    let last = effort.horizon.max(64);
    let far = SearchContext::new(
        planner.as_ref(),
        GameSeed::from_number(5),
        Effort { horizon: last, steps: 1_000, ..effort },
    );
    let ended = far.playout(&[], 3);
    assert!(ended.to_act().is_empty());
    assert_eq!(far.ending(ended.as_ref(), 3).evaluate(), ended.evaluate());
    // The four seats' expectations make a whole, for each thinks of the same fair.
    let expected = |seat| {
        let advice = advise(campaign.as_ref(), SeatId(seat), &Seed::from_number(4), Budget::of(64));
        advice.expect("the toy plans").share.mean
    };
    let whole: i64 = (0..4).map(expected).sum();
    assert!((800_000..=1_300_000).contains(&whole), "{whole}");
}

#[test]
fn an_order_set_is_played_once_on_each_lot_whatever_answers_mean_it() {
    let campaign = start(&auction());
    let planner = campaign.planner(SeatId(0)).expect("the toy plans");
    let effort = Effort::of(tuning(campaign.as_ref()), Level::Veteran, Budget::of(64)).expect("a veteran searches");
    let context = SearchContext::new(planner.as_ref(), GameSeed::from_number(5), effort);
    let first = context.play(&[], 3);
    assert_eq!((context.play(&[0], 3), context.played()), (first, 1), "the first answer goes without saying");
    assert_eq!(context.number(&[0]), context.number(&[]));
    assert_ne!(context.number(&[1]), context.number(&[]));
    assert_eq!(context.distinct(vec![vec![], vec![0], vec![1], vec![1, 0]]), [vec![], vec![1]]);
    context.play(&[1], 3);
    context.play(&[1], 4);
    assert_eq!((context.play(&[1], 3), context.played()), (context.play(&[1], 3), 3));
    assert_ne!((0..8).map(|sample| context.play(&[1], sample)).collect::<Vec<_>>(), vec![first; 8], "lots differ");
}

/// A room may be hosted before anybody has written its planner.
#[test]
fn without_a_planner_computer_players_hand_in_default_orders_and_nobody_advises() {
    let campaign = start(&Room::new(Duel::default()));
    let seat = campaign.awaiting()[0].seat;
    for level in Level::ALL.into_iter().filter(|level| *level != Level::Random) {
        let decision = decide(campaign.as_ref(), seat, level, &Seed::from_number(3), Budget::of(64));
        assert_eq!(decision.orders, campaign.default_orders(seat).to_json(), "{level}");
        assert_ne!(decision.orders.as_array().map_or(0, Vec::len), 0, "there is something to do");
        assert_eq!((decision.fallback, decision.reasons.len(), decision.playouts), (None, 0, 0), "{level}");
    }
    let random = decide(campaign.as_ref(), seat, Level::Random, &Seed::from_number(3), Budget::of(64));
    assert!(!campaign.check(seat, &campaign.read_orders(&random.orders))[0].is_refused());
    assert_eq!(advise(campaign.as_ref(), seat, &Seed::from_number(3), Budget::of(64)), None);
}
