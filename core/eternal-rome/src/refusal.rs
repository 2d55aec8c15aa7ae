//! Why an order is sent back: the rule, what is wrong, and what would be right (ER-1.3).

use kernel::{RuleRef, Verdict};

/// A reason for which the rules forbid an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Stable reason code in snake_case, such as `not_enough_mp`.
    pub code: &'static str,
    /// The rule that forbids it.
    pub rule: RuleRef,
    /// What is wrong, in words.
    pub detail: String,
    /// What would be right.
    pub hint: Option<String>,
    /// The part of the order that is wrong, as the tail of a JSON pointer; empty for the whole.
    pub part: String,
}

impl Refusal {
    /// Forbidden by `rule`.
    pub fn new(code: &'static str, rule: &'static str, detail: impl Into<String>) -> Self {
        Self { code, rule: RuleRef::new(rule), detail: detail.into(), hint: None, part: String::new() }
    }

    /// With a hint at what would be right.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// About one part of the order.
    #[must_use]
    pub fn at(mut self, part: impl Into<String>) -> Self {
        self.part = part.into();
        self
    }

    /// As the verdict on the order at `index`. Behind a battle, a die or a decision in the same sheet nothing is
    /// certain yet, so it is only a warning there.
    pub fn verdict(&self, index: usize, uncertain: bool) -> Verdict {
        let rule = Some(self.rule.clone());
        let mut verdict = if uncertain {
            Verdict::warning(index, self.code, &self.detail, rule)
        } else {
            Verdict::refused(index, self.code, &self.detail, rule)
        };
        verdict.hint.clone_from(&self.hint);
        if self.part.is_empty() { verdict } else { verdict.at(&self.part) }
    }
}
