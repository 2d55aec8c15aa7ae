//! The public record over HTTP: turns of the ledger, and events, in pages or as a stream.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Utc};
use kernel::Value;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::event_shapes::Event;
use super::{stream, time};
use crate::context::AppContext;
use crate::context::fault::{Fault, Flaw, Why};
use crate::http::conditions::{self, STREAM};
use crate::http::identity::MaybeCaller;
use crate::http::page::{self, PageQuery};
use crate::model::StepCause;
use crate::problem::{ApiError, Problem};

/// A line of the ledger. Each head is a hash over the one before, so none can be changed afterwards.
#[derive(Debug, Serialize, ToSchema)]
pub struct Turn {
    /// 0 is the set-up.
    pub step: i32,
    #[schema(example = "March 1450")]
    pub label: String,
    /// Why it was resolved when it was.
    pub cause: StepCause,
    /// Hash of all rolls of the step, blinded by the seed: it proves them when the game is over, and tells nothing before.
    pub dice: String,
    /// Hash of the state after the step, blinded likewise.
    pub state_hash: String,
    /// The head before.
    pub previous: String,
    pub head: String,
    pub resolved_at: DateTime<Utc>,
    /// Where steps were taken back: the game stands again as it did after this step. Null for all others.
    pub restores: Option<i32>,
    /// All orders, once the game is over.
    #[serde(rename = "sheets")]
    pub order_sets: Option<Vec<TurnOrderSet>>,
}

/// What one seat handed in, or what was taken in its place.
#[derive(Debug, Serialize, ToSchema)]
pub struct TurnOrderSet {
    #[schema(example = "MIL")]
    pub seat: String,
    #[schema(value_type = Vec<super::orders::AnyOrder>)]
    pub orders: Value,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Turns {
    pub items: Vec<Turn>,
    pub next: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    pub items: Vec<Event>,
    pub next: Option<String>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TurnQuery {
    /// Only turns with a higher number of their step.
    #[param(minimum = 0)]
    pub after: Option<i32>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventQuery {
    /// Only what this seat learns; left out: what all your seats learn.
    pub seat: Option<String>,
    /// Only events with a higher number.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// For streams, instead of a token: a ticket from `POST /v1/me/stream-tickets`.
    pub ticket: Option<String>,
}

/// The turns of a game: its ledger
#[utoipa::path(operation_id = "list_turns", tag = "record", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game."), TurnQuery, PageQuery), responses(
    (status = 200, description = "A page of turns, oldest first.", body = Turns, headers(("Link" = String, description = "Address of the next page."))),
))]
#[get("/v1/games/{game}/turns")]
pub async fn list_turns(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<String>, asked: Query<TurnQuery>,
    page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let MaybeCaller(caller) = caller;
    let limit = page.limit()?;
    let read = page.after_number()?.and_then(|number| i32::try_from(number).ok());
    let after = read.or(asked.after).unwrap_or(-1);
    let mut turns = app.run(move |app| app.list_turns(caller.as_deref(), &path, after, limit + 1)).await?;
    let next = page::cut(&mut turns, limit, |turn| page::cursor(i64::from(turn.step), "step"));
    let items = turns.into_iter().map(|turn| Turn {
        step: turn.step,
        label: turn.label,
        cause: turn.cause,
        dice: turn.dice,
        state_hash: turn.state_hash,
        previous: turn.previous,
        head: turn.head,
        resolved_at: time(turn.resolved_at),
        restores: turn.restores,
        order_sets: turn
            .order_sets
            .map(|order_sets| order_sets.into_iter().map(|(seat, orders)| TurnOrderSet { seat, orders }).collect()),
    });
    Ok(page::answer(&req, &Turns { items: items.collect(), next: next.clone() }, next.as_deref()))
}

/// What happened, as far as you may know
///
/// A page of events; or, with `Accept: text/event-stream`, a stream: first a snapshot, an `Awaiting` with the number
/// of the last event that you may see (`last_event`), then every event as it comes, each with its number as `id`, and a
/// comment every 15 seconds. A stream that broke off is resumed with `Last-Event-ID`. It ends with the token that it was
/// opened with: an access token's after 15 minutes, an API token's when it expires or is revoked. How many may be open at
/// once for an account and for an address, the operator says; beyond that the answer is 429. Where the game has an embargo, those
/// without a seat hear that a step was resolved; what happened in it stands in the gallery.
#[utoipa::path(operation_id = "list_events", tag = "record", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."), EventQuery, PageQuery,
    ("Last-Event-ID" = Option<String>, Header, description = "For streams: the number of the last event you have."),
), responses(
    (status = 200, description = "A page of events, oldest first, or the stream.", content((Events = "application/json"), (String = "text/event-stream")),
        headers(("Link" = String, description = "Address of the next page."))),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
    (status = 406, description = "Neither JSON nor a stream will do.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/events")]
pub async fn list_events(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<String>, query: Query<EventQuery>,
    page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let MaybeCaller(caller) = caller;
    let (game, key) = (path.into_inner(), query.seat.clone());
    match conditions::preferred(&req, &["application/json", STREAM]) {
        Some(STREAM) => {
            let last = req.headers().get("last-event-id").and_then(|value| value.to_str().ok());
            let last = last.map(|id| id.trim().parse::<i64>()).transpose().map_err(|_| {
                let detail = "Last-Event-ID is the number of an event, as the stream sent it.";
                Fault::invalid(vec![Flaw::at("#Last-Event-ID", "bad-number", detail)])
            })?;
            let address = app.config.proxies.origin(req.head());
            stream::open(app, caller, address, game, key, last.or(query.after)).await
        }
        Some(_) => {
            let limit = page.limit()?;
            let after = page.after_number()?.or(query.after).unwrap_or(0);
            let list =
                move |app: &AppContext| app.list_events(caller.as_deref(), &game, key.as_deref(), after, limit + 1);
            let mut events = app.run(list).await?;
            let next = page::cut(&mut events, limit, |event| page::cursor(event.seq, "event"));
            let items = events.into_iter().map(Event::from).collect();
            Ok(page::answer(&req, &Events { items, next: next.clone() }, next.as_deref()))
        }
        None => {
            Err(Fault::of(Why::NotAcceptable, "not-acceptable", "Events come as JSON or as an event stream.").into())
        }
    }
}
