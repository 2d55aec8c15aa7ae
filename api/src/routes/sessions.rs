//! Sessions over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::Account;
use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::problem::{ApiError, Problem};
use crate::service::sessions::Grant;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "colleoni", "password": "a long and secret one" }))]
pub struct Credentials {
    #[schema(max_length = 128)]
    pub name: String,
    #[schema(max_length = 128)]
    pub password: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "refresh_token": "refresh_0XyJ…" }))]
pub struct RefreshRequest {
    #[schema(max_length = 200)]
    pub refresh_token: String,
}

/// A pair of tokens. Send the first as `Authorization: Bearer …`; trade the second for a new pair, once.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    pub id: String,
    pub access_token: String,
    #[schema(example = "Bearer")]
    pub token_type: String,
    /// Seconds the access token is good for.
    #[schema(example = 900)]
    pub expires_in: i64,
    pub refresh_token: String,
    pub account: Account,
}

/// A session that is open.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenSession {
    pub id: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Whether it is the one this request came by.
    pub current: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OpenSessions {
    pub items: Vec<OpenSession>,
}

impl From<Grant> for Session {
    fn from(grant: Grant) -> Self {
        Session {
            id: grant.session_id,
            access_token: grant.access_token,
            token_type: "Bearer".into(),
            expires_in: grant.expires_in,
            refresh_token: grant.refresh_token,
            account: grant.account.into(),
        }
    }
}

/// Log in
///
/// After five wrong passwords for a name, whoever sends them, the next attempt has to wait: a second at first, half a
/// minute at most (429, `too-many-attempts`, with `Retry-After`).
#[utoipa::path(operation_id = "log_in", tag = "sessions", request_body = Credentials, responses(
    (status = 201, description = "You are logged in.", body = Session),
    (status = 401, description = "Name and password do not match.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/sessions")]
pub async fn log_in(app: Data<AppContext>, form: Body<Credentials>) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let grant = app.run_hashing(move |app| app.log_in(&form.name, &form.password)).await?;
    Ok(HttpResponse::Created().json(Session::from(grant)))
}

/// Trade a refresh token for a new pair of tokens
///
/// Each refresh token works once. One that comes a second time ends its session: somebody holds a copy.
#[utoipa::path(operation_id = "refresh_session", tag = "sessions", request_body = RefreshRequest, responses(
    (status = 200, description = "A new pair of tokens.", body = Session),
    (status = 401, description = "The refresh token is unknown, spent, or its session has ended.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/sessions/refresh")]
pub async fn refresh_session(app: Data<AppContext>, form: Body<RefreshRequest>) -> Result<Json<Session>, ApiError> {
    let Body(form) = form;
    Ok(Json(app.run(move |app| app.refresh(&form.refresh_token)).await?.into()))
}

/// Your open sessions
#[utoipa::path(operation_id = "list_sessions", tag = "sessions", security(("bearer" = [])), responses(
    (status = 200, description = "At most 100, newest first.", body = OpenSessions),
))]
#[get("/v1/sessions")]
pub async fn list_sessions(app: Data<AppContext>, caller: Caller) -> Result<Json<OpenSessions>, ApiError> {
    let current = caller.session_id.clone();
    let rows = app.run(move |app| app.list_sessions(&caller)).await?;
    let items = rows.into_iter().map(|row| OpenSession {
        current: current.as_deref() == Some(row.id.as_str()),
        id: row.id,
        created_at: time(row.created_at),
        expires_at: time(row.expires_at),
    });
    Ok(Json(OpenSessions { items: items.collect() }))
}

/// Log out: end the session this request came by
///
/// Another server of the same database notices within a second.
#[utoipa::path(operation_id = "log_out", tag = "sessions", security(("bearer" = [])), responses(
    (status = 204, description = "The session has ended."),
))]
#[delete("/v1/sessions/current")]
pub async fn log_out(app: Data<AppContext>, caller: Caller) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.log_out(&caller)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// End one of your sessions
#[utoipa::path(operation_id = "end_session", tag = "sessions", security(("bearer" = [])),
    params(("session" = String, Path, description = "Id of the session.")), responses(
    (status = 204, description = "The session has ended."),
))]
#[delete("/v1/sessions/{session}")]
pub async fn end_session(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.end_session(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}
