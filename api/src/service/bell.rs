//! Bells: who waits for news of a game, or for work, hears when there is some. News from other servers is found by
//! looking now and then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

/// Rings when a game changed, and for the last time when the server closes.
pub struct Bell {
    rope: broadcast::Sender<Ring>,
    closing: AtomicBool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ring {
    Game(String),
    Closing,
}

impl Default for Bell {
    fn default() -> Self {
        Bell { rope: broadcast::channel(256).0, closing: AtomicBool::new(false) }
    }
}

impl Bell {
    pub fn ring(&self, game: &str) {
        // Nobody may be listening.
        let _ = self.rope.send(Ring::Game(game.to_owned()));
    }

    /// Tells all listeners to go home.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        let _ = self.rope.send(Ring::Closing);
    }

    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    pub fn listen(&self) -> broadcast::Receiver<Ring> {
        self.rope.subscribe()
    }
}

/// Wakes threads that wait for work.
#[derive(Default)]
pub struct Work {
    waiting: Mutex<u64>,
    ready: Condvar,
}

impl Work {
    pub fn wake(&self) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.ready.notify_all();
    }

    /// Waits until there is work, or `patience` is over; `seen` is what the last call gave back.
    pub fn wait(&self, seen: u64, patience: Duration) -> u64 {
        let guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (guard, _) = self
            .ready
            .wait_timeout_while(guard, patience, |count| *count == seen)
            .unwrap_or_else(PoisonError::into_inner);
        *guard
    }
}
