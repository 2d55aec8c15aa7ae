//! The sequence of play (section 3): stages that run by themselves, and phases that are played.
//!
//! A stage that runs by itself does one piece of work each time it is called: it changes the state, moves the stage on,
//! or puts a frame on the stack and is called again when the stack is empty. So everything it needs to go on is in the
//! state.

use kernel::SeatId;

use crate::model::ids::{HexId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{Seats, Stage, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::{activation, combat, month, relations, season, siege, taxes};

/// The seats that play the phase under way: those with a power that may act.
pub fn seats_acting(sc: &Scenario, st: &State) -> Seats {
    let plays = |major: &PowerId| sc.power_ids().any(|power| relations::head(st, power) == Some(*major));
    let acts = |major: &PowerId| relations::head(st, *major) == Some(*major) || plays(major);
    relations::majors_acting(sc, st).iter().filter(acts).filter_map(|major| sc.power(major).seat).collect()
}

/// Whether the seat is to play the phase: nobody is asked anything, and it has not ended it.
pub fn awaits(sc: &Scenario, st: &State, seat: SeatId) -> bool {
    st.stack.is_empty() && st.ending.is_none() && seats_acting(sc, st).has(seat) && !st.ended.has(seat)
}

/// Whether every seat that plays the phase has ended it (ER-R53).
pub fn all_have_ended(sc: &Scenario, st: &State) -> bool {
    seats_acting(sc, st).iter().all(|seat| st.ended.has(seat))
}

/// Does the next piece of work of the stage, or goes on to the next stage.
pub fn proceed(eng: &mut Engine<'_>) {
    match eng.st.stage {
        Stage::Season => {
            season::determine(eng);
            eng.st.stage = Stage::Activation { next: 0 };
        }
        Stage::Activation { next } => activation::check_next(eng, next),
        Stage::Control => {
            activation::assign_controllers(eng);
            enter(eng, Stage::Dues { slot: 0 });
        }
        Stage::Dues { slot } => {
            let major = eng.sc.turn_order[usize::from(slot)];
            taxes::dues(eng, major);
            enter(eng, Stage::Taxation { slot });
        }
        Stage::Taxation { slot } => taxation_over(eng, slot),
        Stage::TurnStart { slot } => {
            turn_start(eng);
            enter(eng, Stage::Naval { slot });
        }
        Stage::Naval { slot } => enter(eng, Stage::Land { slot }),
        Stage::Land { slot } => enter(eng, Stage::Caught { slot }),
        Stage::Caught { slot } => {
            if !combat::next_caught(eng) {
                enter(eng, Stage::Combat { slot });
            }
        }
        Stage::Combat { slot } => enter(eng, Stage::Occupation { slot }),
        Stage::Occupation { slot } => {
            siege::occupation::occupy(eng);
            enter(eng, Stage::Checks { slot, from: HexId(0) });
        }
        Stage::Checks { slot, from } => match siege::checks::check_next(eng, from) {
            Some(next) => eng.st.stage = Stage::Checks { slot, from: next },
            None => enter(eng, Stage::Siege { slot }),
        },
        Stage::Siege { slot } => enter(eng, Stage::TurnClose { slot }),
        Stage::TurnClose { slot } => {
            siege::close::close(eng);
            let more = usize::from(slot) + 1 < eng.st.turns.len();
            enter(eng, if more { Stage::TurnStart { slot: slot + 1 } } else { Stage::MonthEnd });
        }
        Stage::MonthEnd => {
            month::end(eng);
            eng.st.stage = Stage::Season;
        }
    }
}

/// Goes on to a stage: whatever counts per phase begins anew.
fn enter(eng: &mut Engine<'_>, stage: Stage) {
    eng.st.stage = stage;
    eng.st.ended = Seats::NONE;
    eng.st.tried.clear();
    eng.st.let_pass.clear();
    let Some(phase) = stage.played() else { return };
    for army in &mut eng.st.armies {
        (army.attacked, army.intercepted) = (false, false);
    }
    let majors: Powers = majors(eng.sc, eng.st);
    if !majors.is_empty() {
        let (name, powers) = (phase.title().to_owned(), eng.parties(majors));
        eng.tell("ER-1.7", EventKind::PhaseBegan { name, powers });
    }
}

/// The majors whose phase it is.
pub fn majors(sc: &Scenario, st: &State) -> Powers {
    relations::acting(sc, st).iter().filter(|&power| st.power(power).kind.is_major()).collect()
}

/// After a power's taxation phase: the next power's, or the game turns (ER-8.1).
fn taxation_over(eng: &mut Engine<'_>, slot: u8) {
    if usize::from(slot) + 1 < eng.sc.turn_order.len() {
        return enter(eng, Stage::Dues { slot: slot + 1 });
    }
    eng.st.turns = game_turns(eng.sc, eng.st);
    enter(eng, if eng.st.turns.is_empty() { Stage::MonthEnd } else { Stage::TurnStart { slot: 0 } });
}

/// The game turns of a month: allied majors play together, in the place of the last of them (ER-10.6).
pub fn game_turns(sc: &Scenario, st: &State) -> Vec<Powers> {
    let majors: Vec<PowerId> = sc.turn_order.iter().copied().filter(|&power| st.power(power).kind.is_major()).collect();
    let mut turns: Vec<Powers> = Vec::new();
    for (at, &major) in majors.iter().enumerate() {
        let bloc: Powers = bloc(st, &majors, major);
        if !majors[at + 1..].iter().any(|&later| bloc.has(later)) {
            turns.push(bloc);
        }
    }
    turns
}

/// A major with all that are allied to it, over any number of links.
fn bloc(st: &State, majors: &[PowerId], major: PowerId) -> Powers {
    let mut bloc = Powers::one(major);
    loop {
        let joined: Powers = majors
            .iter()
            .copied()
            .filter(|&other| bloc.has(other) || bloc.iter().any(|one| relations::allied(st, one, other)))
            .collect();
        if joined == bloc {
            return bloc;
        }
        bloc = joined;
    }
}

/// ER-R6: movement points are restored at the start of the owner's game turn.
fn turn_start(eng: &mut Engine<'_>) {
    let acting = relations::acting(eng.sc, eng.st);
    let st = &mut *eng.st;
    for army in &mut st.armies {
        (army.stopped, army.came_from) = (false, None);
    }
    for fleet in &mut st.fleets {
        fleet.stopped = false;
    }
    for army in st.armies.iter_mut().filter(|army| acting.has(army.id.power)) {
        let bands = std::mem::take(&mut army.bands);
        for band in bands {
            crate::model::state::add_band(&mut army.bands, crate::model::state::Band { spent: 0, ..band });
        }
    }
    for fleet in st.fleets.iter_mut().filter(|fleet| acting.has(fleet.id.power)) {
        fleet.used = 0;
        let bands = std::mem::take(&mut fleet.cargo.bands);
        for band in bands {
            crate::model::state::add_band(&mut fleet.cargo.bands, crate::model::state::Band { spent: 0, ..band });
        }
    }
    for leader in st.leaders.iter_mut().filter(|leader| acting.has(leader.power)) {
        leader.spent = 0;
    }
}
