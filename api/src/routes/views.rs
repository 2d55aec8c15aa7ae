//! Views and who is awaited, over HTTP.

use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get};
use chrono::{DateTime, Utc};
use kernel::{AwaitKind, StepMode, Value};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::time;
use crate::context::AppContext;
use crate::context::fault::{Fault, Flaw};
use crate::http::conditions;
use crate::http::identity::MaybeCaller;
use crate::model::GameStatus;
use crate::problem::ApiError;
use crate::service::figures::{self, FiguresOverTime};
use crate::service::seat_answers::{SeatAnswer, SeatQuestion};
use crate::service::view_changes::ViewChanges;
use crate::service::views;

/// A seat of a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SeatPath {
    /// Id of the game.
    pub game: String,
    /// Key of the seat.
    #[param(example = "MIL")]
    pub seat: String,
}

/// The campaign as one seat may see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct View {
    #[schema(example = "MIL")]
    pub seat: String,
    /// Steps resolved when it looked like this.
    pub step: i32,
    #[schema(example = "March 1450")]
    pub label: String,
    #[schema(value_type = AnyView)]
    pub view: Value,
}

/// What a seat sees, in the shape of its rule system.
#[derive(ToSchema)]
#[schema(value_type = Object)]
pub struct AnyView(#[expect(dead_code, reason = "names a schema; the rooms fill it")] Value);

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StepQuery {
    /// Steps resolved at the time wanted; the present when left out.
    #[param(minimum = 0)]
    pub step: Option<i32>,
}

/// What your seat sees
///
/// The ETag stays the same until the next step, so `If-None-Match` costs next to nothing. Old views never change. When
/// the game is over, everybody may look at every seat.
#[utoipa::path(operation_id = "show_view", tag = "views", security((), ("bearer" = [])), params(
    SeatPath, StepQuery,
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the view you have."),
), responses(
    (status = 200, description = "The view.", body = View, headers(("ETag" = String, description = "Names this seat at this step."))),
    (status = 304, description = "You have it already."),
    (status = 403, description = "The seat is not yours.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/view")]
pub async fn show_view(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<SeatPath>,
    query: Query<StepQuery>,
) -> Result<HttpResponse, ApiError> {
    let SeatPath { game, seat: key } = path.into_inner();
    let had = conditions::had(&req);
    let step = query.step;
    let settled = step.is_none().then_some(views::VIEW);
    let question = SeatQuestion { caller: caller.as_deref(), game: &game, key: &key, step, settled };
    if let Some(answer) = app.answer_at_hand(&question, |tag| had.has(tag)) {
        return Ok(sent(answer, JSON));
    }
    let look = move |app: &AppContext| {
        let question = SeatQuestion { caller: caller.as_deref(), game: &game, key: &key, step, settled };
        app.view_answer(
            &question,
            |tag| had.has(tag),
            |seen| {
                let body = View { seat: seen.seat, step: seen.step, label: seen.label, view: seen.view };
                serde_json::to_vec(&body).map_err(Fault::broken)
            },
        )
    };
    Ok(sent(app.run(look).await?, JSON))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChangesQuery {
    /// Steps resolved at the earlier time; the step before the later one when left out.
    #[param(minimum = 0)]
    pub since: Option<i32>,
    /// Steps resolved at the later time; the present when left out.
    #[param(minimum = 1)]
    pub step: Option<i32>,
}

/// What changed in what your seat sees
///
/// Compares two views of the seat, field by field. Both are as the seat saw them then; list elements are matched by their
/// own names, so what moved within a list has not changed.
#[utoipa::path(operation_id = "show_view_changes", tag = "views", security((), ("bearer" = [])), params(
    SeatPath, ChangesQuery,
), responses(
    (status = 200, description = "The differences, in the order of the later view. None: it is the same.", body = ViewChanges),
    (status = 403, description = "The seat is not yours.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 404, description = "There is no such step, or none has been resolved yet.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 422, description = "The earlier time is not before the later one.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/view/changes")]
