//! How a seat is played, from its own view: a posture, then what each main force goes for, phase by phase.
//!
//! A sheet holds what can be foreseen: it stops where a die or another seat decides, and the seat is awaited again.
//!
//! | file | what |
//! |---|---|
//! | `posture.rs` | what a seat is about |
//! | `sketch.rs` | the sheet in the making |
//! | `foes.rs`, `worth.rs`, `odds.rs`, `aims.rs` | the enemy as he seems, what places are worth, what fights promise, what forces could go for |
//! | `purse.rs` | taxation |
//! | `sea.rs`, `landing.rs` | the naval phase |
//! | `march.rs`, `troops.rs` | land movement |
//! | `fight.rs` | land combat |
//! | `sack.rs` | the siege phase |
//! | `react.rs` | decisions |
//! | `worlds/` | worlds that fit a view, and how they go on |

mod aims;
mod fight;
mod foes;
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
pub mod worlds;
mod worth;

use kernel::{Answer, Question};

use crate::belief::believe;
use crate::decisions;
use crate::orders::Order;
use crate::scenario::Scenario;
use crate::state::Phase;
use crate::view::View;

use posture::Posture;
use sketch::{Guide, Sketch};
use worth::Worth;

/// The phases of a game turn in their order; taxation stands by itself.
const GAME_TURN: [Phase; 4] = [Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];

/// The next question after the answers so far.
pub fn ask(sc: &Scenario, view: &View, so_far: &[Answer]) -> Option<Question> {
    let mut sketch = Sketch::new(sc, view, Guide::Question(so_far));
    draft(&mut sketch, view);
    sketch.question()
}

/// The sheet that the answers mean.
pub fn sheet(sc: &Scenario, view: &View, so_far: &[Answer]) -> Vec<Order> {
    draft_orders(sc, view, Guide::Sheet(so_far))
}

/// The sheet of the answers that `choose` gives, drafted once.
pub fn walk(sc: &Scenario, view: &View, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
    draft_orders(sc, view, Guide::Walk(choose))
}

fn draft_orders<'a>(sc: &'a Scenario, view: &View, guide: Guide<'a>) -> Vec<Order> {
    let mut sketch = Sketch::new(sc, view, guide);
    draft(&mut sketch, view);
    sketch.orders
}

/// Drafts the sheet.
fn draft(sketch: &mut Sketch<'_>, view: &View) {
    if let Some(ask) = view.core.ask.as_ref().filter(|ask| ask.seat == view.core.seat) {
        let worth = Worth::new(sketch);
        let given = react::answer(sketch, &worth, ask).or_else(|| answer(sketch.sc, view));
        sketch.orders.extend(given);
        return;
    }
    let Some(phase) = view.phase.filter(|_| view.to_act) else { return };
    let postures = Posture::ranked(sketch.sc.end.since(sketch.sc.start));
    let answer = sketch.choose("posture", "", postures.iter().map(|posture| posture.choice()).collect());
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
        sketch.orders.extend(end(sketch.sc, view, phase));
    }
}

/// What a missed deadline means: the default answer, or the end of all that is left of the game turn (ER-R60). In a joint
/// turn the others play on, so only the phase under way ends.
pub fn by_default(sc: &Scenario, view: &View) -> Vec<Order> {
    let first: Vec<Order> = match answer(sc, view) {
        Some(answer) => vec![answer],
        None => view.phase.filter(|_| view.to_act).and_then(|phase| end(sc, view, phase)).into_iter().collect(),
    };
    let seats: Vec<_> = view.acting.iter().filter_map(|power| sc.power(power.id).seat).collect();
    let joint = seats.iter().any(|&seat| seat != view.core.seat);
    let Some(now) = view.phase.filter(|_| view.to_act && !joint) else { return first };
    let later = GAME_TURN.into_iter().skip_while(|&phase| phase != now).skip(1);
    first.into_iter().chain(later.filter_map(|phase| end(sc, view, phase))).collect()
}

/// The default answer to the seat's open decision, as an order.
pub fn answer(sc: &Scenario, view: &View) -> Option<Order> {
    let ask = view.core.ask.as_ref().filter(|ask| ask.seat == view.core.seat)?;
    let believed = believe(sc, view);
    let reply = decisions::default::answer(sc, &believed, ask)?;
    decisions::order::of(sc, &believed, ask, &reply)
}

/// The end of a phase, by a power of the seat that acts in it.
pub fn end(sc: &Scenario, view: &View, phase: Phase) -> Option<Order> {
    let own = |power: &&crate::ids::Party| view.powers.iter().any(|mine| mine.id == power.id);
    let acting = view.acting.iter().find(own)?;
    Some(Order::EndPhase { power: sc.power(acting.id).code.to_string(), phase: Some(phase) })
}
