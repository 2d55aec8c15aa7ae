//! What became of an order, in words that a player can act on.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::RuleRef;

/// Whether an order stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictStatus {
    /// The order is in, and nothing speaks against it.
    Accepted,
    /// The order is in, but may fail or do less than it asks.
    Warning,
    /// The rules forbid the order; it is not carried out. In sealed steps the other orders of the order set stand; where orders
    /// are carried out at once, the rule system says whether those behind it are.
    Refused,
}

/// A stretch of an order set in shorthand, counted in Unicode characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Span {
    /// Line, from 1.
    pub line: u32,
    /// First character of the stretch on that line, from 1.
    pub column: u32,
    /// Length in characters, at least 1 unless the line is empty.
    pub length: u32,
}

/// The verdict on one order of an order set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Verdict {
    /// Place of the order in the order set, from 0.
    pub index: usize,
    /// Whether it stands.
    pub status: VerdictStatus,
    /// Stable reason code in snake_case, such as `no_credit`; `ok` when nothing is to be said.
    pub code: String,
    /// The reason in words.
    pub detail: String,
    /// What would be right, where that can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The rule that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleRef>,
    /// JSON pointer to the order, or to the part of it that is wrong, within the order set.
    pub pointer: String,
    /// Where in the shorthand, when the order set came in shorthand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

impl Verdict {
    /// The code of an order that cannot be read: the rules never hear of it.
    pub const NOT_UNDERSTOOD: &str = "not_understood";

    /// Nothing speaks against the order at `index`.
    pub fn accepted(index: usize) -> Self {
        Self {
            index,
            status: VerdictStatus::Accepted,
            code: "ok".into(),
            detail: String::new(),
            hint: None,
            rule: None,
            pointer: format!("/orders/{index}"),
            span: None,
        }
    }

    /// The order at `index` is refused.
    pub fn refused(index: usize, code: &str, detail: impl Into<String>, rule: Option<RuleRef>) -> Self {
        let status = VerdictStatus::Refused;
        Self { status, code: code.into(), detail: detail.into(), rule, ..Self::accepted(index) }
    }

    /// The order at `index` stands, with a warning.
    pub fn warning(index: usize, code: &str, detail: impl Into<String>, rule: Option<RuleRef>) -> Self {
        let status = VerdictStatus::Warning;
        Self { status, code: code.into(), detail: detail.into(), rule, ..Self::accepted(index) }
    }

    /// Nothing speaks against the order at `index`; `detail` says what may come of it, as far as its seat can know.
    pub fn prospects(index: usize, detail: impl Into<String>, rule: RuleRef) -> Self {
        Self { code: "prospects".into(), detail: detail.into(), rule: Some(rule), ..Self::accepted(index) }
    }

    /// This verdict with a hint at what would be right.
    #[must_use]
    pub fn hinting(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// This verdict pointing at a part of the order, such as `units/FOO`.
    #[must_use]
    pub fn at(mut self, part: &str) -> Self {
        self.pointer = format!("/orders/{}/{part}", self.index);
        self
    }

    /// Whether the order is refused.
    pub fn is_refused(&self) -> bool {
        self.status == VerdictStatus::Refused
    }

    /// Whether the order cannot be read.
    pub fn is_not_understood(&self) -> bool {
        self.is_refused() && self.code == Self::NOT_UNDERSTOOD
    }
}

/// What is wrong with a line of shorthand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Diagnostic {
    /// Where.
    pub span: Span,
    /// Stable reason code in snake_case.
    pub code: String,
    /// What is wrong.
    pub detail: String,
    /// What would be right, where that can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The rule behind it, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleRef>,
}
