//! What the files of the order kinds need.

pub use kernel::shorthand::Words;
pub use kernel::{OptionValue, OrderInfo, Refusal};
pub use serde::{Deserialize, Serialize};
pub use serde_json::json;
pub use utoipa::ToSchema;

pub use super::context::OrderContext;
pub(super) use super::kind::described;
pub use super::kind::{OrderKind, Verb};
pub use super::notation::NameKind;
pub use super::notation::writing::{Word, key_of, listed, or_none, power, quoted, units};
pub use super::offers::words;
pub use super::options::{Field, OptionContext, PartialOrder};
pub use super::prospects::{self, Prospects};
pub use super::step::Step;
pub use crate::model::measures::Talents;
pub use crate::model::scenario::Scenario;
