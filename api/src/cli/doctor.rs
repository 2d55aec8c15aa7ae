//! `cursus doctor`: looks at a deployment from outside and says what ails it, and what is well. It changes nothing.

use std::fmt;
use std::io::Write;
use std::net::IpAddr;
use std::time::Duration;

use clap::Args;
use ureq::Agent;

use super::CliError;
use crate::config::Config;
use crate::context::mailer::Mailer;
use crate::store::address::Address;
use crate::store::{AnyConn, Store, StoreError, accounts, clock};

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// With less room than this on its disk a database is in danger, in MiB.
const LITTLE_ROOM: u64 = 1024;
/// With fewer open files than this a busy server runs out, since each reader of a stream holds one.
const FEW_FILES: u64 = 4096;

/// Check a deployment: database, disk, clocks, settings, mail, and the server itself where it runs.
///
/// Takes the settings that the server takes, changes nothing, and may be asked while it runs.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each line is `ok`, `note` (worth knowing), or `ill` (to be mended). The command fails when something is ill.")]
pub struct DoctorArgs {}

/// How something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    Ok,
    /// It works, and its operator should know.
    Note,
    Ill,
}

/// What was found of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub state: State,
    pub part: &'static str,
    pub words: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ok => "ok",
            State::Note => "note",
            State::Ill => "ill",
        };
        write!(f, "{state:<5}{:<10} {}", self.part, self.words)
    }
}

fn ok(part: &'static str, words: impl Into<String>) -> Finding {
    Finding { state: State::Ok, part, words: words.into() }
}

fn note(part: &'static str, words: impl Into<String>) -> Finding {
    Finding { state: State::Note, part, words: words.into() }
}

fn ill(part: &'static str, words: impl Into<String>) -> Finding {
    Finding { state: State::Ill, part, words: words.into() }
}

/// Runs the command; whether nothing is ill.
pub fn run(_: &DoctorArgs, config: &Config, out: &mut dyn Write) -> Result<bool, CliError> {
    let findings = examine(config);
    for finding in &findings {
        writeln!(out, "{finding}")?;
    }
    let ill = findings.iter().filter(|finding| finding.state == State::Ill).count();
    match ill {
        0 => writeln!(out, "Nothing is ill.")?,
        1 => writeln!(out, "One thing is to be mended.")?,
        many => writeln!(out, "{many} things are to be mended.")?,
    }
    Ok(ill == 0)
}

/// All that can be found out.
pub(super) fn examine(config: &Config) -> Vec<Finding> {
    let mut found = database(config);
    found.push(files());
    found.extend(running(config));
    found.extend(addresses(config));
    found.push(mail(config));
    found
}

fn database(config: &Config) -> Vec<Finding> {
    let address = match Address::parse(&config.database_url) {
        Ok(address) => address,
        Err(why) => return vec![ill("database", why.to_string())],
    };
    if let Address::Sqlite(path) = &address
        && !path.exists()
    {
        let words = format!("There is no {} yet; the first start makes it.", path.display());
        return vec![note("database", words)];
    }
    let store = match Store::open(&config.database_url, 1) {
        Ok(store) => store,
        Err(why) => return vec![ill("database", format!("It cannot be opened: {why}."))],
    };
    let mut found = vec![match store.must_be_current() {
        Ok(()) => ok("database", "It answers, and its tables are those of this version."),
        Err(StoreError::Unfit(why)) => note("database", format!("It answers; {why}.")),
        Err(why) => ill("database", format!("It answers, and cannot be used: {why}.")),
    }];
    found.extend(clocks(&store));
    if let Address::Sqlite(path) = &address {
        found.push(match store.look_for_damage().map(|()| store.damage()) {
            Ok(None) => ok("pages", "No page of the file is damaged."),
            Ok(Some(damage)) => ill("pages", format!("The file is damaged: {damage}. Put a backup in its place.")),
            Err(why) => ill("pages", format!("The file cannot be looked through: {why}.")),
        });
        found.extend(room(path));
    }
    found.push(match store.read(accounts::list_admins) {
        Ok(names) if names.is_empty() => {
            note("people", "Nobody is an administrator: `cursus admin promote NAME` makes one.")
        }
        Ok(names) => ok("people", format!("Administrators: {}.", names.join(", "))),
        Err(why) => note("people", format!("Accounts cannot be read yet: {why}.")),
    });
    found
}

