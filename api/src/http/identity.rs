//! Who is calling: read from the bearer token once per request; the rate limits hang on it.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{self, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, ResponseError, web};

use super::door::MetricsDoor;
use super::{conditions, fallback};
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Refused};
use crate::context::limits::Work;
use crate::problem::ApiError;

/// What the identity layer found out, for the extractors below.
#[derive(Clone)]
enum Found {
    Nobody,
    Caller(Arc<Caller>),
    Refused(Box<Refused>),
}

pub async fn identify(
    req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if req.uri().path().contains("%00") || req.query_string().contains("%00") {
        let fault = Fault::malformed("nul", "The address holds a NUL character; leave it out.");
        return Ok(req.into_response(ApiError(fault).error_response()));
    }
    if req.app_data::<web::Data<MetricsDoor>>().is_some_and(|door| !door.lets_in(req.app_config(), req.path())) {
        return Ok(req.into_response(ApiError(fallback::no_such_address()).error_response()));
    }
    // Who watches over the server is answered even when the database is away or everything is used up.
    if matches!(req.path(), "/health" | "/ready" | "/metrics") {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    }
    let Some(app) = req.app_data::<web::Data<AppContext>>().cloned() else {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    };
    let found = match bearer(req.request()) {
        None => match ticket(req.request()) {
            None => Found::Nobody,
            Some(ticket) => match app.recognise_ticket(&ticket).await {
                Ok(caller) => Found::Caller(caller),
                Err(fault) => refused(fault)?,
            },
        },
        Some(Err(fault)) => refused(fault)?,
        Some(Ok(token)) => match app.recognise(token).await {
            Ok(caller) => Found::Caller(caller),
            Err(fault) => refused(fault)?,
        },
    };
    let mut left = None;
    if let Some(buckets) = &app.buckets {
        let work = Work::of(req.method(), req.path());
        let key = match &found {
            Found::Caller(caller) if work != Work::Auth => caller.account_id.clone(),
            _ => app.config.proxies.origin(req.head()),
        };
        match buckets.take(work, &key) {
            Ok(state) => left = Some(state),
            Err((fault, state)) => {
                let mut response = req.into_response(ApiError(fault).error_response());
                state.tell(response.headers_mut());
                return Ok(response);
            }
        }
    }
    req.extensions_mut().insert(found);
    let mut response = next.call(req).await?.map_into_boxed_body();
    if let Some(left) = left {
        left.tell(response.headers_mut());
    }
    Ok(response)
}

/// Takes from the bucket for AI work too: for a request whose body tells that computer players will think.
pub fn charge_ai(app: &AppContext, caller: &Caller) -> Result<(), Fault> {
    let Some(buckets) = &app.buckets else { return Ok(()) };
    buckets.take(Work::Ai, &caller.account_id).map(drop).map_err(|(fault, _)| fault)
}

fn refused(fault: Fault) -> Result<Found, Error> {
    match fault {
        Fault::Refused(refused) => Ok(Found::Refused(refused)),
        other => Err(ApiError(other).into()),
    }
}

/// The token of a request, if it names one.
pub fn bearer(req: &HttpRequest) -> Option<Result<&str, Fault>> {
    let value = req.headers().get(header::AUTHORIZATION)?;
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    Some(token.ok_or_else(|| {
        Fault::unauthenticated("bad-authorization", "The Authorization header has to read “Bearer” and a token.")
    }))
}

/// The stream ticket in the address, where one is taken: on streams, which a browser cannot give a header.
fn ticket(req: &HttpRequest) -> Option<String> {
    let path = req.path();
    let of_game = || path.starts_with("/v1/games/") && path.ends_with("/events") && conditions::wants_stream(req);
    if req.method() != Method::GET || !(path == "/v1/me/events" || of_game()) {
        return None;
    }
    let pairs = web::Query::<Vec<(String, String)>>::from_query(req.query_string()).ok()?.into_inner();
    pairs.into_iter().find(|(name, _)| name == "ticket").map(|(_, ticket)| ticket)
}

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(req: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(match req.extensions().get::<Found>() {
            Some(Found::Caller(caller)) => Ok((**caller).clone()),
            Some(Found::Refused(refused)) => Err(ApiError(Fault::Refused(refused.clone()))),
            Some(Found::Nobody) | None => {
                let detail = "This needs a token: log in at /v1/sessions and send “Authorization: Bearer …”.";
                Err(ApiError(Fault::unauthenticated("no-token", detail)))
            }
        })
    }
}

/// A caller where one is welcome but not needed. A token that is wrong is refused all the same.
pub struct MaybeCaller(pub Option<Arc<Caller>>);

impl FromRequest for MaybeCaller {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(req: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(match req.extensions().get::<Found>() {
            Some(Found::Caller(caller)) => Ok(MaybeCaller(Some(caller.clone()))),
            Some(Found::Refused(refused)) => Err(ApiError(Fault::Refused(refused.clone()))),
            Some(Found::Nobody) | None => Ok(MaybeCaller(None)),
        })
    }
}

/// The account of the caller, if there is one, as other layers need it.
pub fn account_of(req: &ServiceRequest) -> Option<String> {
    match req.extensions().get::<Found>() {
        Some(Found::Caller(caller)) => Some(caller.account_id.clone()),
        _ => None,
    }
}
