//! The record of a game to take away: its archive, its check, its calendar.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, get, post};
use serde::Deserialize;
use utoipa::IntoParams;

use super::game_shapes::Game;
use crate::archive::{Archive, VerifyReport};
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::http::body::RawBody;
use crate::http::identity::MaybeCaller;
use crate::model::Visibility;
use crate::problem::{ApiError, Problem};

/// A game's archive
///
/// Once the game is over: every order, every event, the ledger and the seed of the dice in one document.
/// `cursus verify` checks it without a server, `cursus import` puts it into another.
#[utoipa::path(operation_id = "show_archive", tag = "record", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The archive.", body = Archive),
    (status = 409, description = "The game is not over.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/archive")]
pub async fn show_archive(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<Json<Archive>, ApiError> {
    let MaybeCaller(caller) = caller;
    Ok(Json(app.run(move |app| app.archive(caller.as_deref(), &path)).await?))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// Who may see the game; left out: you alone.
    pub visibility: Option<Visibility>,
}

/// Put a game in from its archive
///
/// A campaign that is over, played here or elsewhere, comes in as a game to look at: reports, maps, turns and events of every seat,
/// and its check. It is played again first, and comes in only when everything on record agrees. Who held the seats is kept in words, as
/// `archived_holder`; no account gets anything by it. An archive of a campaign that is not over tells its dice to come: administrators
/// alone put one in, and it comes in paused. An archive may have as many bytes as the operator says (32 MiB, unless otherwise).
#[utoipa::path(operation_id = "import_game", tag = "record", security(("bearer" = [])), params(ImportQuery), request_body = Archive, responses(
    (status = 201, description = "The game; Location has its address.", body = Game),
))]
#[post("/v1/archives")]
pub async fn import_game(
    app: Data<AppContext>, caller: Caller, asked: Query<ImportQuery>, body: RawBody,
) -> Result<HttpResponse, ApiError> {
    caller.need(Scope::GameRead)?;
    let visibility = asked.visibility.unwrap_or(Visibility::Private);
    let owner = caller.clone();
    let made = app.run(move |app| {
        // Before it is read: an archive in memory is many times what it is on paper.
        let _place = app.importing(&owner)?;
        let archive: Archive = body.json()?;
        let id = app.import_for(&owner, &archive, visibility)?;
        app.show_game(Some(&owner), &id)
    });
    let game = Game::from(made.await?);
    Ok(HttpResponse::Created().insert_header(("Location", format!("/v1/games/{}", game.id))).json(game))
}

/// Check a game's record
///
/// Plays the game again from its seed and compares orders, dice, states, events and hashes with the record. Once the
/// game is over, anybody who can see it may ask.
#[utoipa::path(operation_id = "verify_game", tag = "record", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "Whether everything agrees, and the first difference when not.", body = VerifyReport),
    (status = 409, description = "The game is not over.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/verify")]
pub async fn verify_game(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<Json<VerifyReport>, ApiError> {
    let MaybeCaller(caller) = caller;
    Ok(Json(app.run(move |app| app.verify_game(caller.as_deref(), &path)).await?))
}

/// A game's deadlines as a calendar
///
/// The present deadline and those that follow, as an iCalendar feed to subscribe to. Calendar programs send no token, so
/// this is of use for public games above all.
#[utoipa::path(operation_id = "show_calendar", tag = "games", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The calendar.", body = String, content_type = "text/calendar"),
))]
#[get("/v1/games/{game}/deadlines.ics")]
pub async fn show_calendar(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let MaybeCaller(caller) = caller;
    let feed = app.run(move |app| app.calendar(caller.as_deref(), &path)).await?;
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "text/calendar; charset=utf-8")).body(feed))
}
