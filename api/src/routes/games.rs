//! Games over HTTP: create, find, run.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use chrono::{DateTime, Utc};
use kernel::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_shapes::{Game, GameListQuery, GameRequest, Games};
use super::time;
use crate::clock::Timing;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::context::settings::Absence;
use crate::http::body::{Body, MaybeBody};
use crate::http::conditions;
use crate::http::identity::{self, MaybeCaller};
use crate::http::page::{self, PageQuery};
use crate::model::{PressChange, Visibility, VoteChange};
use crate::problem::{ApiError, Problem};
use crate::service::change_settings::NewSettings;
use crate::service::create_game::NewGame;
use crate::service::run_game::Forced;
use crate::service::show_games::GameQuery;

/// The game after what was done with it. Whoever asks needs the scope to read it *before* anything is done.
async fn shown(app: &AppContext, caller: Caller, game: String) -> Result<Json<Game>, ApiError> {
    Ok(Json(app.run(move |app| app.show_game(Some(&caller), &game)).await?.into()))
}

/// Create a game
///
/// Choose rules, scenario and clock, and who sits where. Seats you do not name go to steady computer players. With
/// `start` the game begins at once; where it cannot, because invited people have still to come, it is not created either.
#[utoipa::path(operation_id = "create_game", tag = "games", security(("bearer" = [])), request_body = GameRequest, responses(
    (status = 201, description = "The game; Location has its address.", body = Game),
))]
#[post("/v1/games")]
pub async fn create_game(
    app: Data<AppContext>, caller: Caller, form: Body<GameRequest>,
) -> Result<HttpResponse, ApiError> {
    caller.need(Scope::GameRead)?;
    let Body(form) = form;
    let start = form.start;
    if start {
        identity::charge_ai(&app, &caller)?;
    }
    let new = NewGame::from(form);
    let creator = caller.clone();
    let id = app.run(move |app| app.create_game(&creator, &new, start)).await?;
    let location = format!("/v1/games/{id}");
    let Json(game) = shown(&app, caller, id).await?;
    Ok(HttpResponse::Created().insert_header(("Location", location)).json(game))
}

/// Find games
///
/// Public games and your own, newest first.
#[utoipa::path(operation_id = "list_games", tag = "games", security((), ("bearer" = [])), params(GameListQuery, PageQuery), responses(
    (status = 200, description = "A page of games.", body = Games, headers(("Link" = String, description = "Address of the next page."))),
))]
#[get("/v1/games")]
pub async fn list_games(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, query: Query<GameListQuery>, page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let MaybeCaller(caller) = caller;
    let (query, limit) = (query.into_inner(), page.limit()?);
    let wanted = GameQuery {
        status: query.status,
        ruleset: query.ruleset,
        scenario: query.scenario,
        mine: query.mine.unwrap_or(false),
        claimable: query.open_seats.unwrap_or(false),
        after: page.after()?,
        limit: limit + 1,
    };
    let list = move |app: &AppContext| {
        let mut games = app.list_games(caller.as_deref(), wanted)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = games.len() > limit;
        games.truncate(limit);
        let next = games.last().filter(|_| more).map(|game| page::cursor(game.row.created_at, &game.row.id));
        let answer = Games { items: games.into_iter().map(Game::from).collect(), next: next.clone() };
        Ok((serde_json::to_vec(&answer).map_err(Fault::broken)?, next))
    };
    let (answer, next) = app.run(list).await?;
    Ok(page::written(&req, answer, next.as_deref()))
}

/// One game
///
/// With `If-None-Match` it is sent only if something has changed.
#[utoipa::path(operation_id = "show_game", tag = "games", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the answer you have."),
), responses(
    (status = 200, description = "The game.", body = Game, headers(("ETag" = String, description = "Names this very answer."))),
    (status = 304, description = "You have it already."),
))]
#[get("/v1/games/{game}")]
pub async fn show_game(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let MaybeCaller(caller) = caller;
    let game = app.run(move |app| app.show_game(caller.as_deref(), &path)).await?;
    conditions::tagged_json(&req, &Game::from(game))
}

