//! What waits for an account, as it changes over all its games (server-sent events).
//!
//! The stream hears which games changed, looks at the caller's own seats in them, and tells what is not as it was told
//! last: what other seats do among themselves changes a game too, and is not to be noticed here.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::my_games::{HeldSeat, MyGames};
use super::time;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Why};
use crate::context::streams::{About, ChangedGame, FeedTopic, Heard};
use crate::http::conditions;
use crate::http::event_stream::{NextMove, StreamEnd, StreamSource, answer};
use crate::problem::{ApiError, Problem};
use crate::service::my_games;

/// Seats in the snapshot at most.
const MOST: usize = 100;

/// One of your games as it is now: what an event `game` of the stream holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedGameOfMine {
    /// Id of the game.
    pub game: String,
    /// The seats that you hold in it; none when you hold none any more.
    pub seats: Vec<HeldSeat>,
}

struct AccountListener {
    app: Data<AppContext>,
    caller: Arc<Caller>,
    /// What was told last of each game, with the version of its row.
    told: HashMap<String, (i64, String)>,
    end: StreamEnd,
}

/// Opens the stream: first a snapshot, then a line for each change.
async fn open(app: Data<AppContext>, caller: Caller, address: String) -> Result<HttpResponse, ApiError> {
    let place = app.place_for_stream(Some(&caller), address)?;
    let caller = Arc::new(caller);
    let topic = FeedTopic { about: About::Account, credential: Some(caller.credential()) };
    // What changes while the snapshot is made is heard after it.
    let end = StreamEnd::new(app.subscribe(Some(caller.clone()), topic, 0)?, place);
    let mut listener = AccountListener { told: HashMap::new(), end, app, caller };
    listener.tell_all().await?;
    Ok(answer(listener))
}

impl StreamSource for AccountListener {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            match self.end.next().await? {
                NextMove::Send(piece) => return Some(piece),
                NextMove::Heed(Heard::Changed(changed)) => self.tell(changed).await.ok()?,
                NextMove::Heed(Heard::Missed) => self.tell_all().await.ok()?,
                NextMove::Heed(Heard::Events(_) | Heard::Over) => {}
            }
        }
    }
}

impl AccountListener {
    /// All games, as the first event.
    async fn tell_all(&mut self) -> Result<(), Fault> {
        let caller = self.caller.clone();
        let (seats, left_off) = self.app.run(move |app| app.my_games(&caller, usize::MAX)).await?;
        let mut of_game: HashMap<String, Vec<my_games::HeldSeat>> = HashMap::new();
        for seat in &seats {
            of_game.entry(seat.game.id.clone()).or_default().push(seat.clone());
        }
        self.told.clear();
        for (game, seats) in of_game {
            let version = seats.iter().map(|seat| seat.game.row_version).min().unwrap_or_default();
            let data = of_one(&game, seats)?;
            self.told.insert(game, (version, data));
        }
        let begun = self.told.iter().map(|(game, (version, _))| (game.clone(), *version));
        self.app.streams.begin_with(&self.caller.account_id, begun);
        let left_off = left_off + seats.len().saturating_sub(MOST);
        let items = seats.into_iter().take(MOST).map(HeldSeat::from).collect();
        let data = serde_json::to_string(&MyGames { items, left_off }).map_err(Fault::broken)?;
        self.end.push(format!("event: snapshot\ndata: {data}\n\n"));
        Ok(())
    }

