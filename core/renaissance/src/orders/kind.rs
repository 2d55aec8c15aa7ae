//! What a kind of order is. Each has a file of its own, and one line in the registry of [`orders`](super).

use kernel::{OrderInfo, Refusal};
use serde_json::Value;

use super::context::OrderContext;
use super::field::Field;
use super::notation;

/// When an order of a persona is carried out among his others (RN-2.3, RN-R12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Of a family: when and in which order its personae act (RN-2.2, RN-2.5).
    Family,
    /// 1: transfers.
    Transfer,
    /// 2: sales.
    Sale,
    /// 3: purchases.
    Purchase,
    /// 4: training.
    Training,
    /// 5: all others.
    General,
    /// 6: movement and conflict.
    Movement,
    /// After all else that the persona does (RN-12.5).
    Closing,
}

impl Class {
    /// The key in the list of order kinds.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Family => "family",
            Self::Transfer => "transfer",
            Self::Sale => "sale",
            Self::Purchase => "purchase",
            Self::Training => "training",
            Self::General => "general",
            Self::Movement => "movement",
            Self::Closing => "closing",
        }
    }
}

/// One kind of order: whether the rules allow it and what it does.
pub trait OrderKind: Sized {
    /// When it is carried out.
    const CLASS: Class;

    /// Whether a persona who has begun a battle may still do it this month (RN-62.11).
    const AFTER_BATTLE: bool = false;

    /// What it does, in a few words.
    const SUMMARY: &'static str;

    /// The rules behind it.
    const RULES: &'static [&'static str];

    /// Its fields beside the persona, in the order in which they are asked for.
    const FIELDS: &'static [Field];

    /// An example, without its `type`.
    fn example() -> Value;

    /// The persona who acts, as the order names him; `None` of orders of a family.
    fn persona(&self) -> Option<&str>;

    /// Carries it out, or says why the rules forbid it; then nothing has changed.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal>;
}

/// A kind in the list of order kinds.
pub(super) fn info<K: OrderKind>(kind: &str) -> OrderInfo {
    let mut example = K::example();
    let line = notation::write(kind, &example);
    if let Value::Object(fields) = &mut example {
        fields.insert("type".into(), kind.into());
    }
    OrderInfo::new(K::SUMMARY, K::CLASS.key(), K::RULES, example, &line)
}
