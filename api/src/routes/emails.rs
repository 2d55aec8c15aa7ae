//! Addresses of mail, new passwords by mail, and the way out of mails, over HTTP.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, delete, get, post, put};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::http::html;
use crate::problem::ApiError;
use crate::service::emails;

/// Your address of mail.
#[derive(Debug, Serialize, ToSchema)]
pub struct Email {
    /// Where mail has arrived: you gave its code back. Null when there is none.
    #[schema(example = "livia@example.org")]
    pub address: Option<String>,
    /// Where a code was sent that has not come back.
    pub pending: Option<String>,
    /// Whether this server sends mail at all.
    pub sends_mail: bool,
}

impl From<emails::EmailState> for Email {
    fn from(it: emails::EmailState) -> Self {
        Email { address: it.address, pending: it.pending, sends_mail: it.sends_mail }
    }
}

/// A new address of mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "address": "livia@example.org", "current_password": "a long password of hers" }))]
pub struct EmailRequest {
    #[schema(max_length = 254)]
    pub address: String,
    #[schema(max_length = 128)]
    pub current_password: String,
}

/// A code from a mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "code": "0198a1c2-0000-7000-8000-000000000000.bm90IGEgcmVhbCBjb2Rl" }))]
pub struct EmailCode {
    #[schema(max_length = 100)]
    pub code: String,
}

/// Who wants a new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "account": "livia" }))]
pub struct PasswordResetRequest {
    /// Name of the account, or its verified address of mail.
    #[schema(max_length = 254)]
    pub account: String,
}

/// A new password, and the code that allows it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "code": "0198a1c2-0000-7000-8000-000000000000.bm90IGEgcmVhbCBjb2Rl", "new_password": "another long password" }))]
pub struct PasswordReset {
    #[schema(max_length = 100)]
    pub code: String,
    #[schema(min_length = 8, max_length = 128)]
    pub new_password: String,
}

/// Your address of mail
#[utoipa::path(operation_id = "show_email", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, description = "The address, and the one that waits for its code.", body = Email),
))]
#[get("/v1/me/email")]
pub async fn show_email(app: Data<AppContext>, caller: Caller) -> Result<Json<Email>, ApiError> {
    Ok(Json(app.run(move |app| app.show_email(&caller)).await?.into()))
}

/// Set your address of mail
///
/// A code is sent there; the address is yours when you have given it back at `PUT /v1/me/email/code`. Until then the old one counts.
/// An address is good for notifications by mail and for a new password, and is shown to nobody else.
#[utoipa::path(operation_id = "set_email", tag = "accounts", security(("bearer" = [])), request_body = EmailRequest, responses(
    (status = 202, description = "A code is on its way.", body = Email),
    (status = 409, description = "This server sends no mail (`no-mail`).", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many codes were sent within a day.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[put("/v1/me/email")]
pub async fn set_email(
    app: Data<AppContext>, caller: Caller, form: Body<EmailRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let told = app
        .run_hashing(move |app| {
            app.set_email(&caller, &form.address, &form.current_password)?;
            app.show_email(&caller)
        })
        .await?;
    Ok(HttpResponse::Accepted().json(Email::from(told)))
}

/// Give the code from the mail back
#[utoipa::path(operation_id = "verify_email", tag = "accounts", security(("bearer" = [])), request_body = EmailCode, responses(
    (status = 200, description = "The address is yours.", body = Email),
))]
#[put("/v1/me/email/code")]
pub async fn verify_email(
    app: Data<AppContext>, caller: Caller, form: Body<EmailCode>,
) -> Result<Json<Email>, ApiError> {
    let Body(form) = form;
    let told = app
        .run(move |app| {
            app.verify_email(&caller, &form.code)?;
            app.show_email(&caller)
        })
        .await?;
    Ok(Json(told.into()))
}

