//! Addresses of mail, and new passwords by mail. An address counts when its owner has given back what was sent there.

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::derived::Purpose;
use crate::context::fault::{Fault, Flaw, Why};
use crate::context::mailer::{Mail, read_address};
use crate::context::new_id;
use crate::model::{DeliveryStatus, MailPurpose};
use crate::service::{mails, password_rules};
use crate::store::email_addresses::{self, EmailRow};
use crate::store::mail_codes::{self, MailCodeRow};
use crate::store::{AnyConn, accounts, channels, sessions, tokens};

/// How long an address may be verified, in milliseconds.
const VERIFY_MS: i64 = 24 * 3_600_000;
/// How long a new password may be set, in milliseconds.
const RESET_MS: i64 = 3_600_000;
/// How many mails with codes an account, or an address, gets within a day.
const MOST_CODES: i64 = 5;
const DAY_MS: i64 = 24 * 3_600_000;
/// How long a mail may take before somebody else tries to send it, in milliseconds.
const CLAIM_MS: i64 = 120_000;
/// Waits between the attempts to send a mail with a code or a receipt, in milliseconds; then it is given up: a code soon ends anyway.
const RETRIES_MS: [i64; 4] = [10_000, 60_000, 300_000, 1_200_000];
/// The most accounts of one address that get a mail about a new password.
const MOST_ACCOUNTS: i64 = 5;

/// What is known of an account's address.
#[derive(Debug, Clone, Default)]
pub struct EmailState {
    /// The one at which mail has arrived.
    pub address: Option<String>,
    /// The one that waits for its code.
    pub pending: Option<String>,
    /// Whether this server sends mail at all.
    pub sends_mail: bool,
}