    /// A game, if what the caller may know of it is not as it was told last.
    async fn tell(&mut self, changed: ChangedGame) -> Result<(), Fault> {
        let game = changed.game.to_string();
        let told = self.told.get(&game);
        if changed.version.is_some_and(|version| told.is_some_and(|(told, _)| *told >= version)) {
            return Ok(());
        }
        let (caller, id) = (self.caller.clone(), game.clone());
        let seats = self.app.run(move |app| app.my_seats(&caller, &id)).await?;
        let version = seats.iter().map(|seat| seat.game.row_version).min().or(changed.version);
        let gone = seats.is_empty() || changed.version.is_none();
        let data = of_one(&game, seats)?;
        let news = self.told.get(&game).is_none_or(|(_, told)| *told != data);
        // Of a game that it never heard of, nobody is told that it is gone.
        if news && !(gone && told.is_none()) {
            self.end.push(format!("event: game\ndata: {data}\n\n"));
        }
        match version {
            Some(version) if !gone => drop(self.told.insert(game, (version, data))),
            _ => drop(self.told.remove(&game)),
        }
        Ok(())
    }
}

fn of_one(game: &str, seats: Vec<my_games::HeldSeat>) -> Result<String, Fault> {
    let seats = seats.into_iter().map(HeldSeat::from).collect();
    serde_json::to_string(&ChangedGameOfMine { game: game.to_owned(), seats }).map_err(Fault::broken)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StreamQuery {
    /// Instead of a token: a ticket from `POST /v1/me/stream-tickets`.
    #[allow(dead_code, reason = "read where it is found out who calls; here it is documented")]
    ticket: Option<String>,
}

/// Your seats over all games, as they change
///
/// A stream of server-sent events. First `snapshot`, a `MyGames` with the hundred most urgent seats; then an event `game`
/// for each of your games of which something changed that you may know, a `ChangedGameOfMine` with your seats in it as they
/// are now: a step was carried out, orders are awaited or handed in, a letter came, the game ended, a seat was taken or
/// left. A comment comes every 15 seconds. Events have no numbers: who comes back begins with a snapshot. The stream ends
/// with the token that it was opened with, and counts like the streams of games.
#[utoipa::path(operation_id = "stream_my_games", tag = "games", security(("bearer" = [])), params(StreamQuery), responses(
    (status = 200, description = "The stream.", content((String = "text/event-stream"))),
    (status = 406, description = "It is to be had as text/event-stream only.", body = Problem, content_type = "application/problem+json"),
))]
#[get("/v1/me/events")]
pub async fn stream_my_games(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, _: Query<StreamQuery>,
) -> Result<HttpResponse, ApiError> {
    // Before it is told what there is to be had.
    caller.need(Scope::GameRead)?;
    if !conditions::names_stream(&req) {
        let detail = "This is a stream: ask for text/event-stream. The list is at /v1/me/games.";
        return Err(Fault::of(Why::NotAcceptable, "not-acceptable", detail).into());
    }
    let address = app.config.proxies.origin(req.head());
    open(app, caller, address).await
}

/// A ticket that opens streams.
#[derive(Debug, Serialize, ToSchema)]
pub struct StreamTicket {
    /// What goes into the address of a stream, as `ticket`.
    pub ticket: String,
    /// When it stops opening streams: a minute after it was made. A stream that it opened goes on.
    pub expires_at: DateTime<Utc>,
}

/// Get a ticket for streams
///
/// A browser's `EventSource` sends no token; it can send this in the address: `/v1/me/events?ticket=…`,
/// `/v1/games/{game}/events?ticket=…`. A ticket opens streams for a minute and does nothing else. What it opened ends when
/// the token does that the ticket was got with; a stream that broke off later is opened again with a fresh ticket.
#[utoipa::path(operation_id = "create_stream_ticket", tag = "games", security(("bearer" = [])), responses(
    (status = 201, description = "The ticket.", body = StreamTicket),
))]
#[post("/v1/me/stream-tickets")]
pub async fn create_stream_ticket(app: Data<AppContext>, caller: Caller) -> Result<HttpResponse, ApiError> {
    let (ticket, until) = app.stream_ticket(&caller)?;
    let ticket = StreamTicket { ticket, expires_at: time(until) };
    Ok(HttpResponse::Created().insert_header((header::CACHE_CONTROL, "no-store")).json(ticket))
}
