//! Settings: flags over environment over file over defaults; none is needed.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use ipnet::IpNet;
use serde::Deserialize;

/// What a person may set, by flag, by `CURSUS_…` variable or in the file.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[command(next_help_heading = "Settings of the server")]
pub struct Settings {
    /// Directory for the database file [default: cursus-data]
    #[arg(long, env = "CURSUS_DATA_DIR", global = true)]
    pub data_dir: Option<PathBuf>,
    /// postgres://user@host/name, or a path for SQLite (also as sqlite://path) [default: cursus.db in the data directory]
    #[arg(long, env = "CURSUS_DATABASE_URL", global = true, hide_env_values = true)]
    pub database_url: Option<String>,
    /// Connections to the database [default: 8]
    #[arg(long, env = "CURSUS_DATABASE_CONNECTIONS", global = true)]
    pub database_connections: Option<u32>,
    /// Address to listen on [default: 127.0.0.1:8475]
    #[arg(long, env = "CURSUS_LISTEN", global = true)]
    pub listen: Option<SocketAddr>,
    /// Address of its own for /metrics, which the other one then no longer has [default: none]
    #[arg(long, env = "CURSUS_METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<SocketAddr>,
    /// Token that /metrics asks for, as “Authorization: Bearer …” [default: none]
    #[arg(long, env = "CURSUS_METRICS_TOKEN", global = true, hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Networks (CIDR) of proxies that are believed about whom a request comes from (repeat, or separate by commas)
    #[arg(long, env = "CURSUS_TRUSTED_PROXIES", global = true, value_delimiter = ',', value_name = "CIDR")]
    pub trusted_proxies: Vec<IpNet>,
    /// The header in which those proxies say it; the other one is not read [default: x-forwarded-for]
    #[arg(long, env = "CURSUS_FORWARDED_HEADER", global = true)]
    pub forwarded_header: Option<ForwardedHeader>,
    /// Threads that answer requests [default: one per core]
    #[arg(long, env = "CURSUS_HTTP_WORKERS", global = true)]
    pub http_workers: Option<usize>,
    /// Threads that think for the AI seats, beside one for quick decisions alone; 0 leaves both to other servers [default: 2]
    #[arg(long, env = "CURSUS_AI_WORKERS", global = true)]
    pub ai_workers: Option<usize>,
    /// Whether this server looks after deadlines [default: true]
    #[arg(long, env = "CURSUS_SCHEDULER", global = true)]
    pub scheduler: Option<bool>,
    /// Seconds by which this machine's clock may differ from the database's [default: 5]
    #[arg(long, env = "CURSUS_CLOCK_TOLERANCE", global = true)]
    pub clock_tolerance: Option<u32>,
    /// File with the key that signs sessions, the same for all servers of a database; made when both are new [default:
    /// the database keeps the key]
    #[arg(long, env = "CURSUS_SIGNING_KEY_FILE", global = true)]
    pub signing_key_file: Option<PathBuf>,
    /// No longer a setting: whoever registered the name first was an administrator. Read in order to say so.
    #[arg(long, env = "CURSUS_ADMINS", global = true, value_delimiter = ',', hide = true)]
    pub admins: Vec<String>,
    /// Web origins that may call from a browser; empty: any (repeat, or separate by commas)
    #[arg(long, env = "CURSUS_CORS_ORIGINS", global = true, value_delimiter = ',')]
    pub cors_origins: Vec<String>,
    /// Event streams open at once, in all; those without a token have a quarter of them [default: 2000]
    #[arg(long, env = "CURSUS_STREAMS", global = true)]
    pub streams: Option<usize>,
    /// Event streams open at once per account [default: 20]
    #[arg(long, env = "CURSUS_STREAMS_PER_ACCOUNT", global = true)]
    pub streams_per_account: Option<usize>,
    /// Event streams open at once per address; those without a token have a fifth of them [default: 50]
    #[arg(long, env = "CURSUS_STREAMS_PER_ADDRESS", global = true)]
    pub streams_per_address: Option<usize>,
    /// Whether request rates are limited and wrong passwords meet delays [default: true]
    #[arg(long, env = "CURSUS_RATE_LIMITS", global = true)]
    pub rate_limits: Option<bool>,
    /// Attempts to log in or register, per minute and address [default: 30]
    #[arg(long, env = "CURSUS_AUTH_PER_MINUTE", global = true)]
    pub auth_per_minute: Option<u32>,
    /// Reads per minute and caller [default: 6000]
    #[arg(long, env = "CURSUS_READS_PER_MINUTE", global = true)]
    pub reads_per_minute: Option<u32>,
    /// Writes per minute and caller [default: 1200]
    #[arg(long, env = "CURSUS_WRITES_PER_MINUTE", global = true)]
    pub writes_per_minute: Option<u32>,
    /// Requests per minute and caller that make the AI think [default: 120]
    #[arg(long, env = "CURSUS_AI_PER_MINUTE", global = true)]
    pub ai_per_minute: Option<u32>,
    /// Order sets that a seat may hand in during one turn where each is carried out at once [default: 500]
    #[arg(long, env = "CURSUS_SHEETS_PER_TURN", global = true)]
    pub sheets_per_turn: Option<u16>,
    /// Games not over that one account may have created; 0 for any number [default: 100]
    #[arg(long, env = "CURSUS_GAMES_PER_ACCOUNT", global = true)]
    pub games_per_account: Option<u32>,
    /// Seats in games not over that one account may hold; 0 for any number [default: 200]
    #[arg(long, env = "CURSUS_SEATS_PER_ACCOUNT", global = true)]
    pub seats_per_account: Option<u32>,
    /// Games not over on this installation when one more is created; 0 for any number [default: 0]
    #[arg(long, env = "CURSUS_GAMES", global = true)]
    pub games: Option<u32>,
    /// Decisions of AI seats that may wait on this installation when one more game is started; 0 for any number [default: 0]
    #[arg(long, env = "CURSUS_AI_WORK", global = true)]
    pub ai_work: Option<u32>,
    /// Decisions of AI seats that may wait in the games of one account when one more is started; 0 for any number
    /// [default: 200]
    #[arg(long, env = "CURSUS_AI_WORK_PER_ACCOUNT", global = true)]
    pub ai_work_per_account: Option<u32>,
    /// Where people reach this server: scheme, host and port, for links in notifications [default: none]
    #[arg(long, env = "CURSUS_PUBLIC_URL", global = true)]
    pub public_url: Option<String>,
    /// Threads that deliver notifications; 0 leaves them to other servers [default: 2]
    #[arg(long, env = "CURSUS_NOTIFICATION_WORKERS", global = true)]
    pub notification_workers: Option<usize>,
    /// Whether webhooks may lead to this machine itself, also without TLS: for trying them out [default: false]
    #[arg(long, env = "CURSUS_WEBHOOKS_TO_LOOPBACK", global = true)]
    pub webhooks_to_loopback: Option<bool>,
    /// Whom mail is from, as in “Cursus <cursus@example.org>” [default: none]
    #[arg(long, env = "CURSUS_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
    /// The mail server: smtps://user:password@host, or smtp://host for one that takes mail as it is [default: no mail is sent]
    #[arg(long, env = "CURSUS_SMTP_URL", global = true, hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Folder into which mail is written instead, as .eml files: for trying it out [default: none]
    #[arg(long, env = "CURSUS_MAIL_FOLDER", global = true)]
    pub mail_folder: Option<PathBuf>,
    /// Address to which mails with orders are answered, as in orders@play.example.org: what stands behind a + there has to arrive
    /// at this server [default: none, and no orders by mail]
    #[arg(long, env = "CURSUS_REPLY_ADDRESS", global = true)]
    pub reply_address: Option<String>,
    /// Secret with which a mail service hands mail over at POST /v1/inbound-mail, 16 characters or more [default: none]
    #[arg(long, env = "CURSUS_INBOUND_SECRET", global = true, hide_env_values = true)]
    pub inbound_secret: Option<String>,
    /// Maildir from which mail is taken [default: none]
    #[arg(long, env = "CURSUS_INBOUND_MAILDIR", global = true)]
    pub inbound_maildir: Option<PathBuf>,
    /// Largest request body, in bytes [default: 1048576]
    #[arg(long, env = "CURSUS_BODY_LIMIT", global = true)]
    pub body_limit: Option<usize>,
    /// Largest archive that is put in over the API, in bytes; 0 for none at all [default: 33554432]
    #[arg(long, env = "CURSUS_ARCHIVE_LIMIT", global = true)]
    pub archive_limit: Option<usize>,
    /// Seconds after which a request is given up [default: 30]
    #[arg(long, env = "CURSUS_REQUEST_TIMEOUT", global = true)]
    pub request_timeout: Option<u64>,
    /// Memory for what may be asked for again, in MiB: campaigns, views, maps [default: 256]
    #[arg(long, env = "CURSUS_MEMORY_MIB", global = true)]
    pub memory_mib: Option<usize>,
    /// Memory for one password hash, in KiB [default: 19456]
    #[arg(long, env = "CURSUS_PASSWORD_MEMORY_KIB", global = true)]
    pub password_memory_kib: Option<u32>,
    /// Passes for one password hash [default: 2]
    #[arg(long, env = "CURSUS_PASSWORD_PASSES", global = true)]
    pub password_passes: Option<u32>,
    /// text or json [default: text]
    #[arg(long, env = "CURSUS_LOG_FORMAT", global = true)]
    pub log_format: Option<LogFormat>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// Where a proxy writes whom it forwards for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardedHeader {
    #[default]
    XForwardedFor,
    Forwarded,
}

