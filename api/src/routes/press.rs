//! Blocks and reported letters over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::{Body, MaybeBody};
use crate::problem::ApiError;
use crate::service::press;

/// Somebody from whom you take no letters and no invitations, or whose letters come without a sound.
#[derive(Debug, Serialize, ToSchema)]
pub struct Block {
    pub player: String,
    pub since: DateTime<Utc>,
    /// Whether they are only muted.
    pub only_mute: bool,
}

/// How somebody is blocked.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "only_mute": true }))]
pub struct BlockRequest {
    /// Their letters come all the same, but as read, and nothing tells of them; invitations come as ever. Letters that do not say who
    /// wrote them come as all others do.
    pub only_mute: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Blocks {
    /// Newest first.
    #[schema(max_items = 500)]
    pub items: Vec<Block>,
}

/// Whom you block
#[utoipa::path(operation_id = "list_blocks", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, description = "All of them.", body = Blocks),
))]
#[get("/v1/me/blocks")]
pub async fn list_blocks(app: Data<AppContext>, caller: Caller) -> Result<Json<Blocks>, ApiError> {
    let all = app.run(move |app| app.list_blocks(&caller)).await?;
    let told = |it: press::Block| Block { player: it.player, since: time(it.since), only_mute: it.only_mutes };
    Ok(Json(Blocks { items: all.into_iter().map(told).collect() }))
}

/// Block somebody
///
/// They cannot write to you or invite you any more, in any game; a letter of theirs to all does not reach you. What they wrote before
/// stays where it is. Without a body it is a block; `only_mute` is less than that, and the later of the two holds.
#[utoipa::path(operation_id = "block_player", tag = "accounts", security(("bearer" = [])),
    params(("player" = String, Path, description = "Name of the person.")), request_body = Option<BlockRequest>, responses(
    (status = 204, description = "They are blocked."),
))]
#[put("/v1/me/blocks/{player}")]
pub async fn block_player(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: MaybeBody<BlockRequest>,
) -> Result<HttpResponse, ApiError> {
    let MaybeBody(form) = form;
    app.run(move |app| app.block_player(&caller, &path, form.only_mute)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Block somebody no more
#[utoipa::path(operation_id = "unblock_player", tag = "accounts", security(("bearer" = [])),
    params(("player" = String, Path, description = "Name of the person.")), responses(
    (status = 204, description = "They are blocked no more."),
))]
#[delete("/v1/me/blocks/{player}")]
pub async fn unblock_player(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.unblock_player(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Why a letter is reported.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "reason": "He threatens me, and not my power." }))]
pub struct AbuseReportRequest {
    #[schema(min_length = 1, max_length = 1000)]
    pub reason: String,
}

/// Report a letter
///
/// Shows a letter that you got to those who run the game and to administrators, with your name and reason. Nobody else learns of it; who
/// wrote the letter does not, even where they run the game.
#[utoipa::path(operation_id = "report_letter", tag = "messages", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of your seat.", example = "MIL"),
    ("number" = i64, Path, description = "The letter's number among yours.", minimum = 1),
), request_body = AbuseReportRequest, responses((status = 204, description = "It is reported.")))]
#[post("/v1/games/{game}/seats/{seat}/messages/{number}/report")]
pub async fn report_letter(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String, i64)>, form: Body<AbuseReportRequest>,
) -> Result<HttpResponse, ApiError> {
    let ((game, key, number), Body(form)) = (path.into_inner(), form);
    app.run(move |app| app.report_letter(&caller, &game, &key, number, &form.reason)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A letter that somebody who got it has shown to those who run the game.
#[derive(Debug, Serialize, ToSchema)]
pub struct AbuseReport {
    pub id: String,
    /// Name of who reported it.
    pub reported_by: String,
    pub reason: String,
    pub reported_at: DateTime<Utc>,
    /// When it was dealt with.
    pub closed_at: Option<DateTime<Utc>>,
    /// Name of who wrote the letter; of one that does not say, administrators alone are told.
    pub author: Option<String>,
    /// Key of the seat that wrote it; null likewise.
    pub from: Option<String>,
    pub text: String,
    pub sent_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AbuseReports {
    /// Newest first.
    #[schema(max_items = 200)]
    pub items: Vec<AbuseReport>,
}

impl From<press::AbuseReport> for AbuseReport {
    fn from(it: press::AbuseReport) -> Self {
        AbuseReport {
            id: it.id,
            reported_by: it.reported_by,
            reason: it.reason,
            reported_at: time(it.reported_at),
            closed_at: it.closed_at.map(time),
            author: it.author,
            from: it.from,
            text: it.text,
            sent_at: time(it.sent_at),
        }
    }
}

/// The letters that were reported
///
/// For those who run the game. Reports of your own letters are for the others who run it, and for administrators.
#[utoipa::path(operation_id = "list_abuse_reports", tag = "messages", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "All of them.", body = AbuseReports),
))]
#[get("/v1/games/{game}/abuse-reports")]
pub async fn list_abuse_reports(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<Json<AbuseReports>, ApiError> {
    let all = app.run(move |app| app.list_abuse_reports(&caller, &path)).await?;
    Ok(Json(AbuseReports { items: all.into_iter().map(AbuseReport::from).collect() }))
}

/// Close a report
///
/// It has been dealt with. It stays on the list.
#[utoipa::path(operation_id = "close_abuse_report", tag = "messages", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("report" = String, Path, description = "Id of the report."),
), responses((status = 204, description = "It is closed.")))]
#[delete("/v1/games/{game}/abuse-reports/{report}")]
pub async fn close_abuse_report(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.close_abuse_report(&caller, &path.0, &path.1)).await?;
    Ok(HttpResponse::NoContent().finish())
}
