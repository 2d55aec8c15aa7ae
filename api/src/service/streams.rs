//! Event streams: who listens to what, how many may, and the one thread that reads for all of them.
//!
//! Listeners to the same game with the same credential share a channel. When a game changed, the reader looks once at
//! it, fetches what is new once for each set of seats that somebody listens for, and hands the same bytes to every
//! channel. It also closes channels: when the seat is lost or the game can no longer be seen, and when the credential
//! is no longer good. What this server changed wakes it at once; what another server changed it finds within a second.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use tokio::sync::broadcast::{self, error::RecvError};

use super::Desk;
use super::caller::{Caller, Credential};
use super::fault::{Fault, Why};
use super::record::{self, listening_seats};
use super::table::Table;
use crate::config::StreamLimits;
use crate::store::events::{self, Listener};
use crate::store::{AnyConn, Backend, StoreError, games, sessions, tokens};

/// How often credentials are looked up, and games that another server may have changed.
const TICK: Duration = Duration::from_secs(1);
/// Events fetched at a time.
pub const BATCH: i64 = 200;
/// Pieces of news a channel keeps for listeners that are slow; who falls behind further reads for itself.
const KEPT: usize = 16;
/// Seconds after which it is worth asking for a stream again.
const TRY_AGAIN: u64 = 15;

/// Events as they go over the wire, with their numbers.
pub type News = Arc<[(i64, Bytes)]>;
/// Makes an event ready for the wire.
pub type Frame = fn(record::Event) -> Result<Bytes, Fault>;

/// What a channel is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Topic {
    pub game: String,
    /// None for those who listen without a token.
    pub credential: Option<Credential>,
    /// The seat asked for; none: all seats of the caller.
    pub seat: Option<String>,
}

struct Channel {
    caller: Option<Arc<Caller>>,
    news: broadcast::Sender<News>,
    /// The number of the last event sent; written by the reader alone.
    read_to: AtomicI64,
    over: Arc<AtomicBool>,
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
    channels: HashMap<Topic, (Arc<Channel>, usize)>,
    /// Games that changed.
    changed: HashSet<String>,
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
pub struct Place {
    desk: Desk,
    account: Option<String>,
    address: String,
}

/// A listener's end of a channel.
pub struct Subscription {
    desk: Desk,
    topic: Topic,
    news: broadcast::Receiver<News>,
    over: Arc<AtomicBool>,
}

/// What a listener hears.
pub enum Heard {
    News(News),
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
        if !state.channels.is_empty() {
            state.changed.insert(game.to_owned());
            self.woken.notify_all();
        }
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
        state.channels.drain().for_each(|(_, (channel, _))| channel.over.store(true, Ordering::SeqCst));
        drop(state);
        self.woken.notify_all();
    }

    fn end(&self, topic: &Topic) {
        if let Some((channel, _)) = self.state().channels.remove(topic) {
            channel.over.store(true, Ordering::SeqCst);
        }
    }

    /// Waits for something to do: the games that changed and whether something was revoked. None when the server closes.
    fn wait(&self, patience: Duration) -> Option<(HashSet<String>, bool)> {
        let idle = |state: &mut State| state.changed.is_empty() && !state.revoked && !state.closing;
        let (mut state, _) =
            self.woken.wait_timeout_while(self.state(), patience, idle).unwrap_or_else(PoisonError::into_inner);
        (!state.closing).then(|| (std::mem::take(&mut state.changed), std::mem::take(&mut state.revoked)))
    }

    fn channels_of(&self, game: &str) -> Vec<(Topic, Arc<Channel>)> {
        let state = self.state();
        let of_game = state.channels.iter().filter(|(topic, _)| topic.game == game);
        of_game.map(|(topic, (channel, _))| (topic.clone(), channel.clone())).collect()
    }

    fn games(&self) -> HashSet<String> {
        self.state().channels.keys().map(|topic| topic.game.clone()).collect()
    }

