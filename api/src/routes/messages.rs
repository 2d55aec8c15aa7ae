//! Letters between seats over HTTP.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post, put};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::http::body::Body;
use crate::http::page::{self, PageQuery};
use crate::model::PressRules;
use crate::problem::ApiError;
use crate::service::letters::{self, NewLetter};

type SeatPath = Path<(String, String)>;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "to": ["VEN"], "text": "Shall we share Ferrara?" }))]
pub struct LetterRequest {
    /// Keys of the seats it goes to; empty: to all.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub to: Vec<String>,
    #[schema(min_length = 1, max_length = 8000)]
    pub text: String,
    /// Whether it does not say who wrote it; where the game's `press` allows that.
    #[serde(default)]
    pub anonymous: bool,
}

/// A letter. Only its writer and those it went to ever see it, as persons: who takes a seat over finds none of those before.
#[derive(Debug, Serialize, ToSchema)]
pub struct Letter {
    pub id: String,
    /// Its number among your letters of this seat: 1, 2, 3, ...
    pub number: i64,
    /// Key of the seat that wrote it; null where it does not say, unless you wrote it yourself.
    #[schema(example = "MIL")]
    pub from: Option<String>,
    /// Whether those it went to are not told who wrote it.
    pub anonymous: bool,
    /// Name of the person who wrote it; null likewise.
    pub by: Option<String>,
    /// Empty: to all.
    pub to: Vec<String>,
    pub text: String,
    pub sent_at: DateTime<Utc>,
    pub unread: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Letters {
    pub items: Vec<Letter>,
    /// How many letters you have not read.
    pub unread: i64,
    /// Which letters may be written in this game, and when they arrive.
    pub press: PressRules,
    pub next: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "up_to": 12 }))]
pub struct ReadMark {
    /// Number of the last letter read.
    #[schema(minimum = 0)]
    pub up_to: i64,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterQuery {
    /// Only letters not read yet.
    pub unread: Option<bool>,
}

impl From<letters::Letter> for Letter {
    fn from(letter: letters::Letter) -> Self {
        Letter {
            id: letter.id,
            number: letter.number,
            from: letter.from,
            anonymous: letter.anonymous,
            by: letter.by,
            to: letter.to,
            text: letter.text,
            sent_at: time(letter.sent_at),
            unread: letter.unread,
        }
    }
}

/// Write a letter
///
/// It reaches the people who hold these seats now and stays theirs, at once or, where the game's `press` says so, when the turn ends. A
/// seat that nobody holds cannot be written to, nor one whose holder has blocked you.
#[utoipa::path(operation_id = "send_letter", tag = "messages", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of your seat.", example = "MIL"),
), request_body = LetterRequest, responses((status = 201, description = "The letter is on its way.", body = Letter)))]
#[post("/v1/games/{game}/seats/{seat}/messages")]
pub async fn send_letter(
    app: Data<AppContext>, caller: Caller, path: SeatPath, form: Body<LetterRequest>,
) -> Result<HttpResponse, ApiError> {
    let ((game, key), Body(form)) = (path.into_inner(), form);
    let LetterRequest { to, text, anonymous } = form;
    let new = NewLetter { to, text, anonymous };
    let letter = app.run(move |app| app.send_letter(&caller, &game, &key, &new)).await?;
    Ok(HttpResponse::Created().json(Letter::from(letter)))
}

/// The letters of your seat
///
/// Those you wrote or got yourself, not those of who held the seat before you. You may read yours after you have left it.
#[utoipa::path(operation_id = "list_letters", tag = "messages", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of your seat.", example = "MIL"),
    LetterQuery, PageQuery,
), responses(
    (status = 200, description = "A page of letters, newest first.", body = Letters, headers(("Link" = String, description = "Address of the next page."))),
))]
#[get("/v1/games/{game}/seats/{seat}/messages")]
pub async fn list_letters(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, path: SeatPath, query: Query<LetterQuery>,
    page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let (game, key) = path.into_inner();
    let (limit, before) = (page.limit()?, page.after_number()?);
    let unread_only = query.unread.unwrap_or(false);
    let (mut list, unread, press) =
        app.run(move |app| app.list_letters(&caller, &game, &key, before, unread_only, limit + 1)).await?;
    let next = page::cut(&mut list, limit, |letter| page::cursor(letter.number, "letter"));
    let items = list.into_iter().map(Letter::from).collect();
    Ok(page::answer(&req, &Letters { items, unread, press, next: next.clone() }, next.as_deref()))
}

/// Mark letters read
#[utoipa::path(operation_id = "mark_letters_read", tag = "messages", security(("bearer" = [])), params(
    ("game" = String, Path, description = "Id of the game."),
    ("seat" = String, Path, description = "Key of your seat.", example = "MIL"),
), request_body = ReadMark, responses((status = 204, description = "They are marked.")))]
#[put("/v1/games/{game}/seats/{seat}/messages/read")]
pub async fn mark_letters_read(
    app: Data<AppContext>, caller: Caller, path: SeatPath, form: Body<ReadMark>,
) -> Result<HttpResponse, ApiError> {
    let ((game, key), Body(form)) = (path.into_inner(), form);
    app.run(move |app| app.mark_read(&caller, &game, &key, form.up_to)).await?;
    Ok(HttpResponse::NoContent().finish())
}
