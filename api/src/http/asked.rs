//! What is asked, before anybody answers: HEAD is GET without a body, and a query holds only what the operation knows.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{Data, Query};
use actix_web::{Error, ResponseError};

use super::fallback::RouteTable;
use super::shown;
use crate::context::fault::{Fault, Flaw};
use crate::problem::ApiError;

pub async fn ask(
    mut req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_head = req.method() == Method::HEAD;
    if is_head {
        req.head_mut().method = Method::GET;
    }
    if let Some(fault) = unknown_parameter(&req) {
        return Ok(req.into_response(ApiError(fault).error_response()));
    }
    let response = next.call(req).await?.map_into_boxed_body();
    // The length of the body is told; where it is not known, nobody waits for a body that is not sent.
    Ok(if is_head && !matches!(response.response().body().size(), actix_web::body::BodySize::Sized(_)) {
        response.map_body(|_, _| BoxBody::new(actix_web::body::None::new()))
    } else {
        response
    })
}

fn unknown_parameter(req: &ServiceRequest) -> Option<Fault> {
    if req.query_string().is_empty() {
        return None;
    }
    let known = req.app_data::<Data<RouteTable>>()?.parameters_at(req.path(), req.method().as_str())?;
    let pairs = Query::<Vec<(String, String)>>::from_query(req.query_string()).ok()?.into_inner();
    let (name, _) = pairs.into_iter().find(|(name, _)| !known.contains(name))?;
    let detail = format!("There is no parameter “{}” here.", shown(&name));
    let hint = match known {
        [] => "This operation takes no parameters after “?”.".to_owned(),
        known => format!("It takes {}.", known.join(", ")),
    };
    let flaw = Flaw::at(format!("#{}", shown(&name)), "unknown-parameter", detail.clone()).hint(hint.clone());
    Some(Fault::malformed("unknown-parameter", format!("{detail} {hint}")).with_flaws(vec![flaw]))
}
