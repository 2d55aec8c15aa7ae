//! Servers: inside the test with a watch that the story sets, or as processes that can be killed.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::thread::JoinHandle;

use api::config::Settings;
use api::context::AppContext;
use api::context::clocks::Clocks;
use api::workers::Workers;
use serde_json::{Value, json};

use crate::{Person, postgres_url};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A name nobody else in this run has.
pub fn fresh_name(of: &str) -> String {
    format!("{of}-{}", COUNT.fetch_add(1, Ordering::SeqCst))
}

/// A place for one story: a directory, a database, a watch. Servers over it share all three.
pub struct World {
    pub dir: PathBuf,
    pub database: String,
    hands: Arc<AtomicI64>,
    settings: Settings,
}

impl World {
    /// A world over SQLite.
    pub fn sqlite() -> World {
        let dir = fresh_dir();
        let database = dir.join("story.db").display().to_string();
        World::over(dir, database)
    }

    /// A world over Postgres; none where there is no Postgres to be had.
    pub fn postgres() -> Option<World> {
        let database = postgres_url()?;
        Some(World::over(fresh_dir(), database))
    }

    /// One over SQLite and, where it can be had, one over Postgres: the same story for both.
    pub fn both(story: impl Fn(World) + Sync) {
        // Side by side: most of a story is waiting.
        std::thread::scope(|scope| {
            scope.spawn(|| story(World::sqlite()));
            if let Some(world) = World::postgres() {
                story(world);
            }
        });
    }

    /// Like [`World::both`], one after the other: for stories with a hand on what all servers of a process share.
    pub fn each(story: impl Fn(World)) {
        story(World::sqlite());
        if let Some(world) = World::postgres() {
            story(world);
        }
    }

    fn over(dir: PathBuf, database: String) -> World {
        let settings = Settings {
            data_dir: Some(dir.clone()),
            database_url: Some(database.clone()),
            database_connections: Some(4),
            http_workers: Some(2),
            // Stories let computer players think, and time pass, when it suits them.
            ai_workers: Some(0),
            scheduler: Some(false),
            rate_limits: Some(false),
            password_memory_kib: Some(8),
            password_passes: Some(1),
            // What they tell is delivered when it suits them, to listeners of their own.
            notification_workers: Some(0),
            webhooks_to_loopback: Some(true),
            mail_from: Some("Cursus <cursus@example.org>".into()),
            mail_folder: Some(dir.join("mail")),
            ..Settings::default()
        };
        // Noon of 1 March 2030, UTC: a Friday.
        World { dir, database, hands: Arc::new(AtomicI64::new(1_898_596_800_000)), settings }
    }

