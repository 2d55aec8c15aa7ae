//! The servers under measurement.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use crate::client::{Answer, Client, request};
use crate::measure::Task;

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
    /// Starts the binary over an empty data directory in `folder`, or over a database of Postgres.
    pub fn start(binary: &Path, folder: &Path, workers: u16, postgres: Option<&str>) -> Result<Self, String> {
        let port = free_port()?;
        let mut command = Command::new(binary);
        command
            .arg("serve")
            .env("CURSUS_DATA_DIR", folder.join("data"))
            .env("CURSUS_LISTEN", format!("127.0.0.1:{port}"))
            .env("CURSUS_HTTP_WORKERS", workers.to_string())
            .env("CURSUS_RATE_LIMITS", "false")
            .env("CURSUS_GAMES_PER_ACCOUNT", "0")
            .env("CURSUS_SEATS_PER_ACCOUNT", "0")
            .env("CURSUS_AI_WORK_PER_ACCOUNT", "0");
        if let Some(url) = postgres {
            command.env("CURSUS_DATABASE_URL", url);
        }
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

    /// The most memory that it has had so far, in MiB.
    pub fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.child.id())).unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most.and_then(|kib| kib.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() / 1024
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

/// Asks for what has not changed.
pub fn reader(port: u16, path: &str, headers: &[(&str, &str)]) -> Result<Task, String> {
    let mut client = Client::connect(port)?;
    let request = request("GET", path, headers, "");
    Ok(Box::new(move || match client.send(&request)? {
        Answer { status: 304, .. } => Ok(()),
        other => Err(format!("304 was expected, {} came: {}", other.status, other.text())),
    }))
}

/// Asks for a whole answer.
pub fn whole(port: u16, path: &str, headers: &[(&str, &str)]) -> Result<Task, String> {
    let mut client = Client::connect(port)?;
    let request = request("GET", path, headers, "");
    Ok(Box::new(move || match client.send(&request)? {
        Answer { status: 200, .. } => Ok(()),
        other => Err(format!("200 was expected, {} came: {}", other.status, other.text())),
    }))
}
