//! A game's events as they come (server-sent events).
//!
//! The stream is a cursor over the event table: what this server changed wakes it at once, what another server changed
//! it finds within a second. Nothing reaches it that the page of events would not show the same caller.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use futures_util::stream;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, timeout_at};

use super::record::Event;
use super::time;
use crate::problem::ApiError;
use crate::service::Desk;
use crate::service::bell::Ring;
use crate::service::caller::Caller;
use crate::service::fault::Fault;
use crate::store::Backend;

const HEARTBEAT: Duration = Duration::from_secs(15);
const BATCH: i64 = 200;

struct Listener {
    desk: Data<Desk>,
    caller: Option<Arc<Caller>>,
    game: String,
    key: Option<String>,
    after: i64,
    waiting: VecDeque<Bytes>,
    bell: Receiver<Ring>,
    heartbeat: Instant,
    over: bool,
}

pub async fn open(
    desk: Data<Desk>, caller: Option<Arc<Caller>>, game: String, key: Option<String>, after: Option<i64>,
) -> Result<HttpResponse, ApiError> {
    // Listen first, look then: what happens between is not missed.
    let bell = desk.bell.listen();
    let snapshot = snapshot(&desk, caller.clone(), game.clone(), key.clone()).await?;
    let listener = Listener {
        after: after.unwrap_or(snapshot.1),
        waiting: VecDeque::from([Bytes::from(snapshot.0)]),
        heartbeat: Instant::now() + HEARTBEAT,
        over: false,
        desk,
        caller,
        game,
        key,
        bell,
    };
    listener.desk.metrics.streams.inc();
    let body = stream::unfold(listener, |mut listener| async move {
        let piece = listener.next().await?;
        Some((Ok::<_, actix_web::Error>(piece), listener))
    });
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // Pieces go out as they come; a compressor would hold them back.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .streaming(body))
}

/// What the game waits for, as the first event, and the number of the last event so far that the listener may see.
async fn snapshot(
    desk: &Data<Desk>, caller: Option<Arc<Caller>>, game: String, key: Option<String>,
) -> Result<(String, i64), Fault> {
    desk.run(move |desk| {
        // Refuses, before a byte is sent, whoever may not listen. What happens while we look comes after the snapshot.
        let last = desk.last_event(caller.as_deref(), &game, key.as_deref())?;
        let waiting = desk.awaiting(caller.as_deref(), &game)?;
        let data = json!({
            "status": waiting.status,
            "step": waiting.step,
            "label": waiting.label,
            "deadline": waiting.deadline_at.map(time),
            "awaiting": waiting.awaiting.iter().map(|a| json!({ "seat": a.seat, "ready": a.ready, "yours": a.yours })).collect::<Vec<_>>(),
            "last_event": last,
        });
        Ok((format!("event: snapshot\ndata: {data}\n\n"), last))
    })
    .await
}

impl Listener {
    /// The next piece of the stream; none when it is over.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(piece) = self.waiting.pop_front() {
                return Some(piece);
            }
            if self.over || self.desk.bell.is_closing() {
                return None;
            }
            if self.read().await.is_err() {
                // The seat was lost, or the store is away: the client comes back and is told.
                self.over = true;
                continue;
            }
            if !self.waiting.is_empty() {
                continue;
            }
            if Instant::now() >= self.heartbeat {
                self.heartbeat = Instant::now() + HEARTBEAT;
                return Some(Bytes::from_static(b": still here\n\n"));
            }
            self.wait().await;
        }
    }

    async fn read(&mut self) -> Result<(), Fault> {
        let (caller, game, key, after) = (self.caller.clone(), self.game.clone(), self.key.clone(), self.after);
        let events =
            self.desk.run(move |desk| desk.list_events(caller.as_deref(), &game, key.as_deref(), after, BATCH)).await?;
        for event in events {
            self.after = event.seq;
            let kind = event.kind.clone();
            let data = serde_json::to_string(&Event::from(event)).map_err(Fault::broken)?;
            self.waiting.push_back(Bytes::from(format!("id: {}\nevent: {kind}\ndata: {data}\n\n", self.after)));
        }
        Ok(())
    }

    /// Waits for news of this game, for the time of the next comment, or, where other servers write too, for a second.
    async fn wait(&mut self) {
        let until = match self.desk.store.backend() {
            Backend::Sqlite => self.heartbeat,
            Backend::Postgres => self.heartbeat.min(Instant::now() + Duration::from_secs(1)),
        };
        loop {
            match timeout_at(until, self.bell.recv()).await {
                Ok(Ok(Ring::Game(game))) if game != self.game => {}
                // News, too much news to count, closing time, or time for a comment.
                _ => return,
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.desk.metrics.streams.dec();
    }
}
