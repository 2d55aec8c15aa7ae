//! What everybody may know of a game over HTTP.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Utc};
use kernel::{Document, EventRecord, Figure};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::maps::{self, MapQuery};
use super::time;
use super::views::{FiguresQuery, JSON, PRIVATE, figures_wanted, sent};
use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::http::conditions;
use crate::http::identity::MaybeCaller;
use crate::problem::ApiError;
use crate::service::figures::{FigureOverTime, FigureStep};
use crate::service::gallery::{GalleryReport, PublicFigures};

/// What everybody may know of a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct Gallery {
    /// Steps resolved at that time.
    pub step: i32,
    /// The newest step that is shown to you.
    pub newest: i32,
    /// Steps by which you are behind: 0 for those who play, and after the end.
    pub embargo: u16,
    /// The date.
    #[schema(example = "March 1450")]
    pub label: String,
    /// When the step was resolved; null before the first.
    pub resolved_at: Option<DateTime<Utc>>,
    /// What happened in the step, as far as everybody learnt of it.
    pub entries: Vec<EventRecord>,
    /// The same to read.
    pub documents: Vec<Document>,
    /// How the powers stand, as far as that is public: first that by which one would say who is ahead, with the best first.
    pub figures: Vec<Figure>,
}

impl From<GalleryReport> for Gallery {
    fn from(it: GalleryReport) -> Self {
        Gallery {
            step: it.step,
            newest: it.newest,
            embargo: it.embargo,
            label: it.label,
            resolved_at: it.resolved_at.map(time),
            entries: it.entries,
            documents: it.documents,
            figures: it.figures,
        }
    }
}

/// Public figures over time.
#[derive(Debug, Serialize, ToSchema)]
pub struct GalleryFigures {
    /// The steps that are looked at, oldest first: the beginning, the newest that is shown to you, and others evenly between them.
    pub steps: Vec<FigureStep>,
    /// That by which one would say who is ahead first.
    pub figures: Vec<FigureOverTime>,
}

impl From<PublicFigures> for GalleryFigures {
    fn from(it: PublicFigures) -> Self {
        GalleryFigures { steps: it.steps, figures: it.figures }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GalleryQuery {
    /// Steps resolved at the time wanted; the newest that is shown to you when left out.
    #[param(minimum = 0)]
    pub step: Option<i32>,
}

/// What everybody may know
///
/// The news of a step and how the powers stand, for whoever watches the game: without a token of a public game, and with one of
/// all games that you may see. Nothing of it is more than every seat knows. Where the game has an embargo (`press.embargo`), those
/// who hold no seat see each step only when as many have followed, until the game is over; then the views, reports and maps of all
/// seats are open, too.
#[utoipa::path(operation_id = "show_gallery", tag = "views", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."), GalleryQuery,
), responses(
    (status = 200, description = "What is public of the step.", body = Gallery),
    (status = 404, description = "There is no such step, or it is not shown yet.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/gallery")]
pub async fn show_gallery(
    app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<String>, query: Query<GalleryQuery>,
) -> Result<HttpResponse, ApiError> {
    let look = move |app: &AppContext| app.gallery(caller.as_deref(), &path, query.step);
    Ok(HttpResponse::Ok().insert_header(PRIVATE).json(Gallery::from(app.run(look).await?)))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GalleryMapQuery {
    /// Steps resolved at the time wanted; the newest that is shown to you when left out.
    #[param(minimum = 0)]
    pub step: Option<i32>,
    /// Width in pixels.
    #[param(minimum = 200, maximum = 4000)]
    pub width: Option<u32>,
    /// Only a part of the map: west,south,east,north in degrees.
    #[param(example = "8.0,43.5,13.5,46.5")]
    pub crop: Option<String>,
    /// `moves`: where forces went and where there was fighting in the step, as far as everybody learnt of it.
    #[param(example = "moves")]
    pub show: Option<String>,
}

/// The map as everybody may see it
///
/// Marked as the maps of seats are; what is not public is not on it.
#[utoipa::path(operation_id = "show_gallery_map", tag = "views", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."), GalleryMapQuery,
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the map you have."),
), responses(
    (status = 200, description = "The map as SVG, without scripts or outside references.", body = String, content_type = "image/svg+xml",
        headers(("ETag" = String, description = "Names the step, and what is laid over it."))),
    (status = 304, description = "You have it already."),
    (status = 404, description = "There is no such step, or it is not shown yet.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/gallery/map.svg")]
pub async fn show_gallery_map(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<String>,
    query: Query<GalleryMapQuery>,
) -> Result<HttpResponse, ApiError> {
    let (query, had) = (query.into_inner(), conditions::had(&req));
    let step = query.step;
    let query = MapQuery { width: query.width, crop: query.crop, show: query.show, ..MapQuery::default() };
    let wanted = maps::public_wanted(&query)?;
    let look = move |app: &AppContext| app.public_map(caller.as_deref(), &path, step, &wanted, |tag| had.has(tag));
    Ok(sent(app.run(look).await?, maps::SVG))
}

/// Public figures from step to step
///
/// For a chart of how the powers stood, as far as that is public. Of a long game some steps are looked at, evenly from the beginning
/// to the newest that is shown to you.
#[utoipa::path(operation_id = "show_gallery_figures", tag = "views", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."), FiguresQuery,
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the answer you have."),
), responses(
    (status = 200, description = "The figures.", body = GalleryFigures,
        headers(("ETag" = String, description = "Names the newest step in it."))),
    (status = 304, description = "You have it already."),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/gallery/figures")]
pub async fn show_gallery_figures(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<String>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    let (most, had) = (figures_wanted(query.most)?, conditions::had(&req));
    let encode = |found| serde_json::to_vec(&GalleryFigures::from(found)).map_err(Fault::broken);
    let look = move |app: &AppContext| app.public_figures(caller.as_deref(), &path, most, |tag| had.has(tag), encode);
    Ok(sent(app.run(look).await?, JSON))
}
