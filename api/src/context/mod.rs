//! The application's context: the store, the catalog, and what a server remembers and counts. Everybody above is given it;
//! it knows neither the life of a game nor any use case.

pub mod advisers;
pub mod ai_progress;
pub mod answers;
pub mod attempts;
pub mod backoffs;
pub mod bounded;
pub mod caller;
pub mod campaigns;
pub mod clocks;
pub mod derived;
pub mod fault;
pub mod game_heads;
pub mod health;
mod identity;
pub mod inbound_mail;
pub mod judging;
pub mod keys;
pub mod limits;
pub mod mailer;
pub mod metrics;
pub mod openings;
mod public_addresses;
pub mod repeats;
pub mod request_id;
pub mod secrets;
pub mod settings;
pub mod streams;
pub mod timekeeping;
pub mod webhooks;
pub mod work_signal;

use std::sync::Arc;

use catalog::Catalog;

use crate::config::Config;
use crate::store::{Ownership, Store, StoreError, channels, jobs};
use attempts::Attempts;
use caller::KnownCallers;
use clocks::Clocks;
use fault::Fault;
use limits::Buckets;
use metrics::Metrics;
use secrets::{Passwords, Signer};

/// What every request, use case and worker is given. Cheap to clone.
#[derive(Clone)]
pub struct AppContext(Arc<Parts>);

/// So many archives come in at a time.
const MOST_ARCHIVES_READ: usize = 2;

pub struct Parts {
    pub config: Config,
    pub store: Store,
    pub catalog: Catalog,
    pub(crate) time: timekeeping::Timekeeper,
    /// Games that could not be looked after, and how often in a row.
    pub(crate) backoffs: backoffs::Backoffs,
    pub metrics: Metrics,
    pub buckets: Option<Buckets>,
    /// Wrong passwords by name; none where rates are not limited.
    pub(crate) attempts: Option<Attempts>,
    pub(crate) passwords: Passwords,
    pub(crate) signer: Signer,
    pub(crate) known: KnownCallers,
    pub(crate) campaigns: campaigns::CampaignCache,
    pub(crate) answers: answers::AnswerCache,
    pub(crate) heads: game_heads::HeadCache,
    pub(crate) openings: openings::Openings,
    pub streams: streams::Streams,
    pub(crate) hashing: secrets::Hashing,
    pub(crate) judging: judging::JudgingSlots,
    /// Places for those who send an archive.
    pub reading_archives: tokio::sync::Semaphore,
    /// Held by who puts an archive in.
    pub(crate) importing: std::sync::Mutex<()>,
    pub(crate) advisers: advisers::Advisers,
    /// How far computer players are.
    pub ai_progress: ai_progress::AiProgress,
    /// Wakes those who think for computer players.
    pub work: work_signal::WorkSignal,
    /// Wakes those who deliver notifications.
    pub post: work_signal::WorkSignal,
    pub(crate) derived: derived::Derived,
    pub(crate) webhooks: webhooks::Webhooks,
    pub(crate) mailer: mailer::Mailer,
    pub health: health::Health,
    /// When this server opened.
    pub(crate) began: std::time::Instant,
    /// Names this server where it holds leases: the same after a restart.
    pub server_id: String,
    /// Held while this server lives: nobody else bears its name.
    _name: Option<std::fs::File>,
    /// Held while this server lives: what it remembers of an SQLite file is true because nobody else writes to it.
    _ownership: Option<Ownership>,
}

impl std::ops::Deref for AppContext {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppContext {
    /// Opens the store, brings it up to date and reads its signing key, making what is missing.
    pub fn open(config: Config, catalog: Catalog, clocks: Clocks) -> Result<AppContext, String> {
        let store = Store::open(&config.database_url, config.database_connections).map_err(|e| e.to_string())?;
        let ownership = store.own().map_err(|e| e.to_string())?;
        store.migrate().map_err(|e| e.to_string())?;
        AppContext::over(store, ownership, config, catalog, clocks)
    }

    /// For commands that may work beside a server: brings the store up to date where none runs, and takes it as it is
    /// where one does. Whoever uses it adds what no server can know of yet, or reads.
    pub fn open_beside(config: Config, catalog: Catalog, clocks: Clocks) -> Result<AppContext, String> {
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
        AppContext::over(store, ownership, config, catalog, clocks)
    }

    fn over(
        store: Store, ownership: Option<Ownership>, config: Config, catalog: Catalog, clocks: Clocks,
    ) -> Result<AppContext, String> {
        let key = keys::signing_key(&store, &config)?;
        let identity = identity::take(&config.data_dir)?;
        // What the server before thought about when it fell is thought about at once, not when its leases have run out.
        // On SQLite there is no other whose leases these could be.
        let fallen = if ownership.is_some() { Some(None) } else { identity.lasting().map(Some) };
        if let Some(server) = fallen {
            store.write(|conn| jobs::end_leases(conn, server)).map_err(|e| e.to_string())?;
            store.write(|conn| channels::release_channels(conn, server)).map_err(|e| e.to_string())?;
        }
        let memory = config.memory_mib << 20;
        let parts = Parts {
            passwords: Passwords::new(config.password_memory_kib, config.password_passes)?,
            signer: Signer::new(key.as_bytes()),
            known: KnownCallers::default(),
            campaigns: campaigns::CampaignCache::new(memory / 4 * 3),
            answers: answers::AnswerCache::new(memory / 4),
            advisers: advisers::Advisers::default(),
            ai_progress: ai_progress::AiProgress::default(),
            heads: game_heads::HeadCache::default(),
            openings: openings::Openings::default(),
            streams: streams::Streams::new(config.streams),
            hashing: secrets::Hashing::default(),
            judging: judging::JudgingSlots::default(),
            reading_archives: tokio::sync::Semaphore::new(MOST_ARCHIVES_READ),
            importing: std::sync::Mutex::default(),
            work: work_signal::WorkSignal::default(),
            post: work_signal::WorkSignal::default(),
            derived: derived::Derived::new(key.as_bytes()),
            webhooks: webhooks::Webhooks::new(config.webhooks_to_loopback),
            health: health::Health::default(),
            began: std::time::Instant::now(),
            server_id: identity.id,
            _name: identity.lock,
            metrics: Metrics::new().map_err(|e| e.to_string())?,
            buckets: config.limits.map(Buckets::new),
            attempts: config.limits.map(|_| Attempts::default()),
            _ownership: ownership,
            mailer: mailer::Mailer::new(&config)?,
            store,
            catalog,
            time: timekeeping::Timekeeper::new(clocks, config.clock_tolerance),
            backoffs: backoffs::Backoffs::default(),
            config,
        };
        let app = AppContext(Arc::new(parts));
        app.set_clock()?;
        Ok(app)
    }

    /// Runs a use case where blocking is allowed.
    pub async fn run<T: Send + 'static>(
        &self, use_case: impl FnOnce(&AppContext) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (app, key) = (self.clone(), repeats::of_request());
        match tokio::task::spawn_blocking(move || repeats::with_key(key, || use_case(&app))).await {
            Ok(outcome) => outcome,
            Err(e) => Err(Fault::broken(format!("a use case broke off: {e}"))),
        }
    }

    /// Runs a use case that hashes a password: as many at once as there are cores.
    pub async fn run_hashing<T: Send + 'static>(
        &self, use_case: impl FnOnce(&AppContext) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let turn = self.hashing.turn().await?;
        // The turn lasts as long as the work, even when nobody waits for its outcome any more.
        let work = move |app: &AppContext| {
            let _turn = turn;
            use_case(app)
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