/// Whether this machine and the database agree what time it is.
fn clocks(store: &Store) -> Option<Finding> {
    let ours = chrono::Utc::now().timestamp_millis();
    let theirs = store.read(|conn: &mut AnyConn| clock::now(conn)).ok()?;
    let seconds = (theirs - ours) / 1000;
    Some(if seconds.abs() <= 2 {
        ok("clock", "This machine and the database agree.")
    } else {
        ill("clock", format!("The database's clock is {seconds} seconds away from this machine's. Set both by NTP."))
    })
}

#[cfg(unix)]
fn room(path: &std::path::Path) -> Option<Finding> {
    let folder = path.canonicalize().ok()?.parent()?.to_owned();
    let disk = rustix::fs::statvfs(&folder).ok()?;
    let mib = disk.f_bavail.saturating_mul(disk.f_frsize) >> 20;
    let words = format!("{mib} MiB are free at {}.", folder.display());
    Some(if mib < LITTLE_ROOM { ill("disk", format!("Only {words}")) } else { ok("disk", words) })
}

#[cfg(not(unix))]
fn room(_: &std::path::Path) -> Option<Finding> {
    None
}

fn files() -> Finding {
    match rlimit::getrlimit(rlimit::Resource::NOFILE) {
        Ok((_, hard)) if hard < FEW_FILES => {
            let words =
                format!("At most {hard} files may be open; each reader of a stream needs one. Raise the limit.");
            note("files", words)
        }
        Ok((_, hard)) => ok("files", format!("Up to {hard} files may be open.")),
        Err(why) => note("files", format!("How many files may be open is not known: {why}.")),
    }
}

fn agent() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build();
    config.into()
}

/// The server, where one runs at the address of the settings.
fn running(config: &Config) -> Vec<Finding> {
    let mut host = config.listen;
    if host.ip().is_unspecified() {
        host.set_ip(if host.is_ipv4() { IpAddr::from([127, 0, 0, 1]) } else { IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]) });
    }
    let mut found = Vec::new();
    found.push(match agent().get(format!("http://{host}/ready")).call() {
        Ok(mut answer) => {
            let status = answer.status().as_u16();
            let body: serde_json::Value = answer.body_mut().read_json().unwrap_or_default();
            let sick: Vec<String> = body["checks"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|check| check["ok"] == false)
                .map(|check| format!("{}: {}", text(&check["name"]), text(&check["detail"])))
                .collect();
            match (status, sick.is_empty()) {
                (200, _) => ok("server", format!("It answers at {host}, and is ready.")),
                (_, false) => ill("server", format!("It answers at {host}, and is not ready. {}", sick.join(" "))),
                (_, true) => ill("server", format!("Something answers at {host} with {status}, and it is no Cursus.")),
            }
        }
        Err(_) => note("server", format!("None answers at {host}: it does not run, or listens elsewhere.")),
    });
    if config.metrics_listen.is_none() && config.metrics_token.is_none() && !config.listen.ip().is_loopback() {
        found.push(note("metrics", "Everybody may read /metrics; see --metrics-listen and --metrics-token."));
    }
    if config.limits.is_none() {
        found.push(note("limits", "Request rates are not limited; see --rate-limits."));
    }
    found
}

fn text(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// How people come here from outside.
fn addresses(config: &Config) -> Vec<Finding> {
    let Some(public) = &config.public_url else {
        let words = "No --public-url is set, so notifications have no links and mails no way out.";
        return vec![note("address", words)];
    };
    let mut found = Vec::new();
    found.push(match agent().get(format!("{public}/health")).call() {
        Ok(answer) if answer.status().as_u16() == 200 => ok("address", format!("{public} leads here.")),
        Ok(answer) => ill("address", format!("{public} answers {}; it should lead to this server.", answer.status())),
        Err(why) => ill("address", format!("{public} cannot be reached from here: {why}.")),
    });
    if !public.starts_with("https://") {
        found.push(note("address", "It is not https: passwords and tokens can be read on the way."));
    }
    if config.proxies.trusted.is_empty() && config.listen.ip().is_loopback() {
        let words = "No --trusted-proxies are set: behind a proxy all people share the limits of one address.";
        found.push(note("proxy", words));
    }
    found
}

fn mail(config: &Config) -> Finding {
    match Mailer::new(config) {
        Err(why) => ill("mail", format!("It cannot be sent: {why}.")),
        Ok(mailer) if !mailer.is_there() => {
            note("mail", "None is sent: no forgotten password is set anew, and nobody is told by mail. See --smtp-url.")
        }
        Ok(mailer) => match mailer.try_out() {
            Ok(words) => ok("mail", words),
            Err(why) => ill("mail", why),
        },
    }
}
