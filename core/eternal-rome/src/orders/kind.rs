//! What a kind of order is. Each has a file of its own, and one line in the registry of [`orders`](super).

use kernel::shorthand::Read;
use kernel::{OrderInfo, Refusal};

use super::Order;
use super::context::OrderContext;
use super::notation::reader::OrderReader;
use super::options::{NextField, OptionContext, PartialOrder};
use crate::model::scenario::Scenario;
use crate::model::state::Phase;
use crate::rules::engine::Permission;

/// One kind of order: whether the rules allow it and what it does, what its fields may be, how it is written and read.
pub trait OrderKind: Sized {
    /// The phases in which it may be given; none for an order that belongs to no phase.
    const PHASES: &'static [Phase] = &[];

    /// The words that begin it as a line. An order that begins with the word of another kind has none: that kind's file
    /// says which of them it reads.
    const VERBS: &'static [Verb] = &[];

    /// What it does in short, its rules, and an example.
    fn info() -> OrderInfo;

    /// The power that acts, as it stands in the order.
    fn power(&self) -> Option<&str>;

    /// How many ways over the map have to be searched for (ER-21.1, ER-21.2).
    fn ways(&self) -> usize {
        0
    }

    /// Finds the order legal by what its seat knows and gives the permission to carry it out, or says why not (ER-1.3).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal>;

    /// What may come of it as far as its seat can know, in a sentence; asked when the order is legal.
    fn prospects(&self, _: &OrderContext<'_>) -> Option<String> {
        None
    }

    /// The next field of a partly filled order and what it may be.
    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField;

    /// The order as a line that reads back as the same order.
    fn print(&self, sc: &Scenario) -> String;
}

/// A word that an order begins with.
pub struct Verb {
    /// The word.
    pub word: &'static str,
    /// An example for those who go wrong.
    pub example: &'static str,
    /// Reads what follows the word.
    pub read: fn(&mut OrderReader<'_, '_, '_, '_>) -> Read<Order>,
}
