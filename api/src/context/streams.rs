//! Event streams: who listens to what, how many may, and the one thread that reads for all of them.
//!
//! Listeners to the same game with the same credential share a feed. When a game changed, the reader looks once at
//! it, fetches what is new once for each set of seats that somebody listens for, and hands the same bytes to every
//! feed. Listeners for an account are told which of its games changed, and look for themselves. It also closes feeds: when the seat is lost or the game can no longer be seen, and when the credential
//! is no longer good. What this server changed wakes it at once; what another server changed it finds within a second.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::web::Bytes;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::config::StreamLimits;
use crate::context::AppContext;
use crate::context::caller::{Caller, Credential};
use crate::context::fault::{Fault, Why};

/// Events fetched at a time.
pub const BATCH: i64 = 200;
/// Batches of events a feed keeps for listeners that are slow; who falls behind further reads for itself.
const KEPT: usize = 16;
/// Seconds after which it is worth asking for a stream again.
const TRY_AGAIN: u64 = 15;

/// Events as they go over the wire, with their numbers.
pub type Framed = Arc<[(i64, Bytes)]>;

/// What goes through a feed.
#[derive(Debug, Clone)]
pub(crate) enum FeedSignal {
    /// What is new in the game.
    Events(Framed),
    /// A game of the account changed, or is no more one of its games.
    Changed(ChangedGame),
}

#[derive(Debug, Clone)]
pub struct ChangedGame {
    pub game: Arc<str>,
    /// Its row version; none when the account holds no seat in it any more, or it is over.
    pub version: Option<i64>,
}

/// What a feed is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FeedTopic {
    pub about: About,
    /// None for those who listen without a token.
    pub credential: Option<Credential>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum About {
    /// A game; with the seat asked for, or none: all seats of the caller.
    Game { game: String, seat: Option<String> },
    /// All games in which the caller holds a seat.
    Account,
}

impl FeedTopic {
    /// The game, where it is about one.
    pub fn game(&self) -> Option<&str> {
        match &self.about {
            About::Game { game, .. } => Some(game),
            About::Account => None,
        }
    }

    /// The seat asked for.
    pub fn seat(&self) -> Option<&str> {
        match &self.about {
            About::Game { seat, .. } => seat.as_deref(),
            About::Account => None,
        }
    }
}

pub(crate) struct Feed {
    pub caller: Option<Arc<Caller>>,
    pub news: broadcast::Sender<FeedSignal>,
    /// Of a game: the number of the last event sent; written by the reader alone.
    pub read_to: AtomicI64,
    pub over: Arc<AtomicBool>,
}

/// The streams of a server.
pub struct Streams {
    limits: StreamLimits,
    /// The most in all, once the server knows its file descriptors.
    most: AtomicUsize,
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Default)]
struct State {
    /// With the number of listeners.
    feeds: HashMap<FeedTopic, (Arc<Feed>, usize)>,
    /// Games that changed.
    changed: HashSet<String>,
    /// What listeners for an account were told to begin with: account, game, the version of the game's row.
    begun: Vec<(String, String, i64)>,
    /// Whether something was revoked.
    revoked: bool,
    closing: bool,
    crowd: Crowd,
}

/// Who listens, for the limits.
#[derive(Default)]
struct Crowd {
    all: usize,
    strangers: usize,
    by_account: HashMap<String, usize>,
    by_address: HashMap<String, usize>,
    strangers_by_address: HashMap<String, usize>,
}

/// A place among the listeners; given back when dropped.
pub struct StreamPermit {
    app: AppContext,
    account: Option<String>,
    address: String,
}

/// A listener's end of a feed.
pub struct Subscription {
    app: AppContext,
    topic: FeedTopic,
    news: broadcast::Receiver<FeedSignal>,
    over: Arc<AtomicBool>,
}

/// What a listener hears.
pub enum Heard {
    Events(Framed),
    Changed(ChangedGame),
    /// It was too slow: it has to read for itself.
    Missed,
    /// The stream is over.
    Over,
}

