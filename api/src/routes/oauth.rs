//! Signing in from third parties' applications over HTTP: OAuth 2.1.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Json, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::http::body::Body;
use crate::model::{AuthorizationRequest, TokenForm};
use crate::problem::{ApiError, Problem};
use crate::service::applications::{self, NoGrant};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Map table", "redirect_uris": ["http://127.0.0.1/back"] }))]
pub struct ApplicationRequest {
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Where people may be sent back to: `https://` addresses, `http://127.0.0.1`, `http://[::1]` or `http://localhost` with any port,
    /// or a scheme of your own with a dot in it.
    #[schema(min_items = 1, max_items = 10)]
    pub redirect_uris: Vec<String>,
}

/// A program of a third party.
#[derive(Debug, Serialize, ToSchema)]
pub struct Application {
    /// Its `client_id`.
    pub id: String,
    pub name: String,
    /// Name of who registered it.
    pub by: String,
    pub redirect_uris: Vec<String>,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Applications {
    /// Newest first.
    #[schema(max_items = 20)]
    pub items: Vec<Application>,
}

impl From<applications::Application> for Application {
    fn from(it: applications::Application) -> Self {
        Application {
            id: it.row.id,
            name: it.row.name,
            by: it.by,
            redirect_uris: it.row.redirect_uris.split(' ').map(str::to_owned).collect(),
            created_at: time(it.row.created_at),
        }
    }
}

/// Register an application
///
/// A program in which people sign in with their account here. It gets a `client_id` and no secret: it proves itself by PKCE.
#[utoipa::path(operation_id = "register_application", tag = "tokens", security(("bearer" = [])), request_body = ApplicationRequest, responses(
    (status = 201, description = "The application.", body = Application),
))]
#[post("/v1/me/applications")]
pub async fn register_application(
    app: Data<AppContext>, caller: Caller, form: Body<ApplicationRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let made = app.run(move |app| app.register_application(&caller, &form.name, &form.redirect_uris)).await?;
    Ok(HttpResponse::Created().json(Application::from(made)))
}

/// Your applications
#[utoipa::path(operation_id = "list_applications", tag = "tokens", security(("bearer" = [])), responses(
    (status = 200, description = "All of them.", body = Applications),
))]
#[get("/v1/me/applications")]
pub async fn list_applications(app: Data<AppContext>, caller: Caller) -> Result<Json<Applications>, ApiError> {
    let all = app.run(move |app| app.list_applications(&caller)).await?;
    Ok(Json(Applications { items: all.into_iter().map(Application::from).collect() }))
}

/// Take an application away
///
/// Every token that people gave it ends.
#[utoipa::path(operation_id = "delete_application", tag = "tokens", security(("bearer" = [])),
    params(("application" = String, Path, description = "Id of the application.")), responses(
    (status = 204, description = "It is gone."),
))]
#[delete("/v1/me/applications/{application}")]
pub async fn delete_application(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.delete_application(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// An application
///
/// What a page shows that asks somebody to allow it something.
#[utoipa::path(operation_id = "show_application", tag = "tokens",
    params(("application" = String, Path, description = "Id of the application, its `client_id`.")), responses(
    (status = 200, description = "The application.", body = Application),
))]
#[get("/v1/applications/{application}")]
pub async fn show_application(app: Data<AppContext>, path: Path<String>) -> Result<Json<Application>, ApiError> {
    Ok(Json(app.run(move |app| app.show_application(&path)).await?.into()))
}

/// Where you are sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct Authorization {
    /// The program's address, with `code`, or with `error=access_denied`.
    pub redirect_to: String,
}

/// Allow an application what it asks for
///
/// For the page `/authorize`, to which programs send people with these parameters in its query, as OAuth 2.1 has it. The code that
/// comes with the answer is good for a minute and for one token.
#[utoipa::path(operation_id = "authorize", tag = "tokens", security(("bearer" = [])), request_body = AuthorizationRequest, responses(
    (status = 200, description = "Where to go.", body = Authorization),
    (status = 404, description = "There is no such application.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/oauth/authorizations")]
pub async fn authorize(
    app: Data<AppContext>, caller: Caller, form: Body<AuthorizationRequest>,
) -> Result<Json<Authorization>, ApiError> {
    let Body(form) = form;
    let redirect_to = app.run(move |app| app.authorize(&caller, &form)).await?;
    Ok(Json(Authorization { redirect_to }))
}

/// A token, in the words of OAuth.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenGrant {
    /// Good wherever an API token is.
    pub access_token: String,
    /// `Bearer`.
    pub token_type: String,
    /// Seconds until it ends.
    pub expires_in: i64,
    /// What it is good for, with spaces between.
    pub scope: String,
}

