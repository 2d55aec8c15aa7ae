use kernel::plan::Answer;
use kernel::{Dice, GameSeed, RuleRef, SeatId};

use super::*;
use crate::phases::{self, Game, idle_dice, score};
use crate::scenario::shipped;
use crate::state::{CombatMode, Options, Stage};
use crate::{policy, sight};

const TEST: RuleRef = RuleRef::new("test");

/// Plays a game to its end; `write` gives the sheet of whoever acts.
fn play(sc: &Scenario, options: Options, number: u64, mut write: impl FnMut(&State, SeatId) -> Vec<Command>) -> State {
    let seed = GameSeed::from_number(number);
    let mut st = phases::start(sc, options, &mut Dice::keyed(&seed, "start").quiet());
    while let Some(active) = st.active() {
        assert!(st.step < 4_000, "the game does not end");
        let seat = SeatId(u16::from(sc.colour(active).seat));
        let commands = write(&sight::masked(sc, &st, seat), seat);
        let mut dice = Dice::for_step(&seed, st.step + 1).quiet();
        let mut game = Game::quiet(sc, &mut st, &mut dice);
        for command in &commands {
            let done = game.carry_out(seat, command);
            assert!(done.is_ok() || game.open, "{command:?}: {done:?}");
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
                return sheet(&sc, known, seat, &[]);
            }
            let mut stream = dice.stream("answers", known.step as u16, seat.0);
            let mut answers: Vec<Answer> = Vec::new();
            while let Some(question) = ask(&sc, known, seat, &answers) {
                assert!((2..=12).contains(&question.answers.len()), "{question:?}");
                answers.push(stream.pick(question.answers.len(), TEST) as Answer);
                assert!(answers.len() < 40, "the chain does not end");
            }
            for cut in 0..=answers.len() {
                let mut st = known.clone();
                let mut dice = idle_dice();
                let mut game = Game::quiet(&sc, &mut st, &mut dice);
                for command in sheet(&sc, known, seat, &answers[..cut]) {
                    assert!(!game.open, "{command:?} stands behind an order that dice decide");
                    game.carry_out(seat, &command).expect("the sheet is legal");
                }
            }
            sheet(&sc, known, seat, &answers)
        });
    }
}

#[test]
fn first_answers_given_or_left_out_are_the_same_sheet() {
    let sc = shipped::find("dawn-4").expect("a shipped scenario");
    play(&sc, Options::default(), 4, |known, seat| {
        let mut zeros = Vec::new();
        while ask(&sc, known, seat, &zeros).is_some() {
            zeros.push(0);
        }
        let commands = sheet(&sc, known, seat, &[]);
        assert_eq!(commands, sheet(&sc, known, seat, &zeros));
        commands
    });
}

#[test]
fn planning_beats_walking_into_what_stands_open() {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    for planners in [[true, false, true, false], [false, true, false, true]] {
        let st = play(&sc, Options::default(), 5, |known, seat| {
            if planners[seat.index()] { sheet(&sc, known, seat, &[]) } else { policy::commands(&sc, known, seat) }
        });
        let ranking = score::ranking(&sc, &st);
        let of =
            |side: bool| ranking.iter().filter(|rank| planners[rank.seat] == side).map(|rank| rank.vp).sum::<i32>();
        assert!(of(true) > of(false) * 5 / 4, "{ranking:?}");
    }
}
