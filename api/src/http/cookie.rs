//! The refresh token in a cookie that scripts cannot read, for pages of this server.
//!
//! A browser sends a cookie along with whatever page asks. So it is good for the pages of this server alone: it is
//! `SameSite=Strict`, goes nowhere but to the operations on sessions, and counts only in a request that says it comes from a
//! page of this host. No page of another origin is allowed to send cookies at all (`Access-Control-Allow-Credentials`).

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{HOST, HeaderName, ORIGIN};

use crate::context::fault::Fault;
use crate::context::secrets::REFRESH_DAYS;

const NAME: &str = "cursus_refresh";
/// Where browsers send it.
const PATH: &str = "/v1/sessions";
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A cookie that keeps a refresh token, or ends the one there is.
pub fn keep(req: &HttpRequest, token: Option<&str>) -> Cookie<'static> {
    let days = if token.is_some() { REFRESH_DAYS } else { 0 };
    Cookie::build(NAME, token.unwrap_or_default().to_owned())
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        // Over plain HTTP, as on one's own machine, browsers would not send it back.
        .secure(header(req, &ORIGIN).is_some_and(|origin| origin.starts_with("https:")))
        .max_age(Duration::days(days))
        .finish()
}

/// The refresh token that a page of this server sends along.
///
/// # Errors
/// `forbidden-origin` when the request does not come from a page of this host; `no-refresh-token` without a cookie.
pub fn kept(req: &HttpRequest) -> Result<String, Fault> {
    if !from_our_page(req) {
        let detail = "The cookie of a session is good for pages of this server alone; send `refresh_token` instead.";
        return Err(Fault::forbidden("forbidden-origin", detail));
    }
    req.cookie(NAME).map(|cookie| cookie.value().to_owned()).filter(|token| !token.is_empty()).ok_or_else(|| {
        Fault::unauthenticated("no-refresh-token", "There is neither a refresh token nor a cookie with one. Log in.")
    })
}

/// Whether the browser says that a page of this host asks.
fn from_our_page(req: &HttpRequest) -> bool {
    if let Some(site) = header(req, &SITE) {
        return site == "same-origin";
    }
    let origin = header(req, &ORIGIN).and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin.is_some() && origin == header(req, &HOST)
}

fn header<'a>(req: &'a HttpRequest, name: &HeaderName) -> Option<&'a str> {
    req.headers().get(name)?.to_str().ok()
}
