//! Reading bodies: JSON with the place of every mistake, or plain text.

use std::future::Future;
use std::pin::Pin;

use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut, Data};
use actix_web::{FromRequest, HttpRequest, dev};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::context::AppContext;
use crate::context::fault::{Fault, Flaw, Why};
use crate::problem::ApiError;

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(req: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let (req, payload) = (req.clone(), payload.take());
        Box::pin(async move {
            let raw = read(&req, payload).await?;
            match raw.kind {
                MediaType::Json => Ok(Body(from_json(&raw.bytes)?)),
                MediaType::Text => Err(unknown_media("text/plain").into()),
            }
        })
    }
}

/// A JSON body that may be left out; then every field has its default.
pub struct MaybeBody<T>(pub T);

impl<T: DeserializeOwned + Default + 'static> FromRequest for MaybeBody<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(req: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let (req, payload) = (req.clone(), payload.take());
        Box::pin(async move {
            let limit = req.app_data::<Data<AppContext>>().map_or(1 << 20, |app| app.config.body_limit);
            let bytes = collect(payload, limit).await?;
            if bytes.is_empty() {
                return Ok(MaybeBody(T::default()));
            }
            let raw = read(&req, dev::Payload::from(bytes)).await?;
            match raw.kind {
                MediaType::Json => Ok(MaybeBody(from_json(&raw.bytes)?)),
                MediaType::Text => Err(unknown_media("text/plain").into()),
            }
        })
    }
}

pub enum MediaType {
    Json,
    Text,
}

/// A body that may be JSON or shorthand.
pub struct RawBody {
    pub kind: MediaType,
    pub bytes: Bytes,
}

impl FromRequest for RawBody {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(req: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let (req, payload) = (req.clone(), payload.take());
        Box::pin(async move { Ok(read(&req, payload).await?) })
    }
}

impl RawBody {
    /// The body as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        match self.kind {
            MediaType::Json => from_json(&self.bytes),
            MediaType::Text => Err(unknown_media("text/plain")),
        }
    }

    /// The body as text; NUL has no place in one.
    pub fn text(&self) -> Result<&str, Fault> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) if text.contains('\0') => {
                Err(Fault::malformed("nul", "The text holds a NUL character; leave it out."))
            }
            Ok(text) => Ok(text),
            Err(e) => {
                Err(Fault::malformed("not-utf8", format!("The text is not UTF-8 after byte {}.", e.valid_up_to())))
            }
        }
    }
}

fn unknown_media(found: &str) -> Fault {
    let detail = format!("“{found}” is not read here; send application/json.");
    Fault::of(Why::UnknownMedia, "unsupported-media-type", detail)
}

/// Where archives are put in.
pub const ARCHIVES: &str = "/v1/archives";
/// What some editors write before a text; it is no letter of the first word.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

async fn read(req: &HttpRequest, payload: dev::Payload) -> Result<RawBody, Fault> {
    let named = req.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("none");
    let media = named.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let kind = match media.as_str() {
        "application/json" => MediaType::Json,
        "text/plain" => MediaType::Text,
        _ => return Err(unknown_media(named)),
    };
    if let Some(coding) = req.headers().get(header::CONTENT_ENCODING).filter(|coding| *coding != "identity") {
        let coding = coding.to_str().unwrap_or("unknown");
        let detail = format!("A body packed as “{coding}” is not read here; send it without Content-Encoding.");
        return Err(Fault::of(Why::UnknownMedia, "unsupported-content-encoding", detail));
    }
    let mut bytes = match req.app_data::<Data<AppContext>>() {
        Some(app) => collect_for(app, req.path(), payload).await?,
        None => collect(payload, 1 << 20).await?,
    };
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes = bytes.slice(BYTE_ORDER_MARK.len()..);
    }
    Ok(RawBody { kind, bytes })
}