    /// Channels behind a credential, with the time at which it runs out.
    fn secured(&self) -> Vec<(Topic, Credential, i64)> {
        let state = self.state();
        let all = state.channels.iter().filter_map(|(topic, (channel, _))| {
            let expires_at = channel.caller.as_ref()?.expires_at();
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

impl Drop for Place {
    fn drop(&mut self) {
        self.desk.streams.state().crowd.leave(self.account.as_deref(), &self.address);
        self.desk.metrics.streams.dec();
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut state = self.desk.streams.state();
        let Some((channel, listeners)) = state.channels.get_mut(&self.topic) else { return };
        // A channel that ended may have been opened anew under the same name.
        if Arc::ptr_eq(&channel.over, &self.over) {
            *listeners -= 1;
            if *listeners == 0 {
                state.channels.remove(&self.topic);
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
            Ok(news) => Heard::News(news),
            Err(RecvError::Lagged(_)) => Heard::Missed,
            Err(RecvError::Closed) => Heard::Over,
        }
    }
}

impl Desk {
    /// A place among the listeners, if there is one for this caller at this address.
    pub fn place_for_stream(&self, caller: Option<&Caller>, address: String) -> Result<Place, Fault> {
        let account = caller.map(|caller| caller.account_id.clone());
        let mut state = self.streams.state();
        let most = self.streams.most.load(Ordering::SeqCst);
        if let Some(detail) = state.crowd.refuse(self.streams.limits, most, account.as_deref(), &address) {
            return Err(Fault::of(Why::TooOften, "too-many-streams", detail).retry_after(TRY_AGAIN));
        }
        state.crowd.enter(account.as_deref(), &address);
        drop(state);
        self.metrics.streams.inc();
        Ok(Place { desk: self.clone(), account, address })
    }

    /// Listens to a game from here on; `last` is the number of an event that the caller has learnt of already.
    pub fn subscribe(&self, caller: Option<Arc<Caller>>, topic: Topic, last: i64) -> Result<Subscription, Fault> {
        let mut state = self.streams.state();
        if state.closing {
            return Err(Fault::of(Why::Unavailable, "closing", "This server closes.").retry_after(TRY_AGAIN));
        }
        let (channel, listeners) = state.channels.entry(topic.clone()).or_insert_with(|| {
            let channel = Channel {
                caller,
                news: broadcast::channel(KEPT).0,
                read_to: AtomicI64::new(last),
                over: Arc::default(),
            };
            (Arc::new(channel), 0)
        });
        *listeners += 1;
        let (news, over) = (channel.news.subscribe(), channel.over.clone());
        drop(state);
        Ok(Subscription { desk: self.clone(), topic, news, over })
    }

    /// Reads for all streams until the server closes.
    pub fn read_for_streams(&self, frame: Frame) {
        let mut ticked = Instant::now();
        let mut versions = HashMap::new();
        while let Some((mut changed, revoked)) = self.streams.wait(TICK.saturating_sub(ticked.elapsed())) {
            let tick = ticked.elapsed() >= TICK;
            if tick {
                ticked = Instant::now();
            }
            let round = catch_unwind(AssertUnwindSafe(|| {
                if (tick || revoked)
                    && let Err(fault) = self.end_streams_without_credential()
                {
                    tracing::error!(%fault, "the credentials of event streams cannot be looked up");
                }
                if tick && self.store.backend() == Backend::Postgres {
                    match self.changed_elsewhere(&mut versions) {
                        Ok(games) => changed.extend(games),
                        Err(fault) => tracing::error!(%fault, "games cannot be looked at for event streams"),
                    }
                }
                for game in &changed {
                    if let Err(fault) = self.read_for_game(game, frame) {
                        // The clients come back and are told.
                        tracing::error!(game, %fault, "a game's events cannot be read");
                        self.streams.channels_of(game).iter().for_each(|(topic, _)| self.streams.end(topic));
                    }
                }
            }));
            if round.is_err() {
                tracing::error!("the reader of event streams panicked");
            }
        }
    }

    /// Games with listeners whose row is not as it was when last looked at.
    fn changed_elsewhere(&self, versions: &mut HashMap<String, i64>) -> Result<Vec<String>, Fault> {
        let watched: Vec<String> = self.streams.games().into_iter().collect();
        versions.retain(|game, _| watched.contains(game));
        if watched.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.store.read(|conn| Ok::<_, Fault>(games::row_versions(conn, &watched)?))?;
        let changed =
            rows.into_iter().filter(|(game, version)| versions.insert(game.clone(), *version) != Some(*version));
        Ok(changed.map(|(game, _)| game).collect())
    }

    /// Sends what is new in a game to everybody who listens to it.
    fn read_for_game(&self, game: &str, frame: Frame) -> Result<(), Fault> {
        let channels = self.streams.channels_of(game);
        if channels.is_empty() {
            return Ok(());
        }
        self.store.read(|conn| {
            let table = Table::look(conn, game, self.now())?;
            // Most listeners listen for the same seats, or for none, from the same place on. What is for a person is for
            // one who holds a seat, so those without seats hear the same.
            let mut fetched: BTreeMap<(Vec<i32>, Option<&str>, i64), News> = BTreeMap::new();
            for (topic, channel) in &channels {
                let seats = match listening_seats(&table, channel.caller.as_deref(), topic.seat.as_deref()) {
                    Ok(seats) => seats,
                    Err(Fault::Refused(_)) => {
                        self.streams.end(topic);
                        continue;
                    }
                    Err(fault) => return Err(fault),
                };
                let account = channel.caller.as_deref().map(|caller| caller.account_id.as_str());
                let account = account.filter(|_| !seats.is_empty());
                loop {
                    let place = (seats.clone(), account, channel.read_to.load(Ordering::SeqCst));
                    let news = match fetched.get(&place) {
                        Some(news) => news.clone(),
                        None => {
                            let listener = Listener { seats: &seats, account };
                            let news = fetch(conn, &table, listener, place.2, frame)?;
                            fetched.insert(place, news.clone());
                            news
                        }
                    };
                    let Some((last, _)) = news.last() else { break };
                    channel.read_to.store(*last, Ordering::SeqCst);
                    let more = news.len() as i64 >= BATCH;
                    // The last listener may just have left.
                    let _ = channel.news.send(news);
                    if !more {
                        break;
                    }
                }
            }
            Ok(())
        })
    }

    /// Ends the streams whose token was revoked or has expired, whose session ended, or whose account was closed.
    fn end_streams_without_credential(&self) -> Result<(), Fault> {
        let secured = self.streams.secured();
        if secured.is_empty() {
            return Ok(());
        }
        let now = self.now();
        let mut ids: (HashSet<String>, HashSet<String>) = Default::default();
        for (topic, credential, expires_at) in &secured {
            match credential {
                _ if now >= *expires_at => self.streams.end(topic),
                Credential::Session(id) => drop(ids.0.insert(id.clone())),
                Credential::Token(id) => drop(ids.1.insert(id.clone())),
            }
        }
        let (sessions, tokens) = self.store.read(|conn| {
            let sessions = in_portions(ids.0, |ids| sessions::live_sessions(conn, ids, now))?;
            Ok::<_, Fault>((sessions, in_portions(ids.1, |ids| tokens::live_tokens(conn, ids, now))?))
        })?;
        for (topic, credential, _) in &secured {
            let live = match credential {
                Credential::Session(id) => sessions.contains(id),
                Credential::Token(id) => tokens.contains(id),
            };
            if !live {
                self.streams.end(topic);
            }
        }
        Ok(())
    }
}

/// Looks up ids a few hundred at a time, because a statement takes only so many parameters.
fn in_portions(
    ids: HashSet<String>, mut look: impl FnMut(&[String]) -> Result<Vec<String>, StoreError>,
) -> Result<HashSet<String>, StoreError> {
    let ids: Vec<String> = ids.into_iter().collect();
    let mut found = HashSet::new();
    for portion in ids.chunks(500) {
        found.extend(look(portion)?);
    }
    Ok(found)
}

fn fetch(conn: &mut AnyConn, table: &Table, listener: Listener, after: i64, frame: Frame) -> Result<News, Fault> {
    let rows = events::list_events(conn, &table.game.id, listener, after, None, BATCH)?;
    let news = rows.into_iter().map(|row| {
        let seq = row.seq;
        Ok((seq, frame(record::event(table, row, listener.seats)?)?))
    });
    news.collect()
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
