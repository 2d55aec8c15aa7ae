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

fn ok() -> Json<Health> {
    Json(Health { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into() })
}

/// Whether the process answers
#[utoipa::path(operation_id = "health", tag = "service", responses((status = 200, description = "It does.", body = Health)))]
#[get("/health")]
pub async fn health() -> Json<Health> {
    ok()
}

/// Whether the server can do its work: the database answers
#[utoipa::path(operation_id = "readiness", tag = "service", responses((status = 200, description = "It can.", body = Health)))]
#[get("/ready")]
pub async fn readiness(desk: Data<Desk>) -> Result<Json<Health>, ApiError> {
    desk.run(Desk::check_store).await?;
    Ok(ok())
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
