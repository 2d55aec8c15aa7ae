//! What a seat may order now, over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get, post};
use kernel::{AnswerScope, FieldOptions, KindNow, PhaseInfo, QuickAnswer, Refusal, RuleRef, Value, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use utoipa::ToSchema;

use super::orders::AnyOrder;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::problem::{ApiError, Problem};
use crate::service::order_options::{KindsNow, NextField};

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
    /// Places and things of the map, as it names them: while `order` is empty, only the kinds are offered that can begin at
    /// one of them. What somebody clicked on.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub at: Vec<String>,
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

/// What can be ordered now, grouped as the rules group it.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderKinds {
    #[schema(example = "MIL")]
    pub seat: String,
    /// The step that the orders would be for.
    pub step: i32,
    /// How many orders the seat has handed in for this step: what they use up is gone.
    pub written: usize,
    /// The phases of the sequence of play, in its order, each with its kinds of order.
    pub groups: Vec<OrderGroup>,
    /// Whole answers to the decision that is asked of the seat now: those for this time first, then those that hold for
    /// longer. Empty where no decision is asked. To give one, hand in its orders.
    pub answers: Vec<ReadyAnswer>,
}

/// An order set that answers a decision.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuickAnswer)]
pub struct ReadyAnswer {
    /// What it does.
    #[schema(example = "Let them pass, and be asked about this force no more")]
    pub title: String,
    /// For how long it holds.
    pub scope: AnswerScope,
    /// The orders, ready to be handed in.
    #[schema(value_type = Vec<AnyOrder>)]
    pub orders: Vec<Value>,
    /// The same as shorthand, a line for each order.
    #[schema(example = "intercept none march for OCT")]
    pub shorthand: String,
}

impl From<(QuickAnswer<Value>, String)> for ReadyAnswer {
    fn from((answer, shorthand): (QuickAnswer<Value>, String)) -> Self {
        ReadyAnswer { title: answer.title, scope: answer.scope, orders: answer.orders, shorthand }
    }
}

/// The orders of a phase.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderGroup {
    /// Id of the phase.
    #[schema(example = "P5")]
    pub phase: String,
    /// Its name for people.
    pub title: String,
    /// Its kinds of order.
    pub orders: Vec<OrderKindNow>,
}

/// A kind of order as it stands now.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderKindNow {
    /// The value of the order's `type` field.
    #[serde(rename = "type")]
    #[schema(example = "improve_city")]
    pub kind: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// The rules behind it.
    pub rules: Vec<String>,
    /// How it is written as shorthand: an example, not of this game.
    pub usage: String,
    /// Whether one can be given now.
    pub open: bool,
    /// One that could be handed in now, filled in with what comes first.
    #[schema(value_type = Option<AnyOrder>)]
    pub example: Option<Value>,
    /// The same as shorthand.
    pub example_shorthand: Option<String>,
    /// Why none can be given now.
    pub closed: Option<ClosedReason>,
}

/// Why no order of a kind can be given.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosedReason {
    /// Stable reason code in snake_case.
    #[schema(example = "wrong_phase")]
    pub code: String,
    /// The rule that forbids it.
    pub rule: RuleRef,
    /// The reason in words. Where each of several things is forbidden, that of the first.
    pub detail: String,
    /// What would be right, where that can be said.
    pub hint: Option<String>,
}

impl From<KindNow> for OrderKindNow {
    fn from(now: KindNow) -> Self {
        let (example, shorthand) = now.example.unzip();
        let reason = |refusal: Refusal| ClosedReason {
            code: refusal.code.to_owned(),
            rule: refusal.rule,
            detail: refusal.detail,
            hint: refusal.hint,
        };
        OrderKindNow {
            kind: now.info.kind,
            summary: now.info.summary,
            rules: now.info.rules,
            usage: now.info.shorthand,
            open: now.closed.is_none(),
            example,
            example_shorthand: shorthand,
            closed: now.closed.map(reason),
        }
    }
}

impl From<KindsNow> for OrderKinds {
    fn from(now: KindsNow) -> Self {
        let group = |phase: PhaseInfo| OrderGroup {
            orders: now.kinds.iter().filter(|kind| kind.info.phase == phase.id).cloned().map(Into::into).collect(),
            phase: phase.id,
            title: phase.name,
        };
        let groups = now.phases.into_iter().map(group).filter(|group| !group.orders.is_empty());
        OrderKinds {
            groups: groups.collect(),
            answers: now.answers.into_iter().map(Into::into).collect(),
            seat: now.seat,
            step: now.step,
            written: now.written,
        }
    }
}

/// What can I do now?
///
/// Every kind of order, grouped by the phases of the sequence of play, with an example from this game where one can be
/// given now, and the reason where none can. Made from what the seat knows, behind the orders that it has handed in for
/// this step. `POST` to the same address fills an order in, field by field.
#[utoipa::path(operation_id = "list_order_kinds", tag = "orders", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), responses(
    (status = 200, description = "The kinds of order by phase.", body = OrderKinds),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "Nothing is asked of the seat now.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/orders/options")]
pub async fn list_order_kinds(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    let kinds = app.run(move |app| app.order_kinds(&caller, &game, &key)).await?;
    Ok(HttpResponse::Ok().json(OrderKinds::from(kinds)))
}

/// How do I fill in an order?
///
/// An order is filled in field by field. Begin with an empty `order`: the answer offers the types of order that make sense
/// now. Put your choice where `next.pointer` says and ask again, until `complete` is true; then `order` can be handed in.
/// A pointer that ends in `-` appends to a list. `null` answers a field that is `optional`: nothing, or no more.
///
/// With `at` the answer to an empty order offers the kinds only that can begin at a place or thing of the map: what there is to
/// do where somebody clicked.
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
    let OptionsRequest { orders, order, at } = body.0;
    let order = Value::Object(order);
    let field = app.run(move |app| app.order_options(&caller, &game, &key, orders, &order, &at)).await?;
    Ok(HttpResponse::Ok().json(OrderOptions::from(field)))
}
