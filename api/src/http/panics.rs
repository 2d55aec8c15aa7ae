//! A panic is answered like any other failure of ours, and the thread goes on.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};
use futures_util::FutureExt;

use crate::context::fault::Fault;
use crate::problem::ApiError;

/// Wrapped closely around the handlers, so that the layers outside see an answer: CORS adds its headers to it, and an
/// idempotency key may be used again.
pub async fn answer<B: MessageBody + 'static>(req: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    AssertUnwindSafe(next.call(req)).catch_unwind().await.unwrap_or_else(|panic| {
        let fault = Fault::broken(format!("a handler panicked: {}", words(&*panic)));
        let response = ApiError(fault).error_response();
        Err(InternalError::from_response("a handler panicked", response).into())
    })
}

fn words(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a word")
}
