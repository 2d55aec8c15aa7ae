//! API tokens over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::http::body::Body;
use crate::problem::ApiError;
use crate::service::tokens::{NewToken, Token};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "my bot", "scopes": ["game:read", "orders:write"], "expires_in_days": 365 }))]
pub struct TokenRequest {
    /// What it is for, in your words.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    #[schema(min_items = 1, max_items = 4)]
    pub scopes: Vec<Scope>,
    /// Left out: for ever.
    #[schema(minimum = 1, maximum = 3650)]
    pub expires_in_days: Option<u32>,
}

/// A token without its text.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApiToken {
    pub id: String,
    pub name: String,
    pub scopes: Vec<Scope>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    /// Id of the application that you gave it to; null for one that you made yourself.
    pub application: Option<String>,
}

/// A token with its text, this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewApiToken {
    pub id: String,
    pub name: String,
    pub scopes: Vec<Scope>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    /// Keep it: it is not shown again.
    pub token: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ApiTokens {
    pub items: Vec<ApiToken>,
}

impl From<Token> for ApiToken {
    fn from(token: Token) -> Self {
        ApiToken {
            id: token.id,
            name: token.name,
            scopes: token.scopes,
            created_at: time(token.created_at),
            expires_at: token.expires_at.map(time),
            application: token.application_id,
        }
    }
}

/// Make an API token
///
/// For bots and scripts. The text is shown this once; only a hash of it is kept. Under the same `Idempotency-Key` no second
/// token is made, but the first one's text cannot be told again: the answer is then 409, `token-made-already`, with its id.
#[utoipa::path(operation_id = "create_token", tag = "tokens", security(("bearer" = [])), request_body = TokenRequest, responses(
    (status = 201, description = "The token, with its text.", body = NewApiToken),
    (status = 409, description = "You have too many tokens, or this key has made one already.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/tokens")]
pub async fn create_token(
    app: Data<AppContext>, caller: Caller, form: Body<TokenRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let new = NewToken { name: form.name, scopes: form.scopes, expires_in_days: form.expires_in_days };
    let (row, token) = app.run(move |app| app.create_token(&caller, &new)).await?;
    let ApiToken { id, name, scopes, created_at, expires_at, .. } = row.into();
    Ok(HttpResponse::Created().json(NewApiToken { id, name, scopes, created_at, expires_at, token }))
}

/// Your API tokens
#[utoipa::path(operation_id = "list_tokens", tag = "tokens", security(("bearer" = [])), responses(
    (status = 200, description = "At most 100, newest first; without their text.", body = ApiTokens),
))]
#[get("/v1/tokens")]
pub async fn list_tokens(app: Data<AppContext>, caller: Caller) -> Result<Json<ApiTokens>, ApiError> {
    let rows = app.run(move |app| app.list_tokens(&caller)).await?;
    Ok(Json(ApiTokens { items: rows.into_iter().map(ApiToken::from).collect() }))
}

/// Revoke an API token
#[utoipa::path(operation_id = "revoke_token", tag = "tokens", security(("bearer" = [])),
    params(("token" = String, Path, description = "Id of the token.")), responses(
    (status = 204, description = "The token works no more."),
))]
#[delete("/v1/tokens/{token}")]
pub async fn revoke_token(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.revoke_token(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}
