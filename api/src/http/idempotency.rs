//! `Idempotency-Key`: a repeated POST is answered from what the first one got, for 24 hours.

use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError, web};
use sha2::{Digest, Sha256};

use super::{body, identity};
use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::repeats::{self, Claim, Given, Progress};
use crate::problem::ApiError;
use crate::store::idempotency::KeptAnswer;

const KEY: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Whether a POST takes a key. Another log-in, ticket or mail does no harm, and what it answers is never stored as it is; what may
/// be ordered is a question, which changes nothing.
pub fn takes_key(path: &str) -> bool {
    !path.starts_with("/v1/sessions")
        && path != "/v1/guests"
        && path != "/v1/me/stream-tickets"
        && path != "/v1/password-resets"
        && path != "/v1/inbound-mail"
        && !path.starts_with("/v1/oauth/")
        && !path.starts_with("/v1/unsubscribe/")
        && !path.ends_with("/orders/options")
}

/// Whether a POST is answered with something that is shown once.
fn tells_secret(path: &str) -> bool {
    path == "/v1/tokens"
        || path == "/v1/me/channels"
        || (path.starts_with("/v1/me/channels/") && path.ends_with("/secret"))
}

pub async fn replay(
    mut req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let exempt = !takes_key(req.path());
    let key = req.headers().get(KEY).map(|value| value.to_str().map(str::to_owned));
    let (Some(key), false, true) = (key, exempt, req.method() == Method::POST) else {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    };
    let Some(app) = req.app_data::<web::Data<AppContext>>().cloned() else {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    };
    let key = match key {
        Ok(key) if (1..=200).contains(&key.len()) => key,
        _ => {
            let fault =
                Fault::malformed("bad-idempotency-key", "An Idempotency-Key has 1 to 200 printable characters.");
            return Ok(req.into_response(ApiError(fault).error_response()));
        }
    };
    let (path, payload) = (req.path().to_owned(), req.take_payload());
    let bytes = match body::collect_for(&app, &path, payload).await {
        Ok(bytes) => bytes,
        Err(fault) => return Ok(req.into_response(ApiError(fault).error_response())),
    };
    let request_hash = hash_of(&req, &bytes);
    // Strangers do not share keys: without an account a key holds for the very same request alone.
    let account = identity::account_of(&req).unwrap_or_else(|| format!("stranger {request_hash}"));
    let claim = Arc::new(Claim::new(account, key, request_hash));
    req.set_payload(Payload::from(bytes));
    let asked = claim.clone();
    match app.run(move |app| app.find_repeat(&asked)).await {
        Err(fault) => Ok(req.into_response(ApiError(fault).error_response())),
        Ok(Some(kept)) => Ok(req.into_response(again(kept))),
        Ok(None) => {
            // Tokens are never stored as they are, so an answer that holds one is never kept.
            let secret = tells_secret(req.path());
            let response = repeats::under_key(claim.clone(), next.call(req)).await?.map_into_boxed_body();
            if secret { Ok(response) } else { settle(&app, claim, response).await }
        }
    }
}

fn hash_of(req: &ServiceRequest, body: &Bytes) -> String {
    let mut hash = Sha256::new();
    for part in [req.method().as_str().as_bytes(), req.uri().to_string().as_bytes(), body] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    kernel::ids::hex(&hash.finalize())
}

fn again(kept: KeptAnswer) -> HttpResponse {
    let status =
        u16::try_from(kept.status).ok().and_then(|code| StatusCode::from_u16(code).ok()).unwrap_or(StatusCode::OK);
    let mut response = HttpResponse::build(status);
    response.insert_header((REPLAYED, HeaderValue::from_static("true")));
    if !kept.content_type.is_empty() {
        response.content_type(kept.content_type);
    }
    if let Some(location) = kept.location {
        response.insert_header((header::LOCATION, location));
    }
    response.body(kept.body)
}

/// Keeps the answer, unless it is a failure of ours: then the caller may try again under the same key.
async fn settle(
    app: &web::Data<AppContext>, claim: Arc<Claim>, response: ServiceResponse<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    let bytes = to_bytes(body).await.map_err(|e| ApiError(Fault::broken(e.to_string())))?;
    let status = response.status();
    if claim.progress() == Progress::Repeated {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    let is_final =
        !(status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::UNAUTHORIZED);
    if is_final {
        let text = |name: HeaderName| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        let given = Given {
            status: status.as_u16(),
            content_type: text(header::CONTENT_TYPE).unwrap_or_default(),
            location: text(header::LOCATION),
            body: bytes.to_vec(),
        };
        if let Err(fault) = app.run(move |app| app.keep_repeat(&claim, given)).await {
            // What was done is on record with its key, so a repeat is answered all the same.
            tracing::warn!(%fault, "an answer could not be kept under its key");
        }
    }
    Ok(ServiceResponse::new(request, response.set_body(bytes).map_into_boxed_body()))
}
