//! What computer players decided, and why.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::time;
use crate::context::AppContext;
use crate::http::identity::MaybeCaller;
use crate::http::page::{self, PageQuery};
use crate::problem::{ApiError, Problem};
use crate::service::record::RecordedDecision;

/// One decision of a computer player.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatDecision {
    #[schema(example = "FER")]
    pub seat: String,
    /// The step, counted from 1.
    pub step: i32,
    pub decided_at: DateTime<Utc>,
    pub decision: ai::Decision,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SeatDecisions {
    pub items: Vec<SeatDecision>,
    pub next: Option<String>,
}

impl From<RecordedDecision> for SeatDecision {
    fn from(made: RecordedDecision) -> Self {
        SeatDecision { seat: made.seat, step: made.step, decided_at: time(made.at), decision: made.decision }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DecisionQuery {
    /// Only decisions for this seat.
    pub seat: Option<String>,
}

/// What computer players decided, and why
///
/// Every decision that was carried out, with its reasons and figures. Everybody may read them once the game is over, and
/// holders always what was decided for their own seats. Before the end the creator may read them all while playing alone:
/// every other seat is the computer's, nobody else has ever held it, and nobody has ordered for it. The first such reading
/// is told to everybody, those who join later too, as the event `decisions_read`.
#[utoipa::path(operation_id = "list_decisions", tag = "record", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."), DecisionQuery, PageQuery,
), responses(
    (status = 200, description = "A page of decisions, oldest first; of all seats, or of those you may know of.", body = SeatDecisions,
        headers(("Link" = String, description = "Address of the next page."))),
    (status = 403, description = "The decisions for that seat are not yours to read yet.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/decisions")]
pub async fn list_decisions(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<String>,
    query: Query<DecisionQuery>, page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let limit = page.limit()?;
    let (game, key, after) = (path.into_inner(), query.into_inner().seat, place(page.after()?));
    let list = move |app: &AppContext| app.list_decisions(caller.as_deref(), &game, key.as_deref(), after, limit + 1);
    let mut decisions = app.run(list).await?;
    let next = page::cut(&mut decisions, limit, |made| page::cursor(i64::from(made.step), &made.seat_idx.to_string()));
    let items = decisions.into_iter().map(SeatDecision::from).collect();
    Ok(page::answer(&req, &SeatDecisions { items, next: next.clone() }, next.as_deref()))
}

/// Step and seat number that a cursor names; before the first one without a cursor.
fn place(cursor: Option<(i64, String)>) -> (i32, i32) {
    let (step, seat) = cursor.unwrap_or((0, "-1".into()));
    (i32::try_from(step).unwrap_or(i32::MAX), seat.parse().unwrap_or(i32::MAX))
}
