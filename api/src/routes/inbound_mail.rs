//! Mail that a mail service hands over.

use actix_web::http::header;
use actix_web::web::{Data, Json, Payload};
use actix_web::{HttpRequest, post};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::AppContext;
use crate::context::fault::{Fault, Why};
use crate::context::secrets::digest;
use crate::http::body;
use crate::problem::{ApiError, Problem};
use crate::service::order_mails::TakenMail;

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailOutcome {
    /// It was read, and a receipt goes to the person: the orders are in, or it says why not.
    Answered,
    /// It came a second time, and had its receipt.
    Repeated,
    /// It is for no seat here, or a program wrote it by itself: nobody is answered.
    PassedOver,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InboundMailAnswer {
    pub outcome: MailOutcome,
}

/// Hand over a mail with orders
///
/// For the mail service of whoever runs the server, and for nobody else: the mail as it came in, and the secret of
/// `--inbound-secret` as a bearer token, or as the password of HTTP Basic, whatever the name. A mail may be handed over twice.
#[utoipa::path(operation_id = "take_mail", tag = "notifications",
    request_body(content = String, content_type = "message/rfc822", description = "The mail with its head."), responses(
    (status = 200, description = "It is dealt with, and need not be handed over again.", body = InboundMailAnswer),
    (status = 401, description = "The secret is wrong.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The server takes no mail over HTTP.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/inbound-mail")]
pub async fn take_mail(
    req: HttpRequest, app: Data<AppContext>, payload: Payload,
) -> Result<Json<InboundMailAnswer>, ApiError> {
    let Some(secret) = &app.config.inbound_secret else {
        let detail = "This server takes no mail over HTTP; who runs it names a secret with --inbound-secret.";
        return Err(Fault::forbidden("no-inbound-mail", detail).into());
    };
    if given_secret(&req).is_none_or(|given| digest(&given) != digest(secret)) {
        let detail = "Mail is taken from who knows the secret of --inbound-secret alone.";
        return Err(Fault::unauthenticated("bad-authorization", detail).into());
    }
    let kind = req.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("none");
    if !kind.to_ascii_lowercase().starts_with("message/rfc822") {
        let detail = format!("“{kind}” is not read here; send the mail itself as message/rfc822.");
        return Err(Fault::of(Why::UnknownMedia, "unsupported-media-type", detail).into());
    }
    let raw = body::collect(payload.into_inner(), app.config.body_limit).await?;
    let outcome = match app.run(move |app| app.take_mail(&raw)).await? {
        TakenMail::Answered => MailOutcome::Answered,
        TakenMail::Repeated => MailOutcome::Repeated,
        TakenMail::PassedOver => MailOutcome::PassedOver,
    };
    Ok(Json(InboundMailAnswer { outcome }))
}

fn given_secret(req: &HttpRequest) -> Option<String> {
    let (scheme, word) = req.headers().get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(word.trim().to_owned());
    }
    let pair = String::from_utf8(BASE64_STANDARD.decode(word.trim()).ok()?).ok()?;
    let (_, password) = pair.split_once(':')?;
    scheme.eq_ignore_ascii_case("basic").then(|| password.to_owned())
}