pub async fn show_view_changes(
    app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<SeatPath>, query: Query<ChangesQuery>,
) -> Result<HttpResponse, ApiError> {
    let (SeatPath { game, seat: key }, query) = (path.into_inner(), query.into_inner());
    let look = move |app: &AppContext| app.view_changes(caller.as_deref(), &game, &key, query.since, query.step);
    Ok(HttpResponse::Ok().insert_header(PRIVATE).json(app.run(look).await?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FiguresQuery {
    /// How many steps to look at, from 2 to 100; 40 when left out.
    #[param(minimum = 2, maximum = 100)]
    pub most: Option<usize>,
}

/// Your seat's figures from step to step
///
/// Treasury, score, provinces and whatever else the rule system finds worth following, as your seat knew them at each step:
/// for a chart. Of a long game some steps are looked at, evenly from the beginning to the present.
#[utoipa::path(operation_id = "show_figures", tag = "views", security((), ("bearer" = [])), params(
    SeatPath, FiguresQuery,
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the answer you have."),
), responses(
    (status = 200, description = "The figures.", body = FiguresOverTime,
        headers(("ETag" = String, description = "Names this seat at this step."))),
    (status = 304, description = "You have it already."),
    (status = 403, description = "The seat is not yours.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/figures")]
pub async fn show_figures(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<SeatPath>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    let SeatPath { game, seat: key } = path.into_inner();
    let most = figures_wanted(query.most)?;
    let (found, tag) = app.run(move |app| app.figures(caller.as_deref(), &game, &key, most)).await?;
    Ok(unless_known(&req, &tag, |answer| answer.json(found)))
}

/// At how many steps figures are looked at.
pub fn figures_wanted(most: Option<usize>) -> Result<usize, Fault> {
    let most = most.unwrap_or(figures::USUAL);
    if !(2..=figures::MOST).contains(&most) {
        let detail = format!("Figures are of 2 to {} steps.", figures::MOST);
        return Err(Fault::invalid(vec![Flaw::at("#most", "out-of-range", detail)]));
    }
    Ok(most)
}

pub const PRIVATE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "private, no-cache");

pub const JSON: &str = "application/json";

/// An answer about a seat, or that the caller has it.
pub fn sent(answer: SeatAnswer, kind: &'static str) -> HttpResponse {
    match answer {
        SeatAnswer::Known(tag) => not_modified(&tag),
        SeatAnswer::Bytes(tag, packed) => {
            let bytes = packed.plain.clone();
            let mut response = HttpResponse::Ok();
            response.insert_header((header::ETAG, tag)).insert_header(PRIVATE).content_type(kind);
            response.extensions_mut().insert(packed);
            response.body(bytes)
        }
    }
}

/// What `tag` names, unless the caller has it already.
fn unless_known(
    req: &HttpRequest, tag: &str, fill: impl FnOnce(&mut HttpResponseBuilder) -> HttpResponse,
) -> HttpResponse {
    if conditions::has(req, tag) {
        return not_modified(tag);
    }
    fill(HttpResponse::Ok().insert_header((header::ETAG, tag)).insert_header(PRIVATE))
}

fn not_modified(tag: &str) -> HttpResponse {
    HttpResponse::NotModified().insert_header((header::ETAG, tag)).insert_header(PRIVATE).finish()
}

/// What the game waits for now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Awaiting {
    pub status: GameStatus,
    pub step: i32,
    #[schema(example = "March 1450")]
    pub label: String,
    /// Whether orders wait for the others or are carried out at once; null when nothing is awaited.
    #[schema(value_type = Option<StepMode>)]
    pub mode: Option<StepMode>,
    pub deadline: Option<DateTime<Utc>>,
    pub awaiting: Vec<AwaitedSeat>,
}

/// One seat the game waits for.
#[derive(Debug, Serialize, ToSchema)]
pub struct AwaitedSeat {
    #[schema(example = "MIL")]
    pub seat: String,
    /// The powers it acts for.
    pub powers: Vec<String>,
    pub kind: AwaitKind,
    pub phase: String,
    /// What is asked, in words. Only of your own seats.
    pub prompt: Option<String>,
    /// What is taken for an answer at the deadline. Only of your own seats.
    pub default: Option<String>,
    pub ready: bool,
    pub yours: bool,
    /// Null unless a computer player has still to decide for the seat.
    pub thinking: Option<Thinking>,
}

/// How far a computer player is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Thinking {
    pub state: ThinkingState,
    /// When it was asked.
    pub since: DateTime<Utc>,
    /// Share of the imagined futures for this one decision that have been played, per cent; 0 while queued. It never
    /// falls, and jumps to the end where fewer futures were enough. Of your advice it is exact. Of seats in `awaiting` it is
    /// in whole tens, and told only to who created the game and plays it alone, every other seat being the computer's
    /// from the first; to all others null, as where another server of the installation thinks.
    #[schema(minimum = 0, maximum = 100, example = 40)]
    pub percent: Option<u8>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingState {
    /// It waits for other computer players to finish.
    Queued,
    Thinking,
}

impl From<views::Waiting> for Awaiting {
    fn from(waiting: views::Waiting) -> Self {
        Awaiting {
            status: waiting.status,
            step: waiting.step,
            label: waiting.label,
            mode: waiting.mode,
            deadline: waiting.deadline_at.map(time),
            awaiting: waiting.awaiting.into_iter().map(AwaitedSeat::from).collect(),
        }
    }
}

impl From<views::Awaited> for AwaitedSeat {
    fn from(one: views::Awaited) -> Self {
        let views::Awaited { seat, powers, kind, phase, prompt, default, ready, yours, thinking } = one;
        let thinking = thinking.map(Thinking::from);
        AwaitedSeat { seat, powers, kind, phase, prompt, default, ready, yours, thinking }
    }
}

impl From<views::Thinking> for Thinking {
    fn from(computer: views::Thinking) -> Self {
        Thinking {
            state: if computer.begun { ThinkingState::Thinking } else { ThinkingState::Queued },
            since: time(computer.asked_at),
            percent: computer.percent,
        }
    }
}

/// What the game waits for
///
/// The first thing a client asks: which seats are to act, in what way, until when.
#[utoipa::path(operation_id = "show_awaiting", tag = "orders", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the answer you have."),
), responses(
    (status = 200, description = "Nothing is awaited in the lobby, and nothing once the game is over.", body = Awaiting,
        headers(("ETag" = String, description = "Names this very answer."))),
    (status = 304, description = "You have it already."),
))]
#[get("/v1/games/{game}/awaiting")]
pub async fn show_awaiting(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let waiting = app.run(move |app| app.awaiting(caller.as_deref(), &path)).await?;
    conditions::tagged_json(&req, &Awaiting::from(waiting))
}
