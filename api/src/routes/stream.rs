//! A game's events as they come (server-sent events).
//!
//! The stream is a cursor over the event table. First it reads for itself, from where the listener is to the present;
//! from then on it hears what is read for all (`service/streams.rs`). Nothing reaches it that the page of events would
//! not show the same caller, and it ends with the credential that it was opened with.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};

use super::event_shapes::Event;
use super::views::Awaiting;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::context::streams::{About, BATCH, FeedTopic, Heard};
use crate::http::event_stream::{NextMove, StreamEnd, StreamSource, answer};
use crate::problem::ApiError;
use crate::service::record;

struct GameListener {
    app: Data<AppContext>,
    caller: Option<Arc<Caller>>,
    topic: FeedTopic,
    after: i64,
    end: StreamEnd,
    /// Whether it has read for itself what there was before it began to listen.
    caught_up: bool,
}

pub async fn open(
    app: Data<AppContext>, caller: Option<Arc<Caller>>, address: String, game: String, seat: Option<String>,
    after: Option<i64>,
) -> Result<HttpResponse, ApiError> {
    let place = app.place_for_stream(caller.as_deref(), address)?;
    let (snapshot, last) = snapshot(&app, caller.clone(), game.clone(), seat.clone()).await?;
    let about = About::Game { game, seat };
    let topic = FeedTopic { about, credential: caller.as_deref().map(Caller::credential) };
    let mut end = StreamEnd::new(app.subscribe(caller.clone(), topic.clone(), last)?, place);
    end.push(snapshot);
    Ok(answer(GameListener { after: after.unwrap_or(last), end, caught_up: false, app, caller, topic }))
}

/// What the game waits for, as the first event, and the number of the last event so far that the listener may see.
async fn snapshot(
    app: &Data<AppContext>, caller: Option<Arc<Caller>>, game: String, seat: Option<String>,
) -> Result<(String, i64), Fault> {
    app.run(move |app| {
        // Refuses, before a byte is sent, whoever may not listen. What happens while we look comes after the snapshot.
        let last = app.last_event(caller.as_deref(), &game, seat.as_deref())?;
        let waiting = app.awaiting(caller.as_deref(), &game)?;
        let mut data = serde_json::to_value(Awaiting::from(waiting)).map_err(Fault::broken)?;
        data["last_event"] = last.into();
        Ok((format!("event: snapshot\ndata: {data}\n\n"), last))
    })
    .await
}

/// An event as the wire has it.
pub fn frame(event: record::Event) -> Result<Bytes, Fault> {
    let (seq, kind) = (event.seq, event.event.kind());
    let data = serde_json::to_string(&Event::from(event)).map_err(Fault::broken)?;
    Ok(Bytes::from(format!("id: {seq}\nevent: {kind}\ndata: {data}\n\n")))
}

impl StreamSource for GameListener {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.end.is_empty() && !self.caught_up {
                // Whoever lost the seat meanwhile comes back and is told.
                self.read().await.ok()?;
                continue;
            }
            match self.end.next().await? {
                NextMove::Send(piece) => return Some(piece),
                NextMove::Heed(Heard::Events(framed)) => {
                    let after = self.after;
                    for (seq, piece) in framed.iter().filter(|(seq, _)| *seq > after) {
                        self.end.push(piece.clone());
                        self.after = *seq;
                    }
                }
                NextMove::Heed(Heard::Missed) => self.caught_up = false,
                NextMove::Heed(Heard::Changed(_) | Heard::Over) => {}
            }
        }
    }
}

impl GameListener {
    /// Reads on from where the listener is.
    async fn read(&mut self) -> Result<(), Fault> {
        let (caller, topic, after) = (self.caller.clone(), self.topic.clone(), self.after);
        let list = move |app: &AppContext| {
            let game = topic.game().unwrap_or_default();
            let events = app.list_events(caller.as_deref(), game, topic.seat(), after, BATCH)?;
            events.into_iter().map(|event| Ok((event.seq, frame(event)?))).collect::<Result<Vec<_>, Fault>>()
        };
        let events = self.app.run(list).await?;
        self.caught_up = (events.len() as i64) < BATCH;
        for (seq, piece) in events {
            self.after = seq;
            self.end.push(piece);
        }
        Ok(())
    }
}
