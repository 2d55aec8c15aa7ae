//! Rule systems and scenarios over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use kernel::{About, ScenarioSummary, StepMode, Value};
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::settings::{AiLevel, AiTemper};
use crate::http::conditions;
use crate::problem::ApiError;

#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetLine {
    #[schema(example = "umpire")]
    pub id: String,
    pub title: String,
    pub version: String,
    pub summary: String,
    /// Ids of its scenarios.
    pub scenarios: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Rulesets {
    pub items: Vec<RulesetLine>,
}

/// A rule system: what it is, how it goes, which orders and options it knows, who may play for absent people.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ruleset {
    pub about: About,
    pub scenarios: Vec<ScenarioSummary>,
    pub ai_levels: Vec<AiLevelInfo>,
    /// What computer players may be like.
    pub ai_tempers: Vec<AiTemperInfo>,
    /// How steps can go in it.
    pub step_modes: Vec<StepMode>,
    /// Component names of its schemas in the OpenAPI document.
    pub schemas: SchemaNames,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SchemaNames {
    #[schema(example = "UmpireOrder")]
    pub order: String,
    #[schema(example = "UmpireView")]
    pub view: String,
    #[schema(example = "UmpireEvent")]
    pub event: String,
}

/// A level of computer players.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiLevelInfo {
    pub level: AiLevel,
    pub summary: String,
}

/// A temper of computer players.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiTemperInfo {
    pub temper: AiTemper,
    pub summary: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Scenarios {
    pub items: Vec<ScenarioSummary>,
}

/// A scenario with everything static that clients need: map, units, calendar, tables.
#[derive(Debug, Serialize, ToSchema)]
pub struct Scenario {
    pub summary: ScenarioSummary,
    /// In the rule system's own shape.
    #[schema(value_type = Object)]
    pub detail: Value,
}

/// The rule systems of this server
#[utoipa::path(operation_id = "list_rulesets", tag = "rulesets", responses(
    (status = 200, description = "All of them.", body = Rulesets),
))]
#[get("/v1/rulesets")]
pub async fn list_rulesets(app: Data<AppContext>) -> Json<Rulesets> {
    let items = app.catalog.rulesets().iter().map(|ruleset| {
        let about = ruleset.about();
        RulesetLine {
            id: about.id.clone(),
            title: about.title.clone(),
            version: about.version.clone(),
            summary: about.summary.clone(),
            scenarios: ruleset.scenarios().into_iter().map(|scenario| scenario.id).collect(),
        }
    });
    Json(Rulesets { items: items.collect() })
}

/// One rule system
#[utoipa::path(operation_id = "show_ruleset", tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the rule system.", example = "umpire")), responses(
    (status = 200, description = "What a client has to know to play it.", body = Ruleset),
))]
#[get("/v1/rulesets/{ruleset}")]
pub async fn show_ruleset(app: Data<AppContext>, path: Path<String>) -> Result<Json<Ruleset>, ApiError> {
    let ruleset = app.ruleset(&path)?;
    let schemas = ruleset.schemas();
    Ok(Json(Ruleset {
        about: ruleset.about().clone(),
        scenarios: ruleset.scenarios(),
        ai_levels: AiLevel::ALL
            .into_iter()
            .map(|level| AiLevelInfo { level, summary: level.description().to_owned() })
            .collect(),
        ai_tempers: AiTemper::ALL
            .into_iter()
            .map(|temper| AiTemperInfo { temper, summary: temper.description().to_owned() })
            .collect(),
        step_modes: match ruleset.about().shape {
            kernel::Shape::Sealed => vec![StepMode::Sealed],
            kernel::Shape::Sequential => vec![StepMode::Immediate, StepMode::Sealed],
        },
        schemas: SchemaNames { order: schemas.order, view: schemas.view, event: schemas.event },
    }))
}

/// The scenarios of a rule system
#[utoipa::path(operation_id = "list_scenarios", tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the rule system.", example = "umpire")), responses(
    (status = 200, description = "All of them.", body = Scenarios),
))]
#[get("/v1/rulesets/{ruleset}/scenarios")]
pub async fn list_scenarios(app: Data<AppContext>, path: Path<String>) -> Result<Json<Scenarios>, ApiError> {
    Ok(Json(Scenarios { items: app.ruleset(&path)?.scenarios() }))
}

/// One scenario, with its map, units, calendar and tables
#[utoipa::path(operation_id = "show_scenario", tag = "rulesets", params(
    ("ruleset" = String, Path, description = "Id of the rule system.", example = "umpire"),
    ("scenario" = String, Path, description = "Id of the scenario.", example = "italia-1450"),
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the answer you have."),
), responses(
    (status = 200, description = "The scenario. It never changes while the server runs.", body = Scenario,
        headers(("ETag" = String, description = "Names this very answer."))),
    (status = 304, description = "You have it already."),
))]
#[get("/v1/rulesets/{ruleset}/scenarios/{scenario}")]
pub async fn show_scenario(
    req: HttpRequest, app: Data<AppContext>, path: Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (ruleset, scenario) = path.into_inner();
    let ruleset = app.ruleset(&ruleset)?;
    let unknown = || Fault::not_found(format_args!("scenario “{scenario}”"));
    let summary = ruleset.scenarios().into_iter().find(|known| known.id == scenario).ok_or_else(unknown)?;
    let detail = ruleset.scenario(&scenario).ok_or_else(unknown)?;
    conditions::tagged_json(&req, &Scenario { summary, detail })
}

/// The map of a scenario as a seat sees it at the beginning
///
/// For those who choose a scenario and a seat. What is drawn by lot differs from game to game.
#[utoipa::path(operation_id = "show_opening_map", tag = "rulesets", params(
    ("ruleset" = String, Path, description = "Id of the rule system.", example = "umpire"),
    ("scenario" = String, Path, description = "Id of the scenario.", example = "italia-1450"),
    ("seat" = String, Path, description = "Key of the seat.", example = "MIL"),
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the map you have."),
), responses(
    (status = 200, description = "The map as SVG, without scripts or outside references. It never changes while the server runs.",
        body = String, content_type = "image/svg+xml",
        headers(("ETag" = String, description = "Names this very map."))),
    (status = 304, description = "You have it already."),
))]
#[get("/v1/rulesets/{ruleset}/scenarios/{scenario}/seats/{seat}/map.svg")]
pub async fn show_opening_map(
    req: HttpRequest, app: Data<AppContext>, path: Path<(String, String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (ruleset, scenario, seat) = path.into_inner();
    let svg = app.run(move |app| app.opening_map(&ruleset, &scenario, &seat)).await?;
    Ok(conditions::tagged(&req, "image/svg+xml", svg.as_bytes().to_vec()))
}
