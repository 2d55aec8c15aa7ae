//! Guests over HTTP.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, post, put};
use serde::Deserialize;
use utoipa::ToSchema;

use super::accounts::{Account, Registration};
use super::sessions::Session;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::{Body, MaybeBody};
use crate::problem::ApiError;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "in_cookie": false }))]
pub struct GuestRequest {
    /// For pages of this server: the refresh token comes as a cookie that scripts cannot read, and not in the answer.
    #[serde(default)]
    pub in_cookie: bool,
}

/// Play as a guest
///
/// An account without a password, under a made-up name, and a session for it. `PUT /v1/me/name` gives it a name and a password;
/// until then nobody who loses the session comes back to it.
#[utoipa::path(operation_id = "play_as_guest", tag = "accounts", request_body = GuestRequest, responses(
    (status = 201, description = "You are logged in.", body = Session),
))]
#[post("/v1/guests")]
pub async fn play_as_guest(
    app: Data<AppContext>, req: HttpRequest, form: MaybeBody<GuestRequest>,
) -> Result<HttpResponse, ApiError> {
    let MaybeBody(form) = form;
    let grant = app.run(move |app| app.play_as_guest()).await?;
    Ok(Session::answer(grant, &req, HttpResponse::Created(), form.in_cookie))
}

/// Give a guest's account a name and a password
#[utoipa::path(operation_id = "keep_account", tag = "accounts", security(("bearer" = [])), request_body = Registration, responses(
    (status = 200, description = "The account has them now.", body = Account),
    (status = 409, description = "The name is taken (`name-taken`), or the account has a password (`not-a-guest`).", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[put("/v1/me/name")]
pub async fn keep_account(
    app: Data<AppContext>, caller: Caller, form: Body<Registration>,
) -> Result<Json<Account>, ApiError> {
    let Body(form) = form;
    Ok(Json(app.run_hashing(move |app| app.keep_account(&caller, &form.name, &form.password)).await?.into()))
}
