//! Accounts: register, look at, change the password, close.

use serde::{Deserialize, Serialize};

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::context::new_id;
use crate::context::secrets::Passwords;
use crate::service::password_rules;
use crate::store::accounts::{self, AccountRow};
use crate::store::{channels, email_addresses, mail_codes, notification_settings, order_mails, sessions, tokens};

pub const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=32;

/// An account as its owner sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Account {
    pub id: String,
    pub name: String,
    pub is_admin: bool,
    /// Whether it has no password: who loses its session loses the account.
    pub is_guest: bool,
    pub created_at: i64,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        let is_guest = row.password_hash.is_empty();
        Account { id: row.id, name: row.name, is_admin: row.is_admin, is_guest, created_at: row.created_at }
    }
}

/// A row for a new account, its password hashed.
///
/// # Errors
/// `invalid`, with a flaw for the name and one for the password.
pub fn new_account(
    passwords: &Passwords, name: &str, password: &str, is_admin: bool, now: i64,
) -> Result<AccountRow, Fault> {
    let mut flaws = Vec::new();
    if !NAME_LENGTH.contains(&name.len()) || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        let detail = "A name has 3 to 32 letters, digits, “-”, “_” or “.”, all of them ASCII.";
        flaws.push(Flaw::at("/name", "bad-name", detail));
    }
    flaws.extend(password_rules::flaw("/password", password, name));
    if !flaws.is_empty() {
        return Err(Fault::invalid(flaws));
    }
    Ok(AccountRow {
        id: new_id(),
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        password_hash: passwords.hash(password)?,
        is_admin,
        created_at: now,
        closed_at: None,
        suspended_at: None,
    })
}

/// Says so when a new account's name belongs to another, closed or not.
pub fn or_taken<T>(inserted: Result<T, Fault>, name: &str) -> Result<T, Fault> {
    match inserted {
        Err(Fault::Store(e)) if e.is_duplicate() => {
            Err(Fault::conflict("name-taken", format!("The name “{name}” is taken.")))
        }
        outcome => outcome,
    }
}

impl AppContext {
    pub fn register(&self, name: &str, password: &str) -> Result<Account, Fault> {
        let row = new_account(&self.passwords, name, password, false, self.now())?;
        let inserted = self.write_once(|conn| {
            accounts::insert_account(conn, &row)?;
            Ok(Account::from(row))
        });
        or_taken(inserted, name)
    }

    pub fn me(&self, caller: &Caller) -> Result<Account, Fault> {
        self.store.read(|conn| {
            let row = accounts::find_account(conn, &caller.account_id)?.ok_or_else(|| Fault::not_found("account"))?;
            Ok(row.into())
        })
    }

    /// Changes the password and ends every other session; API tokens too, unless they are to be kept.
    pub fn change_password(&self, caller: &Caller, current: &str, new: &str, revoke_tokens: bool) -> Result<(), Fault> {
        let session = caller.need_session()?;
        if let Some(flaw) = password_rules::flaw("/new_password", new, &caller.name) {
            return Err(Fault::invalid(vec![flaw]));
        }
        let row = self.prove_owner(caller, current)?;
        let hash = self.passwords.hash(new)?;
        let now = self.now();
        self.store.write(|conn| {
            accounts::set_password(conn, &row.id, &hash)?;
            sessions::revoke_sessions_of(conn, &row.id, Some(session), now)?;
            if revoke_tokens {
                tokens::revoke_tokens_of(conn, &row.id, now)?;
            }
            Ok::<_, Fault>(())
        })?;
        self.forget_callers();
        Ok(())
    }

    /// Closes the account: tokens and sessions end, nobody gets the name again, seats are open and the computer plays them,
    /// and games it ran are run by somebody else.
    pub fn close_account(&self, caller: &Caller, current: &str) -> Result<(), Fault> {
        caller.need_session()?;
        self.prove_owner(caller, current)?;
        let now = self.now();
        self.store.write(|conn| {
            sessions::revoke_sessions_of(conn, &caller.account_id, None, now)?;
            tokens::revoke_tokens_of(conn, &caller.account_id, now)?;
            channels::delete_channels_of(conn, &caller.account_id)?;
            notification_settings::forget_settings(conn, &caller.account_id)?;
            email_addresses::forget_email(conn, &caller.account_id)?;
            mail_codes::forget_codes_of(conn, &caller.account_id)?;
            order_mails::forget_order_mails_of(conn, &caller.account_id)?;
            notification_settings::forget_muted(conn, &caller.account_id)?;
            accounts::close_account(conn, &caller.account_id, now)?;
            Ok::<_, Fault>(())
        })?;
        self.forget_callers();
        self.leave_everything(&caller.account_id)
    }

    /// The caller's account, if this is its password: a session that was left open or copied is not enough.
    pub(crate) fn prove_owner(&self, caller: &Caller, current: &str) -> Result<AccountRow, Fault> {
        let row = self.store.read(|conn| Ok::<_, Fault>(accounts::find_account(conn, &caller.account_id)?))?;
        let row = row.filter(|row| row.closed_at.is_none()).ok_or_else(|| Fault::not_found("account"))?;
        // A guest has nothing but the session.
        if row.password_hash.is_empty() || self.try_password(&row.name, Some(&row.password_hash), current)? {
            return Ok(row);
        }
        let flaw = Flaw::at("/current_password", "wrong-password", "This is not the present password.");
        Err(Fault::forbidden("wrong-password", flaw.detail.clone()).with_flaws(vec![flaw]))
    }

    /// How many password hashes this server has worked out.
    pub fn password_work(&self) -> u64 {
        self.passwords.worked()
    }
}
