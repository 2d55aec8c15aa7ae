//! Announcements over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::http::identity::MaybeCaller;
use crate::problem::ApiError;
use crate::service::announcements;

/// What is to be announced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "text": "We go on after the holidays, on Sunday." }))]
pub struct AnnouncementRequest {
    #[schema(min_length = 1, max_length = 2000)]
    pub text: String,
}

/// What whoever runs a game said to everybody in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Announcement {
    /// Name of who ran the game then.
    pub player: String,
    pub text: String,
    /// Steps resolved when it was said.
    pub step: i32,
    pub at: DateTime<Utc>,
}

/// Announcements of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Announcements {
    /// Newest first.
    pub items: Vec<Announcement>,
}

impl From<announcements::Announcement> for Announcement {
    fn from(said: announcements::Announcement) -> Self {
        let announcements::Announcement { player, text, step, at } = said;
        Announcement { player, text, step, at: time(at) }
    }
}

/// Announce something to everybody in a game
///
/// For whoever runs it, with a seat or without. It is told as an event (`announcement`) and stays on the game's record.
#[utoipa::path(operation_id = "announce", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = AnnouncementRequest, responses(
    (status = 201, description = "It is said.", body = Announcement),
))]
#[post("/v1/games/{game}/announcements")]
pub async fn announce(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: Body<AnnouncementRequest>,
) -> Result<HttpResponse, ApiError> {
    let (game, Body(form)) = (path.into_inner(), form);
    let said = app.run(move |app| app.announce(&caller, &game, &form.text)).await?;
    Ok(HttpResponse::Created().json(Announcement::from(said)))
}

/// What was announced in a game
#[utoipa::path(operation_id = "list_announcements", tag = "games", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "All of it, newest first.", body = Announcements),
))]
#[get("/v1/games/{game}/announcements")]
pub async fn list_announcements(
    app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<String>,
) -> Result<Json<Announcements>, ApiError> {
    let game = path.into_inner();
    let all = app.run(move |app| app.list_announcements(caller.as_deref(), &game)).await?;
    Ok(Json(Announcements { items: all.into_iter().map(Announcement::from).collect() }))
}
