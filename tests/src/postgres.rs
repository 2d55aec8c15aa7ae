//! A private Postgres for this test run: started from the binaries on this machine, on a socket of its own.
//!
//! `CURSUS_TEST_POSTGRES=require` makes its absence an error; otherwise the stories over Postgres are left out, loudly.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

struct Cluster {
    dir: PathBuf,
    server: Child,
}

static CLUSTER: OnceLock<Option<Mutex<Cluster>>> = OnceLock::new();

/// The address of a fresh, empty database.
pub fn postgres_url() -> Option<String> {
    let cluster = CLUSTER.get_or_init(|| start().map(Mutex::new)).as_ref()?;
    let dir = cluster.lock().unwrap_or_else(std::sync::PoisonError::into_inner).dir.clone();
    let name = format!("story_{}", uuid::Uuid::new_v4().simple());
    let mut conn = PgConnection::establish(&url(&dir, "postgres")).expect("the cluster answers");
    conn.batch_execute(&format!("CREATE DATABASE {name}")).expect("a fresh database");
    Some(url(&dir, &name))
}

fn url(dir: &Path, database: &str) -> String {
    format!("postgres://test@{}/{database}", dir.display().to_string().replace('/', "%2F"))
}

fn start() -> Option<Cluster> {
    let required = std::env::var("CURSUS_TEST_POSTGRES").is_ok_and(|value| value == "require");
    match try_start() {
        Ok(cluster) => Some(cluster),
        Err(reason) if required => panic!("Postgres is required and cannot be had: {reason}"),
        Err(reason) => {
            eprintln!("\n*** NO POSTGRES: the stories over Postgres are left out ({reason}) ***\n");
            None
        }
    }
}

fn try_start() -> Result<Cluster, String> {
    let bin = binaries().ok_or("no initdb in PATH or under /usr/lib/postgresql")?;
    let dir = place().join(format!("cursus-pg-{}", std::process::id()));
    let data = dir.join("data");
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let owner = owner(&dir)?;
    let command = |program: &str| {
        let mut command = Command::new(bin.join(program));
        command.current_dir(&dir).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((uid, gid)) = owner {
            command.uid(uid).gid(gid);
        }
        command
    };
    let made = command("initdb")
        .arg("-D")
        .arg(&data)
        .args(["-A", "trust", "-U", "test", "--no-sync", "--no-instructions", "-E", "UTF8", "--locale=C"])
        .status()
        .map_err(|e| e.to_string())?;
    if !made.success() {
        return Err("initdb failed".into());
    }
    let settings = [
        "listen_addresses=",
        "fsync=off",
        "full_page_writes=off",
        "synchronous_commit=off",
        "shared_buffers=16MB",
        "max_wal_size=128MB",
        // In its own directory, which goes with it.
        "dynamic_shared_memory_type=mmap",
    ];
    let mut postgres = command("postgres");
    postgres.arg("-D").arg(&data).arg("-k").arg(&dir);
    for setting in settings {
        postgres.args(["-c", setting]);
    }
    let server = postgres.spawn().map_err(|e| e.to_string())?;
    let cluster = Cluster { dir: dir.clone(), server };
    for _ in 0..500 {
        if PgConnection::establish(&url(&dir, "postgres")).is_ok() {
            stop_with_us(&cluster);
            return Ok(cluster);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Err("it does not come up".into())
}

/// A process that outlives us by a moment: it waits for our end of a pipe to close, then stops the cluster.
fn stop_with_us(cluster: &Cluster) {
    let script = "cat >/dev/null; kill -QUIT \"$1\"; sleep 0.3; rm -rf \"$2\"";
    let watcher = Command::new("sh")
        .args(["-c", script, "sh", &cluster.server.id().to_string()])
        .arg(&cluster.dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
    if let Ok(watcher) = watcher {
        // Its standard input stays open as long as this process lives.
        std::mem::forget(watcher);
    }
}

/// In memory where the system has room for it there: a database is three hundred files. What a hundred stories leave
/// behind takes less than 2 GB.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let room = rustix::fs::statvfs(memory).map_or(0, |about| about.f_bavail.saturating_mul(about.f_frsize));
    if room > 3_000_000_000 { memory.to_owned() } else { std::env::temp_dir() }
}

fn binaries() -> Option<PathBuf> {
    let in_path =
        std::env::var_os("PATH").into_iter().flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let installed =
        std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|d| d.path().join("bin"));
    in_path.chain(installed).find(|dir| dir.join("initdb").exists() && dir.join("postgres").exists())
}

/// Postgres will not run as root; then it runs as the user `postgres`, who has to own the directory.
fn owner(dir: &Path) -> Result<Option<(u32, u32)>, String> {
    let id = |args: &[&str]| {
        let output = Command::new("id").args(args).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse::<u32>().ok()
    };
    if id(&["-u"]) != Some(0) {
        return Ok(None);
    }
    let (uid, gid) = (id(&["-u", "postgres"]).unwrap_or(65_534), id(&["-g", "postgres"]).unwrap_or(65_534));
    std::os::unix::fs::chown(dir, Some(uid), Some(gid)).map_err(|e| e.to_string())?;
    Ok(Some((uid, gid)))
}
