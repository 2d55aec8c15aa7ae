//! Invitations over HTTP: those of a game, and those to oneself.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_shapes::Game;
use super::time;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::http::body::Body;
use crate::model::{GameStatus, InvitationRole, InvitationState};
use crate::problem::ApiError;
use crate::service::invitations;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "seat": "VEN", "player": "ben" }))]
pub struct InvitationRequest {
    /// Left out: any seat that is free.
    pub seat: Option<String>,
    /// Name of who alone may accept it; left out: whoever has the code.
    #[schema(min_length = 1, max_length = 40)]
    pub player: Option<String>,
    /// `player` when left out. A `co_organiser` is named in `player`, and gets no seat by it.
    #[serde(default)]
    pub role: InvitationRole,
}

/// An invitation. Whoever has the code may take the seat, if no person is named.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitation {
    pub id: String,
    #[schema(example = "K7QXM2PA4T")]
    pub code: String,
    pub role: InvitationRole,
    /// Name of who alone may accept it; null: whoever has the code.
    pub player: Option<String>,
    pub seat: Option<String>,
    pub state: InvitationState,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Invitations {
    pub items: Vec<Invitation>,
}

impl From<invitations::Invitation> for Invitation {
    fn from(invitation: invitations::Invitation) -> Self {
        Invitation {
            id: invitation.id,
            code: invitation.code,
            role: invitation.role,
            player: invitation.player,
            seat: invitation.seat,
            state: invitation.state,
            created_at: time(invitation.created_at),
            expires_at: time(invitation.expires_at),
        }
    }
}

/// Invite a person
///
/// Name the person in `player`: they find it at `GET /v1/me/invitations`, are notified, and nobody else can accept it. Or leave
/// that out and send the code to whom you like; it works once. A seat that is named is kept for them: nobody else can claim it
/// while the invitation is open, and if a computer plays it, it plays on until they come. An invitation that is accepted lifts
/// an exclusion that is older, but no ban.
///
/// With the role `co_organiser` the person is asked to help run the game. That is for the organiser alone.
#[utoipa::path(operation_id = "invite", tag = "seats", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = InvitationRequest, responses(
    (status = 201, description = "The invitation.", body = Invitation),
))]
#[post("/v1/games/{game}/invitations")]
pub async fn invite(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: Body<InvitationRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let new = invitations::NewInvitation { role: form.role, player: form.player, seat: form.seat };
    let made = app.run(move |app| app.invite(&caller, &path, &new)).await?;
    Ok(HttpResponse::Created().json(Invitation::from(made)))
}

/// The invitations of a game you run
#[utoipa::path(operation_id = "list_invitations", tag = "seats", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "At most 200, oldest first.", body = Invitations),
))]
#[get("/v1/games/{game}/invitations")]
pub async fn list_invitations(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<Json<Invitations>, ApiError> {
    let all = app.run(move |app| app.list_invitations(&caller, &path)).await?;
    Ok(Json(Invitations { items: all.into_iter().map(Invitation::from).collect() }))
}

/// Revoke an invitation
#[utoipa::path(operation_id = "revoke_invitation", tag = "seats", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("invitation" = String, Path, description = "Id of the invitation."),
), responses((status = 204, description = "The code works no more.")))]
#[delete("/v1/games/{game}/invitations/{invitation}")]
pub async fn revoke_invitation(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (game, id) = path.into_inner();
    app.run(move |app| app.revoke_invitation(&caller, &game, &id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "code": "K7QXM2PA4T" }))]
pub struct Acceptance {
    #[schema(max_length = 40)]
    pub code: String,
    /// Which free seat you want, where the invitation leaves that open.
    pub seat: Option<String>,
}

/// What an invitation led to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Seated {
    pub role: InvitationRole,
    /// Your seat; null where you help to run the game.
    pub seat: Option<String>,
    pub game: Game,
}

/// Accept an invitation
///
/// What holds for claiming a seat holds here too: see `saw-other-seats`, `seat-out` and `excluded` there. An invitation that
/// is refused stays open. One that names a person is for that person alone. To help run a game, a token needs the scope `gm` too.
#[utoipa::path(operation_id = "accept_invitation", tag = "seats", security(("bearer" = [])), request_body = Acceptance, responses(
    (status = 200, description = "You are seated.", body = Seated),
    (status = 404, description = "There is no open invitation with this code.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/invitations/accept")]
pub async fn accept_invitation(
    app: Data<AppContext>, caller: Caller, form: Body<Acceptance>,
) -> Result<Json<Seated>, ApiError> {
    caller.need(Scope::GameRead)?;
    let Body(form) = form;
    let (accepted, game) = app
        .run(move |app| {
            let accepted = app.accept_invitation(&caller, &form.code, form.seat.as_deref())?;
            let game = app.show_game(Some(&caller), &accepted.game)?;
            Ok((accepted, game))
        })
        .await?;
    Ok(Json(Seated { role: accepted.role, seat: accepted.seat, game: game.into() }))
}

/// An open invitation that names you.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyInvitation {
    pub id: String,
    /// Accept it with this at `POST /v1/invitations/accept`.
    #[schema(example = "K7QXM2PA4T")]
    pub code: String,
    pub role: InvitationRole,
    pub game: InvitedGame,
    /// Key of the seat that is kept for you; null: any that is free.
    pub seat: Option<String>,
    /// What that seat is called.
    pub seat_name: Option<String>,
    /// Name of who sent it.
    pub invited_by: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// What somebody who is invited may know of a game, be it private or not.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedGame {
    pub id: String,
    pub name: String,
    pub ruleset: String,
    pub scenario: String,
    pub status: GameStatus,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MyInvitations {
    pub items: Vec<MyInvitation>,
}

impl From<invitations::InvitationToMe> for MyInvitation {
    fn from(it: invitations::InvitationToMe) -> Self {
        let (seat, seat_name) = it.seat.unzip();
        MyInvitation {
            id: it.id,
            code: it.code,
            role: it.role,
            game: InvitedGame {
                id: it.game,
                name: it.game_name,
                ruleset: it.ruleset,
                scenario: it.scenario,
                status: it.status,
            },
            seat,
            seat_name,
            invited_by: it.invited_by,
            created_at: time(it.created_at),
            expires_at: time(it.expires_at),
        }
    }
}

/// The invitations to you
///
/// Those that are open and name you, to games that are not over.
#[utoipa::path(operation_id = "list_my_invitations", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, description = "At most 200, newest first.", body = MyInvitations),
))]
#[get("/v1/me/invitations")]
pub async fn list_my_invitations(app: Data<AppContext>, caller: Caller) -> Result<Json<MyInvitations>, ApiError> {
    let all = app.run(move |app| app.my_invitations(&caller)).await?;
    Ok(Json(MyInvitations { items: all.into_iter().map(MyInvitation::from).collect() }))
}

/// Decline an invitation
///
/// Who runs the game sees that you did, and a seat that was kept for you is free again.
#[utoipa::path(operation_id = "decline_invitation", tag = "accounts", security(("bearer" = [])),
    params(("invitation" = String, Path, description = "Id of the invitation.")), responses(
    (status = 204, description = "It is declined."),
))]
#[delete("/v1/me/invitations/{invitation}")]
pub async fn decline_invitation(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.decline_invitation(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}
