//! Reports over HTTP: as data, as text, as a page to read.

use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Utc};
use kernel::{Document, EventRecord, Value, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::report_page::ReportPage;
use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Why};
use crate::http::conditions;
use crate::http::identity::MaybeCaller;
use crate::http::page::{self, PageQuery};
use crate::model::LeftOut;
use crate::problem::{ApiError, Problem};
use crate::service::maps::MapWanted;
use crate::service::record::{self, Since};
use crate::service::seat_answers::{SeatAnswer, SeatQuestion};

/// What a seat learnt in a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct Report {
    #[schema(example = "MIL")]
    pub seat: String,
    /// The step, counted from 1.
    pub step: i32,
    /// The first step that the entries and documents tell of: the same, unless the request said `since`.
    pub from: i32,
    /// Its date.
    #[schema(example = "March 1450")]
    pub label: String,
    /// The date after it.
    #[schema(example = "April 1450")]
    pub now: String,
    pub resolved_at: DateTime<Utc>,
    /// What happened, as far as the seat learnt of it, each with the rule behind it.
    pub entries: Vec<EventRecord>,
    /// The same to read: situation report, intelligence, newsheet.
    pub documents: Vec<Document>,
    /// The orders that were carried out in the step itself.
    #[schema(value_type = Vec<Object>)]
    pub orders: Value,
    /// What became of each.
    pub verdicts: Vec<Verdict>,
    /// What of the orders handed in was not understood, and so was not carried out.
    pub left_out: Vec<LeftOut>,
    /// Why the orders were these, where a computer player wrote them.
    pub reasons: Vec<ai::Reason>,
}

