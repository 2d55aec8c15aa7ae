//! What a seat may order now, over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, post};
use kernel::{FieldOptions, Value, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use utoipa::ToSchema;

use super::orders::AnyOrder;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::problem::{ApiError, Problem};
use crate::service::order_options::NextField;

/// An order on its way: what is filled in, and what was written before it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderOptionsRequest, example = json!({ "orders": [], "order": { "type": "improve" } }))]
pub struct OptionsRequest {
    /// The orders that stand before this one: what they use up is not offered again.
    #[serde(default)]
    #[schema(value_type = Vec<AnyOrder>, max_items = 250)]
    pub orders: Vec<Value>,
    /// The order as far as it is filled in; empty to begin with. The answer to a question goes where its `pointer` says.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    pub order: Map<String, Value>,
}

/// What to fill in next, or the order when nothing is left to fill in.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderOptions {
    #[schema(example = "MIL")]
    pub seat: String,
    /// The step that the order would be for.
    pub step: i32,
    /// Whether the order can be handed in. When it cannot and `next` is null, too, nothing can be ordered now.
    pub complete: bool,
    /// The next field and what it may be.
    pub next: Option<FieldOptions>,
    /// The complete order, ready to be handed in behind the others.
    #[schema(value_type = Option<AnyOrder>)]
    pub order: Option<Value>,
    /// The same as shorthand.
    #[schema(example = "improve Padua 2")]
    pub shorthand: Option<String>,
    /// What the rules think of it.
    pub verdict: Option<Verdict>,
}

impl From<NextField> for OrderOptions {
    fn from(field: NextField) -> Self {
        OrderOptions {
            seat: field.seat,
            step: field.step,
            complete: field.order.is_some(),
            next: field.next,
            order: field.order,
            shorthand: field.shorthand,
            verdict: field.verdict,
        }
    }
}

/// What can I order now?
///
/// An order is filled in field by field. Begin with an empty `order`: the answer offers the types of order that make sense
/// now. Put your choice where `next.pointer` says and ask again, until `complete` is true; then `order` can be handed in.
/// A pointer that ends in `-` appends to a list. `null` answers a field that is `optional`: nothing, or no more.
///
/// A client that knows nothing of a rule system plays it like that. Everything offered comes from what the seat knows.
/// An account has at most four such questions and order sets worked on at a time (429, `too-many-at-once`).
#[utoipa::path(operation_id = "order_options", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), request_body = OptionsRequest, responses(
    (status = 200, description = "The next field, or the complete order.", body = OrderOptions),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "Nothing is asked of the seat now.", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "A value is none of the possible ones: `errors` says which are.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/games/{game}/seats/{seat}/orders/options")]
pub async fn order_options(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>, body: Body<OptionsRequest>,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    let OptionsRequest { orders, order } = body.0;
    let order = Value::Object(order);
    let field = app.run(move |app| app.order_options(&caller, &game, &key, orders, &order)).await?;
    Ok(HttpResponse::Ok().json(OrderOptions::from(field)))
}
