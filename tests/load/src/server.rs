//! The servers under measurement, and the campaigns on them.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client, request},
    measure::Task,
};

/// A folder that goes when the measurement is over.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes one beside the build, not in a memory file system, where nothing would be durable.
    pub fn new() -> Result<Self, String> {
        let path = PathBuf::from(format!("target/load-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        path.canonicalize().map(Self).map_err(|why| why.to_string())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that is stopped when the measurement is over.
struct Process {
    child: Child,
    port: u16,
}

impl Process {
    fn start(mut command: Command, port: u16) -> Result<Self, String> {
        let child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().map_err(|why| format!("{command:?}: {why}"))?;
        let mut process = Self { child, port };
        for _ in 0..300 {
            if let Ok(Some(status)) = process.child.try_wait() {
                return Err(format!("{command:?} stopped with {status}"));
            }
            if Client::connect(port).is_ok() {
                return Ok(process);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(format!("{command:?} did not answer within 30 seconds"))
    }
}

impl Process {
    /// Processor time used so far: a figure that busy neighbours do not spoil.
    fn cpu(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // After the name in brackets: field 14 and 15 of the whole are user and system time in hundredths of a second.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> Result<u16, String> {
    let probe = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    probe.map(|address| address.port()).map_err(|why| why.to_string())
}

/// A running `cursus`.
pub struct Server(Process);

impl Server {
    /// Starts the binary over an empty data directory in `folder`.
    pub fn start(binary: &Path, folder: &Path, workers: u16) -> Result<Self, String> {
        let port = free_port()?;
        let mut command = Command::new(binary);
        command
            .arg("serve")
            .env("CURSUS_DATA_DIR", folder.join("data"))
            .env("CURSUS_LISTEN", format!("127.0.0.1:{port}"))
            .env("CURSUS_HTTP_WORKERS", workers.to_string())
            .env("CURSUS_RATE_LIMITS", "false")
            .env("CURSUS_GAMES_PER_ACCOUNT", "0")
            .env("CURSUS_AI_WORK_PER_ACCOUNT", "0");
        Process::start(command, port).map(Self)
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.0.port
    }

    /// Processor time used so far.
    pub fn cpu(&self) -> Duration {
        self.0.cpu()
    }
}

/// The bare handler, in a process of its own as the server is.
pub struct Bare(Process);

impl Bare {
    /// Starts it with the ETag that it is to compare with, and a database with a row of these bytes.
    pub fn start(workers: u16, etag: &str, folder: &Path, row: &[u8]) -> Result<Self, String> {
        let port = free_port()?;
        let mut command = Command::new(std::env::current_exe().map_err(|why| why.to_string())?);
        let file = folder.join("row.db");
        crate::bare::write_row(&file, &String::from_utf8_lossy(row))?;
        command.args(["--bare", &port.to_string(), "--workers", &workers.to_string()]);
        command.env("CURSUS_LOAD_ETAG", etag).env("CURSUS_LOAD_ROW", file);
        Process::start(command, port).map(Self)
    }

    /// Processor time used so far.
    pub fn cpu(&self) -> Duration {
        self.0.cpu()
    }

    /// Asks for the row.
    pub fn row_reader(&self) -> Result<Task, String> {
        whole(self.0.port, "/row", &[])
    }

    /// Asks for the view with its ETag.
    pub fn reader(&self, etag: &str) -> Result<Task, String> {
        reader(self.0.port, "/view", &[("If-None-Match", etag)])
    }
}

fn reader(port: u16, path: &str, headers: &[(&str, &str)]) -> Result<Task, String> {
    let mut client = Client::connect(port)?;
    let request = request("GET", path, headers, "");
    Ok(Box::new(move || match client.send(&request)? {
        Answer { status: 304, .. } => Ok(()),
        other => Err(format!("304 was expected, {} came: {}", other.status, other.text())),
    }))
}

/// Asks for a whole answer.
fn whole(port: u16, path: &str, headers: &[(&str, &str)]) -> Result<Task, String> {
    let mut client = Client::connect(port)?;
    let request = request("GET", path, headers, "");
    Ok(Box::new(move || match client.send(&request)? {
        Answer { status: 200, .. } => Ok(()),
        other => Err(format!("200 was expected, {} came: {}", other.status, other.text())),
    }))
}

/// Campaigns to ask about: one per connection, each with a seat of ours.
pub struct Tables {
    /// Token of the player, per connection: an account may have so many order sets judged at a time, and no more.
    tokens: Vec<String>,
    /// Address of the seat, per connection.
    seats: Vec<String>,
    /// The first seat's view as it goes out.
    pub view: Vec<u8>,
    /// ETag of the first seat's view.
    pub etag: String,
    /// What is handed in: a whole order set as JSON.
    pub orders: String,
}

/// Registers, logs in, starts the campaigns, and finds out what a legal order set of the rule system looks like.
/// The other seats are played by computers of that level.
pub fn prepare(port: u16, connections: u16, setting: &str, level: &str) -> Result<Tables, String> {
    let mut client = Client::connect(port)?;
    let mut ask = |method: &str, path: &str, token: &str, body: Value| -> Result<(Value, Answer), String> {
        let authorization = format!("Bearer {token}");
        let mut headers = vec![];
        if !token.is_empty() {
            headers.push(("Authorization", authorization.as_str()));
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = client.send(&request(method, path, &headers, &body))?;
        if !(200..300).contains(&answer.status) {
            return Err(format!("{method} {path}: {} {}", answer.status, answer.text()));
        }
        let value = serde_json::from_slice(&answer.body).unwrap_or_default();
        Ok((value, answer))
    };
    let (ruleset, scenario) = setting.split_once('/').ok_or("a setting is RULESET/SCENARIO")?;
    let known = ask("GET", &format!("/v1/rulesets/{ruleset}"), "", Value::Null)?.0;
    let known_scenario = known["scenarios"].as_array().and_then(|all| all.iter().find(|one| one["id"] == scenario));
    let seat = known_scenario.and_then(|one| one["seats"][0]["key"].as_str()).ok_or("no such scenario")?.to_owned();
    let examples: Vec<Value> =
        known["about"]["orders"].as_array().into_iter().flatten().map(|order| order["example"].clone()).collect();

    let (mut tokens, mut seats) = (Vec::new(), Vec::new());
    for number in 0..connections {
        let form = json!({ "name": format!("load-{number}"), "password": "correct horse battery" });
        ask("POST", "/v1/accounts", "", form.clone())?;
        let session = ask("POST", "/v1/sessions", "", form)?.0;
        // An API token, so that no measurement outlives it.
        let wanted = json!({ "name": "load", "scopes": ["game:read", "orders:write", "gm"] });
        let access = session["access_token"].as_str().unwrap_or_default().to_owned();
        let token = ask("POST", "/v1/tokens", &access, wanted)?.0["token"].as_str().unwrap_or_default().to_owned();
        let game = json!({
            "name": format!("Load {number}"), "ruleset": ruleset, "scenario": scenario, "start": true,
            "seats": [{ "kind": "me", "seat": seat }], "others": { "kind": "ai", "level": level },
        });
        let game = ask("POST", "/v1/games", &token, game)?.0;
        let id = game["id"].as_str().ok_or("a game without an id")?;
        seats.push(format!("/v1/games/{id}/seats/{seat}"));
        tokens.push(token);
    }
    let token = tokens[0].clone();
    // The rule system's own examples, as far as they are legal here.
    let trial = format!("{}/orders?dry_run=true", seats[0]);
    let checked = ask("PUT", &trial, &token, json!({ "orders": examples }))?.0;
    let refused: Vec<u64> = checked["verdicts"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|verdict| verdict["status"] == "refused")
        .filter_map(|verdict| verdict["index"].as_u64())
        .collect();
    let legal = (0u64..).zip(&examples).filter(|(index, _)| !refused.contains(index)).map(|(_, example)| example);
    let orders = json!({ "orders": legal.collect::<Vec<_>>() }).to_string();
    let view = ask("GET", &format!("{}/view", seats[0]), &token, Value::Null)?.1;
    let etag = view.etag.clone().ok_or("a view without an ETag")?;
    // The computer players write their first orders meanwhile; let them finish.
    thread::sleep(Duration::from_secs(3));
    Ok(Tables { tokens, seats, view: view.body, etag, orders })
}

impl Tables {
    /// Asks something about the first seat's game, such as `awaiting`; the answer as JSON.
    pub fn asker(&self, port: u16) -> Result<impl FnMut(&str, &str) -> Result<Value, String> + use<>, String> {
        let mut client = Client::connect(port)?;
        let authorization = format!("Bearer {}", self.tokens[0]);
        Ok(move |method: &str, path: &str| {
            let answer = client.send(&request(method, path, &[("Authorization", &authorization)], ""))?;
            match answer.status {
                200..300 => Ok(serde_json::from_slice(&answer.body).unwrap_or_default()),
                status => Err(format!("{method} {path}: {status} {}", answer.text())),
            }
        })
    }

    /// Address of the first seat.
    pub fn seat(&self) -> &str {
        &self.seats[0]
    }

    /// Asks for the first seat's view with its ETag.
    pub fn reader(&self, port: u16) -> Result<Task, String> {
        let authorization = format!("Bearer {}", self.tokens[0]);
        let headers = [("Authorization", authorization.as_str()), ("If-None-Match", self.etag.as_str())];
        reader(port, &format!("{}/view", self.seats[0]), &headers)
    }

    /// Asks for something of the first seat, such as `view`, packed or not.
    pub fn whole_reader(&self, port: u16, what: &str, packed: bool) -> Result<Task, String> {
        self.asker_for(port, &format!("{}/{what}", self.seats[0]), packed)
    }

    /// Asks for an address again and again, as the first player.
    pub fn asker_for(&self, port: u16, path: &str, packed: bool) -> Result<Task, String> {
        let authorization = format!("Bearer {}", self.tokens[0]);
        let mut headers = vec![("Authorization", authorization.as_str())];
        if packed {
            headers.push(("Accept-Encoding", "gzip"));
        }
        whole(port, path, &headers)
    }

    /// Adds games that have not begun, so that a list has what to choose from.
    pub fn add_games(&self, port: u16, count: u32, setting: &str) -> Result<(), String> {
        let mut client = Client::connect(port)?;
        let (ruleset, scenario) = setting.split_once('/').ok_or("a setting is RULESET/SCENARIO")?;
        let authorization = format!("Bearer {}", self.tokens[0]);
        for number in 0..count {
            let game = json!({
                "name": format!("Listed {number}"), "ruleset": ruleset, "scenario": scenario, "visibility": "public",
                "others": { "kind": "open" },
            });
            let headers = [("Authorization", authorization.as_str())];
            let answer = client.send(&request("POST", "/v1/games", &headers, &game.to_string()))?;
            if answer.status != 201 {
                return Err(format!("POST /v1/games: {} {}", answer.status, answer.text()));
            }
        }
        Ok(())
    }

    /// Replaces a seat's order set again and again, each time naming the revision before.
    pub fn writer(&self, port: u16, index: u16) -> Result<Task, String> {
        let mut client = Client::connect(port)?;
        let path = format!("{}/orders", self.seats[usize::from(index)]);
        let (authorization, orders) = (format!("Bearer {}", self.tokens[usize::from(index)]), self.orders.clone());
        let shown = client.send(&request("GET", &path, &[("Authorization", &authorization)], ""))?;
        let mut etag = shown.etag.ok_or("an order set without an ETag")?;
        Ok(Box::new(move || {
            let headers = [("Authorization", authorization.as_str()), ("If-Match", etag.as_str())];
            let answer = client.send(&request("PUT", &path, &headers, &orders))?;
            match (answer.status, &answer.etag) {
                (200, Some(next)) => {
                    etag.clone_from(next);
                    Ok(())
                }
                _ => Err(format!("200 was expected, {} came: {}", answer.status, answer.text())),
            }
        }))
    }
}
