//! How a seat is played, from its own view: a posture, then what each main force goes for, phase by phase.
//!
//! A sheet holds what can be foreseen: it stops where a die or another seat decides, and the seat is awaited again. Habits in
//! imagined worlds alone go on.
//!
//! | file | what |
//! |---|---|
//! | `posture.rs` | what a seat is about |
//! | `sketch.rs` | the sheet in the making |
//! | `foes.rs`, `worth.rs`, `odds.rs`, `aims.rs` | the enemy as he seems, what places are worth, what fights promise, what forces could go for |
//! | `purse.rs` | taxation |
//! | `sea.rs`, `landing.rs` | the naval phase |
//! | `march.rs`, `troops.rs`, `ways.rs` | land movement |
//! | `fight.rs` | land combat |
//! | `sack.rs` | the siege phase |
//! | `react.rs` | decisions |
//! | `habit.rs` | the same without questions, in imagined worlds |
//! | `worlds/` | worlds that fit a view, and how they go on |

mod aims;
mod fight;
mod foes;
mod habit;
mod landing;
mod march;
mod odds;
mod posture;
mod purse;
mod react;
mod sack;
mod sea;
mod sketch;
#[cfg(test)]
mod tests;
mod troops;
mod ways;
pub mod worlds;
mod worth;

use kernel::{Answer, Question, SeatId};

use crate::belief::{Belief, believe};
use crate::decisions;
use crate::frames::{Ask, Frame};
use crate::orders::{OptionName, Order};
use crate::phases;
use crate::relations;
use crate::scenario::Scenario;
use crate::state::{Phase, State, Wishes};
use crate::view::{ArmyView, View};

pub use habit::habit;

use posture::Posture;
use sketch::{Guide, Sketch};
use worth::Worth;

/// The phases of a game turn in their order; taxation stands by itself.
const GAME_TURN: [Phase; 4] = [Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];

/// The next question after the answers so far.
pub fn ask(sc: &Scenario, view: &View, so_far: &[Answer]) -> Option<Question> {
    drafted(sc, view, Guide::Question(so_far)).question()
}

/// The sheet that the answers mean.
pub fn sheet(sc: &Scenario, view: &View, so_far: &[Answer]) -> Vec<Order> {
    drafted(sc, view, Guide::Sheet(so_far)).orders
}

/// The sheet of the answers that `choose` gives, drafted once.
pub fn walk(sc: &Scenario, view: &View, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
    drafted(sc, view, Guide::Walk(choose)).orders
}

fn drafted<'a>(sc: &'a Scenario, view: &View, guide: Guide<'a>) -> Sketch<'a> {
    let mut sketch = Sketch::new(sc, view.core.seat, Belief::of(sc, view), guide);
    draft(&mut sketch);
    sketch
}

/// Whether the seat goes on with land movement after a march that might have been intercepted. A decision in somebody else's
/// march is something new.
pub fn resumed(view: &View) -> bool {
    let marched = |army: &ArmyView| army.own.as_ref().is_some_and(|own| own.came_from.is_some());
    view.core.ask.is_none() && view.core.stage.played() == Some(Phase::LandMovement) && view.armies.iter().any(marched)
}

/// Drafts the sheet.
fn draft(sketch: &mut Sketch<'_>) {
    if let Some(ask) = asked(&sketch.st, sketch.seat).cloned() {
        let worth = Worth::new(sketch);
        let given = react::answer(sketch, &worth, &ask).or_else(|| default(sketch.sc, &sketch.st, &ask));
        sketch.orders.extend(given);
        return;
    }
    let Some(phase) = to_play(sketch.sc, &sketch.st, sketch.seat) else { return };
    let last = end(sketch.sc, &sketch.st, sketch.seat, phase);
    consent(sketch);
    let postures = Posture::ranked(sketch.sc.end.since(sketch.sc.start));
    let choices = || (String::new(), postures.iter().map(|posture| posture.choice()).collect());
    let answer = sketch.choose("posture", choices);
    sketch.posture = postures[answer];
    let worth = Worth::new(sketch);
    match phase {
        Phase::Taxation => purse::spend(sketch, &worth),
        Phase::Naval => sea::sail(sketch, &worth),
        Phase::LandMovement => march::march(sketch, &worth),
        Phase::LandCombat => fight::fight(sketch, &worth),
        Phase::Siege => sack::sack(sketch, &worth),
    }
    // After something uncertain the seat is awaited again, and goes on from what has come of it.
    if !sketch.over {
        sketch.orders.extend(last);
    }
}

/// Agrees to a change of the options that another seat wishes: they are for the people at the table to settle (ER-R54).
fn consent(sketch: &mut Sketch<'_>) {
    if sketch.through() {
        return;
    }
    for option in [OptionName::Intelligence, OptionName::AmphibiousInvasion] {
        let now = option.of(&sketch.st.options);
        let wish = |seat: &Wishes| option.wished(seat);
        let value = sketch.st.wishes.iter().find_map(|wishes| wish(wishes).filter(|value| *value != now));
        let own = wish(&sketch.st.wishes[sketch.seat.index()]);
        if let Some(value) = value.filter(|value| own != Some(*value)) {
            sketch.give(Order::SetOption { option, value });
        }
    }
}

/// What the seat is asked.
fn asked(st: &State, seat: SeatId) -> Option<&Ask> {
    match st.stack.last() {
        Some(Frame::Ask(ask)) if ask.seat == seat => Some(ask),
        _ => None,
    }
}

/// The phase that the seat is to play.
fn to_play(sc: &Scenario, st: &State, seat: SeatId) -> Option<Phase> {
    st.stage.played().filter(|_| phases::awaits(sc, st, seat))
}

/// What a missed deadline means: the default answer, or the end of all that is left of the game turn (ER-R60). In a joint
/// turn the others play on, so only the phase under way ends.
pub fn by_default(sc: &Scenario, view: &View) -> Vec<Order> {
    let (st, seat) = (believe(sc, view), view.core.seat);
    let now = to_play(sc, &st, seat);
    let first: Vec<Order> = match answer(sc, &st, seat) {
        Some(answer) => vec![answer],
        None => now.and_then(|phase| end(sc, &st, seat, phase)).into_iter().collect(),
    };
    let seats: Vec<_> = view.acting.iter().filter_map(|power| sc.power(power.id).seat).collect();
    let joint = seats.iter().any(|&other| other != seat);
    let Some(now) = now.filter(|_| !joint) else { return first };
    let later = GAME_TURN.into_iter().skip_while(|&phase| phase != now).skip(1);
    first.into_iter().chain(later.filter_map(|phase| end(sc, &st, seat, phase))).collect()
}

/// The default answer to the seat's open decision, as an order.
pub fn answer(sc: &Scenario, st: &State, seat: SeatId) -> Option<Order> {
    default(sc, st, asked(st, seat)?)
}

fn default(sc: &Scenario, st: &State, ask: &Ask) -> Option<Order> {
    let reply = decisions::default::answer(sc, st, ask)?;
    decisions::order::of(sc, st, ask, &reply)
}

/// The end of a phase, by a power of the seat that acts in it.
pub fn end(sc: &Scenario, st: &State, seat: SeatId, phase: Phase) -> Option<Order> {
    let acting = relations::acting(sc, st).common(relations::powers_of(sc, st, seat));
    let power = acting.iter().next()?;
    Some(Order::EndPhase { power: sc.power(power).code.to_string(), phase: Some(phase) })
}