/// The proxies that are believed, and the header they write.
#[derive(Debug, Clone, Default)]
pub struct Proxies {
    pub trusted: Vec<IpNet>,
    pub header: ForwardedHeader,
}

/// The settings with every gap filled.
#[derive(Debug, Clone)]
pub struct Config {
    pub data_dir: PathBuf,
    pub database_url: String,
    pub database_connections: u32,
    pub listen: SocketAddr,
    pub metrics_listen: Option<SocketAddr>,
    pub metrics_token: Option<String>,
    pub proxies: Proxies,
    pub http_workers: Option<usize>,
    pub ai_workers: usize,
    pub scheduler: bool,
    pub clock_tolerance: u32,
    /// Asked for by name; none: the database keeps the key.
    pub signing_key_file: Option<PathBuf>,
    pub cors_origins: Vec<String>,
    pub streams: StreamLimits,
    pub limits: Option<Limits>,
    pub sheets_per_turn: u16,
    /// 0: any number.
    pub games_per_account: u32,
    /// 0: any number.
    pub seats_per_account: u32,
    /// On the whole installation; 0: any number.
    pub games: u32,
    /// On the whole installation; 0: any number.
    pub ai_work: u32,
    /// 0: any number.
    pub ai_work_per_account: u32,
    /// Without a slash at its end.
    pub public_url: Option<String>,
    pub notification_workers: usize,
    pub webhooks_to_loopback: bool,
    pub mail_from: Option<String>,
    pub smtp_url: Option<String>,
    pub mail_folder: Option<PathBuf>,
    pub reply_address: Option<String>,
    pub inbound_secret: Option<String>,
    pub inbound_maildir: Option<PathBuf>,
    pub body_limit: usize,
    pub archive_limit: usize,
    pub request_timeout: u64,
    pub memory_mib: usize,
    pub password_memory_kib: u32,
    pub password_passes: u32,
    pub log_format: LogFormat,
}

