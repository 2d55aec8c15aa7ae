//! Why an order is sent back: the rule, what is wrong, and what would be right.

use crate::{RuleRef, Verdict};

/// A reason for which the rules forbid an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Stable reason code in snake_case, such as `no_credit`.
    pub code: &'static str,
    /// The rule that forbids it.
    pub rule: RuleRef,
    /// What is wrong, in words.
    pub detail: String,
    /// What would be right.
    pub hint: Option<String>,
    /// The part of the order that is wrong, as the tail of a JSON pointer; empty for the whole.
    pub part: String,
    /// Whether it hangs on what the player cannot know for certain, or on what may change before the order is carried
    /// out: then it is a warning when the order is handed in.
    pub uncertain: bool,
}

impl Refusal {
    /// Forbidden by `rule`.
    pub fn new(code: &'static str, rule: &'static str, detail: impl Into<String>) -> Self {
        let (rule, detail) = (RuleRef::new(rule), detail.into());
        Self { code, rule, detail, hint: None, part: String::new(), uncertain: false }
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

    /// Hanging on what the player cannot know for certain.
    #[must_use]
    pub fn uncertain(mut self) -> Self {
        self.uncertain = true;
        self
    }

    /// As the verdict on the order at `index` of an order set.
    pub fn verdict(&self, index: usize) -> Verdict {
        let rule = Some(self.rule.clone());
        let mut verdict = if self.uncertain {
            Verdict::warning(index, self.code, &self.detail, rule)
        } else {
            Verdict::refused(index, self.code, &self.detail, rule)
        };
        verdict.hint.clone_from(&self.hint);
        if self.part.is_empty() { verdict } else { verdict.at(&self.part) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VerdictStatus;

    #[test]
    fn what_is_uncertain_is_only_a_warning() {
        let refusal = Refusal::new("no_credit", "UM-9.1", "5 RP are too few").hint("pay 6").at("amount");
        let verdict = refusal.verdict(2);
        assert_eq!((verdict.status, verdict.pointer.as_str()), (VerdictStatus::Refused, "/orders/2/amount"));
        assert_eq!((verdict.rule, verdict.hint.as_deref()), (Some(RuleRef::new("UM-9.1")), Some("pay 6")));
        assert_eq!(refusal.uncertain().verdict(2).status, VerdictStatus::Warning);
        assert_eq!(Refusal::new("superfluous", "UM-4.6", "he has it already").verdict(0).pointer, "/orders/0");
    }
}
