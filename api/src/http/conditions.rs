//! `If-Match`, `If-None-Match` and the kinds of answer a caller accepts.

use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::context::fault::Fault;
use crate::problem::ApiError;
use crate::service::submit_orders::Condition;

fn header<'a>(req: &'a HttpRequest, name: &HeaderName) -> Option<&'a str> {
    req.headers().get(name).and_then(|value| value.to_str().ok())
}

fn tags(list: &str) -> Vec<String> {
    list.split(',').map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect()
}

/// What the caller says about what it replaces.
pub fn condition(req: &HttpRequest) -> Condition {
    match (header(req, &header::IF_MATCH).map(str::trim), header(req, &header::IF_NONE_MATCH).map(str::trim)) {
        (Some("*"), _) => Condition::Exists,
        (Some(list), _) => Condition::Matches(tags(list)),
        (None, Some("*")) => Condition::IsNew,
        _ => Condition::Nothing,
    }
}

/// What the caller says it has.
pub struct Had(Option<String>);

impl Had {
    /// Whether it has what this tag names.
    pub fn has(&self, tag: &str) -> bool {
        self.0.as_deref().is_some_and(|list| names(list, tag))
    }
}

pub fn had(req: &HttpRequest) -> Had {
    Had(header(req, &header::IF_NONE_MATCH).map(str::to_owned))
}

/// Whether a list of tags names one, weak or strong, or all.
fn names(list: &str, tag: &str) -> bool {
    list.split(',').map(str::trim).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Whether the caller has what this tag names already.
pub fn has(req: &HttpRequest, tag: &str) -> bool {
    header(req, &header::IF_NONE_MATCH).is_some_and(|list| names(list, tag))
}

/// An answer in JSON with a tag of its very bytes; only the tag (304) for who has it already.
pub fn tagged_json<T: Serialize>(req: &HttpRequest, body: &T) -> Result<HttpResponse, ApiError> {
    Ok(tagged(req, "application/json", serde_json::to_vec(body).map_err(Fault::broken)?))
}

/// The same for any kind of answer.
pub fn tagged(req: &HttpRequest, kind: &str, bytes: Vec<u8>) -> HttpResponse {
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..16]));
    let mut answer = if has(req, &tag) { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((header::ETAG, tag.as_str())).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if has(req, &tag) { answer.finish() } else { answer.content_type(kind).body(bytes) }
}

/// Which of `offered` the caller likes best; the first when it does not care; none when it wants none of them.
pub fn preferred<'a>(req: &HttpRequest, offered: &[&'a str]) -> Option<&'a str> {
    let Some(accept) = header(req, &header::ACCEPT) else { return offered.first().copied() };
    choose(accept, offered)
}

/// Whether the caller would rather have a stream of events than JSON.
pub fn wants_stream(req: &HttpRequest) -> bool {
    preferred(req, &["application/json", STREAM]) == Some(STREAM)
}

/// Whether the caller says that it takes a stream of events: nobody is to get one who only says that anything will do.
pub fn names_stream(req: &HttpRequest) -> bool {
    let accept = header(req, &header::ACCEPT).unwrap_or_default();
    accept.split(',').any(|range| range.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(STREAM)))
}

/// The type of a stream of events.
pub const STREAM: &str = "text/event-stream";

fn choose<'a>(accept: &str, offered: &[&'a str]) -> Option<&'a str> {
    let mut best: Option<(&'a str, u32, u32)> = None;
    for range in accept.split(',') {
        let mut parts = range.split(';');
        let range = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let quality = parts.filter_map(|p| p.trim().strip_prefix("q=")).find_map(|q| q.trim().parse::<f32>().ok());
        // In thousandths, as HTTP has them.
        let quality = (quality.unwrap_or(1.0).clamp(0.0, 1.0) * 1000.0) as u32;
        if quality == 0 {
            continue;
        }
        for kind in offered {
            let main = kind.split('/').next().unwrap_or_default();
            let precision = if range == *kind {
                3
            } else if range == format!("{main}/*") {
                2
            } else if range == "*/*" || range.is_empty() {
                1
            } else {
                continue;
            };
            if best.is_none_or(|(_, q, p)| (quality, precision) > (q, p)) {
                best = Some((kind, quality, precision));
            }
        }
    }
    best.map(|(kind, _, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_liked_best_is_chosen() {
        let offered = ["application/json", "text/html", "text/plain"];
        assert_eq!(choose("*/*", &offered), Some("application/json"));
        assert_eq!(choose("text/*", &offered), Some("text/html"));
        assert_eq!(choose("text/html;q=0.3, text/plain;q=0.9", &offered), Some("text/plain"));
        assert_eq!(choose("text/html,application/xhtml+xml,*/*;q=0.8", &offered), Some("text/html"));
        assert_eq!(choose("image/png", &offered), None);
        assert_eq!(choose("text/plain;q=0", &offered), None);
    }
}