    /// The same world with other settings.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> World {
        change(&mut self.settings);
        self
    }

    pub fn now(&self) -> i64 {
        self.hands.load(Ordering::SeqCst)
    }

    /// Moves the watch.
    pub fn pass_minutes(&self, minutes: i64) {
        self.hands.fetch_add(minutes * 60_000, Ordering::SeqCst);
    }

    pub fn pass_seconds(&self, seconds: i64) {
        self.hands.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    /// The hands of the watch.
    pub fn hands(&self) -> Arc<AtomicI64> {
        self.hands.clone()
    }

    /// A server in this world.
    pub fn server(&self) -> Server {
        self.server_by(&Clocks::set_by(self.hands.clone()))
    }

    /// A server with clocks of its own.
    pub fn server_by(&self, watch: &Clocks) -> Server {
        Server::start(self.checked(self.open(watch)))
    }

    /// A server with settings of its own.
    pub fn server_with(&self, change: impl FnOnce(&mut Settings)) -> Server {
        let mut settings = self.settings.clone();
        change(&mut settings);
        Server::start(self.checked(World::open_with(&settings, &Clocks::set_by(self.hands.clone()))))
    }

    fn checked(&self, app: AppContext) -> AppContext {
        app.check_clock_at_start().expect("clocks that agree");
        app
    }

    /// What is behind a server, before it starts.
    pub fn open(&self, watch: &Clocks) -> AppContext {
        World::open_with(&self.settings, watch)
    }

    fn open_with(settings: &Settings, watch: &Clocks) -> AppContext {
        let config = settings.clone().fill();
        for _ in 0..500 {
            match AppContext::open(config.clone(), crate::catalog_of_stories(), watch.clone()) {
                Ok(app) => return app,
                // The last threads of a server that was stopped may take a moment to let go of the file.
                Err(reason) if reason.contains("another server") => {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                Err(reason) => panic!("{reason}"),
            }
        }
        panic!("the server before this one does not let go of the database");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

fn fresh_dir() -> PathBuf {
    let dir = std::env::temp_dir().join(format!("cursus-{}-{}", std::process::id(), uuid::Uuid::new_v4()));
    std::fs::create_dir_all(&dir).expect("a directory for the story");
    dir
}

/// A server inside the test.
pub struct Server {
    pub app: AppContext,
    pub base: String,
    /// Where the counters are, if they have an address of their own.
    pub metrics: Option<String>,
    handle: actix_web::dev::ServerHandle,
    thread: Option<JoinHandle<()>>,
    workers: Option<Workers>,
}

impl Server {
    fn start(app: AppContext) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let (tell, told) = std::sync::mpsc::channel();
        let serving = app.clone();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let running = api::server::start(serving, listener).expect("the server starts");
                tell.send((running.address, running.metrics_address, running.server.handle()))
                    .expect("the story waits");
                running.server.await.expect("the server runs");
            });
        });
        let (address, metrics, handle) = told.recv().expect("the server starts");
        let workers = Workers::start(&app);
        let metrics = metrics.map(|address| format!("http://{address}"));
        Server { app, base: format!("http://{address}"), metrics, handle, thread: Some(thread), workers: Some(workers) }
    }

    pub fn register(&self, name: &str) -> Person {
        Person::register(&self.base, &fresh_name(name))
    }

    /// Somebody who plays by an API token, which no passing of time makes stale.
    pub fn player(&self, name: &str) -> Person {
        let person = self.register(name);
        let scopes = json!({ "name": "player", "scopes": ["game:read", "orders:write", "gm"] });
        let made = person.post("/v1/tokens", scopes).expect(201);
        person.with_token(made.body["token"].as_str().expect("a token"))
    }

    pub fn nobody(&self) -> Person {
        Person::nobody(&self.base)
    }

    /// Makes somebody an administrator, as `cursus admin promote` does.
    pub fn promote(&self, name: &str) {
        let found = self.app.store.write(|conn| api::store::accounts::set_admin(conn, name, true));
        assert_eq!(found.expect("the store writes"), 1, "there is an account {name}");
    }

    /// Lets due games go on and computer players think until all wait for people.
    pub fn work(&self) {
        self.app.work_until_quiet().expect("work comes to rest");
    }

    /// A game of the sealed toy that has started: seats A and B held by these people, more seats by computers.
    pub fn bidding_game(&self, a: &Person, b: Option<&Person>, more: Value) -> String {
        let other = if b.is_some() {
            json!({ "kind": "open", "seat": "B" })
        } else {
            json!({ "kind": "ai", "seat": "B", "level": "random" })
        };
        let mut form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "seats": [{ "kind": "me", "seat": "A" }, other],
        });
        if let (Some(form), Some(more)) = (form.as_object_mut(), more.as_object()) {
            form.extend(more.clone());
        }
        let game = a.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
        if let Some(b) = b {
            b.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        }
        a.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        game
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.workers.take());
        // The answer to "stop" comes when the thread's runtime is gone.
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A server as a process of its own, on a real watch.
pub struct ServerProcess {
    pub base: String,
    child: Child,
    _out: BufReader<ChildStdout>,
}

impl ServerProcess {
    /// Starts one over a world's directory and database; waits until it listens.
    pub fn start(world: &World, program: &Path) -> ServerProcess {
        ServerProcess::launch(world, Command::new(program))
    }

    /// The same, by way of a line for the shell in which `$0` is the program and `$@` what it is told.
    pub fn start_by(world: &World, line: &str, program: &Path) -> ServerProcess {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).arg(program);
        ServerProcess::launch(world, shell)
    }

    fn launch(world: &World, mut command: Command) -> ServerProcess {
        let mut child = command
            .args(["--listen", "127.0.0.1:0", "--password-memory-kib", "8", "--password-passes", "1"])
            .args(["--rate-limits", "false", "--data-dir"])
            .arg(&world.dir)
            .args(["--database-url", &world.database])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let out = child.stdout.take().expect("its output");
        let mut out = BufReader::new(out);
        let mut line = String::new();
        out.read_line(&mut line).expect("readable");
        let base = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        ServerProcess { base, child, _out: out }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// SIGTERM: finish what you are doing and go.
    pub fn terminate(mut self) -> ExitStatus {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        assert!(asked.is_ok_and(|status| status.success()), "it was alive");
        self.child.wait().expect("it is gone")
    }

    /// The power goes: SIGKILL, no time for last words.
    pub fn kill(mut self) {
        self.child.kill().expect("it was alive");
        self.child.wait().expect("it is gone");
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
