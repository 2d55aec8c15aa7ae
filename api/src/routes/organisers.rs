//! Who helps to run a game, and who is kept out of it, over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, put};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::problem::ApiError;
use crate::service::organisers;

type PersonPath = Path<(String, String)>;

/// A person who can take no seat of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Exclusion {
    pub player: String,
    pub since: DateTime<Utc>,
    /// Whether it stands whatever invitation comes. Who was only taken off a seat comes back by a fresh one.
    pub banned: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Exclusions {
    pub items: Vec<Exclusion>,
}

impl From<organisers::Exclusion> for Exclusion {
    fn from(it: organisers::Exclusion) -> Self {
        Exclusion { player: it.player, since: time(it.since), banned: it.banned }
    }
}

/// Take a co-organiser off
///
/// The organiser does, or the co-organiser themselves. Everybody in the game is told. New ones are invited: `POST …/invitations`
/// with the role `co_organiser`.
#[utoipa::path(operation_id = "remove_co_organiser", tag = "games", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("player" = String, Path, description = "Name of the person."),
), responses((status = 204, description = "They do not help to run the game any more.")))]
#[delete("/v1/games/{game}/co-organisers/{player}")]
pub async fn remove_co_organiser(
    app: Data<AppContext>, caller: Caller, path: PersonPath,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.remove_co_organiser(&caller, &path.0, &path.1)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Who is kept out of a game
///
/// For who runs it: the people who were banned, and those who were taken off a seat.
#[utoipa::path(operation_id = "list_bans", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "All of them, newest first.", body = Exclusions),
))]
#[get("/v1/games/{game}/bans")]
pub async fn list_bans(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<Json<Exclusions>, ApiError> {
    let all = app.run(move |app| app.list_bans(&caller, &path)).await?;
    Ok(Json(Exclusions { items: all.into_iter().map(Exclusion::from).collect() }))
}

/// Ban a person from a game
///
/// They lose the seat that they hold and the invitations that they have, and can take no seat of this game, by whatever
/// invitation, until the ban is lifted. Who runs the game cannot be banned (`runs-the-game`).
#[utoipa::path(operation_id = "ban", tag = "games", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("player" = String, Path, description = "Name of the person."),
), responses((status = 200, description = "They are banned.", body = Exclusion)))]
#[put("/v1/games/{game}/bans/{player}")]
pub async fn ban(app: Data<AppContext>, caller: Caller, path: PersonPath) -> Result<Json<Exclusion>, ApiError> {
    let made = app.run(move |app| app.ban(&caller, &path.0, &path.1)).await?;
    Ok(Json(made.into()))
}

/// Lift a ban
///
/// Or the exclusion of who was taken off a seat. They can join as anybody else can.
#[utoipa::path(operation_id = "lift_ban", tag = "games", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("player" = String, Path, description = "Name of the person."),
), responses((status = 204, description = "They may join again.")))]
#[delete("/v1/games/{game}/bans/{player}")]
pub async fn lift_ban(app: Data<AppContext>, caller: Caller, path: PersonPath) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.lift_ban(&caller, &path.0, &path.1)).await?;
    Ok(HttpResponse::NoContent().finish())
}
