//! Pages about problems: what a `code` means, and what to do. A problem document's `type` is the address of one.

use actix_web::http::header;
use actix_web::web::{Json, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::fault::Fault;
use crate::http::{conditions, html};
use crate::problem::{ApiError, manner};
use crate::service::problems::{self, KINDS};

/// A kind of problem.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemKind {
    /// As `code` of a problem document.
    #[schema(example = "seat-taken")]
    pub code: String,
    /// What such problems have in common.
    pub title: String,
    /// The status that it is usually answered with.
    #[schema(example = 409)]
    pub status: u16,
    pub meaning: String,
    /// What to do.
    pub remedy: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemKinds {
    pub items: Vec<ProblemKind>,
}

impl From<&problems::ProblemKind> for ProblemKind {
    fn from(kind: &problems::ProblemKind) -> Self {
        let (status, title) = manner(kind.why);
        ProblemKind {
            code: kind.code.to_owned(),
            title: title.to_owned(),
            status: if kind.code == "internal" { 500 } else { status.as_u16() },
            meaning: kind.meaning.to_owned(),
            remedy: kind.remedy.to_owned(),
        }
    }
}

/// All kinds of problems
#[utoipa::path(operation_id = "list_problems", tag = "service", responses(
    (status = 200, description = "Every code that a problem document may have.", body = ProblemKinds),
))]
#[get("/problems")]
pub async fn list_problems() -> Json<ProblemKinds> {
    Json(ProblemKinds { items: KINDS.iter().map(ProblemKind::from).collect() })
}

/// A kind of problem: what it means, and what to do
///
/// As JSON; with `Accept: text/html` as a page.
#[utoipa::path(operation_id = "show_problem", tag = "service",
    params(("code" = String, Path, description = "`code` of a problem document.", example = "seat-taken")), responses(
    (status = 200, description = "The kind of problem.", content((ProblemKind = "application/json"), (String = "text/html"))),
))]
#[get("/problems/{code}")]
pub async fn show_problem(req: HttpRequest, code: Path<String>) -> Result<HttpResponse, ApiError> {
    let kind = problems::find(&code).ok_or_else(|| Fault::not_found("kind of problem"))?;
    let kind = ProblemKind::from(kind);
    let mut response = HttpResponse::Ok();
    response.insert_header((header::VARY, "Accept"));
    if conditions::preferred(&req, &["application/json", "text/html"]) != Some("text/html") {
        return Ok(response.json(kind));
    }
    let ProblemKind { code, title, status, meaning, remedy } = kind;
    let body = format!(
        "<h1>{code}</h1>\n{}<h2>What it means</h2>\n{}<h2>What to do</h2>\n{}",
        html::prose(&format!("{status}: {title}.")),
        html::prose(&meaning),
        html::prose(&remedy)
    );
    Ok(response.content_type("text/html; charset=utf-8").body(html::page(&code, &body)))
}
