//! Seats over HTTP.

use std::sync::Arc;

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use serde::Deserialize;
use utoipa::ToSchema;

use super::game_shapes::{SeatState, Seats};
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::settings::{AiLevel, AiTemper};
use crate::http::body::{Body, MaybeBody};
use crate::http::identity::MaybeCaller;
use crate::problem::{ApiError, Problem};

type SeatPath = Path<(String, String)>;

async fn seats_of(app: &AppContext, caller: Option<Arc<Caller>>, game: String) -> Result<Vec<SeatState>, ApiError> {
    let game = app.run(move |app| app.show_game(caller.as_deref(), &game)).await?;
    Ok(game.seats.into_iter().map(SeatState::from).collect())
}

async fn seat(app: &AppContext, caller: Caller, path: (String, String)) -> Result<Json<SeatState>, ApiError> {
    let (game, key) = path;
    let seats = seats_of(app, Some(Arc::new(caller)), game).await?;
    let seat = seats.into_iter().find(|seat| seat.seat.eq_ignore_ascii_case(&key));
    Ok(Json(seat.ok_or_else(|| crate::context::fault::Fault::not_found(format_args!("seat “{key}”")))?))
}

/// The seats of a game
#[utoipa::path(operation_id = "list_seats", tag = "seats", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "All seats, in the scenario's order.", body = Seats),
))]
#[get("/v1/games/{game}/seats")]
pub async fn list_seats(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<Json<Seats>, ApiError> {
    Ok(Json(Seats { items: seats_of(&app, caller.0, path.into_inner()).await? }))
}

/// Claim a seat, or return to your own
///
/// Open seats go to whoever comes first. If a computer player stands in for you, you are back.
///
/// Whoever could once see what a seat of a campaign that has begun sees holds no other seat of it (`saw-other-seats`); the
/// same seat stays open to them. A seat that somebody is invited to waits for them (`seat-reserved`), one whose power is
/// beaten for good is no longer to be had (`seat-out`), and whoever was taken off a seat by who runs the game needs a
/// fresh invitation (`excluded`).
#[utoipa::path(operation_id = "claim_seat", tag = "seats", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), responses((status = 200, description = "The seat is yours.", body = SeatState)))]
#[post("/v1/games/{game}/seats/{seat}/claim")]
pub async fn claim_seat(app: Data<AppContext>, caller: Caller, path: SeatPath) -> Result<Json<SeatState>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, (game, key)) = (caller.clone(), path.clone());
    app.run(move |app| app.claim_seat(&who, &game, &key)).await?;
    seat(&app, caller, path.into_inner()).await
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "holder": "ben" }))]
pub struct ReleaseRequest {
    /// Who holds the seat, by name: needed where it is not your own.
    #[schema(min_length = 1)]
    pub holder: Option<String>,
}

/// Leave a seat
///
/// It is open then, and a computer player keeps it warm. Orders handed in for this step are dropped. Whoever runs the
/// game can do this for any seat and says whose it is, so that a request sent twice takes no seat from the next holder; the
/// one named is excluded from the game then, until they accept an invitation made later.
#[utoipa::path(operation_id = "release_seat", tag = "seats", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), request_body = ReleaseRequest, responses(
    (status = 204, description = "Nobody holds the seat."),
    (status = 428, description = "Say whose seat you take away.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/games/{game}/seats/{seat}/release")]
pub async fn release_seat(
    app: Data<AppContext>, caller: Caller, path: SeatPath, form: MaybeBody<ReleaseRequest>,
) -> Result<HttpResponse, ApiError> {
    let ((game, key), MaybeBody(form)) = (path.into_inner(), form);
    app.run(move |app| app.release_seat(&caller, &game, &key, form.holder.as_deref())).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "level": "veteran", "temper": "bold" }))]
pub struct ComputerRequest {
    pub level: AiLevel,
    /// What it is like; `even` when left out.
    #[serde(default)]
    pub temper: AiTemper,
    /// Who holds the seat, by name. When given, a seat that somebody else holds by now stays theirs (409,
    /// `holder-changed`).
    #[schema(min_length = 1)]
    pub holder: Option<String>,
}

/// Give a seat to a computer player
///
/// Your own, or any seat of a game you run; the person who held it is excluded then, as when you release the seat.
#[utoipa::path(operation_id = "give_seat_to_computer", tag = "seats", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), request_body = ComputerRequest, responses((status = 200, description = "The seat.", body = SeatState)))]
#[put("/v1/games/{game}/seats/{seat}/ai")]
pub async fn give_seat_to_computer(
    app: Data<AppContext>, caller: Caller, path: SeatPath, form: Body<ComputerRequest>,
) -> Result<Json<SeatState>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, (game, key), Body(form)) = (caller.clone(), path.clone(), form);
    app.run(move |app| app.give_to_computer(&who, &game, &key, (form.level, form.temper), form.holder.as_deref()))
        .await?;
    seat(&app, caller, path.into_inner()).await
}

/// Open a computer player's seat to people
#[utoipa::path(operation_id = "open_seat", tag = "seats", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
), responses((status = 200, description = "The seat.", body = SeatState)))]
#[delete("/v1/games/{game}/seats/{seat}/ai")]
pub async fn open_seat(app: Data<AppContext>, caller: Caller, path: SeatPath) -> Result<Json<SeatState>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, (game, key)) = (caller.clone(), path.clone());
    app.run(move |app| app.open_seat(&who, &game, &key)).await?;
    seat(&app, caller, path.into_inner()).await
}
