//! The caller's seats over all games.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::http::conditions;
use crate::http::page;
use crate::model::GameStatus;
use crate::problem::ApiError;
use crate::service::my_games;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MyGamesQuery {
    /// How many seats at most, 1 to 100; 50 when left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MyGames {
    /// Those that wait for you first, then by deadline, then by what happened last.
    pub items: Vec<HeldSeat>,
    /// How many more there are than `limit`.
    #[schema(minimum = 0)]
    pub left_off: usize,
}

/// A seat that you hold in a game that is not over.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldSeat {
    /// Id of the game.
    pub game: String,
    pub name: String,
    pub ruleset: String,
    pub scenario: String,
    pub status: GameStatus,
    pub step: i32,
    /// What the step is called.
    pub label: String,
    pub seat: String,
    pub seat_name: String,
    /// Orders or a decision of this seat are awaited, and not handed in.
    pub waits_for_you: bool,
    /// What you are asked, when it waits for you.
    pub prompt: Option<String>,
    /// When the step is carried out at the latest; null without a clock, and while the game does not run.
    pub deadline: Option<DateTime<Utc>>,
    /// How many seats are awaited, yours among them.
    #[schema(minimum = 0)]
    pub awaited: usize,
    /// How many of them have handed in.
    #[schema(minimum = 0)]
    pub ready: usize,
    /// Letters to this seat that you have not marked as read.
    #[schema(minimum = 0)]
    pub unread_letters: i64,
    /// The newest report; null before the first.
    pub last_report: Option<LastReport>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LastReport {
    pub step: i32,
    pub label: String,
    pub resolved_at: DateTime<Utc>,
}

impl From<my_games::HeldSeat> for HeldSeat {
    fn from(it: my_games::HeldSeat) -> Self {
        let (game, seat) = (it.game, it.seat);
        HeldSeat {
            game: game.id,
            name: game.name,
            ruleset: game.ruleset,
            scenario: game.scenario,
            status: game.status,
            step: game.step,
            label: game.step_label,
            seat: seat.key,
            seat_name: seat.name,
            waits_for_you: it.waits_for_you,
            prompt: it.prompt,
            deadline: it.deadline_at.map(time),
            awaited: it.awaited,
            ready: it.ready,
            unread_letters: it.unread,
            last_report: it.last_report.map(|it| LastReport {
                step: it.step,
                label: it.label,
                resolved_at: time(it.resolved_at),
            }),
        }
    }
}

/// Your seats over all games
///
/// In games that are not over, the most urgent first: what waits for you, until when, how many letters are unread, what was
/// reported last. Games that are over are in `GET /v1/games?mine=true`.
#[utoipa::path(operation_id = "list_my_games", tag = "games", security(("bearer" = [])), params(
    MyGamesQuery,
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the answer you have."),
), responses(
    (status = 200, description = "Your seats.", body = MyGames, headers(("ETag" = String, description = "Names this very answer."))),
    (status = 304, description = "You have it already."),
))]
#[get("/v1/me/games")]
pub async fn list_my_games(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, query: Query<MyGamesQuery>,
) -> Result<HttpResponse, ApiError> {
    let limit = usize::try_from(page::limit(query.limit)?).map_err(Fault::broken)?;
    let (items, left_off) = app.run(move |app| app.my_games(&caller, limit)).await?;
    let items = items.into_iter().map(HeldSeat::from).collect();
    conditions::tagged_json(&req, &MyGames { items, left_off })
}
