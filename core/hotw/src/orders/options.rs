//! What a seat may order now, field by field.

use kernel::options::{Menu, Met};
use kernel::{FieldOptions, OptionValue, Refusal, SeatId};
use serde_json::Value;

use super::kind::{Asked, Partial};
use super::{Order, options_of, possible, untimely};
use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::model::state::{Stage, State};
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

/// What a seat may order behind the orders that it has written.
///
/// What dice decide in an order written before is not known: options behind it are those of one way it may go, and the
/// check warns of them.
pub struct OrderMenu<'a> {
    sc: &'a Scenario,
    seat: SeatId,
    /// Nothing behind an order that is refused, as nothing is carried out there, and when the game is over.
    st: Option<State>,
}

impl<'a> OrderMenu<'a> {
    /// Behind some orders.
    pub fn new(sc: &'a Scenario, knowledge: &Knowledge, written: &[Order]) -> Self {
        let (mut st, mut dice) = (knowledge.state.clone(), idle_dice());
        let stands = carry_out(sc, knowledge, written, &mut Engine::quiet(sc, &mut st, &mut dice)).is_some();
        Self { sc, seat: knowledge.seat, st: Some(st).filter(|st| stands && st.stage != Stage::Over) }
    }

    fn ask<T>(&self, question: impl FnOnce(&Asked) -> Option<T>) -> Option<T> {
        let (mut st, mut dice) = (self.st.clone()?, idle_dice());
        let engine = Engine::quiet(self.sc, &mut st, &mut dice);
        question(&Asked { seat: self.seat, engine: &engine, met: Met::default() })
    }
}

impl Menu for OrderMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        let partial = Partial(partial);
        self.ask(|asked| match partial.text("type") {
            Some(kind) => options_of(kind, asked, &partial),
            None => {
                let value = |kind: &'static str| OptionValue::new(kind, kind.replace('_', " "));
                let values: Vec<OptionValue> = possible(asked).into_iter().map(value).collect();
                (!values.is_empty()).then(|| FieldOptions::one_of("/type", "What is ordered?", values))
            }
        })
    }

    fn closed(&self, kind: &str) -> Refusal {
        let reason = self.ask(|asked| {
            Some(untimely(kind, asked).unwrap_or_else(|| {
                asked.met.reason(&super::infos(), &[], kind, || {
                    options_of(kind, asked, &Partial(&Value::Null));
                })
            }))
        });
        reason.unwrap_or_else(|| Refusal::new("game_over", "HW-28.8", "the game is over"))
    }
}