/// Take your address of mail away
#[utoipa::path(operation_id = "delete_email", tag = "accounts", security(("bearer" = [])), responses(
    (status = 204, description = "The account has no address, and no channel by mail."),
))]
#[delete("/v1/me/email")]
pub async fn delete_email(app: Data<AppContext>, caller: Caller) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.delete_email(&caller)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Ask for a new password by mail
///
/// A code is sent to the verified address of the account, if there is such an account with such an address; the answer is the same
/// where there is none. It is good for an hour.
#[utoipa::path(operation_id = "ask_for_password", tag = "accounts", request_body = PasswordResetRequest, responses(
    (status = 204, description = "If the account has an address, a code is on its way."),
    (status = 409, description = "This server sends no mail (`no-mail`).", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/password-resets")]
pub async fn ask_for_password(
    app: Data<AppContext>, form: Body<PasswordResetRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    app.run(move |app| app.ask_for_password(&form.account)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Set a new password by the code from the mail
///
/// Every session and API token of the account ends.
#[utoipa::path(operation_id = "reset_password", tag = "accounts", request_body = PasswordReset, responses(
    (status = 204, description = "Log in with it."),
))]
#[put("/v1/password-resets")]
pub async fn reset_password(app: Data<AppContext>, form: Body<PasswordReset>) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    app.run_hashing(move |app| app.reset_password(&form.code, &form.new_password)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The page behind “no more of it” in a mail
#[utoipa::path(operation_id = "show_unsubscribe", tag = "notifications", params(
    ("channel" = String, Path, description = "Id of the channel."),
    ("word" = String, Path, description = "What the mail has."),
    MuteQuery,
), responses((status = 200, description = "A page that asks once more.", body = String, content_type = "text/html")))]
#[get("/v1/unsubscribe/{channel}/{word}")]
pub async fn show_unsubscribe(
    app: Data<AppContext>, path: Path<(String, String)>, query: Query<MuteQuery>,
) -> Result<HttpResponse, ApiError> {
    let question = match end_of(&app, path, query, false).await? {
        Ended::Channel(name) => format!("Shall the channel “{name}” tell nothing more?"),
        Ended::Game(name) => format!("Shall nothing more be told of “{name}”?"),
    };
    let question = html::prose(&question);
    let body =
        format!("<h1>Notifications</h1>\n{question}<form method=\"post\"><button>No more of it</button></form>\n");
    Ok(page(&body))
}

/// What is ended from a mail.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MuteQuery {
    /// Id of a game that the mails tell of: it alone is muted.
    pub game: Option<String>,
}

/// What was ended, or would be, by name.
enum Ended {
    Channel(String),
    Game(String),
}

async fn end_of(
    app: &AppContext, path: Path<(String, String)>, query: Query<MuteQuery>, really: bool,
) -> Result<Ended, ApiError> {
    let ((channel, word), MuteQuery { game }) = (path.into_inner(), query.into_inner());
    let ended = app.run(move |app| match game {
        Some(game) => app.mute_from_mail(&channel, &word, &game, really).map(Ended::Game),
        None => app.unsubscribe(&channel, &word, really).map(Ended::Channel),
    });
    Ok(ended.await?)
}

/// Turn a channel off from its mail
///
/// For programs that read mail: one click, without signing in. The channel can be turned on again. With `game` that game is muted, and the
/// channel tells of all others.
#[utoipa::path(operation_id = "unsubscribe", tag = "notifications", params(
    ("channel" = String, Path, description = "Id of the channel."),
    ("word" = String, Path, description = "What the mail has."),
    MuteQuery,
), responses((status = 200, description = "It is off.", body = String, content_type = "text/html")))]
#[post("/v1/unsubscribe/{channel}/{word}")]
pub async fn unsubscribe(
    app: Data<AppContext>, path: Path<(String, String)>, query: Query<MuteQuery>,
) -> Result<HttpResponse, ApiError> {
    let told = match end_of(&app, path, query, true).await? {
        Ended::Channel(name) => {
            format!("The channel “{name}” tells nothing more. You can turn it on again where you set it up.")
        }
        Ended::Game(name) => format!("Nothing more is told of “{name}”. You can change that where your channels are."),
    };
    Ok(page(&format!("<h1>Notifications</h1>\n{}", html::prose(&told))))
}

fn page(body: &str) -> HttpResponse {
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(html::page("Notifications", body))
}