/// Reads the body of a request, as large as it may be. Whole campaigns come in at one address alone, a few at a time: what is read of
/// them stands in memory.
pub async fn collect_for(app: &AppContext, path: &str, payload: dev::Payload) -> Result<Bytes, Fault> {
    let limit = app.config.archive_limit;
    if path != ARCHIVES || limit == 0 {
        return collect(payload, app.config.body_limit).await;
    }
    let _place = app.reading_archives.try_acquire().map_err(|_| {
        let detail = "Other archives are coming in. Try again in a moment.";
        Fault::of(Why::TooOften, "too-many-at-once", detail).retry_after(5)
    })?;
    collect(payload, limit).await
}

/// Reads a payload up to a limit.
pub async fn collect(mut payload: dev::Payload, limit: usize) -> Result<Bytes, Fault> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|e| Fault::malformed("broken-body", format!("The body broke off: {e}.")))?;
        if bytes.len() + chunk.len() > limit {
            let detail = format!("The body is larger than {limit} bytes.");
            return Err(Fault::of(Why::TooLarge, "body-too-large", detail));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// Reads a JSON object; a mistake comes back with a JSON pointer to it.
pub fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    // Serde would take a list for an object whose fields come in order: no document says so.
    if bytes.trim_ascii_start().starts_with(b"[") {
        let detail = "The body is a JSON list; an object with named fields is expected.";
        return Err(Fault::invalid(vec![Flaw::at("", "wrong-shape", detail)]));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value: T = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer = pointer(error.path());
        let inner = error.inner();
        if inner.is_data() {
            Fault::invalid(vec![Flaw::at(pointer, "wrong-shape", sentence(inner))])
        } else {
            let detail = format!("The body is not JSON: {inner}.");
            Fault::malformed("bad-json", detail)
        }
    })?;
    reader.end().map_err(|e| Fault::malformed("bad-json", format!("Something follows the JSON value: {e}.")))?;
    if has_nul(bytes) {
        return Err(Fault::malformed("nul", "The body holds a NUL character; leave it out."));
    }
    Ok(value)
}

fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = kernel::reading::plain(text.split(" at line ").next().unwrap_or(&text));
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// Whether a string in this (valid) JSON holds U+0000, which a database may refuse.
fn has_nul(json: &[u8]) -> bool {
    let needle = br"\u0000";
    json.windows(needle.len()).enumerate().any(|(at, window)| {
        window == needle && json[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0
    })
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    let mut text = String::new();
    for segment in path.iter() {
        match segment {
            Segment::Seq { index } => text.push_str(&format!("/{index}")),
            Segment::Map { key } => text.push_str(&format!("/{}", key.replace('~', "~0").replace('/', "~1"))),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Orders {
        #[expect(dead_code, reason = "only its shape matters")]
        orders: Vec<Order>,
    }

    #[derive(Debug, serde::Deserialize)]
    struct Order {
        #[expect(dead_code, reason = "only its shape matters")]
        coins: u32,
    }

    fn fault(json: &str) -> (Why, String) {
        match from_json::<Orders>(json.as_bytes()).unwrap_err() {
            Fault::Refused(refused) => {
                (refused.why, refused.flaws.first().and_then(|flaw| flaw.pointer.clone()).unwrap_or_default())
            }
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_mistake_is_found_where_it_stands() {
        assert_eq!(fault(r#"{"orders":[{"coins":1},{"coins":"two"}]}"#), (Why::Invalid, "/orders/1/coins".into()));
        assert_eq!(fault(r#"{"orders":["#).0, Why::Malformed);
        assert_eq!(fault(r#"{"orders":[]} more"#).0, Why::Malformed);
        assert_eq!(fault("\"\\ud800\"").0, Why::Malformed);
        for list in [r#"[{"coins":1}]"#, " [[]]"] {
            assert_eq!(fault(list), (Why::Invalid, String::new()), "{list}");
        }
    }

    #[test]
    fn nul_is_refused_and_a_written_backslash_is_not() {
        assert!(from_json::<String>(br#""a\u0000b""#).is_err());
        assert_eq!(from_json::<String>(br#""a\\u0000b""#).unwrap(), "a\\u0000b");
    }
}
