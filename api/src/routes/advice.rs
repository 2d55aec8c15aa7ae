//! Advice for a person's own seat.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use ai::Advice;
use serde::Serialize;
use utoipa::ToSchema;

use super::views::Thinking;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::problem::{ApiError, Problem};
use crate::service::advice::Asked;

/// What to do now, and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatAdvice {
    /// The seat advised.
    #[schema(example = "MIL")]
    pub seat: String,
    /// The step at which the orders may be handed in.
    pub step: i32,
    pub advice: Advice,
}

/// What a computer player would do in your place
///
/// Worked out from your own view, so it knows no more than you do. The first request sets it to work and is answered 202;
/// ask again after the seconds that `Retry-After` names; `percent` says how far it is. The orders that come with it can be
/// handed in as they are.
#[utoipa::path(operation_id = "show_advice", tag = "views", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat."),
), responses(
    (status = 200, description = "The advice.", body = SeatAdvice),
    (status = 202, description = "It is being worked out.", body = Thinking, headers(("Retry-After" = u32, description = "Seconds."))),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "Nothing is asked of the seat now.", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once, or this server does not think.", body = Problem, content_type = "application/problem+json",
        headers(("Retry-After" = u32, description = "Seconds."))),
))]
#[get("/v1/games/{game}/seats/{seat}/advice")]
pub async fn show_advice(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    Ok(match app.run(move |app| app.advice(&caller, &game, &key)).await? {
        Asked::Ready { seat, step, advice } => {
            HttpResponse::Ok().json(SeatAdvice { seat, step, advice: Advice::clone(&advice) })
        }
        Asked::Thinking(thinking) => {
            HttpResponse::Accepted().insert_header((header::RETRY_AFTER, "1")).json(Thinking::from(thinking))
        }
    })
}
