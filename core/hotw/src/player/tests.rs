use kernel::question::Answer;
use kernel::{Dice, GameSeed, RuleRef};

use super::*;
use crate::knowledge::{Knowledge, masked};
use crate::model::ids::{CardId, EmpireId, LandId, Owner, Works};
use crate::model::scenario::{TwoColours, shipped};
use crate::model::state::{CombatMode, Garrison, Options, Phase, Stage};
use crate::orders::Command;
use crate::orders::{default, judge};
use crate::rules::{self, Engine, idle_dice, score};

const TEST: RuleRef = RuleRef::new("test");

/// Plays a game to its end; `write` gives the order set of whoever acts.
fn play(sc: &Scenario, options: Options, number: u64, mut write: impl FnMut(&State, SeatId) -> Vec<Command>) -> State {
    let seed = GameSeed::from_number(number);
    let mut st = rules::start(sc, options, &mut Dice::keyed(&seed, "start").quiet());
    while let Some(active) = st.active() {
        assert!(st.step < 4_000, "the game does not end");
        let seat = SeatId(u16::from(sc.colour(active).seat));
        let commands = write(&masked(sc, &st, seat), seat);
        let mut dice = Dice::for_step(&seed, st.step + 1).quiet();
        let mut engine = Engine::quiet(sc, &mut st, &mut dice);
        for command in &commands {
            let done = engine.carry_out(seat, command);
            assert!(done.is_ok() || engine.open, "{command:?}: {done:?}");
            if done.is_err() {
                break;
            }
        }
        st.step += 1;
    }
    assert_eq!(st.stage, Stage::Over);
    st
}

