//! The audit log of a game over HTTP.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::page::{self, PageQuery};
use crate::model::Deed;
use crate::problem::ApiError;
use crate::service::audit;

/// Something that somebody did who runs a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    pub id: String,
    pub at: DateTime<Utc>,
    /// Name of who did it, as the account was called then.
    pub by: String,
    /// Whether it was done by the right of an administrator, and not as the game's organiser.
    pub as_administrator: bool,
    pub deed: Deed,
    /// The seat it was about, or what was changed; empty where there is nothing to say.
    pub about: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLog {
    /// Newest first.
    pub items: Vec<AuditEntry>,
    pub next: Option<String>,
}

impl From<audit::AuditEntry> for AuditEntry {
    fn from(it: audit::AuditEntry) -> Self {
        AuditEntry {
            id: it.id,
            at: time(it.at),
            by: it.by,
            as_administrator: it.as_admin,
            deed: it.deed,
            about: it.about,
        }
    }
}

/// What those who run a game did
///
/// For whoever runs it, and for administrators. Nothing in it is ever changed or taken away.
#[utoipa::path(operation_id = "list_audit", tag = "games", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game."), PageQuery), responses(
    (status = 200, description = "A page of deeds, newest first.", body = AuditLog, headers(("Link" = String, description = "Address of the next page."))),
))]
#[get("/v1/games/{game}/audit")]
pub async fn list_audit(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, path: Path<String>, page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let (limit, before) = (page.limit()?, page.after()?);
    let mut list = app.run(move |app| app.list_audit(&caller, &path, before, limit + 1)).await?;
    let next = page::cut(&mut list, limit, |last| page::cursor(last.at, &last.id));
    let items = list.into_iter().map(AuditEntry::from).collect();
    Ok(page::answer(&req, &AuditLog { items, next: next.clone() }, next.as_deref()))
}
