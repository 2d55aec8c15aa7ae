//! Accounts: register, look at, change the password, close.

use serde::{Deserialize, Serialize};

use super::caller::Caller;
use super::fault::{Fault, Flaw};
use super::{Desk, new_id};
use crate::store::accounts::{self, AccountRow};
use crate::store::{sessions, tokens};

pub const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=32;
pub const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// An account as its owner sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Account {
    pub id: String,
    pub name: String,
    pub is_admin: bool,
    pub created_at: i64,
}

impl Desk {
    pub fn register(&self, name: &str, password: &str) -> Result<Account, Fault> {
        let mut flaws = Vec::new();
        if !NAME_LENGTH.contains(&name.len()) || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            let detail = "A name has 3 to 32 letters, digits, “-”, “_” or “.”, all of them ASCII.";
            flaws.push(Flaw::at("/name", "bad-name", detail));
        }
        flaws.extend(password_flaw("/password", password));
        if !flaws.is_empty() {
            return Err(Fault::invalid(flaws));
        }
        let row = AccountRow {
            id: new_id(),
            name: name.to_owned(),
            name_key: name.to_lowercase(),
            password_hash: self.passwords.hash(password)?,
            is_admin: false,
            created_at: self.now(),
            closed_at: None,
        };
        let inserted = self.write_once(|conn| {
            accounts::insert_account(conn, &row)?;
            Ok(self.account(row))
        });
        match inserted {
            Err(Fault::Store(e)) if e.is_duplicate() => {
                Err(Fault::conflict("name-taken", format!("The name “{name}” is taken.")))
            }
            outcome => outcome,
        }
    }

    pub fn me(&self, caller: &Caller) -> Result<Account, Fault> {
        self.store.read(|conn| {
            let row = accounts::find_account(conn, &caller.account_id)?.ok_or_else(|| Fault::not_found("account"))?;
            Ok(self.account(row))
        })
    }

    /// Changes the password and ends every other session.
    pub fn change_password(&self, caller: &Caller, old: &str, new: &str) -> Result<(), Fault> {
        let session = caller.need_session()?;
        if let Some(flaw) = password_flaw("/new_password", new) {
            return Err(Fault::invalid(vec![flaw]));
        }
        let row = self.store.read(|conn| Ok::<_, Fault>(accounts::find_account(conn, &caller.account_id)?))?;
        let row = row.ok_or_else(|| Fault::not_found("account"))?;
        if !self.passwords.matches(old, &row.password_hash) {
            let flaw = Flaw::at("/old_password", "wrong-password", "This is not the present password.");
            return Err(Fault::invalid(vec![flaw]));
        }
        let hash = self.passwords.hash(new)?;
        self.store.write(|conn| {
            accounts::set_password(conn, &row.id, &hash)?;
            sessions::revoke_sessions_of(conn, &row.id, Some(session), self.now())?;
            Ok::<_, Fault>(())
        })?;
        self.forget_callers();
        Ok(())
    }

    /// Closes the account: tokens and sessions end, the name is free again, seats go to the AI.
    pub fn close_account(&self, caller: &Caller) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            sessions::revoke_sessions_of(conn, &caller.account_id, None, now)?;
            tokens::revoke_tokens_of(conn, &caller.account_id, now)?;
            accounts::close_account(conn, &caller.account_id, now)?;
            Ok::<_, Fault>(())
        })?;
        self.forget_callers();
        self.leave_everything(&caller.account_id)
    }

    pub(super) fn account(&self, row: AccountRow) -> Account {
        Account { is_admin: self.is_admin(&row), id: row.id, name: row.name, created_at: row.created_at }
    }
}

fn password_flaw(pointer: &str, password: &str) -> Option<Flaw> {
    (!PASSWORD_LENGTH.contains(&password.chars().count()))
        .then(|| Flaw::at(pointer, "bad-password", "A password has 8 to 128 characters."))
}
