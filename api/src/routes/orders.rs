//! Order sets over HTTP, as JSON and as shorthand.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, put};
use chrono::{DateTime, Utc};
use kernel::{Diagnostic, EventRecord, Value, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw, Why};
use crate::game::read_orders::SubmittedOrders;
use crate::http::body::{MediaType, RawBody, from_json};
use crate::http::conditions;
use crate::model::OrderAuthor;
use crate::problem::{ApiError, Problem};
use crate::service::submit_orders::{self, Ready, Submission};

type SeatPath = Path<(String, String)>;

/// Orders for the present step.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "orders": [{ "type": "set_tax_rate", "percent": 100 }], "ready": true }))]
pub struct OrdersRequest {
    /// Orders of the game's rule system.
    #[schema(value_type = Vec<AnyOrder>, max_items = 250)]
    pub orders: Vec<Value>,
    /// The step they are meant for. When given, orders that come too late are refused instead of misunderstood.
    #[schema(minimum = 0)]
    pub step: Option<i32>,
    /// Whether these are final: once everybody is ready, the step is resolved. Orders of which something is not
    /// understood are stored, but are not final (see `lenient`).
    #[serde(default)]
    pub ready: bool,
}

/// An order of one of the rule systems.
#[derive(ToSchema)]
#[schema(value_type = Object)]
pub struct AnyOrder(#[expect(dead_code, reason = "names a schema; the rooms fill it")] Value);

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PutOrdersQuery {
    /// Only check: nothing is stored, nothing is carried out.
    #[serde(default)]
    pub dry_run: Option<bool>,
    /// Only keep: the orders wait for you, in immediate steps as well, and are yours to read on another device. They count
    /// at the deadline, as orders do that are not final. Not together with `ready`.
    #[serde(default)]
    pub draft: Option<bool>,
    /// Whether the orders are final. JSON may say so in its body, too.
    #[serde(default)]
    pub ready: Option<bool>,
    /// The step the orders are meant for. JSON may say so in its body, too.
    #[serde(default)]
    pub step: Option<i32>,
    /// Whether the orders are final although something of them is not understood: the rest is carried out, and what was
    /// left out is told with the step's verdicts. In immediate steps everything has to be understood all the same.
    #[serde(default)]
    pub lenient: Option<bool>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadyQuery {
    /// The step you mean. When given, a request that comes too late is refused (409, `wrong-step`) instead of taken for
    /// the step after.
    #[serde(default)]
    #[param(minimum = 0)]
    pub step: Option<i32>,
    /// Ready although something of the orders is not understood: it is left out.
    #[serde(default)]
    pub lenient: Option<bool>,
}

/// The order set of a seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderSet {
    #[schema(example = "MIL")]
    pub seat: String,
    /// The step it is for.
    pub step: i32,
    #[schema(example = "March 1450")]
    pub label: String,
    /// 0: nothing was handed in yet. The ETag names the revision.
    pub revision: i32,
    /// Whether it is final.
    pub ready: bool,
    pub author: OrderAuthor,
    /// The orders as they were handed in, those included that were not understood.
    #[schema(value_type = Vec<Value>)]
    pub orders: Value,
    /// One verdict per order.
    pub verdicts: Vec<Verdict>,
    /// Lines of shorthand that were not understood; kept with the set until it is replaced.
    pub diagnostics: Vec<Diagnostic>,
    /// What keeps the set from being ready: which of it is not understood. Null when everything is, or when the set is
    /// ready without it.
    #[schema(example = "One order is not understood (line 2): “Paduaa” is no province that is known.")]
    pub not_ready_because: Option<String>,
    pub accepted: usize,
    pub refused: usize,
    pub stored_at: Option<DateTime<Utc>>,
    /// Whether the orders were carried out at once (in immediate steps).
    pub executed: bool,
    /// What carrying them out brought.
    pub events: Vec<EventRecord>,
}

impl From<submit_orders::OrderSet> for OrderSet {
    fn from(set: submit_orders::OrderSet) -> Self {
        let refused = set.verdicts.iter().filter(|verdict| verdict.is_refused()).count();
        OrderSet {
            seat: set.seat,
            step: set.step,
            label: set.label,
            revision: set.revision,
            ready: set.ready,
            author: set.author,
            orders: set.orders,
            accepted: set.verdicts.len() - refused,
            refused,
            verdicts: set.verdicts,
            diagnostics: set.diagnostics,
            not_ready_because: set.not_ready_because,
            stored_at: set.stored_at.map(time),
            executed: set.executed.is_some(),
            events: set.executed.unwrap_or_default(),
        }
    }
}

fn answer(game: &str, set: submit_orders::OrderSet) -> HttpResponse {
    HttpResponse::Ok().insert_header((header::ETAG, set.tag(game))).json(OrderSet::from(set))
}

/// Your orders for the present step
///
/// As JSON, or as shorthand with `Accept: text/plain`.
#[utoipa::path(operation_id = "show_orders", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), responses(
    (status = 200, description = "The order set; revision 0 when nothing was handed in.", content((OrderSet = "application/json"), (String = "text/plain")),
        headers(("ETag" = String, description = "Names this revision; send it in If-Match to replace it."))),
    (status = 406, description = "Neither JSON nor text will do.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/orders")]
