//! Why a use case did not do what it was asked. No status codes here: `problem.rs` alone knows those.

use crate::model::LeftOut;
use crate::store::StoreError;
use crate::store::trouble::Trouble;

#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The caller can do something about it.
    #[error("{}", .0.detail)]
    Refused(Box<Refused>),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Ours to mend; the caller learns no more than that.
    #[error("{0}")]
    Broken(String),
}

#[derive(Debug, Clone)]
pub struct Refused {
    pub why: Why,
    /// Stable, for programs: `seat-taken`.
    pub code: &'static str,
    /// For people: what is wrong, and what would be right.
    pub detail: String,
    pub flaws: Vec<Flaw>,
    pub retry_after: Option<u64>,
}

/// The kinds of refusal, each told to the caller in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Malformed,
    Unauthenticated,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    Conflict,
    Stale,
    TooLarge,
    UnknownMedia,
    Invalid,
    NeedsCondition,
    TooOften,
    Unavailable,
}

/// One thing wrong with what was sent, and where.
#[derive(Debug, Clone, Default)]
pub struct Flaw {
    pub pointer: Option<String>,
    pub span: Option<kernel::Span>,
    pub code: String,
    pub detail: String,
    pub hint: Option<String>,
    pub rule: Option<String>,
}

impl Flaw {
    pub fn at(pointer: impl Into<String>, code: &str, detail: impl Into<String>) -> Flaw {
        Flaw { pointer: Some(pointer.into()), code: code.to_owned(), detail: detail.into(), ..Flaw::default() }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Flaw {
        self.hint = Some(hint.into());
        self
    }
}

impl From<LeftOut> for Flaw {
    fn from(order: LeftOut) -> Self {
        let LeftOut { span, pointer, code, detail, hint } = order;
        Flaw { span, pointer, code, detail, hint, rule: None }
    }
}

impl Fault {
    fn refuse(why: Why, code: &'static str, detail: impl Into<String>) -> Fault {
        Fault::Refused(Box::new(Refused { why, code, detail: detail.into(), flaws: Vec::new(), retry_after: None }))
    }

    pub fn malformed(code: &'static str, detail: impl Into<String>) -> Fault {
        Fault::refuse(Why::Malformed, code, detail)
    }

    pub fn unauthenticated(code: &'static str, detail: impl Into<String>) -> Fault {
        Fault::refuse(Why::Unauthenticated, code, detail)
    }

    pub fn forbidden(code: &'static str, detail: impl Into<String>) -> Fault {
        Fault::refuse(Why::Forbidden, code, detail)
    }

    /// `what` as in "There is no {what}": `game "x"`.
    pub fn not_found(what: impl std::fmt::Display) -> Fault {
        Fault::refuse(Why::NotFound, "not-found", format!("There is no {what} that you can see."))
    }

    /// What is asked for is not there, and everybody may know that.
    pub fn absent(detail: impl Into<String>) -> Fault {
        Fault::refuse(Why::NotFound, "not-found", detail)
    }

    pub fn conflict(code: &'static str, detail: impl Into<String>) -> Fault {
        Fault::refuse(Why::Conflict, code, detail)
    }

    pub fn of(why: Why, code: &'static str, detail: impl Into<String>) -> Fault {
        Fault::refuse(why, code, detail)
    }

    /// The request was understood and cannot be right; `flaws` says where.
    pub fn invalid(flaws: Vec<Flaw>) -> Fault {
        let detail = match flaws.as_slice() {
            [one] => one.detail.clone(),
            many => format!("{} things in the request need mending; see errors.", many.len()),
        };
        Fault::Refused(Box::new(Refused { why: Why::Invalid, code: "invalid", detail, flaws, retry_after: None }))
    }

    pub fn with_flaws(mut self, flaws: Vec<Flaw>) -> Fault {
        if let Fault::Refused(refused) = &mut self {
            refused.flaws = flaws;
        }
        self
    }

    pub fn retry_after(mut self, seconds: u64) -> Fault {
        if let Fault::Refused(refused) = &mut self {
            refused.retry_after = Some(seconds);
        }
        self
    }

    pub fn broken(detail: impl std::fmt::Display) -> Fault {
        Fault::Broken(detail.to_string())
    }

    /// Whether it lies in what is stored of one game or in its rules, and not in the database as a whole.
    pub fn is_the_games(&self) -> bool {
        match self {
            Fault::Broken(_) => true,
            Fault::Refused(refused) => refused.why == Why::NotFound,
            Fault::Store(fault) => fault.is_damage(),
        }
    }

    /// Whether what is stored cannot be read.
    pub fn is_damage(&self) -> bool {
        matches!(self, Fault::Store(fault) if fault.is_damage())
    }

    /// Everything that is wrong, and what would be right, for a person at the command line.
    pub fn told(&self) -> String {
        match self {
            Fault::Refused(refused) if !refused.flaws.is_empty() => {
                let told = |flaw: &Flaw| match &flaw.hint {
                    Some(hint) => format!("{} {hint}", flaw.detail),
                    None => flaw.detail.clone(),
                };
                refused.flaws.iter().map(told).collect::<Vec<_>>().join(" ")
            }
            other => other.to_string(),
        }
    }

    pub fn code(&self) -> &'static str {
        match self {
            Fault::Refused(refused) => refused.code,
            Fault::Store(error) => match error.trouble() {
                Some(Trouble::Busy) => "database-busy",
                Some(Trouble::Unavailable) => "database-unavailable",
                Some(Trouble::Full) => "database-full",
                Some(Trouble::Damaged) => "database-damaged",
                None => "internal",
            },
            Fault::Broken(_) => "internal",
        }
    }
}