/// What is to be different about a game. What is left out stays as it is; what is given takes the place of the whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Tuesday's war", "timing": { "clock": { "type": "interval", "every": { "days": 3 } } } }))]
pub struct SettingsRequest {
    #[schema(min_length = 1, max_length = 100)]
    pub name: Option<String>,
    pub visibility: Option<Visibility>,
    /// Counts from the next step on. The present step keeps its deadline; without one it gets one, and a clock without deadlines
    /// takes it away.
    pub timing: Option<Timing>,
    pub absence: Option<Absence>,
    /// Options of the rule system, before the start alone.
    #[schema(value_type = Option<Object>)]
    pub options: Option<serde_json::Map<String, Value>>,
    /// How many have to agree in votes, before the start alone.
    pub votes: Option<VoteChange>,
    /// Which letters may be written, and when they arrive, before the start alone.
    pub press: Option<PressChange>,
    /// Name of a person who holds a seat or helps to run the game, and runs the game from now on. You do not any more.
    #[schema(min_length = 1, max_length = 40, example = "ben")]
    pub organiser: Option<String>,
}

/// Change the settings of a game
///
/// Its name, who sees it, its clock, what stands in for who is away, who runs it; before the start its options and what holds for votes and letters, too. All of it or nothing;
/// everybody in the game is told (`settings_changed`). The clock of a paused game cannot be changed, for it keeps what was left.
#[utoipa::path(operation_id = "change_settings", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = SettingsRequest, responses(
    (status = 200, description = "The game as it is now.", body = Game),
    (status = 204, description = "You handed on a private game in which you have no seat: you do not see it any more."),
))]
#[patch("/v1/games/{game}")]
pub async fn change_settings(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: Body<SettingsRequest>,
) -> Result<HttpResponse, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game, Body(form)) = (caller.clone(), path.clone(), form);
    let SettingsRequest { name, visibility, timing, absence, options, votes, press, organiser } = form;
    let options = options.map(Value::Object);
    let new = NewSettings { name, visibility, timing, absence, options, votes, press, organiser };
    let handed_on = new.organiser.is_some();
    app.run(move |app| app.change_settings(&who, &game, &new)).await?;
    match shown(&app, caller, path.into_inner()).await {
        Ok(game) => Ok(HttpResponse::Ok().json(game.into_inner())),
        // Who handed a private game on without a seat in it does not see it any more.
        Err(ApiError(fault)) if handed_on && fault.code() == "not-found" => Ok(HttpResponse::NoContent().finish()),
        Err(fault) => Err(fault),
    }
}

/// Start a game
///
/// Set-up, ledger and clock in one go. Open seats are kept warm by computer players; seats kept for invited people must
/// be taken first.
#[utoipa::path(operation_id = "start_game", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The game, running.", body = Game),
))]
#[post("/v1/games/{game}/start")]
pub async fn start_game(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<Json<Game>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game) = (caller.clone(), path.clone());
    app.run(move |app| app.start_game(&who, &game)).await?;
    shown(&app, caller, path.into_inner()).await
}

/// Pause a game
///
/// The clock stops; orders may still be drafted.
#[utoipa::path(operation_id = "pause_game", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The game, paused.", body = Game),
))]
#[post("/v1/games/{game}/pause")]
pub async fn pause_game(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<Json<Game>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game) = (caller.clone(), path.clone());
    app.run(move |app| app.pause_game(&who, &game)).await?;
    shown(&app, caller, path.into_inner()).await
}

/// Resume a paused game
///
/// An interval clock gives back what was left; a calendar clock goes to its next slot. If a computer stood in for you, you
/// are back. While computers stand in for everybody who has something left to decide, it is refused (`nobody-present`).
#[utoipa::path(operation_id = "resume_game", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The game, running.", body = Game),
))]
#[post("/v1/games/{game}/resume")]
pub async fn resume_game(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<Json<Game>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game) = (caller.clone(), path.clone());
    app.run(move |app| app.resume_game(&who, &game)).await?;
    shown(&app, caller, path.into_inner()).await
}

/// The deadline to extend.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "deadline": "2027-01-10T19:00:00Z" }))]
pub struct ExtendRequest {
    /// The game's present deadline, as you see it: needed, so that a request sent twice extends once.
    #[schema(required = true)]
    pub deadline: Option<DateTime<Utc>>,
}

/// Extend the present deadline
///
/// It moves to the next slot of the timetable; how often in one step, `timing.extensions` says. If it is no longer the
/// one you name, nothing is done (409, `wrong-deadline`).
#[utoipa::path(operation_id = "extend_deadline", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = ExtendRequest, responses(
    (status = 200, description = "The game with its new deadline.", body = Game),
    (status = 428, description = "Say which deadline you extend.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/games/{game}/extend")]
