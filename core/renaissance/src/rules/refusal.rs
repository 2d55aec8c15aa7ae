//! Why an order is not carried out.

/// An order that fails, with nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The rule.
    pub rule: &'static str,
    /// In words.
    pub reason: &'static str,
}

/// Refuses by a rule, unless a condition holds.
pub(crate) fn must(holds: bool, rule: &'static str, reason: &'static str) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(Refused { rule, reason }) }
}
