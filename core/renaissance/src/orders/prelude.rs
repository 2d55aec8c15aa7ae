//! What the files of the order kinds need.

pub use kernel::{OrderInfo, Refusal};
pub use serde::{Deserialize, Serialize};
pub use serde_json::json;
pub use utoipa::ToSchema;

pub use super::context::OrderContext;
pub use super::items::Items;
pub(super) use super::kind::described;
pub use super::kind::{Class, OrderKind};
