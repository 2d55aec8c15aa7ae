//! Whether the server lives, whether it can work, and what it counts.

use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, web::Json};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::http::identity;
use crate::problem::{ApiError, Problem};
use crate::service::Desk;
use crate::service::fault::Fault;
use crate::service::secrets::digest;

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
    /// `database`, `writer`, `clock`, `scheduler`, `deadlines`, `computer_players` or another part.
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
    /// `ok`, or `ill` when a part is.
    #[schema(example = "ok")]
    pub status: String,
    /// Version of the server.
    #[schema(example = "0.1.0")]
    pub version: String,
    pub checks: Vec<PartCheck>,
}

/// Whether the server can do its work, and which part cannot
#[utoipa::path(operation_id = "readiness", tag = "service", responses(
    (status = 200, description = "It can.", body = Readiness),
    (status = 503, description = "A part is ill; `checks` says which.", body = Readiness),
))]
#[get("/ready")]
pub async fn readiness(desk: Data<Desk>) -> HttpResponse {
    let checks = desk.readiness().await;
    let ready = checks.iter().all(|check| check.ok);
    let mut response = if ready { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    response.json(Readiness {
        status: if ready { "ok" } else { "ill" }.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        checks: checks
            .into_iter()
            .map(|check| PartCheck { name: check.name.to_owned(), ok: check.ok, detail: check.detail })
            .collect(),
    })
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
pub async fn metrics(req: HttpRequest, desk: Data<Desk>) -> Result<HttpResponse, ApiError> {
    if let Some(token) = &desk.config.metrics_token
        && !identity::bearer(&req).is_some_and(|given| given.is_ok_and(|given| digest(given) == digest(token)))
    {
        let detail = "The counters are for who holds the operator's token.";
        return Err(Fault::unauthenticated("bad-token", detail).into());
    }
    // The counters are wanted most when the database is away: then the two that come from it are those of last time.
    if !matches!(timeout(MOST_TO_COUNT, desk.run(Desk::count_work)).await, Ok(Ok(()))) {
        tracing::warn!("games and jobs cannot be counted");
    }
    let text = desk.metrics.text().map_err(Fault::broken)?;
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(text))
}
