//! `Idempotency-Key`: a repeated POST is answered from what the first one got, for 24 hours.

use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError, web};
use sha2::{Digest, Sha256};

use super::{body, identity};
use crate::problem::ApiError;
use crate::service::Desk;
use crate::service::fault::Fault;
use crate::service::repeats::{Claim, Repeat};
use crate::store::idempotency::KeptAnswer;

const KEY: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

pub async fn replay(
    mut req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // Tokens are never stored as they are, so answers that hold one are never kept.
    let secret = req.path().starts_with("/v1/sessions") || req.path() == "/v1/tokens";
    let key = req.headers().get(KEY).map(|value| value.to_str().map(str::to_owned));
    let (Some(key), false, true) = (key, secret, req.method() == Method::POST) else {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    };
    let Some(desk) = req.app_data::<web::Data<Desk>>().cloned() else {
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
    let bytes = match body::collect(req.take_payload(), desk.config.body_limit).await {
        Ok(bytes) => bytes,
        Err(fault) => return Ok(req.into_response(ApiError(fault).error_response())),
    };
    let request_hash = hash_of(&req, &bytes);
    // Strangers do not share keys: without an account a key holds for the very same request alone.
    let account = identity::account_of(&req).unwrap_or_else(|| format!("stranger {request_hash}"));
    let claim = Claim { account, key, request_hash };
    req.set_payload(Payload::from(bytes));
    let asked = claim.clone();
    match desk.run(move |desk| desk.claim_repeat(&asked)).await {
        Err(fault) => Ok(req.into_response(ApiError(fault).error_response())),
        Ok(Repeat::Answered(kept)) => Ok(req.into_response(again(kept))),
        Ok(Repeat::First) => {
            let response = next.call(req).await;
            settle(&desk, claim, response).await
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
    desk: &web::Data<Desk>, claim: Claim, outcome: Result<ServiceResponse<impl MessageBody + 'static>, Error>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = match outcome {
        Ok(response) => response.map_into_boxed_body(),
        Err(error) => {
            desk.run(move |desk| desk.forget_repeat(&claim)).await.map_err(ApiError)?;
            return Err(error);
        }
    };
    let (request, response) = response.into_parts();
    let (response, body) = response.into_parts();
    let bytes = to_bytes(body).await.map_err(|e| ApiError(Fault::broken(e.to_string())))?;
    let status = response.status();
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::UNAUTHORIZED {
        desk.run(move |desk| desk.forget_repeat(&claim)).await.map_err(ApiError)?;
    } else {
        let text = |name: HeaderName| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        let (content_type, location) = (text(header::CONTENT_TYPE).unwrap_or_default(), text(header::LOCATION));
        let kept = bytes.to_vec();
        desk.run(move |desk| desk.keep_repeat(&claim, i32::from(status.as_u16()), content_type, location, kept))
            .await
            .map_err(ApiError)?;
    }
    Ok(ServiceResponse::new(request, response.set_body(bytes).map_into_boxed_body()))
}