/// Event streams open at once on this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamLimits {
    pub all: usize,
    pub per_account: usize,
    pub per_address: usize,
}

/// Requests per minute, by kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub auth: u32,
    pub read: u32,
    pub write: u32,
    pub ai: u32,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("the configuration file {path} cannot be read: {reason}")]
    File { path: PathBuf, reason: String },
    #[error(
        "--admins, CURSUS_ADMINS and `admins` in the configuration file are no longer taken: whoever registered such a \
         name first was an administrator. Leave the setting out, and run `cursus admin promote NAME` for each account \
         that is to administer the server ({0})"
    )]
    Admins(String),
}

impl Config {
    /// Where the signing key was before the database kept it.
    pub fn old_signing_key_file(&self) -> PathBuf {
        self.data_dir.join("signing.key")
    }
}

impl Settings {
    /// Fills the gaps of `self` from a TOML file.
    pub fn or_file(self, path: &std::path::Path) -> Result<Settings, ConfigError> {
        let broken = |reason: String| ConfigError::File { path: path.to_owned(), reason };
        let text = std::fs::read_to_string(path).map_err(|e| broken(e.to_string()))?;
        let file: Settings = toml::from_str(kernel::reading::without_mark(&text)).map_err(|e| broken(e.to_string()))?;
        Ok(self.or(file))
    }

