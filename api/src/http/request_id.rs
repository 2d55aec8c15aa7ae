//! The outermost layer: names each request, catches panics, gives up what takes too long, counts what was done.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};
use futures_util::FutureExt;

use crate::problem::ApiError;
use crate::service::Desk;
use crate::service::fault::{Fault, Why};

tokio::task_local! {
    static REQUEST_ID: String;
}

pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of the request being answered, or a fresh one outside any.
pub fn current() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_else(|_| uuid::Uuid::now_v7().to_string())
}

pub async fn envelope(
    req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = uuid::Uuid::now_v7().to_string();
    REQUEST_ID.scope(id.clone(), answer(id, req, next)).await
}

async fn answer(
    id: String, req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    let request = req.request().clone();
    let desk = request.app_data::<web::Data<Desk>>().cloned();
    let allowed = desk.as_ref().map_or(30, |desk| desk.config.request_timeout);
    let outcome = tokio::time::timeout(Duration::from_secs(allowed), AssertUnwindSafe(next.call(req)).catch_unwind());
    let mut response = match outcome.await {
        Ok(Ok(Ok(response))) => response.map_into_boxed_body(),
        Ok(Ok(Err(error))) => ServiceResponse::new(request, error.error_response()),
        Ok(Err(panic)) => {
            let fault = Fault::broken(format!("a handler panicked: {}", words(&*panic)));
            ServiceResponse::new(request, ApiError(fault).error_response())
        }
        Err(_) => {
            let detail = format!("The request took longer than {allowed} seconds and was given up.");
            let fault = Fault::of(Why::Unavailable, "timeout", detail).retry_after(5);
            ServiceResponse::new(request, ApiError(fault).error_response())
        }
    };
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    if let Some(desk) = desk {
        let route = response.request().match_pattern().unwrap_or_else(|| "unmatched".to_owned());
        let method = response.request().method().as_str();
        desk.metrics.request(method, &route, response.status().as_u16(), began.elapsed());
    }
    Ok(response)
}

fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a word")
}