impl Streams {
    pub fn new(limits: StreamLimits) -> Streams {
        let most = AtomicUsize::new(limits.all);
        Streams { limits, most, state: Mutex::default(), woken: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is let go.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No more streams than this in all, whatever the settings allow.
    pub fn allow_at_most(&self, most: usize) {
        self.most.fetch_min(most, Ordering::SeqCst);
    }

    /// A game changed.
    pub fn ring(&self, game: &str) {
        let mut state = self.state();
        if !state.feeds.is_empty() {
            state.changed.insert(game.to_owned());
            self.woken.notify_all();
        }
    }

    /// A listener for an account was told these games of it, each with the version of its row: what changed since then is
    /// news.
    pub fn begin_with(&self, account: &str, games: impl IntoIterator<Item = (String, i64)>) {
        let games = games.into_iter().map(|(game, version)| (account.to_owned(), game, version));
        self.state().begun.extend(games);
    }

    pub(crate) fn take_begun(&self) -> Vec<(String, String, i64)> {
        std::mem::take(&mut self.state().begun)
    }

    /// A token was revoked, a session ended or an account closed.
    pub fn check_credentials(&self) {
        self.state().revoked = true;
        self.woken.notify_all();
    }

    /// Ends all streams, and lets no new one begin: the server closes.
    pub fn close(&self) {
        let mut state = self.state();
        state.closing = true;
        state.feeds.drain().for_each(|(_, (feed, _))| feed.over.store(true, Ordering::SeqCst));
        drop(state);
        self.woken.notify_all();
    }

    pub(crate) fn end(&self, topic: &FeedTopic) {
        if let Some((feed, _)) = self.state().feeds.remove(topic) {
            feed.over.store(true, Ordering::SeqCst);
        }
    }

    /// Waits for something to do: the games that changed and whether something was revoked. None when the server closes.
    pub(crate) fn wait(&self, patience: Duration) -> Option<(HashSet<String>, bool)> {
        let idle = |state: &mut State| state.changed.is_empty() && !state.revoked && !state.closing;
        let (mut state, _) =
            self.woken.wait_timeout_while(self.state(), patience, idle).unwrap_or_else(PoisonError::into_inner);
        (!state.closing).then(|| (std::mem::take(&mut state.changed), std::mem::take(&mut state.revoked)))
    }

    pub(crate) fn feeds_of(&self, game: &str) -> Vec<(FeedTopic, Arc<Feed>)> {
        let state = self.state();
        let of_game = state.feeds.iter().filter(|(topic, _)| topic.game() == Some(game));
        of_game.map(|(topic, (feed, _))| (topic.clone(), feed.clone())).collect()
    }

    pub(crate) fn games(&self) -> HashSet<String> {
        self.state().feeds.keys().filter_map(|topic| topic.game().map(str::to_owned)).collect()
    }

    /// The feeds of accounts, by account.
    pub(crate) fn of_accounts(&self) -> HashMap<String, Vec<Arc<Feed>>> {
        let mut found: HashMap<String, Vec<Arc<Feed>>> = HashMap::new();
        for (topic, (feed, _)) in &self.state().feeds {
            if let (About::Account, Some(caller)) = (&topic.about, &feed.caller) {
                found.entry(caller.account_id.clone()).or_default().push(feed.clone());
            }
        }
        found
    }

    /// Feeds behind a credential, with the time at which it runs out.
    pub(crate) fn secured(&self) -> Vec<(FeedTopic, Credential, i64)> {
        let state = self.state();
        let all = state.feeds.iter().filter_map(|(topic, (feed, _))| {
            let expires_at = feed.caller.as_ref()?.expires_at();
            Some((topic.clone(), topic.credential.clone()?, expires_at))
        });
        all.collect()
    }
}

impl Crowd {
    fn refuse(&self, limits: StreamLimits, most: usize, account: Option<&str>, address: &str) -> Option<String> {
        let at = |counts: &HashMap<String, usize>, key: &str| counts.get(key).copied().unwrap_or(0);
        let share = |of: usize, part: usize| (of / part).max(1);
        match account {
            Some(account) if at(&self.by_account, account) >= limits.per_account => {
                Some(format!("You have {} event streams open; close one first.", limits.per_account))
            }
            None if at(&self.strangers_by_address, address) >= share(limits.per_address, 5) => Some(format!(
                "Your address has {} event streams open without a token; close one, or send a token.",
                share(limits.per_address, 5)
            )),
            None if self.strangers >= share(most, 4) => {
                Some("There are too many event streams without a token just now; send a token.".to_owned())
            }
            _ if at(&self.by_address, address) >= limits.per_address => {
                Some(format!("Your address has {} event streams open; close one first.", limits.per_address))
            }
            _ if self.all >= most => Some("This server has as many event streams as it can serve.".to_owned()),
            _ => None,
        }
    }

    fn enter(&mut self, account: Option<&str>, address: &str) {
        self.all += 1;
        *self.by_address.entry(address.to_owned()).or_default() += 1;
        match account {
            Some(account) => *self.by_account.entry(account.to_owned()).or_default() += 1,
            None => {
                self.strangers += 1;
                *self.strangers_by_address.entry(address.to_owned()).or_default() += 1;
            }
        }
    }

    fn leave(&mut self, account: Option<&str>, address: &str) {
        fn less(counts: &mut HashMap<String, usize>, key: &str) {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        }
        self.all -= 1;
        less(&mut self.by_address, address);
        match account {
            Some(account) => less(&mut self.by_account, account),
            None => {
                self.strangers -= 1;
                less(&mut self.strangers_by_address, address);
            }
        }
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        self.app.streams.state().crowd.leave(self.account.as_deref(), &self.address);
        self.app.metrics.streams.dec();
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut state = self.app.streams.state();
        let Some((feed, listeners)) = state.feeds.get_mut(&self.topic) else { return };
        // A feed that ended may have been opened anew under the same name.
        if Arc::ptr_eq(&feed.over, &self.over) {
            *listeners -= 1;
            if *listeners == 0 {
                state.feeds.remove(&self.topic);
            }
        }
    }
}

impl Subscription {
    /// Whether nothing more may be sent: what is still on its way included.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    pub async fn next(&mut self) -> Heard {
        match self.news.recv().await {
            Ok(_) | Err(RecvError::Closed) if self.is_over() => Heard::Over,
            Ok(FeedSignal::Events(framed)) => Heard::Events(framed),
            Ok(FeedSignal::Changed(game)) => Heard::Changed(game),
            Err(RecvError::Lagged(_)) => Heard::Missed,
            Err(RecvError::Closed) => Heard::Over,
        }
    }
}

impl AppContext {
    /// A place among the listeners, if there is one for this caller at this address.
    pub fn place_for_stream(&self, caller: Option<&Caller>, address: String) -> Result<StreamPermit, Fault> {
        let account = caller.map(|caller| caller.account_id.clone());
        let mut state = self.streams.state();
        let most = self.streams.most.load(Ordering::SeqCst);
        if let Some(detail) = state.crowd.refuse(self.streams.limits, most, account.as_deref(), &address) {
            return Err(Fault::of(Why::TooOften, "too-many-streams", detail).retry_after(TRY_AGAIN));
        }
        state.crowd.enter(account.as_deref(), &address);
        drop(state);
        self.metrics.streams.inc();
        Ok(StreamPermit { app: self.clone(), account, address })
    }