pub async fn show_orders(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, path: SeatPath,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    match conditions::preferred(&req, &["application/json", "text/plain"]) {
        Some("text/plain") => {
            let id = game.clone();
            let (set, text) = app.run(move |app| app.print_orders(&caller, &id, &key)).await?;
            Ok(HttpResponse::Ok()
                .insert_header((header::ETAG, set.tag(&game)))
                .content_type("text/plain; charset=utf-8")
                .body(text))
        }
        Some(_) => {
            let id = game.clone();
            let set = app.run(move |app| app.show_orders(&caller, &id, &key)).await?;
            Ok(answer(&game, set))
        }
        None => Err(Fault::of(Why::NotAcceptable, "not-acceptable", "Orders come as JSON or as plain text.").into()),
    }
}

/// Hand in orders
///
/// As JSON, or as the shorthand of the rule system with `Content-Type: text/plain`. Every order gets a verdict with its
/// rule. To replace orders that are in, send `If-Match` with their ETag.
///
/// In a sealed step they wait until all are ready; an order that the rules refuse leaves the others standing. When
/// something is not understood, a line of shorthand or an order in JSON, the set is stored with what was wrong, but it
/// does not become ready: `not_ready_because` says why. Mend it, or say `lenient=true`.
///
/// In an immediate step they are carried out at once, one after the other, and the answer holds the events. Whether the
/// orders behind a refused one are carried out is the rule system's: in History of the World the first refused order
/// ends the order set, in Eternal Rome each stands for itself. When one of them cannot be read, none is carried out (422,
/// `orders-not-understood`), and an order set without any is refused (422, `no-orders`), as it would neither do nor end
/// anything.
///
/// With `draft=true` they are kept and judged, and not carried out; in a sealed step that is what orders are that are not
/// ready. A draft belongs to its step: when the game goes on, it is gone.
///
/// An order set has at most 250 orders; in shorthand at most 32 kB, 1,000 lines, 4,000 words, and 500 words an order; in JSON
/// as many values. More is refused (422). An account has at most four order sets judged at a time (429, `too-many-at-once`).
#[utoipa::path(operation_id = "put_orders", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    PutOrdersQuery,
    ("If-Match" = Option<String>, Header, description = "The ETag of the order set you replace."),
    ("If-None-Match" = Option<String>, Header, description = "`*`: only if nothing was handed in yet."),
), request_body(content((OrdersRequest = "application/json"), (String = "text/plain"))), responses(
    (status = 200, description = "The order set with a verdict on each order.", body = OrderSet,
        headers(("ETag" = String, description = "Names this revision."))),
    (status = 412, description = "Somebody changed the order set first.", body = Problem, content_type = "application/problem+json"),
    (status = 428, description = "Orders are in; say with If-Match which you replace.", body = Problem, content_type = "application/problem+json"),
))]
#[put("/v1/games/{game}/seats/{seat}/orders")]
pub async fn put_orders(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, path: SeatPath, query: Query<PutOrdersQuery>,
    body: RawBody,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    let (order_set, step, ready) = match body.kind {
        MediaType::Text => {
            (SubmittedOrders::Shorthand(body.text()?.to_owned()), query.step, query.ready.unwrap_or(false))
        }
        MediaType::Json => {
            let request: OrdersRequest = from_json(&body.bytes)?;
            let step = match (request.step, query.step) {
                (Some(body), Some(query)) if body != query => {
                    let detail = format!("The body means step {body}, and the query step {query}.");
                    let flaw = Flaw::at("#step", "bad-parameter", detail.as_str());
                    return Err(Fault::malformed("bad-query", detail.as_str()).with_flaws(vec![flaw]).into());
                }
                (body, query) => body.or(query),
            };
            (SubmittedOrders::Json(request.orders), step, request.ready || query.ready.unwrap_or(false))
        }
    };
    let condition = conditions::condition(&req);
    let said = |flag: Option<bool>| flag.unwrap_or(false);
    let (lenient, dry_run, draft) = (said(query.lenient), said(query.dry_run), said(query.draft));
    if draft && ready {
        let detail = "Orders are either a draft or final: say `draft` or `ready`, not both.";
        let flaw = Flaw::at("#draft", "bad-parameter", detail);
        return Err(Fault::malformed("bad-query", detail).with_flaws(vec![flaw]).into());
    }
    let new = Submission { order_set, step, ready, lenient, dry_run, draft, condition };
    let id = game.clone();
    let set = app.run(move |app| app.put_orders(&caller, &id, &key, &new)).await?;
    Ok(answer(&game, set))
}