    fn or(self, lower: Settings) -> Settings {
        fn list<T>(high: Vec<T>, low: Vec<T>) -> Vec<T> {
            if high.is_empty() { low } else { high }
        }
        Settings {
            data_dir: self.data_dir.or(lower.data_dir),
            database_url: self.database_url.or(lower.database_url),
            database_connections: self.database_connections.or(lower.database_connections),
            listen: self.listen.or(lower.listen),
            metrics_listen: self.metrics_listen.or(lower.metrics_listen),
            metrics_token: self.metrics_token.or(lower.metrics_token),
            trusted_proxies: list(self.trusted_proxies, lower.trusted_proxies),
            forwarded_header: self.forwarded_header.or(lower.forwarded_header),
            http_workers: self.http_workers.or(lower.http_workers),
            ai_workers: self.ai_workers.or(lower.ai_workers),
            scheduler: self.scheduler.or(lower.scheduler),
            clock_tolerance: self.clock_tolerance.or(lower.clock_tolerance),
            signing_key_file: self.signing_key_file.or(lower.signing_key_file),
            admins: list(self.admins, lower.admins),
            cors_origins: list(self.cors_origins, lower.cors_origins),
            streams: self.streams.or(lower.streams),
            streams_per_account: self.streams_per_account.or(lower.streams_per_account),
            streams_per_address: self.streams_per_address.or(lower.streams_per_address),
            rate_limits: self.rate_limits.or(lower.rate_limits),
            auth_per_minute: self.auth_per_minute.or(lower.auth_per_minute),
            reads_per_minute: self.reads_per_minute.or(lower.reads_per_minute),
            writes_per_minute: self.writes_per_minute.or(lower.writes_per_minute),
            ai_per_minute: self.ai_per_minute.or(lower.ai_per_minute),
            sheets_per_turn: self.sheets_per_turn.or(lower.sheets_per_turn),
            games_per_account: self.games_per_account.or(lower.games_per_account),
            seats_per_account: self.seats_per_account.or(lower.seats_per_account),
            games: self.games.or(lower.games),
            ai_work: self.ai_work.or(lower.ai_work),
            ai_work_per_account: self.ai_work_per_account.or(lower.ai_work_per_account),
            public_url: self.public_url.or(lower.public_url),
            notification_workers: self.notification_workers.or(lower.notification_workers),
            webhooks_to_loopback: self.webhooks_to_loopback.or(lower.webhooks_to_loopback),
            mail_from: self.mail_from.or(lower.mail_from),
            smtp_url: self.smtp_url.or(lower.smtp_url),
            mail_folder: self.mail_folder.or(lower.mail_folder),
            reply_address: self.reply_address.or(lower.reply_address),
            inbound_secret: self.inbound_secret.or(lower.inbound_secret),
            inbound_maildir: self.inbound_maildir.or(lower.inbound_maildir),
            body_limit: self.body_limit.or(lower.body_limit),
            archive_limit: self.archive_limit.or(lower.archive_limit),
            request_timeout: self.request_timeout.or(lower.request_timeout),
            memory_mib: self.memory_mib.or(lower.memory_mib),
            password_memory_kib: self.password_memory_kib.or(lower.password_memory_kib),
            password_passes: self.password_passes.or(lower.password_passes),
            log_format: self.log_format.or(lower.log_format),
        }
    }

    /// Refuses settings that are no longer taken, with words that say what to do instead.
    ///
    /// # Errors
    /// `admins`.
    pub fn check(&self) -> Result<(), ConfigError> {
        let names: Vec<&str> = self.admins.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        if names.is_empty() {
            return Ok(());
        }
        Err(ConfigError::Admins(names.join(" ")))
    }