impl From<record::Report> for Report {
    fn from(report: record::Report) -> Self {
        Report {
            seat: report.seat,
            step: report.step,
            from: report.from,
            label: report.label,
            now: report.now,
            resolved_at: time(report.resolved_at),
            entries: report.entries,
            documents: report.documents,
            orders: report.orders,
            verdicts: report.verdicts,
            left_out: report.left_out,
            reasons: report.reasons,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReportLine {
    pub step: i32,
    #[schema(example = "March 1450")]
    pub label: String,
    pub resolved_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Reports {
    pub items: Vec<ReportLine>,
    pub next: Option<String>,
}

/// The steps your seat has reports of
#[utoipa::path(operation_id = "list_reports", tag = "views", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    PageQuery,
), responses(
    (status = 200, description = "A page of steps, oldest first.", body = Reports, headers(("Link" = String, description = "Address of the next page."))),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/reports")]
pub async fn list_reports(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<(String, String)>, page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let MaybeCaller(caller) = caller;
    let (game, key) = path.into_inner();
    let limit = page.limit()?;
    let after = page.after_number()?.and_then(|number| i32::try_from(number).ok()).unwrap_or(0);
    let mut lines = app.run(move |app| app.list_reports(caller.as_deref(), &game, &key, after, limit + 1)).await?;
    let next = page::cut(&mut lines, limit, |(step, _, _)| page::cursor(i64::from(*step), "step"));
    let items = lines.into_iter().map(|(step, label, at)| ReportLine { step, label, resolved_at: time(at) }).collect();
    Ok(page::answer(&req, &Reports { items, next: next.clone() }, next.as_deref()))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// Tell also of the steps before it: of all after this number, or, with `orders`, from the last step on in which orders of
    /// the seat were carried out. Where a step is a single order, this is how a whole turn is read. At most 500 steps.
    #[param(example = "orders")]
    since: Option<String>,
}

/// What your seat learnt in a step
///
/// As JSON; with `Accept: text/html` as a page, with `text/plain` as text.
#[utoipa::path(operation_id = "show_report", tag = "views", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    ("step" = i32, Path, description = "The step, counted from 1.", minimum = 1, example = 1),
    ReportQuery,
), responses(
    (status = 200, description = "The report. It never changes.", content((Report = "application/json"), (String = "text/html"), (String = "text/plain"))),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
    (status = 406, description = "Neither JSON nor a page nor text will do.", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "It does not tell of so many steps, or of such.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/reports/{step}")]
pub async fn show_report(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<(String, String, i32)>,
    query: Query<ReportQuery>,
) -> Result<HttpResponse, ApiError> {
    let (game, key, step) = path.into_inner();
    answer(&req, &app, caller, (game, key), Some(step), Since::read(query.since.as_deref())?).await
}

/// What your seat learnt in the last step
///
/// The report of the newest step, without asking first which it is. `Content-Location` has its lasting address.
#[utoipa::path(operation_id = "show_latest_report", tag = "views", security((), ("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    ReportQuery,
), responses(
    (status = 200, description = "The report of the last step.", content((Report = "application/json"), (String = "text/html"), (String = "text/plain")), headers(("Content-Location" = String, description = "Where this report stays."))),
    (status = 403, description = "The seat is not yours.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "No step has been resolved yet.", body = Problem, content_type = "application/problem+json"),
    (status = 406, description = "Neither JSON nor a page nor text will do.", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "It does not tell of so many steps, or of such.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/reports/latest")]
pub async fn show_latest_report(
    req: HttpRequest, app: Data<AppContext>, caller: MaybeCaller, path: Path<(String, String)>,
    query: Query<ReportQuery>,
) -> Result<HttpResponse, ApiError> {
    answer(&req, &app, caller, path.into_inner(), None, Since::read(query.since.as_deref())?).await
}

/// The report of a step, or of the last one, in the form that the request prefers.
async fn answer(
    req: &HttpRequest, app: &Data<AppContext>, MaybeCaller(caller): MaybeCaller, (game, key): (String, String),
    step: Option<i32>, since: Since,
) -> Result<HttpResponse, ApiError> {
    let kind = conditions::preferred(req, &["application/json", "text/html", "text/plain"]);
    let kind = kind.ok_or_else(|| {
        Fault::of(Why::NotAcceptable, "not-acceptable", "A report comes as JSON, as HTML or as plain text.")
    })?;
    let query = req.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut response = HttpResponse::Ok();
    response.insert_header((header::CACHE_CONTROL, "private, no-cache")).insert_header((header::VARY, "Accept"));
    // As the request has it, so that it stays encoded.
    let latest = req.uri().path().strip_suffix("latest");
    let mut stays_at = |step: i32, query: &str| {
        if let Some(reports) = latest {
            response.insert_header((header::CONTENT_LOCATION, format!("{reports}{step}{query}")));
        }
    };
    if kind == "text/html" {
        let asked = query.clone();
        let (step, html) =
            app.run(move |app| as_page(app, caller.as_deref(), &game, &key, step, since, &asked)).await?;
        stays_at(step, &query);
        return Ok(response.content_type("text/html; charset=utf-8").body(html));
    }
    let report = app.run(move |app| app.report(caller.as_deref(), &game, &key, step, since)).await?;
    stays_at(report.step, &query);
    Ok(match kind {
        "text/plain" => response.content_type("text/plain; charset=utf-8").body(as_text(&report)),
        _ => response.json(Report::from(report)),
    })
}

fn as_text(report: &record::Report) -> String {
    let documents: Vec<String> = report.documents.iter().map(kernel::Document::headed_text).collect();
    documents.join("\n\n")
}

fn as_page(
    app: &AppContext, caller: Option<&Caller>, game: &str, key: &str, step: Option<i32>, since: Since, query: &str,
) -> Result<(i32, String), Fault> {
    let report = app.report(caller, game, key, step, since)?;
    let step = report.step;
    let wanted = MapWanted { moves: Some(since), ..MapWanted::default() };
    let question = SeatQuestion { caller, game, key, step: Some(step), settled: None };
    let map = match app.map(&question, &wanted, |_| false)? {
        SeatAnswer::Bytes(_, packed) => String::from_utf8_lossy(&packed.plain).into_owned(),
        SeatAnswer::Known(_) => String::new(),
    };
    let around = app.list_reports(caller, game, key, step - 2, 3)?;
    let beside = |wanted: i32| {
        around.iter().find(|(step, ..)| *step == wanted && wanted > 0).map(|(step, label, _)| (*step, label.as_str()))
    };
    let page = ReportPage {
        seat: &report.seat,
        step,
        label: &report.label,
        query,
        documents: &report.documents,
        map: &map,
        before: beside(step - 1),
        after: beside(step + 1),
    };
    Ok((step, page.html()))
}
