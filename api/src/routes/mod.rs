//! HTTP shapes: what comes in, what goes out, and which use case stands between.

pub mod accounts;
pub mod health;
pub mod sessions;
pub mod tokens;

use chrono::{DateTime, Utc};
use utoipa_actix_web::service_config::ServiceConfig;

/// All operations of the API.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(health::health)
        .service(health::readiness)
        .service(health::metrics)
        .service(accounts::register)
        .service(accounts::me)
        .service(accounts::close_account)
        .service(accounts::change_password)
        .service(sessions::log_in)
        .service(sessions::list_sessions)
        .service(sessions::refresh_session)
        .service(sessions::log_out)
        .service(sessions::end_session)
        .service(tokens::create_token)
        .service(tokens::list_tokens)
        .service(tokens::revoke_token);
}

/// Milliseconds as the API writes times: RFC 3339 in UTC.
pub fn time(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}