impl AppContext {
    pub fn show_email(&self, caller: &Caller) -> Result<EmailState, Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.read(|conn| {
            let pending = mail_codes::newest_code(conn, &caller.account_id, MailPurpose::Verify, now)?;
            Ok(EmailState {
                address: email_addresses::email_of(conn, &caller.account_id)?.map(|row| row.address),
                pending: pending.map(|row| row.address),
                sends_mail: self.mailer.is_there(),
            })
        })
    }

    /// Sends a code to an address, which is the account's as soon as the code is given back.
    pub fn set_email(&self, caller: &Caller, address: &str, current_password: &str) -> Result<(), Fault> {
        caller.need_session()?;
        self.must_send_mail()?;
        let Some(address) = read_address(address) else {
            let detail = "This is no address of mail; one looks like ada@example.org.";
            return Err(Fault::invalid(vec![Flaw::at("/address", "bad-address", detail)]));
        };
        let owner = self.prove_owner(caller, current_password)?;
        if owner.password_hash.is_empty() {
            let detail = "A guest has no address. Give the account a name and a password first: PUT /v1/me/name.";
            return Err(Fault::forbidden("guests-cannot", detail));
        }
        let now = self.now();
        self.store.write(|conn| {
            mail_codes::end_codes(conn, &caller.account_id, MailPurpose::Verify, now)?;
            if self.send_code(conn, &caller.account_id, MailPurpose::Verify, &address, now)? {
                return Ok(());
            }
            let detail = format!("Not more than {MOST_CODES} codes a day are sent to an account or an address.");
            Err(Fault::of(Why::TooOften, "too-many-mails", detail).retry_after(3600))
        })?;
        self.post.wake();
        Ok(())
    }

    /// Makes the address to which a code was sent the account's own.
    pub fn verify_email(&self, caller: &Caller, code: &str) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            let row = self.read_code(conn, code, MailPurpose::Verify, now)?;
            let row = row.filter(|row| row.account_id == caller.account_id).ok_or_else(wrong_code)?;
            if !mail_codes::use_code(conn, &row.id, now)? {
                return Err(wrong_code());
            }
            let email = EmailRow {
                account_id: row.account_id,
                address: row.address,
                address_key: row.address_key,
                verified_at: now,
            };
            Ok(email_addresses::save_email(conn, &email)?)
        })
    }

    /// Takes the address away, with the channels that send mail there.
    pub fn delete_email(&self, caller: &Caller) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            mail_codes::end_codes(conn, &caller.account_id, MailPurpose::Verify, now)?;
            mail_codes::end_codes(conn, &caller.account_id, MailPurpose::Reset, now)?;
            channels::delete_email_channels_of(conn, &caller.account_id)?;
            email_addresses::forget_email(conn, &caller.account_id)?;
            Ok(())
        })
    }

    /// Sends a code for a new password to the account of this name, or to those of this address, where there is a verified
    /// address. Who asks does not learn whether there is.
    pub fn ask_for_password(&self, who: &str) -> Result<(), Fault> {
        self.must_send_mail()?;
        let now = self.now();
        self.store.write(|conn| {
            let found = match read_address(who) {
                Some(address) => email_addresses::accounts_at(conn, &address.to_lowercase(), MOST_ACCOUNTS)?,
                None => match accounts::find_account_by_name(conn, who.trim())? {
                    Some(account) if account.closed_at.is_none() => {
                        email_addresses::email_of(conn, &account.id)?.into_iter().collect()
                    }
                    _ => Vec::new(),
                },
            };
            for email in found {
                self.send_code(conn, &email.account_id, MailPurpose::Reset, &email.address, now)?;
            }
            Ok::<_, Fault>(())
        })?;
        self.post.wake();
        Ok(())
    }

    /// Sets a new password by the code that was sent, and ends every session and API token.
    pub fn reset_password(&self, code: &str, new: &str) -> Result<(), Fault> {
        let now = self.now();
        let row = self.store.read(|conn| self.read_code(conn, code, MailPurpose::Reset, now))?;
        let row = row.ok_or_else(wrong_code)?;
        let account = self.store.read(|conn| Ok::<_, Fault>(accounts::find_account(conn, &row.account_id)?))?;
        let account = account.filter(|account| account.closed_at.is_none()).ok_or_else(wrong_code)?;
        if let Some(flaw) = password_rules::flaw("/new_password", new, &account.name) {
            return Err(Fault::invalid(vec![flaw]));
        }
        let hash = self.passwords.hash(new)?;
        self.store.write(|conn| {
            if !mail_codes::use_code(conn, &row.id, now)? {
                return Err(wrong_code());
            }
            mail_codes::end_codes(conn, &account.id, MailPurpose::Reset, now)?;
            accounts::set_password(conn, &account.id, &hash)?;
            sessions::revoke_sessions_of(conn, &account.id, None, now)?;
            tokens::revoke_tokens_of(conn, &account.id, now)?;
            Ok(())
        })?;
        self.forget_callers();
        Ok(())
    }

    pub(crate) fn must_send_mail(&self) -> Result<(), Fault> {
        if self.mailer.is_there() {
            return Ok(());
        }
        Err(Fault::conflict("no-mail", "This server sends no mail. Ask who runs it."))
    }

    /// Puts a code in the line for mail; false when there were too many already.
    fn send_code(
        &self, conn: &mut AnyConn, account: &str, purpose: MailPurpose, address: &str, now: i64,
    ) -> Result<bool, Fault> {
        let address_key = address.to_lowercase();
        if mail_codes::count_codes(conn, account, &address_key, purpose, now - DAY_MS)? >= MOST_CODES {
            return Ok(false);
        }
        let lasts = if purpose == MailPurpose::Verify { VERIFY_MS } else { RESET_MS };
        let row = MailCodeRow {
            id: new_id(),
            account_id: account.to_owned(),
            purpose,
            address: address.to_owned(),
            address_key,
            created_at: now,
            expires_at: now + lasts,
            used_at: None,
            status: DeliveryStatus::Queued,
            not_before: now,
            attempts: 0,
            error: None,
        };
        mail_codes::insert_code(conn, &row)?;
        Ok(true)
    }

    /// The code as it stands in the mail: the row's id and what is derived from it.
    fn code_text(&self, id: &str) -> String {
        format!("{id}.{}", self.derived.word(Purpose::MailCode, id))
    }

    fn read_code(
        &self, conn: &mut AnyConn, code: &str, purpose: MailPurpose, now: i64,
    ) -> Result<Option<MailCodeRow>, Fault> {
        let Some((id, word)) = code.trim().split_once('.') else { return Ok(None) };
        if !self.derived.is_word(Purpose::MailCode, id, word) {
            return Ok(None);
        }
        Ok(mail_codes::find_code(conn, id, purpose, now)?)
    }

    /// Sends the mail with a code that has waited longest, or the receipt where there is none; how many.
    pub(crate) fn mail_once(&self) -> Result<usize, Fault> {
        let now = self.now();
        if !self.mailer.is_there() || !self.store.read(|conn| Ok::<_, Fault>(mail_codes::any_mail_due(conn, now)?))? {
            return self.receipt_once();
        }
        let claimed = self.store.write(|conn| Ok::<_, Fault>(mail_codes::claim_mail(conn, now, now + CLAIM_MS)?))?;
        let Some(row) = claimed else { return Ok(0) };
        let account = self.store.read(|conn| Ok::<_, Fault>(accounts::find_account(conn, &row.account_id)?))?;
        let wanted = row.used_at.is_none() && row.expires_at > now;
        let (status, error, at) = match account.filter(|account| wanted && account.closed_at.is_none()) {
            None => (DeliveryStatus::Outdated, None, now),
            Some(account) => {
                let (code, public) = (self.code_text(&row.id), self.config.public_url.as_deref());
                let mail = mails::of_code(row.purpose, &account.name, &code, public, &row.address, &row.id);
                self.send_mail(&mail, row.attempts)
            }
        };
        self.store.write(|conn| Ok::<_, Fault>(mail_codes::note_mail(conn, &row.id, status, error.as_deref(), at)?))?;
        Ok(1)
    }
}

impl AppContext {
    /// Sends a mail, the so-manieth time; what became of it, why not, and when it is tried again.
    pub(super) fn send_mail(&self, mail: &Mail, attempt: i32) -> (DeliveryStatus, Option<String>, i64) {
        let sent = self.mailer.send(mail);
        self.metrics.delivery(sent.is_ok());
        let next = usize::try_from(attempt - 1).ok().and_then(|at| RETRIES_MS.get(at));
        let Err(words) = sent else { return (DeliveryStatus::Delivered, None, self.now()) };
        tracing::warn!(mail = mail.id, attempt, words, "a mail was not taken");
        match next {
            Some(wait) => (DeliveryStatus::Queued, Some(words), self.now() + wait),
            None => (DeliveryStatus::Failed, Some(words), self.now()),
        }
    }
}

fn wrong_code() -> Fault {
    let detail = "This code is wrong, used up or too old. Ask for another.";
    Fault::invalid(vec![Flaw::at("/code", "bad-code", detail)])
}
