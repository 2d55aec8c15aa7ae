//! Headers that keep browsers from doing more with an answer than is meant, and caches from keeping what is private.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// Data: nothing in it may be run, loaded or framed.
const DATA: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// Maps and reports: pictures and text with styles of their own, and nothing else.
const PAPER: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// The documentation: its own files, the API of this server, pictures written into the style sheet.
const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                    connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// A page that asks something: its form goes to this server.
const ASK: &str = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// The web client: its own files and the API of this server; text becomes a picture in one place of it alone.
const CLIENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
                      font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types svg-in";

/// Fills in what a handler has not said itself.
pub fn complete(path: &str, headers: &mut HeaderMap) {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_paper = ["text/html", "image/svg+xml"].iter().any(|paper| kind.starts_with(paper));
    let policy = match path {
        docs if docs.starts_with("/docs/") || docs.starts_with("/problems/") => DOCS,
        ask if ask.starts_with("/v1/unsubscribe/") => ASK,
        client if is_client(client) => CLIENT,
        _ if is_paper => PAPER,
        _ => DATA,
    };
    // What has a tag may be kept by its reader and asked about; rule systems and pages are the same for all; the rest is
    // somebody's own, or changes from one moment to the next.
    let is_public = ["/docs", "/openapi.json", "/v1/rulesets"].iter().any(|public| path.starts_with(public));
    let is_public = is_public || is_client(path);
    let caching = match () {
        () if is_public => "no-cache",
        () if headers.contains_key(header::ETAG) => "private, no-cache",
        () => "no-store",
    };
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, caching),
    ] {
        fill(headers, name, value);
    }
}

/// Whether an address is one of the web client's pages.
fn is_client(path: &str) -> bool {
    matches!(path, "/" | "/new" | "/sign-in" | "/account" | "/notifications" | "/new-password" | "/authorize")
        || path.starts_with("/t/")
        || path.starts_with("/g/")
        || path.starts_with("/w/")
}

fn fill(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    if !headers.contains_key(&name) {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(path: &str, given: &[(HeaderName, &'static str)]) -> [String; 2] {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.insert(name.clone(), HeaderValue::from_static(value));
        }
        complete(path, &mut headers);
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        assert_eq!(
            (text(header::X_CONTENT_TYPE_OPTIONS).as_str(), text(header::REFERRER_POLICY).as_str()),
            ("nosniff", "no-referrer")
        );
        [text(header::CACHE_CONTROL), text(header::CONTENT_SECURITY_POLICY)]
    }

    #[test]
    fn each_kind_of_answer_has_the_headers_that_fit_it() {
        let (json, svg, html) = ("application/json", "image/svg+xml", "text/html; charset=utf-8");
        let (kind, tag) = (header::CONTENT_TYPE, header::ETAG);
        for (path, given, caching, policy) in [
            ("/v1/sessions", vec![(kind.clone(), json)], "no-store", DATA),
            ("/v1/games/g/seats/A/view", vec![(kind.clone(), json), (tag.clone(), "\"a\"")], "private, no-cache", DATA),
            ("/v1/games/g/seats/A/map", vec![(kind.clone(), svg), (tag, "\"a\"")], "private, no-cache", PAPER),
            ("/v1/games/g/seats/A/reports/1", vec![(kind.clone(), html)], "no-store", PAPER),
            ("/v1/unsubscribe/c/w", vec![(kind.clone(), html)], "no-store", ASK),
            ("/v1/games/g/archive", vec![(header::CACHE_CONTROL, "private")], "private", DATA),
            ("/v1/rulesets/umpire", vec![(kind.clone(), json)], "no-cache", DATA),
            ("/problems/seat-taken", vec![(kind.clone(), html)], "no-store", DOCS),
            ("/t/g/A", vec![(kind.clone(), html)], "no-cache", CLIENT),
            ("/", vec![(kind.clone(), html)], "no-cache", CLIENT),
            ("/docs/", vec![(kind, html)], "no-cache", DOCS),
            ("/metrics", vec![], "no-store", DATA),
            ("/v1/nothing", vec![], "no-store", DATA),
        ] {
            assert_eq!(completed(path, &given), [caching, policy], "{path}");
        }
    }
}