/// Take your orders back
#[utoipa::path(operation_id = "delete_orders", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    ("If-Match" = Option<String>, Header, description = "The ETag of the order set, or `*`."),
), responses(
    (status = 204, description = "Nothing is handed in."),
    (status = 412, description = "Somebody changed the order set first.", body = Problem, content_type = "application/problem+json"),
    (status = 428, description = "Say with If-Match which orders you take back.", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/v1/games/{game}/seats/{seat}/orders")]
pub async fn delete_orders(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, path: SeatPath,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    let condition = conditions::condition(&req);
    app.run(move |app| app.delete_orders(&caller, &game, &key, &condition)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Say that your orders are final
///
/// Once everybody is ready, the step is resolved. Ready without orders means: none. Orders of which something is not
/// understood do not become ready (422, `orders-not-understood`), unless `lenient=true` says to leave it out.
#[utoipa::path(operation_id = "set_ready", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    ReadyQuery,
), responses((status = 200, description = "The order set.", body = OrderSet)))]
#[put("/v1/games/{game}/seats/{seat}/orders/ready")]
pub async fn set_ready(
    app: Data<AppContext>, caller: Caller, path: SeatPath, query: Query<ReadyQuery>,
) -> Result<Json<OrderSet>, ApiError> {
    let (game, key) = path.into_inner();
    let ready = if query.lenient.unwrap_or(false) { Ready::Lenient } else { Ready::Yes };
    Ok(Json(app.run(move |app| app.set_ready(&caller, &game, &key, query.step, ready)).await?.into()))
}

/// Say that your orders are not final after all
#[utoipa::path(operation_id = "unset_ready", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    ReadyQuery,
), responses((status = 200, description = "The order set.", body = OrderSet)))]
#[delete("/v1/games/{game}/seats/{seat}/orders/ready")]
pub async fn unset_ready(
    app: Data<AppContext>, caller: Caller, path: SeatPath, query: Query<ReadyQuery>,
) -> Result<Json<OrderSet>, ApiError> {
    let (game, key) = path.into_inner();
    Ok(Json(app.run(move |app| app.set_ready(&caller, &game, &key, query.step, Ready::No)).await?.into()))
}
