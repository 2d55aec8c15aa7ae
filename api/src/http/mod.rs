//! What every request passes through before and after its handler.

pub mod body;
pub mod conditions;
pub mod fallback;
pub mod idempotency;
pub mod identity;
pub mod limits;
pub mod metrics;
pub mod page;
pub mod panics;
pub mod request_id;

use actix_web::HttpResponse;
use actix_web::http::header;

use crate::problem::{ApiError, MEDIA_TYPE};

/// Path and query parameters that cannot be read get a problem like everything else.
pub fn path_config() -> actix_web::web::PathConfig {
    actix_web::web::PathConfig::default().error_handler(|error, _| {
        ApiError(crate::service::fault::Fault::not_found(format_args!("such thing ({error})"))).into()
    })
}

pub fn query_config() -> actix_web::web::QueryConfig {
    actix_web::web::QueryConfig::default().error_handler(|error, _| {
        let detail = format!("The part of the address after “?” cannot be read: {error}.");
        ApiError(crate::service::fault::Fault::malformed("bad-query", detail)).into()
    })
}

/// A JSON answer with headers of its own.
pub fn json_bytes(bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(bytes)
}

/// Whether a response is a problem document.
pub fn is_problem(headers: &header::HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(MEDIA_TYPE.as_bytes()))
}