    /// Listens from here on; of a game, `last` is the number of an event that the caller has learnt of already.
    pub fn subscribe(&self, caller: Option<Arc<Caller>>, topic: FeedTopic, last: i64) -> Result<Subscription, Fault> {
        let mut state = self.streams.state();
        if state.closing {
            return Err(Fault::of(Why::Unavailable, "closing", "This server closes.").retry_after(TRY_AGAIN));
        }
        let (feed, listeners) = state.feeds.entry(topic.clone()).or_insert_with(|| {
            let feed =
                Feed { caller, news: broadcast::channel(KEPT).0, read_to: AtomicI64::new(last), over: Arc::default() };
            (Arc::new(feed), 0)
        });
        *listeners += 1;
        let (news, over) = (feed.news.subscribe(), feed.over.clone());
        drop(state);
        Ok(Subscription { app: self.clone(), topic, news, over })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_few_for_an_account_an_address_and_strangers() {
        let limits = StreamLimits { all: 8, per_account: 2, per_address: 5 };
        let mut crowd = Crowd::default();
        let mut enter = |account: Option<&str>, address: &str| {
            let refused = crowd.refuse(limits, limits.all, account, address);
            if refused.is_none() {
                crowd.enter(account, address);
            }
            refused.unwrap_or_default()
        };
        assert_eq!((enter(Some("ada"), "a"), enter(Some("ada"), "b")), (String::new(), String::new()));
        assert!(enter(Some("ada"), "c").contains("You have 2"));
        assert_eq!(enter(None, "a"), "");
        assert!(enter(None, "a").contains("without a token"), "a fifth of five");
        assert_eq!(enter(None, "b"), "");
        assert!(enter(None, "c").contains("send a token"), "a quarter of eight");
        for account in ["ben", "cid", "dot"] {
            assert_eq!(enter(Some(account), "a"), "");
        }
        assert!(enter(Some("eve"), "a").contains("Your address has 5"));
        assert_eq!(enter(Some("eve"), "b"), "");
        assert!(enter(Some("eve"), "c").contains("This server"));
        crowd.leave(Some("ada"), "a");
        assert_eq!(crowd.refuse(limits, limits.all, Some("ada"), "a"), None);
    }
}
