//! `cursus admin`: who administers the server. Works through the database, so a server may run meanwhile.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::{Args, Subcommand};

use super::CliError;
use crate::config::Config;
use crate::context::fault::Fault;
use crate::context::secrets::Passwords;
use crate::context::{moment, new_id};
use crate::model::Deed;
use crate::service::accounts::{new_account, or_taken};
use crate::service::password_rules;
use crate::store::address::Address;
use crate::store::audit::{self, AuditRow};
use crate::store::{AnyConn, Store, StoreError, accounts, letters, press, sessions, tokens};

/// Who the audit log says it was.
const BY_COMMAND: &str = "command";

/// Say who administers the server.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
An administrator may run every game and sees none of its seats. Servers that run notice a change within a second; a
token needs the scope `admin` as well.

The commands write to the database directly, SQLite or Postgres, and a server may run meanwhile. Whoever may write to
the database may do this, and nobody else: no name makes an administrator.")]
pub struct AdminArgs {
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum AdminCommand {
    /// List the administrators, and who is suspended
    List,
    /// Make an account an administrator
    Promote {
        /// Name of the account
        name: String,
    },
    /// Make an administrator an account like others
    Demote {
        /// Name of the account
        name: String,
    },
    /// Give an account a new password, and end all its sessions and tokens; asks for it, or reads a line of standard input
    ResetPassword {
        /// Name of the account
        name: String,
    },
    /// Shut an account out until it is let in again: it cannot log in, its sessions, tokens and streams end, its seats stay its own
    Suspend {
        /// Name of the account
        name: String,
    },
    /// Let a suspended account in again
    Reinstate {
        /// Name of the account
        name: String,
    },
    /// Show what administrators and organisers did last, newest first
    Log {
        /// How many entries
        #[arg(long, default_value_t = 50)]
        last: u16,
    },
    /// Show the letters that were reported and not dealt with, newest first, for who runs the server
    Reports {
        /// How many
        #[arg(long, default_value_t = 50)]
        last: u16,
    },
    /// Register an account that is an administrator; asks for the password, or reads it as a line of standard input
    Create {
        /// Name of the account
        name: String,
    },
}

/// Runs the command.
pub fn run(args: &AdminArgs, config: &Config, out: &mut dyn Write) -> Result<(), CliError> {
    match &args.command {
        AdminCommand::List => {
            let names = open(config)?.read(accounts::list_admins).map_err(stored)?;
            if names.is_empty() {
                writeln!(out, "Nobody is an administrator; see `cursus admin promote`.")?;
            }
            for name in names {
                writeln!(out, "{name}")?;
            }
            let suspended = open(config)?.read(accounts::list_suspended).map_err(stored)?;
            if !suspended.is_empty() {
                writeln!(out, "Suspended: {}.", suspended.join(", "))?;
            }
        }
        AdminCommand::Promote { name } => {
            set(config, name, true)?;
            writeln!(out, "{name} is an administrator.")?;
        }
        AdminCommand::Demote { name } => {
            set(config, name, false)?;
            writeln!(out, "{name} is no administrator.")?;
        }
        AdminCommand::Log { last } => {
            for row in open(config)?.read(|conn| audit::last_deeds(conn, i64::from(*last))).map_err(stored)? {
                writeln!(out, "{}", entry(&row))?;
            }
        }
        AdminCommand::Reports { last } => reports(config, i64::from(*last), out)?,
        AdminCommand::Suspend { name } => {
            suspend(config, name, Some(chrono::Utc::now().timestamp_millis()))?;
            writeln!(out, "{name} is suspended; `cursus admin reinstate {name}` lets them in again.")?;
        }
        AdminCommand::Reinstate { name } => {
            suspend(config, name, None)?;
            writeln!(out, "{name} may come in again.")?;
        }
        AdminCommand::ResetPassword { name } => reset(config, name, &password()?, out)?,
        AdminCommand::Create { name } => create(config, name, &password()?, out)?,
    }
    Ok(())
}

/// Letters that were reported: who shows which letter of whom, and why.
fn reports(config: &Config, last: i64, out: &mut dyn Write) -> Result<(), CliError> {
    let store = open(config)?;
    let rows = store.read(|conn| press::open_reports(conn, last)).map_err(stored)?;
    if rows.is_empty() {
        writeln!(out, "No report is open.")?;
    }
    for row in rows {
        let people: Vec<String> =
            [Some(row.reporter_id.clone()), row.author_id.clone()].into_iter().flatten().collect();
        let names = store.read(|conn| accounts::names_of(conn, &people)).map_err(stored)?;
        let name = |id: &str| names.iter().find(|(one, _)| one == id).map_or("?", |(_, name)| name.as_str());
        let letters = store.read(|conn| letters::letters_by_id(conn, std::slice::from_ref(&row.letter_id)));
        let text = letters.map_err(stored)?.into_iter().next().map(|letter| letter.body).unwrap_or_default();
        let at = moment(row.reported_at).format("%Y-%m-%d %H:%M:%S");
        let author = row.author_id.as_deref().map_or("?", name);
        writeln!(
            out,
            "{at}  game {}  {} reports a letter of {author}: {}",
            row.game_id,
            name(&row.reporter_id),
            row.reason
        )?;
        for line in text.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

fn set(config: &Config, name: &str, is_admin: bool) -> Result<(), CliError> {
    let deed = if is_admin { Deed::Promoted } else { Deed::Demoted };
    let done = open(config)?.write(|conn| {
        let found = accounts::set_admin(conn, name, is_admin)?;
        noted(conn, found, deed, name)
    });
    let found = done.map_err(stored)?;
    if found == 0 {
        let words = format!("there is no account “{name}”. Register it first, or use `cursus admin create {name}`.");
        return Err(CliError::Usage(words));
    }
    Ok(())
}

/// A line of the audit log.
fn entry(row: &AuditRow) -> String {
    let at = moment(row.at).format("%Y-%m-%d %H:%M:%S UTC");
    let by = if row.as_admin { format!("{} (administrator)", row.by_name) } else { row.by_name.clone() };
    let game = row.game_id.as_deref().map(|game| format!("  game {game}")).unwrap_or_default();
    let about = if row.about.is_empty() { String::new() } else { format!("  {}", row.about) };
    format!("{at}  {by}  {}{game}{about}", row.deed)
}

/// What is done by command, for the audit log.
fn by_command(deed: Deed, about: &str) -> AuditRow {
    AuditRow {
        id: new_id(),
        at: chrono::Utc::now().timestamp_millis(),
        account_id: None,
        by_name: BY_COMMAND.to_owned(),
        as_admin: false,
        deed,
        game_id: None,
        about: about.to_owned(),
    }
}

/// Writes a deed down if there was an account to do it to; how many there were.
fn noted(conn: &mut AnyConn, found: usize, deed: Deed, name: &str) -> Result<usize, StoreError> {
    if found > 0 {
        audit::insert_deeds(conn, vec![by_command(deed, name)])?;
    }
    Ok(found)
}

fn suspend(config: &Config, name: &str, since: Option<i64>) -> Result<(), CliError> {
    let deed = if since.is_some() { Deed::Suspended } else { Deed::Reinstated };
    let done = open(config)?.write(|conn| {
        let found = accounts::set_suspended(conn, name, since)?;
        noted(conn, found, deed, name)
    });
    let found = done.map_err(stored)?;
    if found == 0 {
        return Err(CliError::Usage(format!("there is no account “{name}”.")));
    }
    Ok(())
}

fn reset(config: &Config, name: &str, password: &str, out: &mut dyn Write) -> Result<(), CliError> {
    let told = |why: String| CliError::Usage(why);
    let store = open(config)?;
    let found = store.read(|conn| accounts::find_account_by_name(conn, name)).map_err(stored)?;
    let row = found.ok_or_else(|| told(format!("there is no account “{name}”.")))?;
    if let Some(flaw) = password_rules::flaw("/password", password, &row.name) {
        return Err(told(Fault::invalid(vec![flaw]).told()));
    }
    let passwords = Passwords::new(config.password_memory_kib, config.password_passes).map_err(told)?;
    let hash = passwords.hash(password).map_err(|fault| told(fault.to_string()))?;
    let now = chrono::Utc::now().timestamp_millis();
    let changed = store.write(|conn| {
        accounts::set_password(conn, &row.id, &hash)?;
        sessions::revoke_sessions_of(conn, &row.id, None, now)?;
        tokens::revoke_tokens_of(conn, &row.id, now)?;
        noted(conn, 1, Deed::PasswordReset, &row.name)
    });
    changed.map_err(stored)?;
    writeln!(out, "{} has a new password, and is signed out everywhere.", row.name)?;
    Ok(())
}

fn create(config: &Config, name: &str, password: &str, out: &mut dyn Write) -> Result<(), CliError> {
    let told = |why: String| CliError::Usage(why);
    let store = open_or_make(config)?;
    let passwords = Passwords::new(config.password_memory_kib, config.password_passes).map_err(told)?;
    let inserted =
        new_account(&passwords, name, password, true, chrono::Utc::now().timestamp_millis()).and_then(|row| {
            let inserted = store.write(|conn| {
                accounts::insert_account(conn, &row)?;
                Ok::<_, Fault>(noted(conn, 1, Deed::AdministratorCreated, &row.name)?)
            });
            or_taken(inserted, name)
        });
    inserted.map_err(|fault| match fault.code() {
        "name-taken" => told(format!("{fault} `cursus admin promote {name}` makes its holder an administrator.")),
        _ => told(fault.told()),
    })?;
    writeln!(out, "{name} is registered, and an administrator.")?;
    Ok(())
}

/// The database as it is: a mistyped path is no reason to make a new one.
fn open(config: &Config) -> Result<Store, CliError> {
    let address = Address::parse(&config.database_url).map_err(|why| CliError::Usage(why.to_string()))?;
    if let Address::Sqlite(path) = &address
        && !path.exists()
    {
        let words = format!("there is no database {}; see --data-dir and --database-url.", path.display());
        return Err(CliError::Usage(words));
    }
    open_or_make(config)
}

/// The database, made or brought up to date where no server runs that would do it.
fn open_or_make(config: &Config) -> Result<Store, CliError> {
    let store = Store::open(&config.database_url, 1).map_err(stored)?;
    match store.own() {
        Err(StoreError::Taken(_)) => store.must_be_current().map_err(stored)?,
        owned => {
            let _owned = owned.map_err(stored)?;
            store.migrate().map_err(stored)?;
        }
    }
    Ok(store)
}

fn password() -> Result<String, CliError> {
    if io::stdin().is_terminal() {
        let first = rpassword::prompt_password("Password: ")?;
        if rpassword::prompt_password("Once more: ")? != first {
            return Err(CliError::Usage("the two passwords differ; nothing was done.".into()));
        }
        return Ok(first);
    }
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn stored(why: StoreError) -> CliError {
    CliError::Usage(why.to_string())
}
