//! Sessions over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, delete, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::Account;
use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::{Body, MaybeBody};
use crate::http::cookie;
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
    /// For pages of this server: the refresh token comes as a cookie that scripts cannot read, and not in the answer.
    #[serde(default)]
    pub in_cookie: bool,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "refresh_token": "refresh_0XyJ…" }))]
pub struct RefreshRequest {
    /// Left out, it is the one in the cookie, which a page of this server sends along.
    #[schema(max_length = 200)]
    pub refresh_token: Option<String>,
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
    /// Null when it is kept in a cookie.
    pub refresh_token: Option<String>,
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

impl OpenSession {
    /// A session; `current` is the id of the one that the request came by.
    pub fn new(id: String, created_at: i64, expires_at: i64, current: Option<&str>) -> OpenSession {
        OpenSession {
            current: current == Some(id.as_str()),
            id,
            created_at: time(created_at),
            expires_at: time(expires_at),
        }
    }
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
            refresh_token: Some(grant.refresh_token),
            account: grant.account.into(),
        }
    }
}

impl Session {
    /// An answer with the tokens, the second of them in a cookie if that is wanted.
    pub fn answer(grant: Grant, req: &HttpRequest, mut response: HttpResponseBuilder, in_cookie: bool) -> HttpResponse {
        let mut session = Session::from(grant);
        if in_cookie {
            response.cookie(cookie::keep(req, session.refresh_token.take().as_deref()));
        }
        response.json(session)
    }
}

/// Log in
///
/// After five wrong passwords for a name, whoever sends them, the next attempt has to wait: a second at first, half a
/// minute at most (429, `too-many-attempts`, with `Retry-After`).
#[utoipa::path(operation_id = "log_in", tag = "sessions", request_body = Credentials, responses(
    (status = 201, description = "You are logged in.", body = Session),
    (status = 401, description = "Name and password do not match.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The account is suspended (`account-suspended`).", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/sessions")]
pub async fn log_in(
    app: Data<AppContext>, req: HttpRequest, form: Body<Credentials>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let in_cookie = form.in_cookie;
    let grant = app.run_hashing(move |app| app.log_in(&form.name, &form.password)).await?;
    Ok(Session::answer(grant, &req, HttpResponse::Created(), in_cookie))
}

/// Trade a refresh token for a new pair of tokens
///
/// Each refresh token works once. One that comes a second time ends its session: somebody holds a copy. Without a body it is
/// the token in the cookie that a page of this server sends along; the new one goes back into it.
#[utoipa::path(operation_id = "refresh_session", tag = "sessions", request_body = RefreshRequest, responses(
    (status = 200, description = "A new pair of tokens.", body = Session),
    (status = 401, description = "The refresh token is unknown, spent, or its session has ended.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The cookie came from a page of another server (`forbidden-origin`), or the account is suspended (`account-suspended`).", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/sessions/refresh")]
pub async fn refresh_session(
    app: Data<AppContext>, req: HttpRequest, form: MaybeBody<RefreshRequest>,
) -> Result<HttpResponse, ApiError> {
    let MaybeBody(form) = form;
    let in_cookie = form.refresh_token.is_none();
    let token = form.refresh_token.map_or_else(|| cookie::kept(&req), Ok)?;
    let grant = app.run(move |app| app.refresh(&token)).await?;
    Ok(Session::answer(grant, &req, HttpResponse::Ok(), in_cookie))
}

/// Your open sessions
#[utoipa::path(operation_id = "list_sessions", tag = "sessions", security(("bearer" = [])), responses(
    (status = 200, description = "At most 100, newest first.", body = OpenSessions),
))]
#[get("/v1/sessions")]
pub async fn list_sessions(app: Data<AppContext>, caller: Caller) -> Result<Json<OpenSessions>, ApiError> {
    let current = caller.session_id.clone();
    let rows = app.run(move |app| app.list_sessions(&caller)).await?;
    let items =
        rows.into_iter().map(|row| OpenSession::new(row.id, row.created_at, row.expires_at, current.as_deref()));
    Ok(Json(OpenSessions { items: items.collect() }))
}

/// Log out: end the session this request came by
///
/// Another server of the same database notices within a second.
#[utoipa::path(operation_id = "log_out", tag = "sessions", security(("bearer" = [])), responses(
    (status = 204, description = "The session has ended."),
))]
#[delete("/v1/sessions/current")]
pub async fn log_out(app: Data<AppContext>, req: HttpRequest, caller: Caller) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.log_out(&caller)).await?;
    Ok(HttpResponse::NoContent().cookie(cookie::keep(&req, None)).finish())
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
