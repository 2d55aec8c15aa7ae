//! Votes of a game over HTTP.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::http::identity::MaybeCaller;
use crate::http::page::{self, PageQuery};
use crate::model::{VoteKind, VoteRules, VoteState};
use crate::problem::ApiError;
use crate::service::votes::{self, VoteCall};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "kind": "draw" }))]
pub struct VoteRequest {
    pub kind: VoteKind,
    /// Key of the seat whose holder is to be replaced, or that has won; left out for the other kinds.
    pub seat: Option<String>,
    /// For `undo` alone: the game shall stand again as it did after this step, 0 for the start. Left out, the last step is taken back.
    #[schema(minimum = 0)]
    pub to_step: Option<i32>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "choice": "yes" }))]
pub struct BallotRequest {
    pub choice: Choice,
}

/// What somebody says to a vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    Yes,
    No,
}

/// A question put to the people of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Vote {
    pub id: String,
    pub kind: VoteKind,
    /// Key of the seat that it is about; null where it is about none.
    pub seat: Option<String>,
    /// The step after which the game stood as it shall again; null unless `kind` is `undo`.
    pub to_step: Option<i32>,
    pub state: VoteState,
    /// Name of who called it.
    pub called_by: Option<String>,
    pub called_at: DateTime<Utc>,
    /// When it lapses.
    pub closes_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    /// How many people may vote now.
    pub voters: u32,
    /// How many have.
    pub cast: u32,
    /// How many have to agree.
    pub needed: u32,
    /// How many agreed; null while the vote is open. Who said what is told to nobody.
    pub yes: Option<u32>,
    pub no: Option<u32>,
    /// What you said.
    pub yours: Option<Choice>,
    pub you_may_vote: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Votes {
    pub rules: VoteRules,
    pub items: Vec<Vote>,
    pub next: Option<String>,
}

impl From<votes::Vote> for Vote {
    fn from(it: votes::Vote) -> Self {
        let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let counted = |count: i32| u32::try_from(count).unwrap_or(0);
        Vote {
            id: it.row.id,
            kind: it.row.kind,
            seat: it.seat,
            to_step: it.row.restores,
            state: it.state,
            called_by: it.called_by,
            called_at: time(it.row.called_at),
            closes_at: time(it.row.closes_at),
            closed_at: it.row.closed_at.map(time),
            voters: whole(it.voters),
            cast: whole(it.cast),
            needed: whole(it.needed),
            yes: it.count.map(|(yes, _)| counted(yes)),
            no: it.count.map(|(_, no)| counted(no)),
            yours: it.yours.map(|is_yes| if is_yes { Choice::Yes } else { Choice::No }),
            you_may_vote: it.you_may_vote,
        }
    }
}

/// Call a vote
///
/// Ask the people of a game for a pause, for more time, to replace somebody, for a draw, or to agree that a seat has won. You say yes by
/// asking. Those vote who hold a seat in play, each with one voice; whom a computer stands in for has none, nor has whom the vote would
/// replace. As soon as enough agree it is carried out. Who runs the game, and nobody else, asks to set it back (`undo`): nothing is
/// deleted, the campaign stands again as it did after an earlier step, in a step with a number of its own, and the dice fall anew. How many that is, the game's `votes` say; see `GET` of the same address.
#[utoipa::path(operation_id = "call_vote", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = VoteRequest, responses(
    (status = 201, description = "The vote; where your voice is enough, it has passed.", body = Vote),
))]
#[post("/v1/games/{game}/votes")]
pub async fn call_vote(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: Body<VoteRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(VoteRequest { kind, seat, to_step }) = form;
    let asked = VoteCall { kind, seat, to_step };
    let made = app.run(move |app| app.call_vote(&caller, &path, &asked)).await?;
    Ok(HttpResponse::Created().json(Vote::from(made)))
}

/// The votes of a game
///
/// With how many have to agree to what.
#[utoipa::path(operation_id = "list_votes", tag = "games", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game."), PageQuery), responses(
    (status = 200, description = "A page of votes, newest first.", body = Votes, headers(("Link" = String, description = "Address of the next page."))),
))]
#[get("/v1/games/{game}/votes")]
pub async fn list_votes(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<String>, page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let (MaybeCaller(caller), limit, before) = (caller, page.limit()?, page.after()?);
    let (rules, mut list) = app.run(move |app| app.list_votes(caller.as_deref(), &path, before, limit + 1)).await?;
    let next = page::cut(&mut list, limit, |last| page::cursor(last.row.called_at, &last.row.id));
    let items = list.into_iter().map(Vote::from).collect();
    Ok(page::answer(&req, &Votes { rules, items, next: next.clone() }, next.as_deref()))
}

/// Say yes or no to a vote
///
/// As long as it is open you may say otherwise.
#[utoipa::path(operation_id = "cast_ballot", tag = "games", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("vote" = String, Path, description = "Id of the vote."),
), request_body = BallotRequest, responses((status = 200, description = "The vote as it is then.", body = Vote)))]
#[put("/v1/games/{game}/votes/{vote}/ballot")]
pub async fn cast_ballot(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>, form: Body<BallotRequest>,
) -> Result<Json<Vote>, ApiError> {
    let (Body(form), (game, vote)) = (form, path.into_inner());
    let is_yes = form.choice == Choice::Yes;
    let cast = app.run(move |app| app.cast_ballot(&caller, &game, &vote, is_yes)).await?;
    Ok(Json(cast.into()))
}

/// Take a vote back
///
/// Who called it can, and who runs the game.
#[utoipa::path(operation_id = "withdraw_vote", tag = "games", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("vote" = String, Path, description = "Id of the vote."),
), responses((status = 204, description = "It is taken back.")))]
#[delete("/v1/games/{game}/votes/{vote}")]
pub async fn withdraw_vote(
    app: Data<AppContext>, caller: Caller, path: Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.withdraw_vote(&caller, &path.0, &path.1)).await?;
    Ok(HttpResponse::NoContent().finish())
}
