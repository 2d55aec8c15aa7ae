//! Use cases: each is one function here, one transaction in the store. No HTTP, no SQL.

pub mod accounts;
pub mod advice;
pub mod archives;
pub mod attempts;
pub mod bell;
pub mod caller;
pub mod campaigns;
pub mod create_game;
pub mod fault;
pub mod heads;
pub mod health;
mod identity;
pub mod keys;
pub mod letters;
pub mod lobby;
pub mod look;
pub mod names;
pub mod password_rules;
pub mod problems;
pub mod quotas;
pub mod read_sheet;
pub mod record;
pub mod repeats;
pub mod run_game;
pub(crate) mod seating;
pub mod secrets;
pub mod sessions;
pub mod setbacks;
pub mod settings;
pub mod show_games;
pub mod streams;
pub mod submit_orders;
mod succession;
pub mod table;
pub mod thoughts;
pub mod timekeeping;
pub mod tokens;
pub mod upkeep;
pub mod watch;

use std::sync::Arc;

use catalog::Catalog;

use crate::config::Config;
use crate::http::limits::Buckets;
use crate::http::metrics::Metrics;
use crate::store::{Ownership, Store, StoreError, jobs};
use attempts::Attempts;
use caller::KnownCallers;
use fault::Fault;
use secrets::{Passwords, Signer};
use watch::Watch;

/// The desk every request comes to: the store, the catalog and what they need. Cheap to clone.
#[derive(Clone)]
pub struct Desk(Arc<DeskParts>);

pub struct DeskParts {
    pub config: Config,
    pub store: Store,
    pub catalog: Catalog,
    time: timekeeping::Timekeeper,
    /// Games that could not be looked after, and how often in a row.
    pub(crate) setbacks: setbacks::Setbacks,
    pub metrics: Metrics,
    pub buckets: Option<Buckets>,
    /// Wrong passwords by name; none where rates are not limited.
    attempts: Option<Attempts>,
    passwords: Passwords,
    signer: Signer,
    known: KnownCallers,
    shelf: campaigns::Shelf,
    heads: heads::Heads,
    pub streams: streams::Streams,
    hashing: secrets::Hashing,
    judges: read_sheet::Judges,
    advisers: advice::Advisers,
    /// How far computer players are.
    pub thoughts: thoughts::Thoughts,
    /// Wakes those who think for computer players.
    pub work: bell::Work,
    pub health: health::Health,
    /// When this server opened.
    began: std::time::Instant,
    /// Names this server where it holds leases: the same after a restart.
    pub server_id: String,
    /// Held while this server lives: nobody else bears its name.
    _name: Option<std::fs::File>,
    /// Held while this server lives: what it remembers of an SQLite file is true because nobody else writes to it.
    _ownership: Option<Ownership>,
}

impl std::ops::Deref for Desk {
    type Target = DeskParts;

    fn deref(&self) -> &DeskParts {
        &self.0
    }
}

impl Desk {
    /// Opens the store, brings it up to date and reads its signing key, making what is missing.
    pub fn open(config: Config, catalog: Catalog, watch: Watch) -> Result<Desk, String> {
        let store = Store::open(&config.database_url, config.database_connections).map_err(|e| e.to_string())?;
        let ownership = store.own().map_err(|e| e.to_string())?;
        store.migrate().map_err(|e| e.to_string())?;
        Desk::over(store, ownership, config, catalog, watch)
    }

    /// For commands that may work beside a server: brings the store up to date where none runs, and takes it as it is
    /// where one does. Whoever uses it adds what no server can know of yet, or reads.
    pub fn open_beside(config: Config, catalog: Catalog, watch: Watch) -> Result<Desk, String> {
        let store = Store::open(&config.database_url, config.database_connections).map_err(|e| e.to_string())?;
        let ownership = match store.own() {
            Err(StoreError::Taken(_)) => {
                store.must_be_current().map_err(|e| e.to_string())?;
                None
            }
            owned => {
                let owned = owned.map_err(|e| e.to_string())?;
                store.migrate().map_err(|e| e.to_string())?;
                owned
            }
        };
        Desk::over(store, ownership, config, catalog, watch)
    }

    fn over(
        store: Store, ownership: Option<Ownership>, config: Config, catalog: Catalog, watch: Watch,
    ) -> Result<Desk, String> {
        let key = keys::signing_key(&store, &config)?;
        let identity = identity::take(&config.data_dir)?;
        // What the server before thought about when it fell is thought about at once, not when its leases have run out.
        // On SQLite there is no other whose leases these could be.
        let fallen = if ownership.is_some() { Some(None) } else { identity.lasting().map(Some) };
        if let Some(server) = fallen {
            store.write(|conn| jobs::end_leases(conn, server)).map_err(|e| e.to_string())?;
        }
        let parts = DeskParts {
            passwords: Passwords::new(config.password_memory_kib, config.password_passes)?,
            signer: Signer::new(key.as_bytes()),
            known: KnownCallers::default(),
            shelf: campaigns::Shelf::default(),
            advisers: advice::Advisers::default(),
            thoughts: thoughts::Thoughts::default(),
            heads: heads::Heads::default(),
            streams: streams::Streams::new(config.streams),
            hashing: secrets::Hashing::default(),
            judges: read_sheet::Judges::default(),
            work: bell::Work::default(),
            health: health::Health::default(),
            began: std::time::Instant::now(),
            server_id: identity.id,
            _name: identity.lock,
            metrics: Metrics::new().map_err(|e| e.to_string())?,
            buckets: config.limits.map(Buckets::new),
            attempts: config.limits.map(|_| Attempts::default()),
            _ownership: ownership,
            store,
            catalog,
            time: timekeeping::Timekeeper::new(watch, config.clock_tolerance),
            setbacks: setbacks::Setbacks::default(),
            config,
        };
        let desk = Desk(Arc::new(parts));
        desk.set_clock()?;
        Ok(desk)
    }

    /// Runs a use case where blocking is allowed.
    pub async fn run<T: Send + 'static>(
        &self, use_case: impl FnOnce(&Desk) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (desk, key) = (self.clone(), repeats::of_request());
        match tokio::task::spawn_blocking(move || repeats::with_key(key, || use_case(&desk))).await {
            Ok(outcome) => outcome,
            Err(e) => Err(Fault::broken(format!("a use case broke off: {e}"))),
        }
    }

    /// Runs a use case that hashes a password: as many at once as there are cores.
    pub async fn run_hashing<T: Send + 'static>(
        &self, use_case: impl FnOnce(&Desk) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let turn = self.hashing.turn().await?;
        // The turn lasts as long as the work, even when nobody waits for its outcome any more.
        let work = move |desk: &Desk| {
            let _turn = turn;
            use_case(desk)
        };
        self.run(work).await
    }

    /// The time, in milliseconds since 1970: the database's, see [`timekeeping`].
    pub fn now(&self) -> i64 {
        self.time.now()
    }
}

/// Milliseconds as a moment.
pub fn moment(ms: i64) -> chrono::DateTime<chrono::Utc> {
    chrono::DateTime::from_timestamp_millis(ms).unwrap_or_default()
}

/// A fresh id: opaque to clients, in order of time for the database.
pub fn new_id() -> String {
    uuid::Uuid::now_v7().to_string()
}
