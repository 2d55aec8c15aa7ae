//! What a kind of order is. Each has a file of its own, and one line in the registry of [`orders`](super).

use kernel::shorthand::Read;
use kernel::{OrderInfo, Refusal};
use serde_json::Value;

use super::Order;
use super::context::OrderContext;
use super::notation::OrderLine;
use super::options::{Field, OptionContext, PartialOrder};
use super::prospects::Prospects;
use super::step::Step;
use crate::model::scenario::Scenario;

/// One kind of order: whether the rules allow it and what it does, what its fields may be, how it is written and read.
pub trait OrderKind: Sized {
    /// When it is carried out.
    const STEP: Step;

    /// The words that begin it as a line.
    const VERBS: &'static [Verb];

    /// What it does in short, its rules, and an example.
    fn info() -> OrderInfo;

    /// Carries it out, or says why the rules forbid it; then nothing has changed.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal>;

    /// What may come of it as far as its country can know, once all orders of its set stand. Provided: nothing is told.
    fn prospects(&self, _: &mut OrderContext<'_>) -> Option<Prospects> {
        None
    }

    /// The next field of a partly filled order that is open, and the values that come into question for it; `None` when all
    /// are answered. What the rules forbid need not be left out: whoever asks judges each value by [`carry_out`].
    ///
    /// [`carry_out`]: Self::carry_out
    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field>;

    /// The order as a line that reads back as the same order.
    fn print(&self, sc: &Scenario) -> String;
}

/// A word, or two, that an order begins with.
pub struct Verb {
    /// The words.
    pub word: &'static str,
    /// An example for those who go wrong.
    pub example: &'static str,
    /// Reads what follows.
    pub read: fn(&mut OrderLine<'_, '_>) -> Read<Order>,
}

/// A kind in the list of order kinds.
pub(super) fn described(step: Step, summary: &str, rules: &[&str], example: Value, shorthand: &str) -> OrderInfo {
    OrderInfo::new(summary, step.key(), rules, example, shorthand)
}