    /// Fills what is still open with the defaults.
    pub fn fill(self) -> Config {
        let data_dir = self.data_dir.unwrap_or_else(|| PathBuf::from("cursus-data"));
        Config {
            database_url: self.database_url.unwrap_or_else(|| data_dir.join("cursus.db").display().to_string()),
            database_connections: self.database_connections.unwrap_or(8).max(1),
            listen: self.listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8475))),
            metrics_listen: self.metrics_listen,
            metrics_token: self.metrics_token.filter(|token| !token.is_empty()),
            proxies: Proxies { trusted: self.trusted_proxies, header: self.forwarded_header.unwrap_or_default() },
            http_workers: self.http_workers.filter(|n| *n > 0),
            ai_workers: self.ai_workers.unwrap_or(2),
            scheduler: self.scheduler.unwrap_or(true),
            clock_tolerance: self.clock_tolerance.unwrap_or(5).max(1),
            signing_key_file: self.signing_key_file,
            cors_origins: self.cors_origins,
            streams: StreamLimits {
                all: self.streams.unwrap_or(2_000).max(1),
                per_account: self.streams_per_account.unwrap_or(20).max(1),
                per_address: self.streams_per_address.unwrap_or(50).max(1),
            },
            limits: self.rate_limits.unwrap_or(true).then_some(Limits {
                auth: self.auth_per_minute.unwrap_or(30).max(1),
                read: self.reads_per_minute.unwrap_or(6000).max(1),
                write: self.writes_per_minute.unwrap_or(1200).max(1),
                ai: self.ai_per_minute.unwrap_or(120).max(1),
            }),
            sheets_per_turn: self.sheets_per_turn.unwrap_or(500).max(1),
            games_per_account: self.games_per_account.unwrap_or(100),
            seats_per_account: self.seats_per_account.unwrap_or(200),
            games: self.games.unwrap_or(0),
            ai_work: self.ai_work.unwrap_or(0),
            ai_work_per_account: self.ai_work_per_account.unwrap_or(200),
            public_url: self.public_url.map(|url| url.trim_end_matches('/').to_owned()).filter(|url| !url.is_empty()),
            notification_workers: self.notification_workers.unwrap_or(2),
            webhooks_to_loopback: self.webhooks_to_loopback.unwrap_or(false),
            mail_from: self.mail_from.filter(|from| !from.is_empty()),
            smtp_url: self.smtp_url.filter(|url| !url.is_empty()),
            mail_folder: self.mail_folder.filter(|folder| !folder.as_os_str().is_empty()),
            reply_address: self.reply_address.filter(|address| !address.is_empty()),
            inbound_secret: self.inbound_secret.filter(|secret| !secret.is_empty()),
            inbound_maildir: self.inbound_maildir.filter(|folder| !folder.as_os_str().is_empty()),
            body_limit: self.body_limit.unwrap_or(1 << 20),
            archive_limit: self.archive_limit.unwrap_or(32 << 20),
            request_timeout: self.request_timeout.unwrap_or(30).max(1),
            memory_mib: self.memory_mib.unwrap_or(256).min(1 << 20),
            password_memory_kib: self.password_memory_kib.unwrap_or(19_456),
            password_passes: self.password_passes.unwrap_or(2),
            log_format: self.log_format.unwrap_or_default(),
            data_dir,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_louder_wins_and_gaps_are_filled() {
        let flags = Settings { http_workers: Some(3), ..Settings::default() };
        let file: Settings = toml::from_str("http_workers = 1\ncors_origins = [\"https://a.example\"]").unwrap();
        let config = flags.or(file).fill();
        assert_eq!(config.http_workers, Some(3));
        assert_eq!(config.cors_origins, ["https://a.example"]);
        assert_eq!(config.database_url, "cursus-data/cursus.db");
    }

    #[test]
    fn names_that_would_make_administrators_are_refused_with_the_command_that_does() {
        let file: Settings = toml::from_str("admins = [\"ada\", \"ben\"]").unwrap();
        let words = Settings::default().or(file).check().unwrap_err().to_string();
        assert!(words.contains("cursus admin promote NAME") && words.contains("ada ben"), "{words}");
        assert!(Settings { admins: vec![String::new()], ..Settings::default() }.check().is_ok());
    }

    #[test]
    fn a_misspelt_key_is_an_error() {
        assert!(toml::from_str::<Settings>("htpp_workers = 1").unwrap_err().to_string().contains("htpp_workers"));
    }
}
