//! What a seat may order now, field by field.

use kernel::{FieldOptions, OptionValue};
use serde_json::Value;

use super::kind::{Asked, Partial};
use super::{Order, options_of, possible};
use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::model::state::Stage;
use crate::rules::{Engine, idle_dice};

/// Whether the seat still acts behind these orders, and neither dice nor anything hidden has decided one of them.
pub(crate) fn foreseen(sc: &Scenario, knowledge: &Knowledge, written: &[Order]) -> bool {
    let (mut st, mut dice) = (knowledge.state.clone(), idle_dice());
    let acting = st.active();
    let mut engine = Engine::quiet(sc, &mut st, &mut dice);
    carry_out(sc, knowledge, written, &mut engine).is_some() && !engine.open && engine.st.active() == acting
}

/// Carries out the orders written so far; `None` where one is refused.
fn carry_out(sc: &Scenario, knowledge: &Knowledge, written: &[Order], engine: &mut Engine) -> Option<()> {
    for order in written {
        engine.carry_out(knowledge.seat, &order.resolve(sc).ok()?).ok()?;
    }
    Some(())
}

/// The next field of a partly filled order; see [`kernel::OrderOptions`].
///
/// What dice decide in an order written before is not known: options behind it are those of one way it may go, and the
/// check warns of them.
pub fn options(sc: &Scenario, knowledge: &Knowledge, written: &[Order], partial: &Value) -> Option<FieldOptions> {
    let (mut st, mut dice) = (knowledge.state.clone(), idle_dice());
    let mut engine = Engine::quiet(sc, &mut st, &mut dice);
    // Behind an order that is refused nothing is carried out.
    carry_out(sc, knowledge, written, &mut engine)?;
    if engine.st.stage == Stage::Over {
        return None;
    }
    let asked = Asked { seat: knowledge.seat, engine: &engine };
    let partial = Partial(partial);
    match partial.text("type") {
        Some(kind) => options_of(kind, &asked, &partial),
        None => {
            let value = |kind: &'static str| OptionValue::new(kind, kind.replace('_', " "));
            let values: Vec<OptionValue> = possible(&asked).into_iter().map(value).collect();
            (!values.is_empty()).then(|| FieldOptions::one_of("/type", "What is ordered?", values))
        }
    }
}
