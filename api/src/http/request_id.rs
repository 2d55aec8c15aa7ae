//! The outermost layer: names each request, gives up what takes too long, counts what was done.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};
use uuid::{Builder, Uuid};

use super::{headers, panics};
use crate::problem::ApiError;
use crate::service::Desk;
use crate::service::fault::{Fault, Why};

tokio::task_local! {
    static REQUEST_ID: Uuid;
}

pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of the request being answered, or a fresh one outside any.
pub fn current() -> String {
    REQUEST_ID.try_with(|id| *id).unwrap_or_else(|_| fresh()).to_string()
}

/// A fresh id, in order of time. Its random part comes from the thread's own generator: asking the operating system
/// for every request would cost as much as finding the answer to a simple one.
fn fresh() -> Uuid {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let ms = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
    Builder::from_unix_timestamp_millis(ms, &rand::random()).into_uuid()
}

pub async fn envelope(
    req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = fresh();
    REQUEST_ID.scope(id, answer(id, req, next)).await
}

async fn answer(
    id: Uuid, req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    // No copy of the request may be held here: routing needs it for itself.
    let desk = req.app_data::<web::Data<Desk>>().cloned();
    let (method, path) = (req.method().clone(), req.path().to_owned());
    let allowed = desk.as_ref().map_or(30, |desk| desk.config.request_timeout);
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
    if let Some(desk) = desk {
        desk.metrics.request(method.as_str(), route.as_deref(), status.as_u16(), began.elapsed());
    }
    outcome.map_err(|response| InternalError::from_response("the request broke off", response).into())
}
