//! What every request passes through before and after its handler.

pub mod address;
pub mod asked;
pub mod body;
pub mod conditions;
pub mod cookie;
pub mod delivery;
pub mod door;
pub mod event_stream;
pub mod fallback;
pub mod headers;
pub mod html;
pub mod idempotency;
pub mod identity;
pub mod limits;
pub mod page;
pub mod panics;
pub mod request_id;
pub mod scopes;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Query;

use crate::context::fault::{Fault, Flaw};
use crate::problem::{ApiError, MEDIA_TYPE};

/// A part of a path that cannot be read gets a problem like everything else. Only steps are no words.
pub fn path_config() -> actix_web::web::PathConfig {
    actix_web::web::PathConfig::default().error_handler(|_, req| {
        let fault = match req.match_info().get("step").filter(|step| step.parse::<i32>().is_err()) {
            Some(step) => {
                Fault::absent(format!("There is no step “{}”: steps have whole numbers from 1 on.", shown(step)))
            }
            None => Fault::not_found("such thing"),
        };
        ApiError(fault).into()
    })
}

/// What somebody sent, fit to be quoted.
fn shown(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(40).collect()
}

pub fn query_config() -> actix_web::web::QueryConfig {
    actix_web::web::QueryConfig::default().error_handler(|error, req| {
        let fault = match misread(req.query_string()) {
            Some(flaw) => Fault::malformed("bad-query", flaw.detail.clone()).with_flaws(vec![flaw]),
            None => {
                Fault::malformed("bad-query", format!("The part of the address after “?” cannot be read: {error}."))
            }
        };
        ApiError(fault).into()
    })
}

/// The first parameter of a query that is not of its type.
fn misread(query: &str) -> Option<Flaw> {
    let pairs = Query::<Vec<(String, String)>>::from_query(query).ok()?.into_inner();
    pairs.into_iter().find_map(|(name, value)| {
        let (right, wanted) = match name.as_str() {
            "width" => (value.parse::<u32>().is_ok(), "a whole number of 0 or more"),
            "after" | "limit" => (value.parse::<i64>().is_ok(), "a whole number"),
            "step" => (value.parse::<i32>().is_ok(), "a whole number"),
            "dry_run" | "mine" | "open_seats" | "ready" | "unread" => (value.parse::<bool>().is_ok(), "true or false"),
            _ => return None,
        };
        let detail = || format!("{name} is {wanted}, not “{}”.", shown(&value));
        (!right).then(|| Flaw::at(format!("#{name}"), "bad-parameter", detail()))
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

#[cfg(test)]
mod tests {
    use super::misread;

    #[test]
    fn a_parameter_of_another_type_is_pointed_at() {
        let flaw = misread("cursor=a&limit=ten").expect("a flaw");
        assert_eq!(
            (flaw.pointer.as_deref(), flaw.detail.as_str()),
            (Some("#limit"), "limit is a whole number, not “ten”.")
        );
        let flaw = misread("after=-1&width=-1").expect("a flaw");
        assert_eq!(flaw.detail, "width is a whole number of 0 or more, not “-1”.");
        assert_eq!(misread("step=1.5").expect("a flaw").detail, "step is a whole number, not “1.5”.");
        let flaw = misread("ready=yes").expect("a flaw");
        assert_eq!(flaw.detail, "ready is true or false, not “yes”.");
        assert!(misread("limit=10&ready=true&cursor=x").is_none());
    }
}
