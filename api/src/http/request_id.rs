//! The outermost layer: names each request, gives up what takes too long, counts what was done.

use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};
use uuid::Uuid;

use super::{headers, panics};
use crate::context::fault::{Fault, Why};
use crate::context::{AppContext, request_id};
use crate::problem::ApiError;

pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

pub async fn envelope(
    req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = request_id::fresh();
    request_id::under(id, answer(id, req, next)).await
}

async fn answer(
    id: Uuid, req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    // No copy of the request may be held here: routing needs it for itself.
    let app = req.app_data::<web::Data<AppContext>>().cloned();
    let (method, path) = (req.method().clone(), req.path().to_owned());
    let allowed = app.as_ref().map_or(30, |app| app.config.request_timeout);
    // Panics of the layers in between are caught here.
    let outcome = tokio::time::timeout(Duration::from_secs(allowed), panics::answer(req, next));
    let (route, mut outcome) = match outcome.await {
        Ok(Ok(response)) => (response.request().match_pattern(), Ok(response.map_into_boxed_body())),
        Ok(Err(error)) => (None, Err(error.error_response())),
        Err(_) => {
            let detail = format!("The request took longer than {allowed} seconds and was given up.");
            let fault = Fault::of(Why::Unavailable, "timeout", detail).retry_after(5);
            (None, Err(ApiError(fault).error_response()))
        }
    };
    let (status, headers) = match &mut outcome {
        Ok(response) => (response.status(), response.headers_mut()),
        Err(response) => (response.status(), response.headers_mut()),
    };
    if let Ok(value) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut Uuid::encode_buffer())) {
        headers.insert(HEADER, value);
    }
    headers::complete(&path, headers);
    if let Some(app) = app {
        app.metrics.request(method.as_str(), route.as_deref(), status.as_u16(), began.elapsed());
    }
    outcome.map_err(|response| InternalError::from_response("the request broke off", response).into())
}
