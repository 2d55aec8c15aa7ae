//! How a seat is played, from its own view: a posture, then what each main force goes for, phase by phase.
//!
//! An order set holds what can be foreseen: it stops where a die or another seat decides, and the seat is awaited again.
//! Only the rollout policy goes on.
//!
//! | file | what |
//! |---|---|
//! | `posture.rs` | what a seat is about |
//! | `draft.rs` | the order set in the making |
//! | `enemies.rs`, `evaluation.rs`, `odds.rs`, `aims.rs` | the enemy as he seems, what places are worth, what fights promise, what forces could go for |
//! | `taxation.rs` | taxation |
//! | `sea.rs`, `landing.rs`, `sailing.rs` | the naval phase |
//! | `march.rs`, `troops.rs`, `reach.rs` | land movement |
//! | `fight.rs` | land combat |
//! | `plunder.rs` | the siege phase |
//! | `replies.rs` | decisions |
//! | `rollout_policy.rs` | the same without questions, in playouts |
//! | `sampling/` | determinizations: states that fit a view, and how they go on |

mod aims;
mod draft;
mod enemies;
mod evaluation;
mod fight;
mod landing;
mod march;
mod odds;
mod plunder;
mod posture;
pub mod random;
mod reach;
mod replies;
mod rollout_policy;
mod sailing;
pub mod sampling;
mod sea;
mod taxation;
#[cfg(test)]
mod tests;
mod troops;

use std::sync::LazyLock;

use kernel::{Answer, Guide, Question, SeatId, Tuning};

use crate::knowledge::Knowledge;
use crate::model::frames::{Ask, Frame};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Phase, State, Wishes};
use crate::model::units::OptionName;
use crate::orders::Order;
use crate::orders::answers;
use crate::orders::{EndPhase, SetOption};
use crate::rules::decisions;
use crate::rules::relations;
use crate::rules::sequence;

pub use rollout_policy::rollout_policy;

use draft::Draft;
use evaluation::Evaluation;
use posture::Posture;

/// The phases of a game turn in their order; taxation stands by itself.
const GAME_TURN: [Phase; 4] = [Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];

/// What the room sets for its computer players.
pub fn tuning() -> &'static Tuning {
    static TUNING: LazyLock<Tuning> =
        LazyLock::new(|| Tuning::built_in(include_str!("../../data/computer-players.toml")));
    &TUNING
}

/// The next question after the answers so far.
pub fn ask(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Option<Question> {
    written(sc, known, Guide::Question(so_far)).question()
}

/// The order set that the answers mean.
pub fn orders(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
    written(sc, known, Guide::Orders(so_far)).orders
}

/// The order set of the answers that `choose` gives, drafted once.
pub fn walk(sc: &Scenario, known: &Knowledge, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
    written(sc, known, Guide::Walk(choose)).orders
}

fn written<'a>(sc: &'a Scenario, known: &Knowledge, guide: Guide<'a>) -> Draft<'a> {
    let mut draft = Draft::new(sc, known.clone(), guide);
    fill_in(&mut draft);
    draft
}

/// Whether the seat goes on with land movement after a march that might have been intercepted. A decision in somebody else's
/// march is something new.
pub fn resumed(known: &Knowledge) -> bool {
    let st = &known.st;
    let marched = |army: &Army| army.came_from.is_some();
    st.stack.is_empty() && st.stage.played() == Some(Phase::LandMovement) && st.armies.iter().any(marched)
}

/// Drafts the order set.
fn fill_in(draft: &mut Draft<'_>) {
    if let Some(ask) = asked(&draft.st, draft.seat).cloned() {
        let evaluation = Evaluation::new(draft);
        let given = replies::answer(draft, &evaluation, &ask).or_else(|| default(draft.sc, &draft.st, &ask));
        draft.orders.extend(given);
        return;
    }
    let Some(phase) = to_play(draft.sc, &draft.st, draft.seat) else { return };
    let last = end(draft.sc, &draft.st, draft.seat, phase);
    consent(draft);
    let postures = Posture::ranked(draft.sc);
    let choices = || (String::new(), postures.iter().map(|posture| posture.choice()).collect());
    let answer = draft.choose("posture", choices);
    draft.posture = postures[answer];
    let evaluation = Evaluation::new(draft);
    match phase {
        Phase::Taxation => taxation::spend(draft, &evaluation),
        Phase::Naval => sea::sail(draft, &evaluation),
        Phase::LandMovement => march::march(draft, &evaluation),
        Phase::LandCombat => fight::fight(draft, &evaluation),
        Phase::Siege => plunder::plunder(draft, &evaluation),
    }
    // After something uncertain the seat is awaited again, and goes on from what has come of it.
    if !draft.over {
        draft.orders.extend(last);
    }
}

/// Agrees to a change of the options that another seat wishes: they are for the people at the table to settle (ER-R54).
fn consent(draft: &mut Draft<'_>) {
    if draft.through() {
        return;
    }
    for option in [OptionName::Intelligence, OptionName::AmphibiousInvasion] {
        let now = option.of(&draft.st.options);
        let wish = |seat: &Wishes| option.wished(seat);
        let value = draft.st.wishes.iter().find_map(|wishes| wish(wishes).filter(|value| *value != now));
        let own = wish(&draft.st.wishes[draft.seat.index()]);
        if let Some(value) = value.filter(|value| own != Some(*value)) {
            draft.give(Order::SetOption(SetOption { option, value }));
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
    st.stage.played().filter(|_| sequence::awaits(sc, st, seat))
}

/// What a missed deadline means: the default answer, or the end of all that is left of the game turn (ER-R60). In a joint
/// turn the others play on, so only the phase under way ends.
pub fn by_default(sc: &Scenario, known: &Knowledge) -> Vec<Order> {
    let (st, seat) = (&known.st, known.seat);
    let now = to_play(sc, st, seat);
    let first: Vec<Order> = match answer(sc, st, seat) {
        Some(answer) => vec![answer],
        None => now.and_then(|phase| end(sc, st, seat, phase)).into_iter().collect(),
    };
    let seats: Vec<_> = relations::acting(sc, st).iter().filter_map(|power| sc.power(power).seat).collect();
    let joint = seats.iter().any(|&other| other != seat);
    let Some(now) = now.filter(|_| !joint) else { return first };
    let later = GAME_TURN.into_iter().skip_while(|&phase| phase != now).skip(1);
    first.into_iter().chain(later.filter_map(|phase| end(sc, st, seat, phase))).collect()
}

/// The default answer to the seat's open decision, as an order.
pub fn answer(sc: &Scenario, st: &State, seat: SeatId) -> Option<Order> {
    default(sc, st, asked(st, seat)?)
}

fn default(sc: &Scenario, st: &State, ask: &Ask) -> Option<Order> {
    let reply = decisions::default::answer(sc, st, ask)?;
    answers::of(sc, st, ask, &reply)
}

/// The end of a phase, by a power of the seat that acts in it.
pub fn end(sc: &Scenario, st: &State, seat: SeatId, phase: Phase) -> Option<Order> {
    let acting = relations::acting(sc, st).common(relations::powers_of(sc, st, seat));
    let power = acting.iter().next()?;
    Some(Order::EndPhase(EndPhase { power: sc.power(power).code.to_string(), phase: Some(phase) }))
}
