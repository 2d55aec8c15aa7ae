//! The company of a game over HTTP: its muster, those who stand by, and how reliably people play.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::MaybeBody;
use crate::http::identity::MaybeCaller;
use crate::problem::ApiError;
use crate::service::{musters, players, substitutes};

/// How long a muster is open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "hours": 48 }))]
pub struct MusterRequest {
    #[schema(minimum = 1, maximum = 336)]
    pub hours: u16,
}

impl Default for MusterRequest {
    fn default() -> Self {
        MusterRequest { hours: 48 }
    }
}

/// Who is there, before a game begins.
#[derive(Debug, Serialize, ToSchema)]
pub struct Muster {
    /// Null where none was called.
    pub called_at: Option<DateTime<Utc>>,
    /// Until then the game does not start without those who are missing.
    pub closes_at: Option<DateTime<Utc>>,
    /// Names of the people with a seat who are there.
    pub present: Vec<String>,
    /// Names of those who have not said so.
    pub missing: Vec<String>,
    pub you_are_missing: bool,
}

impl From<musters::Muster> for Muster {
    fn from(it: musters::Muster) -> Self {
        Muster {
            called_at: it.times.map(|(called, _)| time(called)),
            closes_at: it.times.map(|(_, closes)| time(closes)),
            present: it.present,
            missing: it.missing,
            you_are_missing: it.you_are_missing,
        }
    }
}

/// Call a muster
///
/// Before the game begins, everybody with a seat is asked to say that they are there (`muster_called`, and a notification). While
/// somebody is missing, the game does not start (`muster-open`). When the time is over it can be started, and the seats of those who
/// are still missing are open then. A muster takes the place of one before.
#[utoipa::path(operation_id = "call_muster", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = MusterRequest, responses(
    (status = 201, description = "The muster.", body = Muster),
))]
#[post("/v1/games/{game}/muster")]
pub async fn call_muster(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: MaybeBody<MusterRequest>,
) -> Result<HttpResponse, ApiError> {
    caller.need(crate::context::caller::Scope::GameRead)?;
    let MaybeBody(form) = form;
    let called = app.run(move |app| app.call_muster(&caller, &path, form.hours)).await?;
    Ok(HttpResponse::Created().json(Muster::from(called)))
}

/// The muster of a game
#[utoipa::path(operation_id = "show_muster", tag = "games", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "Who is there.", body = Muster),
))]
#[get("/v1/games/{game}/muster")]
pub async fn show_muster(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<Json<Muster>, ApiError> {
    let MaybeCaller(caller) = caller;
    Ok(Json(app.run(move |app| app.show_muster(caller.as_deref(), &path)).await?.into()))
}

/// Say that you are there
#[utoipa::path(operation_id = "answer_muster", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "Who is there.", body = Muster),
))]
#[put("/v1/games/{game}/muster/present")]
pub async fn answer_muster(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<Json<Muster>, ApiError> {
    caller.need(crate::context::caller::Scope::GameRead)?;
    Ok(Json(app.run(move |app| app.answer_muster(&caller, &path)).await?.into()))
}

/// Take a muster back
///
/// The game can be started without it.
#[utoipa::path(operation_id = "end_muster", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 204, description = "There is no muster any more."),
))]
#[delete("/v1/games/{game}/muster")]
pub async fn end_muster(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.end_muster(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Somebody who would take a seat that falls free.
#[derive(Debug, Serialize, ToSchema)]
pub struct Substitute {
    pub player: String,
    pub since: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Substitutes {
    /// The longest first.
    pub items: Vec<Substitute>,
}

/// Who stands by for a game
#[utoipa::path(operation_id = "list_substitutes", tag = "seats", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "At most 50.", body = Substitutes),
))]
#[get("/v1/games/{game}/substitutes")]
pub async fn list_substitutes(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<Json<Substitutes>, ApiError> {
    let MaybeCaller(caller) = caller;
    let all = app.run(move |app| app.list_substitutes(caller.as_deref(), &path)).await?;
    let told = |it: substitutes::Substitute| Substitute { player: it.player, since: time(it.since) };
    Ok(Json(Substitutes { items: all.into_iter().map(told).collect() }))
}

/// Stand by for a game
///
/// When a seat falls free you are notified (`seat_free`), with all others who stand by; the first who claims it has it.
#[utoipa::path(operation_id = "stand_by", tag = "seats", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 204, description = "You are on the list."),
))]
#[put("/v1/games/{game}/substitutes/me")]
pub async fn stand_by(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.stand_by(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stand by no more
#[utoipa::path(operation_id = "stand_down", tag = "seats", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 204, description = "You are not on the list any more."),
))]
#[delete("/v1/games/{game}/substitutes/me")]
pub async fn stand_down(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.stand_down(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// How reliably somebody plays.
#[derive(Debug, Serialize, ToSchema)]
pub struct Player {
    pub name: String,
    /// Whether the account has no password yet.
    pub is_guest: bool,
    pub since: DateTime<Utc>,
    /// Games that are not over in which they hold a seat.
    pub playing: usize,
    /// Turns with a deadline for which they handed orders in.
    pub in_time: i64,
    /// Deadlines that they missed; none where nobody was reminded, and none that was forced.
    pub missed: i64,
    /// The deadlines that they met, of a hundred; null before the tenth.
    #[schema(minimum = 0, maximum = 100)]
    pub reliability: Option<i64>,
    /// Games that they played to the end.
    pub finished: i64,
    /// Games that they left while they ran.
    pub gave_up: i64,
    /// Games in which their seat was taken away while they ran.
    pub removed: i64,
}

impl From<players::Player> for Player {
    fn from(it: players::Player) -> Self {
        Player {
            reliability: it.reliability(),
            name: it.name,
            is_guest: it.is_guest,
            since: time(it.since),
            playing: it.playing,
            in_time: it.record.in_time,
            missed: it.record.missed,
            finished: it.record.finished,
            gave_up: it.record.gave_up,
            removed: it.record.removed,
        }
    }
}

/// How reliably somebody plays
///
/// Counted since this server counts it, over all games, public and private; which games those are it does not tell.
#[utoipa::path(operation_id = "show_player", tag = "accounts", security(("bearer" = [])),
    params(("player" = String, Path, description = "Name of the person.")), responses(
    (status = 200, description = "Their record.", body = Player),
))]
#[get("/v1/players/{player}")]
pub async fn show_player(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<Json<Player>, ApiError> {
    Ok(Json(app.run(move |app| app.show_player(&caller, &path)).await?.into()))
}