/// Why there is no token, in the words of OAuth (RFC 6749, section 5.2).
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenRefusal {
    /// `invalid_request`, `invalid_grant` or `unsupported_grant_type`.
    pub error: String,
    pub error_description: String,
}

/// Fetch an application's token
///
/// For the program itself: the code that came to its address, and the verifier that its challenge was made of. A code is good once: who
/// uses it a second time ends the token that it was used for. The token lasts 90 days, is listed among the API tokens of the person,
/// and ends when they revoke it.
#[utoipa::path(operation_id = "grant_token", tag = "tokens",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 200, description = "The token.", body = TokenGrant),
    (status = 400, description = "There is none, and why.", body = TokenRefusal),
))]
#[post("/v1/oauth/token")]
pub async fn grant_token(app: Data<AppContext>, body: Bytes) -> Result<HttpResponse, ApiError> {
    let Some(form) = read_form::<TokenForm>(&body) else {
        return Ok(refusal("invalid_request", "the body is no form, or names something twice"));
    };
    Ok(match app.run(move |app| app.grant_token(&form)).await? {
        Ok(granted) => HttpResponse::Ok().json(TokenGrant {
            access_token: granted.token,
            token_type: "Bearer".into(),
            expires_in: granted.seconds,
            scope: granted.scope,
        }),
        Err(NoGrant::InvalidRequest(what)) => refusal("invalid_request", what),
        Err(NoGrant::UnsupportedGrantType) => refusal("unsupported_grant_type", "grant_type is authorization_code"),
        Err(NoGrant::InvalidGrant) => refusal(
            "invalid_grant",
            "the code is unknown, used up or too old, or client_id, redirect_uri or verifier do not fit it",
        ),
    })
}

fn refusal(error: &str, description: &str) -> HttpResponse {
    let body = TokenRefusal { error: error.into(), error_description: description.into() };
    HttpResponse::build(StatusCode::BAD_REQUEST).json(body)
}

fn read_form<T: serde::de::DeserializeOwned>(body: &Bytes) -> Option<T> {
    let text = std::str::from_utf8(body).ok().filter(|text| !text.contains("%00"))?;
    Query::<T>::from_query(text).ok().map(Query::into_inner)
}

/// A token that is not needed any more, as a form.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({ "token": "cursus_…" }))]
pub struct RevocationForm {
    pub token: String,
}

/// Give a token back
///
/// RFC 7009: whoever has a token can end it. There is no error where there is no such token.
#[utoipa::path(operation_id = "give_token_back", tag = "tokens",
    request_body(content = RevocationForm, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 200, description = "It is good for nothing any more."),
))]
#[post("/v1/oauth/revoke")]
pub async fn give_token_back(app: Data<AppContext>, body: Bytes) -> Result<HttpResponse, ApiError> {
    let form = read_form::<RevocationForm>(&body).unwrap_or_default();
    app.run(move |app| app.give_token_back(&form.token)).await?;
    Ok(HttpResponse::Ok().finish())
}

/// What programs have to know of this server to sign people in (RFC 8414).
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorizationServer {
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    pub revocation_endpoint: String,
    pub response_types_supported: Vec<String>,
    pub grant_types_supported: Vec<String>,
    pub code_challenge_methods_supported: Vec<String>,
    pub token_endpoint_auth_methods_supported: Vec<String>,
    pub scopes_supported: Vec<String>,
    pub authorization_response_iss_parameter_supported: bool,
    pub service_documentation: String,
}

/// What programs have to know to sign people in
///
/// Where the operator has named the public address of the server.
#[utoipa::path(operation_id = "show_authorization_server", tag = "tokens", responses(
    (status = 200, description = "Addresses and what they take.", body = AuthorizationServer),
    (status = 404, description = "The server does not know its public address.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/.well-known/oauth-authorization-server")]
pub async fn show_authorization_server(app: Data<AppContext>) -> Result<Json<AuthorizationServer>, ApiError> {
    let Some(issuer) = &app.config.public_url else {
        return Err(Fault::not_found("public address of this server (--public-url)").into());
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    Ok(Json(AuthorizationServer {
        authorization_endpoint: format!("{issuer}/authorize"),
        token_endpoint: format!("{issuer}/v1/oauth/token"),
        revocation_endpoint: format!("{issuer}/v1/oauth/revoke"),
        response_types_supported: words(&["code"]),
        grant_types_supported: words(&["authorization_code"]),
        code_challenge_methods_supported: words(&["S256"]),
        token_endpoint_auth_methods_supported: words(&["none"]),
        scopes_supported: words(&[Scope::GameRead.name(), Scope::OrdersWrite.name(), Scope::Gm.name()]),
        authorization_response_iss_parameter_supported: true,
        service_documentation: format!("{issuer}/docs/"),
        issuer: issuer.clone(),
    }))
}
