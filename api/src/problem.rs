//! Problem documents (RFC 9457): the only file that knows status codes.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::fault::{Fault, Flaw, Refused, Why};
use crate::context::request_id;
use crate::store::trouble::Trouble;

pub const MEDIA_TYPE: &str = "application/problem+json";

/// What went wrong, where, and what would be right (RFC 9457).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems/seat-taken", "code": "seat-taken", "title": "The request conflicts with how things stand",
    "status": 409, "detail": "Seat MIL is held by somebody else.", "request_id": "0199f2c0-1e9c-7d44-9d0b-5f0f3c0a7d11"
}))]
pub struct Problem {
    /// Names the kind of problem; stable.
    #[serde(rename = "type")]
    pub kind: String,
    /// The last part of `type`, for programs.
    pub code: String,
    pub title: String,
    pub status: u16,
    /// What happened in this case, for people.
    pub detail: String,
    /// Names this request in the server's log.
    pub request_id: String,
    /// Each thing wrong, with its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<ProblemItem>,
}

/// One thing wrong with a request.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemItem {
    /// JSON pointer into the request's body, or the name of a parameter after `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Place in a text body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<kernel::Span>,
    pub code: String,
    pub detail: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The rule that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What a handler may fail with.
#[derive(Debug)]
pub struct ApiError(pub Fault);

impl<E: Into<Fault>> From<E> for ApiError {
    fn from(fault: E) -> Self {
        ApiError(fault.into())
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Status and title of each kind of refusal.
pub(crate) fn manner(why: Why) -> (StatusCode, &'static str) {
    match why {
        Why::Malformed => (StatusCode::BAD_REQUEST, "The request cannot be read"),
        Why::Unauthenticated => (StatusCode::UNAUTHORIZED, "Say who you are"),
        Why::Forbidden => (StatusCode::FORBIDDEN, "This is not yours to do"),
        Why::NotFound => (StatusCode::NOT_FOUND, "Nothing here"),
        Why::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "This cannot be done here"),
        Why::NotAcceptable => (StatusCode::NOT_ACCEPTABLE, "Not to be had in that form"),
        Why::Conflict => (StatusCode::CONFLICT, "The request conflicts with how things stand"),
        Why::Stale => (StatusCode::PRECONDITION_FAILED, "Somebody changed it first"),
        Why::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "Too much at once"),
        Why::UnknownMedia => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "Sent in a form not read here"),
        Why::Invalid => (StatusCode::UNPROCESSABLE_ENTITY, "The request cannot be right"),
        Why::NeedsCondition => (StatusCode::PRECONDITION_REQUIRED, "Say which version you change"),
        Why::TooOften => (StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
        Why::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "Not just now"),
    }
}

impl From<Flaw> for ProblemItem {
    fn from(flaw: Flaw) -> Self {
        ProblemItem {
            pointer: flaw.pointer,
            span: flaw.span,
            code: flaw.code,
            detail: flaw.detail,
            hint: flaw.hint,
            rule: flaw.rule,
        }
    }
}

impl ApiError {
    fn refused(&self) -> Option<&Refused> {
        match &self.0 {
            Fault::Refused(refused) => Some(refused),
            Fault::Store(_) | Fault::Broken(_) => None,
        }
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        match &self.0 {
            Fault::Refused(refused) => manner(refused.why).0,
            Fault::Store(error) if error.trouble().is_some() => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Store(_) | Fault::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.response_with(serde_json::Value::Null)
    }
}

/// A problem document with members of its own kind beside the common ones (RFC 9457, section 3.2).
#[derive(Serialize)]
struct Extended<T> {
    #[serde(flatten)]
    problem: Problem,
    #[serde(flatten)]
    more: T,
}

impl ApiError {
    /// The answer, with what else there is to say; `more` is an object or null.
    pub fn response_with(&self, more: impl Serialize) -> HttpResponse {
        let status = self.status_code();
        let mut response = HttpResponse::build(status);
        let problem = match self.refused() {
            Some(refused) => {
                headers_for(refused, &mut response);
                let request_id = request_id::current();
                // A caller's mistake is no error of ours.
                tracing::debug!(request_id, code = refused.code, detail = refused.detail, "a request was refused");
                Problem {
                    kind: format!("/problems/{}", refused.code),
                    code: refused.code.to_owned(),
                    title: manner(refused.why).1.to_owned(),
                    status: status.as_u16(),
                    detail: refused.detail.clone(),
                    request_id,
                    errors: refused.flaws.iter().cloned().map(ProblemItem::from).collect(),
                }
            }
            None => {
                let request_id = request_id::current();
                tracing::error!(request_id, error = %self.0, "a request failed on our side");
                let trouble = match &self.0 {
                    Fault::Store(error) => error.trouble(),
                    Fault::Refused(_) | Fault::Broken(_) => None,
                };
                let (title, detail) = match trouble {
                    Some(trouble) => {
                        let (seconds, detail) = advice(trouble);
                        response.insert_header((header::RETRY_AFTER, seconds.to_string()));
                        (manner(Why::Unavailable).1, detail)
                    }
                    None => (
                        "Something broke on our side",
                        "The request is in our log under its request_id. Trying again may help.",
                    ),
                };
                let code = self.0.code();
                Problem {
                    kind: format!("/problems/{code}"),
                    code: code.to_owned(),
                    title: title.to_owned(),
                    status: status.as_u16(),
                    detail: detail.to_owned(),
                    request_id,
                    errors: Vec::new(),
                }
            }
        };
        response.content_type(MEDIA_TYPE).json(Extended { problem, more })
    }
}

/// For who meets a database in trouble: seconds to wait, and what to know.
fn advice(trouble: Trouble) -> (u64, &'static str) {
    match trouble {
        Trouble::Busy => (2, "The database is busy, and nothing was done. Try again in a moment."),
        Trouble::Unavailable => (
            5,
            "The database does not answer. Whether this request was done is not known: ask, or repeat it under the same \
             Idempotency-Key.",
        ),
        Trouble::Full => (60, "The database has no room to write, and nothing was done. Reading still works."),
        Trouble::Damaged => (
            300,
            "The database is damaged where this request needs it. Who runs the server has to put a backup in its place.",
        ),
    }
}

fn headers_for(refused: &Refused, response: &mut HttpResponseBuilder) {
    if refused.why == Why::Unauthenticated {
        response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
    }
    if let Some(seconds) = refused.retry_after {
        response.insert_header((header::RETRY_AFTER, seconds.to_string()));
    }
}