pub async fn extend_deadline(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: MaybeBody<ExtendRequest>,
) -> Result<Json<Game>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game, MaybeBody(form)) = (caller.clone(), path.clone(), form);
    app.run(move |app| app.extend_deadline(&who, &game, form.deadline)).await?;
    shown(&app, caller, path.into_inner()).await
}

/// The step to force.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "step": 3 }))]
pub struct ForceRequest {
    /// The game's present step, as you see it: needed, so that a request sent twice resolves one step.
    #[schema(required = true, minimum = 0)]
    pub step: Option<i32>,
}

/// What forcing a step has done.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForcedStep {
    pub outcome: ForceOutcome,
    /// The step that was forced.
    pub step: i32,
    /// Seats whose computer players have still to think, where the step waits for them.
    pub waiting_for: Vec<String>,
    /// The game as it is now.
    pub game: Game,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ForceOutcome {
    /// The step is resolved.
    Resolved,
    /// The step is resolved as soon as the computer players have thought. Nothing more need be sent.
    Waiting,
    /// The game was paused instead; its `status_reason` says why.
    Paused,
}

/// Resolve the present step now
///
/// Orders that are in are used; the absence policy answers for the rest, and nobody is counted absent. Where computer
/// players have still to think, the step is resolved as soon as they have (202), with the cause `forced`.
///
/// One step is resolved, the one you name. If the game is at another by now, nothing is done (409, `wrong-step`).
#[utoipa::path(operation_id = "force_step", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), request_body = ForceRequest, responses(
    (status = 200, description = "The step is resolved, or the game is paused instead.", body = ForcedStep),
    (status = 202, description = "The step is resolved as soon as the computer players have thought.", body = ForcedStep),
    (status = 428, description = "Say which step you force.", body = Problem, content_type = "application/problem+json"),
))]
#[post("/v1/games/{game}/force")]
pub async fn force_step(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: MaybeBody<ForceRequest>,
) -> Result<HttpResponse, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game, MaybeBody(form)) = (caller.clone(), path.clone(), form);
    let forced = app.run(move |app| app.force_step(&who, &game, form.step)).await?;
    let Json(game) = shown(&app, caller, path.into_inner()).await?;
    let (outcome, waiting_for) = match forced {
        Forced::Resolved => (ForceOutcome::Resolved, Vec::new()),
        Forced::Waiting(seats) => (ForceOutcome::Waiting, seats),
        Forced::Paused => (ForceOutcome::Paused, Vec::new()),
    };
    let answer = ForcedStep { outcome, step: form.step.unwrap_or_default(), waiting_for, game };
    let status = if outcome == ForceOutcome::Waiting { StatusCode::ACCEPTED } else { StatusCode::OK };
    Ok(HttpResponse::build(status).json(answer))
}

/// Abandon a game
///
/// For good. The seed of its dice is revealed.
#[utoipa::path(operation_id = "abandon_game", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The game, abandoned.", body = Game),
))]
#[post("/v1/games/{game}/abandon")]
pub async fn abandon_game(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<Json<Game>, ApiError> {
    caller.need(Scope::GameRead)?;
    let (who, game) = (caller.clone(), path.clone());
    app.run(move |app| app.abandon_game(&who, &game)).await?;
    shown(&app, caller, path.into_inner()).await
}

/// A game's deadlines.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockPreview {
    pub timing: Timing,
    /// The deadline of the present step.
    pub deadline: Option<DateTime<Utc>>,
    pub paused: bool,
    /// While paused: what was left on the clock.
    pub seconds_left: Option<i64>,
    /// How often the present deadline may still be extended.
    pub extensions_left: i32,
    /// The present deadline and those that follow if nothing comes between, ten in all.
    pub deadlines: Vec<DateTime<Utc>>,
}

/// A game's deadlines: the present one and the next
#[utoipa::path(operation_id = "preview_clock", tag = "games", security((), ("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 200, description = "The deadlines.", body = ClockPreview),
))]
#[get("/v1/games/{game}/clock")]
pub async fn preview_clock(
    app: Data<AppContext>, caller: MaybeCaller, path: Path<String>,
) -> Result<Json<ClockPreview>, ApiError> {
    let MaybeCaller(caller) = caller;
    let preview = app.run(move |app| app.preview_clock(caller.as_deref(), &path)).await?;
    Ok(Json(ClockPreview {
        timing: preview.timing,
        deadline: preview.deadline_at.map(time),
        paused: preview.paused,
        seconds_left: preview.seconds_left,
        extensions_left: preview.extensions_left,
        deadlines: preview.deadlines.into_iter().map(time).collect(),
    }))
}
