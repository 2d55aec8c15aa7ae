//! Whether the server lives, whether it can work, and what it counts.

use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, web::Json};
use serde::Serialize;
use serde_json::json;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::context::AppContext;
use crate::context::fault::{Fault, Flaw, Why};
use crate::context::secrets::digest;
use crate::http::identity;
use crate::problem::{ApiError, Problem, ProblemItem};
use crate::service::health::Check;

/// How long counting games and jobs may take before the counters go out without.
const MOST_TO_COUNT: Duration = Duration::from_secs(2);

#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    pub status: String,
    /// Version of the server.
    #[schema(example = "0.1.0")]
    pub version: String,
}

/// Whether the process answers
///
/// It waits for nothing: no database, no thread of a pool, no token.
#[utoipa::path(operation_id = "health", tag = "service", responses((status = 200, description = "It does.", body = Health)))]
#[get("/health")]
pub async fn health() -> Json<Health> {
    Json(Health { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into() })
}

/// How one part of the server is.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartCheck {
    /// `database`, `writer`, `storage`, `clock`, `scheduler`, `deadlines`, `computer_players` or another part.
    #[schema(example = "database")]
    pub name: String,
    pub ok: bool,
    /// What there is to say of it, in words.
    #[schema(example = "It answers; 3 games are under way.")]
    pub detail: String,
}

/// Whether the server can do its work, part by part.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    #[schema(example = "ok")]
    pub status: String,
    /// Version of the server.
    #[schema(example = "0.1.0")]
    pub version: String,
    pub checks: Vec<PartCheck>,
}

/// The problem of a server of which a part is ill.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of a problem with a member of its own")]
pub struct NotReady {
    /// Names the kind of problem; stable.
    #[schema(rename = "type", example = "/problems/not-ready")]
    kind: String,
    /// The last part of `type`, for programs.
    #[schema(example = "not-ready")]
    code: String,
    title: String,
    #[schema(example = 503)]
    status: u16,
    /// Which parts are ill.
    detail: String,
    /// Names this request in the server's log.
    request_id: String,
    /// Each part that is ill; its `code` is the name of the part.
    errors: Vec<ProblemItem>,
    /// All parts.
    checks: Vec<PartCheck>,
}

/// Whether the server can do its work, and which part cannot
#[utoipa::path(operation_id = "readiness", tag = "service", responses(
    (status = 200, description = "It can.", body = Readiness),
    (status = 503, description = "A part is ill: `errors` says which and how, and `checks` has all parts as the answer 200 does.", body = NotReady, content_type = "application/problem+json"),
))]
#[get("/ready")]
pub async fn readiness(app: Data<AppContext>) -> HttpResponse {
    let checks = app.readiness().await;
    let flaw = |check: &Check| Flaw { code: check.name.to_owned(), detail: check.detail.clone(), ..Flaw::default() };
    let ill: Vec<Flaw> = checks.iter().filter(|check| !check.ok).map(flaw).collect();
    let part = |check: Check| PartCheck { name: check.name.to_owned(), ok: check.ok, detail: check.detail };
    let checks: Vec<PartCheck> = checks.into_iter().map(part).collect();
    if ill.is_empty() {
        let (status, version) = ("ok".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        return HttpResponse::Ok().json(Readiness { status, version, checks });
    }
    let names = ill.iter().map(|flaw| flaw.code.as_str()).collect::<Vec<_>>().join(", ");
    let fault = Fault::of(Why::Unavailable, "not-ready", format!("Not all parts of the server can work: {names}."));
    ApiError(fault.with_flaws(ill).retry_after(5)).response_with(json!({ "checks": checks }))
}

/// Counters for Prometheus
///
/// The operator may ask for a token of its own (`metrics-token`) or keep them to another address (`metrics-listen`).
#[utoipa::path(operation_id = "metrics", tag = "service", responses(
    (status = 200, description = "Counters in Prometheus' text form.", body = String, content_type = "text/plain; version=0.0.4"),
    (status = 401, description = "The server asks for the operator's token.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "The counters are to be had at another address.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/metrics")]
pub async fn metrics(req: HttpRequest, app: Data<AppContext>) -> Result<HttpResponse, ApiError> {
    if let Some(token) = &app.config.metrics_token
        && !identity::bearer(&req).is_some_and(|given| given.is_ok_and(|given| digest(given) == digest(token)))
    {
        let detail = "The counters are for who holds the operator's token.";
        return Err(Fault::unauthenticated("bad-token", detail).into());
    }
    // The counters are wanted most when the database is away: then the two that come from it are those of last time.
    if !matches!(timeout(MOST_TO_COUNT, app.run(AppContext::count_work)).await, Ok(Ok(()))) {
        tracing::warn!("games and jobs cannot be counted");
    }
    let text = app.metrics.text().map_err(Fault::broken)?;
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(text))
}
