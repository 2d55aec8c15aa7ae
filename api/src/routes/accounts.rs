//! Accounts over HTTP.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, post, put};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::problem::ApiError;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "colleoni", "password": "a long and secret one" }))]
pub struct Registration {
    /// 3 to 32 ASCII letters, digits, `-`, `_` or `.`; unique whatever the case.
    #[schema(min_length = 3, max_length = 32, pattern = "^[A-Za-z0-9._-]{3,32}$")]
    pub name: String,
    /// Not your name, and not one that is found in lists of common passwords (`common-password`).
    #[schema(min_length = 8, max_length = 128)]
    pub password: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "current_password": "a long and secret one", "new_password": "a longer and better one" }))]
pub struct PasswordChange {
    /// `old_password` is read too, as it was called before.
    #[serde(alias = "old_password")]
    #[schema(max_length = 128)]
    pub current_password: String,
    /// As for a new account: not one that everybody tries first, nor your name.
    #[schema(min_length = 8, max_length = 128)]
    pub new_password: String,
    /// Whether your API tokens end too. They would outlive the old password otherwise, and so would a thief's.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub revoke_tokens: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "current_password": "a long and secret one" }))]
pub struct Closing {
    #[schema(max_length = 128)]
    pub current_password: String,
}

/// An account as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    pub id: String,
    #[schema(example = "colleoni")]
    pub name: String,
    pub is_admin: bool,
    /// Whether it has no password yet: it lives as long as its session.
    pub is_guest: bool,
    pub created_at: DateTime<Utc>,
}

impl From<crate::service::accounts::Account> for Account {
    fn from(account: crate::service::accounts::Account) -> Self {
        let (is_admin, is_guest) = (account.is_admin, account.is_guest);
        Account { id: account.id, name: account.name, is_admin, is_guest, created_at: time(account.created_at) }
    }
}

/// Register an account
///
/// Then log in at `POST /v1/sessions`. A name that somebody else had is never given again, also when that account was
/// closed.
#[utoipa::path(operation_id = "register", tag = "accounts", request_body = Registration, responses(
    (status = 201, description = "The account is there.", body = Account),
    (status = 409, description = "The name is taken.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/accounts")]
pub async fn register(app: Data<AppContext>, form: Body<Registration>) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let account = app.run_hashing(move |app| app.register(&form.name, &form.password)).await?;
    Ok(HttpResponse::Created().insert_header(("Location", "/v1/me")).json(Account::from(account)))
}

/// Your own account
#[utoipa::path(operation_id = "show_me", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, description = "Your account.", body = Account),
))]
#[get("/v1/me")]
pub async fn me(app: Data<AppContext>, caller: Caller) -> Result<Json<Account>, ApiError> {
    Ok(Json(app.run(move |app| app.me(&caller)).await?.into()))
}

/// Close your account
///
/// Sessions and tokens end at once, and your seats are open: the computer plays them until somebody comes. Nobody gets the
/// name again, you neither. A game you run goes to the person who has held a seat longest; with nobody seated it is
/// abandoned.
#[utoipa::path(operation_id = "close_account", tag = "accounts", security(("bearer" = [])), request_body = Closing, responses(
    (status = 204, description = "The account is closed."),
    (status = 403, description = "The password is wrong (`wrong-password`), or an API token asks (`session-needed`).", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[delete("/v1/me")]
pub async fn close_account(
    app: Data<AppContext>, caller: Caller, form: Body<Closing>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    app.run_hashing(move |app| app.close_account(&caller, &form.current_password)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Change your password
///
/// Every other session ends, and so do your API tokens unless `revoke_tokens` is false: then all that `GET /v1/tokens`
/// lists go on working.
#[utoipa::path(operation_id = "change_password", tag = "accounts", security(("bearer" = [])), request_body = PasswordChange, responses(
    (status = 204, description = "The password is changed."),
    (status = 403, description = "The present password is wrong (`wrong-password`), or an API token asks (`session-needed`).", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[put("/v1/me/password")]
pub async fn change_password(
    app: Data<AppContext>, caller: Caller, form: Body<PasswordChange>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    app.run_hashing(move |app| {
        app.change_password(&caller, &form.current_password, &form.new_password, form.revoke_tokens)
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
