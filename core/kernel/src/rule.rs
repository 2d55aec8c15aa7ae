//! References to the numbered rules of a rulebook.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The id of a rule, such as `UM-9.2`, or of one of our rulings where the rulebook is silent, such as `UM-R22`.
///
/// Every event, verdict and roll carries one; `docs/rules/<room>.md` has the text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "UM-9.2")]
pub struct RuleRef(Cow<'static, str>);

impl RuleRef {
    /// A reference written in the code.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for RuleRef {
    fn from(id: String) -> Self {
        Self(Cow::Owned(id))
    }
}

impl From<&'static str> for RuleRef {
    fn from(id: &'static str) -> Self {
        Self::new(id)
    }
}

impl fmt::Display for RuleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RuleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
