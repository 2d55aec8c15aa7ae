//! What the files of the order kinds need.

pub use kernel::Refusal;
pub use serde::{Deserialize, Serialize};
pub use serde_json::{Value, json};
pub use utoipa::ToSchema;

pub use super::context::OrderContext;
pub use super::field::{Ask, Bound, Field, Holding, Source};
pub use super::items::Items;
pub use super::kind::{Class, OrderKind};
pub(super) use super::reasons::refused;
