//! Rates as HTTP tells them: the kind of work by method and path, what is left in `RateLimit` headers.

use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::context::limits::{Left, Work};

impl Work {
    pub fn of(method: &Method, path: &str) -> Work {
        // What makes computer players think: advice, a new campaign's start, a step forced, a seat handed over.
        if path.ends_with("/advice") {
            return Work::Ai;
        }
        // A question, though it has a body.
        if path.ends_with("/orders/options") {
            return Work::Read;
        }
        if method == Method::GET || method == Method::HEAD || method == Method::OPTIONS {
            return Work::Read;
        }
        if path == "/v1/accounts"
            || path == "/v1/password-resets"
            || path.starts_with("/v1/oauth/")
            || path.starts_with("/v1/sessions")
            || path.starts_with("/v1/me")
        {
            return Work::Auth;
        }
        if path.ends_with("/start") || path.ends_with("/force") || path.ends_with("/ai") {
            return Work::Ai;
        }
        Work::Write
    }
}

impl Left {
    pub fn tell(&self, headers: &mut HeaderMap) {
        let name = self.work.name();
        let lines = [
            (HeaderName::from_static("ratelimit-policy"), format!("\"{name}\";q={};w=60", self.quota)),
            (HeaderName::from_static("ratelimit"), format!("\"{name}\";r={};t={}", self.remaining, self.wait)),
        ];
        for (header, line) in lines {
            if let Ok(value) = HeaderValue::from_str(&line) {
                headers.insert(header, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_by_method_and_path() {
        assert_eq!(Work::of(&Method::POST, "/v1/sessions/refresh"), Work::Auth);
        assert_eq!(Work::of(&Method::POST, "/v1/games/x/start"), Work::Ai);
        assert_eq!(Work::of(&Method::POST, "/v1/games/x/seats/A/orders/options"), Work::Read);
        assert_eq!(Work::of(&Method::DELETE, "/v1/me"), Work::Auth);
        assert_eq!(Work::of(&Method::GET, "/v1/accounts"), Work::Read);
        assert_eq!(Work::of(&Method::PUT, "/v1/games/x/seats/A/orders"), Work::Write);
    }
}
