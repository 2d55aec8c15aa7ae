//! Whether the server lives, whether it can work, and what it counts.

use actix_web::web::Data;
use actix_web::{HttpResponse, get, web::Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::ApiError;
use crate::service::Desk;
use crate::service::fault::Fault;

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
    /// `database`, `writer`, `scheduler`, `computer_players` or another part.
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
#[utoipa::path(operation_id = "metrics", tag = "service", responses(
    (status = 200, description = "Counters in Prometheus' text form.", body = String, content_type = "text/plain; version=0.0.4"),
))]
#[get("/metrics")]
pub async fn metrics(desk: Data<Desk>) -> Result<HttpResponse, ApiError> {
    let text = desk.run(|desk| {
        desk.count_work()?;
        desk.metrics.text().map_err(Fault::broken)
    });
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(text.await?))
}
