//! The one thread that reads for all event streams. What this server changed wakes it at once; what another server changed,
//! or nobody signalled, it finds within a second.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::context::AppContext;
use crate::context::caller::Credential;
use crate::context::fault::Fault;
use crate::context::streams::{BATCH, ChangedGame, FeedSignal, Framed};
use crate::game::transaction::GameTransaction;
use crate::service::record::{self, Frame, embargo_for, listening_seats};
use crate::store::events::{self, Listener};
use crate::store::games::SeatsOf;
use crate::store::{AnyConn, StoreError, games, sessions, tokens};

/// How often credentials are looked up, and games whose change was not signalled.
const TICK: Duration = Duration::from_secs(1);

/// The games of the accounts that somebody listens for, with the row versions that were told.
type Following = HashMap<String, HashMap<String, i64>>;

impl AppContext {
    /// Reads for all streams until the server closes.
    pub fn read_for_streams(&self, frame: Frame) {
        let mut ticked = Instant::now();
        let (mut versions, mut following) = (HashMap::new(), Following::new());
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
                if tick {
                    // The signal is for speed: what was committed is found without it, too.
                    match self.changed_unsignalled(&mut versions) {
                        Ok(games) => changed.extend(games),
                        Err(fault) => tracing::error!(%fault, "games cannot be looked at for event streams"),
                    }
                }
                if let Err(fault) = self.tell_accounts(&mut following, if tick { None } else { Some(&changed) }) {
                    // What they follow is as it was, so the next round finds the same changes.
                    tracing::error!(%fault, "the games of accounts cannot be looked at for event streams");
                }
                for game in &changed {
                    if let Err(fault) = self.read_for_game(game, frame) {
                        // The clients come back and are told.
                        tracing::error!(game, %fault, "a game's events cannot be read");
                        self.streams.feeds_of(game).iter().for_each(|(topic, _)| self.streams.end(topic));
                    }
                }
            }));
            if round.is_err() {
                tracing::error!("the reader of event streams panicked");
                // Whatever it had before it is looked at again.
                versions.clear();
                following.clear();
            }
        }
    }

    /// Games with listeners whose row is not as it was when last looked at.
    fn changed_unsignalled(&self, versions: &mut HashMap<String, i64>) -> Result<Vec<String>, Fault> {
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

    /// Tells those who listen for an account which of its games changed; `of`: those that may have changed, none for all.
    fn tell_accounts(&self, following: &mut Following, of: Option<&HashSet<String>>) -> Result<(), Fault> {
        for (account, game, version) in self.streams.take_begun() {
            // Another listener may have been told an older one.
            let told = following.entry(account).or_default().entry(game).or_insert(version);
            *told = version.min(*told);
        }
        let feeds = self.streams.of_accounts();
        following.retain(|account, _| feeds.contains_key(account));
        if feeds.is_empty() || of.is_some_and(HashSet::is_empty) {
            return Ok(());
        }
        let rows = self.store.read(|conn| match of {
            Some(games) => in_portions(games.clone(), |ids| games::holders(conn, SeatsOf::Games(ids))),
            None => in_portions(feeds.keys().cloned().collect(), |ids| games::holders(conn, SeatsOf::Accounts(ids))),
        })?;
        let mut now = Following::new();
        for (account, game, version) in rows {
            if feeds.contains_key(&account) {
                now.entry(account).or_default().insert(game, version);
            }
        }
        for (account, feeds) in &feeds {
            let (before, now) =
                (following.entry(account.clone()).or_default(), now.remove(account).unwrap_or_default());
            let gone = before.keys().filter(|game| of.is_none_or(|of| of.contains(*game)) && !now.contains_key(*game));
            let mut changed: BTreeMap<String, Option<i64>> = gone.map(|game| (game.clone(), None)).collect();
            changed.extend(now.into_iter().filter(|(id, v)| before.get(id) != Some(v)).map(|(id, v)| (id, Some(v))));
            for (game, version) in changed {
                let news = FeedSignal::Changed(ChangedGame { game: game.as_str().into(), version });
                // The last listener may just have left.
                feeds.iter().for_each(|feed| drop(feed.news.send(news.clone())));
                match version {
                    Some(version) => drop(before.insert(game, version)),
                    None => drop(before.remove(&game)),
                }
            }
        }
        Ok(())
    }

    /// Sends what is new in a game to everybody who listens to it.
    fn read_for_game(&self, game: &str, frame: Frame) -> Result<(), Fault> {
        let feeds = self.streams.feeds_of(game);
        if feeds.is_empty() {
            return Ok(());
        }
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            // Most listeners listen for the same seats, or for none, from the same place on. What is for a person is for
            // one who holds a seat, so those without seats hear the same.
            let mut fetched: BTreeMap<(Vec<i32>, Option<&str>, i64), Framed> = BTreeMap::new();
            let is_late = embargo_for(conn, &tx, &[])? > 0;
            for (topic, feed) in &feeds {
                let seats = match listening_seats(&tx, feed.caller.as_deref(), topic.seat()) {
                    Ok(seats) => seats,
                    Err(Fault::Refused(_)) => {
                        self.streams.end(topic);
                        continue;
                    }
                    Err(fault) => return Err(fault),
                };
                let account = feed.caller.as_deref().map(|caller| caller.account_id.as_str());
                let account = account.filter(|_| !seats.is_empty());
                loop {
                    let place = (seats.clone(), account, feed.read_to.load(Ordering::SeqCst));
                    let framed = match fetched.get(&place) {
                        Some(framed) => framed.clone(),
                        None => {
                            let listener = Listener { seats: &seats, account, is_late: is_late && seats.is_empty() };
                            let framed = fetch(conn, &tx, listener, place.2, frame)?;
                            fetched.insert(place, framed.clone());
                            framed
                        }
                    };
                    let Some((last, _)) = framed.last() else { break };
                    feed.read_to.store(*last, Ordering::SeqCst);
                    let more = framed.len() as i64 >= BATCH;
                    // The last listener may just have left.
                    let _ = feed.news.send(FeedSignal::Events(framed));
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
fn in_portions<T: Eq + Hash>(
    ids: HashSet<String>, mut look: impl FnMut(&[String]) -> Result<Vec<T>, StoreError>,
) -> Result<HashSet<T>, StoreError> {
    let ids: Vec<String> = ids.into_iter().collect();
    let mut found = HashSet::new();
    for portion in ids.chunks(500) {
        found.extend(look(portion)?);
    }
    Ok(found)
}

fn fetch(
    conn: &mut AnyConn, tx: &GameTransaction, listener: Listener, after: i64, frame: Frame,
) -> Result<Framed, Fault> {
    let rows = events::list_events(conn, &tx.game.id, listener, after, BATCH)?;
    let framed = rows.into_iter().map(|row| {
        let seq = row.seq;
        Ok((seq, frame(record::event(tx, row, listener.seats)?)?))
    });
    framed.collect()
}