/// Options beside the usual ones, which the conformance suite does not start games with.
fn unusual() -> [(&'static str, Options); 3] {
    let usual = Options::default();
    [
        ("dawn-4", Options { combat: CombatMode::Dice, ..usual }),
        ("dawn-4", Options { fortress: true, preservation_of_culture: true, ..usual }),
        ("world-3", Options { two_colours: true, ..usual }),
    ]
}

#[test]
fn any_answers_cut_anywhere_are_carried_out_under_all_options() {
    for (id, options) in unusual() {
        let sc = shipped::find(id).expect("a shipped scenario");
        let mut dice = Dice::keyed(&GameSeed::from_number(3), "answers").quiet();
        play(&sc, options, 3, |known, seat| {
            if known.step % 7 > 0 {
                return order_set(&sc, known, seat, &Notes::default(), &[]);
            }
            let mut stream = dice.stream("answers", known.step as u16, seat.0);
            let mut answers: Vec<Answer> = Vec::new();
            while let Some(question) = ask(&sc, known, seat, &Notes::default(), &answers) {
                assert!((2..=12).contains(&question.answers.len()), "{question:?}");
                answers.push(stream.pick(question.answers.len(), TEST) as Answer);
                assert!(answers.len() < 40, "the chain does not end");
            }
            for cut in 0..=answers.len() {
                let mut st = known.clone();
                let mut dice = idle_dice();
                let mut engine = Engine::quiet(&sc, &mut st, &mut dice);
                for command in order_set(&sc, known, seat, &Notes::default(), &answers[..cut]) {
                    assert!(!engine.open, "{command:?} stands behind an order that dice decide");
                    engine.carry_out(seat, &command).expect("the order set is legal");
                }
            }
            order_set(&sc, known, seat, &Notes::default(), &answers)
        });
    }
}

#[test]
fn first_answers_given_or_left_out_are_the_same_order_set() {
    let sc = shipped::find("dawn-4").expect("a shipped scenario");
    play(&sc, Options::default(), 4, |known, seat| {
        let mut zeros = Vec::new();
        while ask(&sc, known, seat, &Notes::default(), &zeros).is_some() {
            zeros.push(0);
        }
        let commands = order_set(&sc, known, seat, &Notes::default(), &[]);
        assert_eq!(commands, order_set(&sc, known, seat, &Notes::default(), &zeros));
        commands
    });
}

#[test]
fn whatever_is_sampled_fits_what_a_seat_sees_at_every_step() {
    for sc in shipped::shipped() {
        let seed = GameSeed::from_number(11);
        play(sc, default_options(sc), 11, |known, acting| {
            let seats = if known.step % 3 == 0 { sc.seats.len() } else { 1 };
            // Whoever acts has the state as it knows it; what others know of a world is checked on what is sampled.
            let mut dice = Dice::keyed(&seed, &format!("step {}", known.step)).quiet();
            let world = sample(sc, known, &mut dice);
            assert_eq!(&masked(sc, &world, acting), known, "{} at step {}", sc.id, known.step);
            assert!(world.players.iter().all(|player| player.unknown == 0), "every hand is dealt");
            for seat in (0..seats).map(|seat| SeatId(seat as u16)) {
                let known = masked(sc, &world, seat);
                let other = sample(sc, &known, &mut dice);
                assert_eq!(masked(sc, &other, seat), known, "{} for {seat} at step {}", sc.id, known.step);
                distinct(&other);
            }
            let orders = random::orders(sc, &Knowledge { seat: acting, state: known.clone() }, &mut dice);
            orders.iter().map(|order| order.resolve(sc).expect("known names")).collect()
        });
    }
}

fn default_options(sc: &Scenario) -> Options {
    let two_colours = sc.two_colours == TwoColours::Always;
    Options { two_colours, ..Options::default() }
}

/// No Empire card lies on the table twice, and whoever decides has drawn one.
fn distinct(world: &State) {
    let Stage::Draft(draft) = &world.stage else { return };
    let mut cards: Vec<CardId> = draft.seen.iter().map(|(_, card)| card.expect("every card has a face")).collect();
    assert_eq!(cards.last().copied(), draft.drawn);
    let held = world.players.iter().filter_map(|player| player.card);
    assert!(held.map(|held| held.card.expect("every card has a face")).all(|card| cards.contains(&card)));
    cards.sort();
    cards.dedup();
    assert_eq!(cards.len(), draft.seen.len(), "{draft:?}");
}

#[test]
fn rollout_policies_are_legal_and_play_every_game_to_its_end() {
    let mut games: Vec<(&str, Options)> = unusual().into();
    games.extend(shipped::shipped().iter().map(|sc| (sc.id.as_str(), default_options(sc))));
    for (id, options) in games {
        let sc = shipped::find(id).expect("a shipped scenario");
        let mut dice = Dice::keyed(&GameSeed::from_number(6), "habits").quiet();
        let mut random = 0;
        let st = play(&sc, options, 6, |known, seat| {
            // Odd positions come of odd orders.
            random = (random + 1) % 4;
            if random == 0 {
                let orders = random::orders(&sc, &Knowledge { seat, state: known.clone() }, &mut dice);
                return orders.iter().map(|order| order.resolve(&sc).expect("known names")).collect();
            }
            let commands = rollout_policy(&sc, known, seat, &mut dice);
            let orders: Vec<crate::orders::Order> = commands.iter().map(|command| command.order(&sc)).collect();
            let refused: Vec<_> = judge::check(&sc, &Knowledge { seat, state: known.clone() }, &orders);
            assert!(refused.iter().all(|verdict| !verdict.is_refused()), "{id}: {commands:?} {refused:?}");
            commands
        });
        assert_eq!(st.stage, Stage::Over);
    }
}

#[test]
fn a_world_is_worth_most_to_whoever_is_ahead_and_never_more_than_the_whole() {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let st = play(&sc, Options::default(), 8, |known, seat| {
        let shares = evaluate(&sc, known);
        assert!(shares.iter().sum::<u32>() <= 1_000_000 && shares.iter().all(|share| *share > 0), "{shares:?}");
        rollout_policy(&sc, known, seat, &mut Dice::keyed(&GameSeed::from_number(8), &known.step.to_string()).quiet())
    });
    let shares = evaluate(&sc, &st);
    for pair in score::ranking(&sc, &st).windows(2) {
        assert!(shares[pair[0].seat] >= shares[pair[1].seat], "{shares:?}");
    }
    let vp = features(&sc, &st, 0).into_iter().find(|feature| feature.name == "VP").expect("a figure");
    assert_eq!(vp.amount, i64::from(st.players[0].vp));
}

#[test]
fn a_surprised_land_is_still_fought_for_with_dice() {
    // HW-R19: fort and terrain do not count with dice; with the tables the Land is taken by one force.
    let sc = shipped::find("world-4").expect("a shipped scenario");
    for (combat, defenders) in [(CombatMode::Dice, 2), (CombatMode::Tables, 0)] {
        let options = Options { combat, ..Options::default() };
        let seed = GameSeed::from_number(9);
        let mut st = rules::start(&sc, options, &mut Dice::keyed(&seed, "start").quiet());
        while !st.turn().is_some_and(|turn| turn.phase == Phase::Expansion) {
            let seat = SeatId(u16::from(sc.colour(st.active().expect("somebody acts")).seat));
            let mut dice = Dice::for_step(&seed, st.step + 1).quiet();
            let command = default::commands(&sc, &st, seat).into_iter().next().expect("an order");
            Engine::quiet(&sc, &mut st, &mut dice).carry_out(seat, &command).expect("it is legal");
            st.step += 1;
        }
        let me = st.active().expect("somebody acts");
        let land = (0..sc.board.lands.len())
            .map(LandId::at)
            .find(|land| !st.lands_of(me).has(*land))
            .expect("a Land of another");
        let foe = st.player_ids().find(|player| *player != me).expect("another player");
        let army = Garrison { owner: Owner::Player(foe), empire: EmpireId::REMNANTS, armies: 2 };
        (st.land_mut(land).army, st.land_mut(land).works) = (Some(army), Works::Fort);
        let Stage::Turn(turn) = &mut st.stage else { unreachable!("an expansion is under way") };
        let empire = turn.career.empire;
        match combat {
            CombatMode::Dice => turn.career.surprised.add(land),
            CombatMode::Tables => turn.career.open_lands.add(land),
        }
        let context = decision::DecisionContext::new(&sc, &st, me, posture::Posture::Balanced.bias());
        let position = position::Position::new(&context, &st, empire);
        let task = steps::task(&context, &position, land, true, true);
        assert_eq!((task.defenders, task.rank), (defenders, 0), "{combat:?}");
    }
}

#[test]
fn planning_beats_walking_into_what_stands_open() {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    for planners in [[true, false, true, false], [false, true, false, true]] {
        let st = play(&sc, Options::default(), 5, |known, seat| {
            if planners[seat.index()] {
                order_set(&sc, known, seat, &Notes::default(), &[])
            } else {
                default::commands(&sc, known, seat)
            }
        });
        let ranking = score::ranking(&sc, &st);
        let of =
            |side: bool| ranking.iter().filter(|rank| planners[rank.seat] == side).map(|rank| rank.vp).sum::<i32>();
        assert!(of(true) > of(false) * 5 / 4, "{ranking:?}");
    }
}
