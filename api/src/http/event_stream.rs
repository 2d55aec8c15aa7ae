//! What every stream of server-sent events does alike: it sends what waits, hears what is new, says now and then that it is
//! still there, and ends with what it was opened with.

use std::collections::VecDeque;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Bytes;
use futures_util::stream;
use tokio::time::{Instant, timeout_at};

use super::conditions::STREAM;
use crate::context::streams::{Heard, StreamPermit, Subscription};

/// How often a silent stream says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The server's end of a stream.
pub struct StreamEnd {
    waiting: VecDeque<Bytes>,
    subscription: Subscription,
    heartbeat: Instant,
    _place: StreamPermit,
}

/// What a stream does next.
pub enum NextMove {
    Send(Bytes),
    Heed(Heard),
}

/// Who makes the pieces of a stream.
pub trait StreamSource {
    /// The next piece; none when the stream is over.
    fn next(&mut self) -> impl Future<Output = Option<Bytes>>;
}

impl StreamEnd {
    pub fn new(subscription: Subscription, place: StreamPermit) -> StreamEnd {
        let heartbeat = Instant::now() + HEARTBEAT;
        StreamEnd { waiting: VecDeque::new(), subscription, heartbeat, _place: place }
    }

    /// Puts a piece behind those that wait.
    pub fn push(&mut self, piece: impl Into<Bytes>) {
        self.waiting.push_back(piece.into());
    }

    /// Whether all that there was is sent.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Waits for the next move; none when the stream is over, what waits included.
    pub async fn next(&mut self) -> Option<NextMove> {
        if self.subscription.is_over() {
            return None;
        }
        if let Some(piece) = self.waiting.pop_front() {
            return Some(NextMove::Send(piece));
        }
        match timeout_at(self.heartbeat, self.subscription.next()).await {
            Ok(Heard::Over) => None,
            Ok(heard) => Some(NextMove::Heed(heard)),
            Err(_) => {
                self.heartbeat = Instant::now() + HEARTBEAT;
                Some(NextMove::Send(Bytes::from_static(b": still here\n\n")))
            }
        }
    }
}

/// The answer whose body a listener makes.
pub fn answer(listener: impl StreamSource + 'static) -> HttpResponse {
    let body = stream::unfold(listener, |mut listener| async move {
        let piece = listener.next().await?;
        Some((Ok::<_, actix_web::Error>(piece), listener))
    });
    HttpResponse::Ok().content_type(STREAM).insert_header((header::CACHE_CONTROL, "no-store")).streaming(body)
}
