//! Guests: accounts without a password, which live as long as their session.

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::context::new_id;
use crate::service::accounts::{Account, new_account, or_taken};
use crate::service::sessions::Grant;
use crate::store::accounts::{self, AccountRow};

/// A name that no guest has had: the last digits of the id, which are random.
fn guest_name(id: &str) -> String {
    let digits: String = id.chars().filter(|c| c.is_ascii_hexdigit()).collect();
    format!("guest-{}", &digits[digits.len().saturating_sub(10)..])
}

impl AppContext {
    /// Makes an account without a password, under a name of its own, and a session for it.
    pub fn play_as_guest(&self) -> Result<Grant, Fault> {
        let id = new_id();
        let name = guest_name(&id);
        let now = self.now();
        let row = AccountRow {
            name_key: name.clone(),
            name,
            id,
            password_hash: String::new(),
            is_admin: false,
            created_at: now,
            closed_at: None,
            suspended_at: None,
        };
        self.store.write(|conn| {
            accounts::insert_account(conn, &row)?;
            self.open_session(conn, row.clone().into(), now)
        })
    }

    /// Gives a guest's account a name and a password.
    ///
    /// # Errors
    /// `not-a-guest` when the account has a password; `invalid`, `name-taken`.
    pub fn keep_account(&self, caller: &Caller, name: &str, password: &str) -> Result<Account, Fault> {
        caller.need_session()?;
        let named = new_account(&self.passwords, name, password, false, self.now())?;
        let kept = self.store.write(|conn| {
            if !accounts::name_guest(conn, &caller.account_id, &named)? {
                return Err(Fault::conflict(
                    "not-a-guest",
                    "This account has a password already; change that instead.",
                ));
            }
            let row = accounts::find_account(conn, &caller.account_id)?.ok_or_else(|| Fault::not_found("account"))?;
            Ok(Account::from(row))
        });
        let account = or_taken(kept, name)?;
        self.forget_callers();
        Ok(account)
    }
}
