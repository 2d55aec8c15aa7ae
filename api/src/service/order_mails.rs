//! Orders by mail: an answer to the mail that calls for them is read as shorthand, and a receipt says what the rules think of it.
//!
//! The address that is answered to names person, seat and step, and holds a word that is derived from the signing key; the mail
//! has to come from the address of the account as well. A receipt goes to that address alone, whoever wrote.

use kernel::{Span, Verdict, VerdictStatus};

use crate::context::AppContext;
use crate::context::derived::Purpose;
use crate::context::fault::Fault;
use crate::context::inbound_mail::{InboundMail, read_mail};
use crate::context::new_id;
use crate::context::secrets::{digest, random_hex};
use crate::game::read_orders::SubmittedOrders;
use crate::game::transaction::GameTransaction;
use crate::model::DeliveryStatus;
use crate::service::mails;
use crate::service::submit_orders::{Condition, OrderSet, Ready, Submission};
use crate::store::order_mails::{self, OrderMailRow, ReplyAddressRow};
use crate::store::{accounts, email_addresses};

/// So many mails of one account are answered within a day.
const MOST_A_DAY: i64 = 200;
const DAY_MS: i64 = 86_400_000;
/// How long a receipt may take before somebody else tries to send it, in milliseconds.
const CLAIM_MS: i64 = 120_000;
/// Hexadecimal digits that name a reply address, and that prove it.
const DIGITS: usize = 20;

/// What became of a mail that came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenMail {
    /// It was read, and a receipt is on its way: the orders are in, or it says why not.
    Answered,
    /// It came a second time, and had its receipt.
    Repeated,
    /// It is for no seat here, or a program wrote it by itself: nobody is answered.
    PassedOver,
}

impl AppContext {
    /// Where a person answers with orders for a seat in a step, if this server reads mail.
    pub(crate) fn reply_address(
        &self, account: &str, game: &str, key: &str, step: i32,
    ) -> Result<Option<String>, Fault> {
        let Some((local, domain)) = self.config.reply_address.as_deref().and_then(|whole| whole.split_once('@')) else {
            return Ok(None);
        };
        let row = self.store.write(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let Some(seat) = tx.seats.iter().find(|seat| seat.key == key) else { return Ok(None) };
            let new = ReplyAddressRow {
                id: random_hex()[..DIGITS].to_owned(),
                account_id: account.to_owned(),
                game_id: game.to_owned(),
                seat_idx: seat.idx,
                created_at: tx.now,
            };
            Ok::<_, Fault>(Some(order_mails::reply_address(conn, &new)?))
        })?;
        Ok(row.map(|row| format!("{local}+{}-{}-{step}@{domain}", row.id, self.proof_of(&row.id, step))))
    }

    fn proof_of(&self, id: &str, step: i32) -> String {
        kernel::ids::hex(&self.derived.bytes(Purpose::ReplyAddress, &format!("{id} {step}")))[..DIGITS].to_owned()
    }

    /// Takes a mail as it came in. Done twice it is done once.
    pub fn take_mail(&self, raw: &[u8]) -> Result<TakenMail, Fault> {
        let Some(mail) = read_mail(raw).filter(|mail| !mail.is_automatic) else { return Ok(TakenMail::PassedOver) };
        let Some((row, step)) = self.find_addressee(&mail)? else { return Ok(TakenMail::PassedOver) };
        let now = self.now();
        let found = self.store.read(|conn| {
            let email = email_addresses::email_of(conn, &row.account_id)?;
            let account = accounts::find_account(conn, &row.account_id)?;
            let many = order_mails::count_order_mails(conn, &row.account_id, now - DAY_MS)? >= MOST_A_DAY;
            Ok::<_, Fault>((order_mails::is_known(conn, &mail.key)?, email, account, many))
        })?;
        let (email, account) = match found {
            (true, ..) => return Ok(TakenMail::Repeated),
            (false, Some(email), Some(account), false) if account.closed_at.is_none() => (email, account),
            _ => return Ok(TakenMail::PassedOver),
        };
        let (name, said) = if email.address_key == mail.from {
            self.orders_of_mail(&account.id, &row, step, &mail)?
        } else {
            let detail = "A mail with orders for your seat came from another address than yours, so it was not taken. Write \
                          from the address of your account.";
            (self.name_of_game(&row.game_id)?, detail.to_owned())
        };
        let receipt = OrderMailRow {
            id: new_id(),
            message_key: mail.key,
            account_id: row.account_id,
            game_id: row.game_id,
            subject: format!("{name}: your orders by mail"),
            body: said,
            created_at: now,
            status: DeliveryStatus::Queued,
            not_before: now,
            attempts: 0,
            error: None,
        };
        self.store.write(|conn| Ok::<_, Fault>(order_mails::insert_order_mail(conn, &receipt)?))?;
        self.post.wake();
        Ok(TakenMail::Answered)
    }

    /// Whose reply address a mail went to, and for which step.
    fn find_addressee(&self, mail: &InboundMail) -> Result<Option<(ReplyAddressRow, i32)>, Fault> {
        let Some((local, domain)) = self.config.reply_address.as_deref().and_then(|whole| whole.split_once('@')) else {
            return Ok(None);
        };
        let start = format!("{}+", local.to_lowercase());
        for address in &mail.to {
            let Some((mine, host)) = address.rsplit_once('@') else { continue };
            let Some(words) = mine.strip_prefix(&start).filter(|_| host.eq_ignore_ascii_case(domain)) else { continue };
            let [id, proof, step] = words.split('-').collect::<Vec<_>>()[..] else { continue };
            let Ok(number) = step.parse::<i32>() else { continue };
            if digest(proof) != digest(&self.proof_of(id, number)) {
                continue;
            }
            let row = self.store.read(|conn| Ok::<_, Fault>(order_mails::find_reply_address(conn, id)?))?;
            if let Some(row) = row {
                return Ok(Some((row, number)));
            }
        }
        Ok(None)
    }

    fn name_of_game(&self, game: &str) -> Result<String, Fault> {
        self.store.read(|conn| Ok(GameTransaction::look(conn, &self.heads, game, self.now())?.game.name))
    }

    /// Hands the orders of a mail in; the game's name, and what is to be said of them.
    fn orders_of_mail(
        &self, account: &str, row: &ReplyAddressRow, step: i32, mail: &InboundMail,
    ) -> Result<(String, String), Fault> {
        let (name, seat) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, &row.game_id, self.now())?;
            let seat = tx.seats.iter().find(|seat| seat.idx == row.seat_idx);
            let seat = seat.map(|seat| (seat.key.clone(), seat.name.clone()));
            Ok::<_, Fault>((tx.game.name.clone(), seat.ok_or_else(|| Fault::not_found("seat"))?))
        })?;
        let (key, called) = seat;
        if mail.written.text.is_empty() && mail.written.says_ready {
            let ready = self.caller_by_mail(account);
            let ready = ready.and_then(|caller| self.set_ready(&caller, &row.game_id, &key, Some(step), Ready::Yes));
            return match ready {
                Ok(set) => Ok((name, format!("{called} is ready for {}.\n", set.label))),
                Err(Fault::Refused(refused)) => Ok((name, format!("You are not ready. {}\n", refused.detail))),
                Err(broken) => Err(broken),
            };
        }
        if mail.written.text.is_empty() {
            return Ok((
                name,
                "Your mail held no orders, so everything is as it was. Write a line for each order.".into(),
            ));
        }
        let new = Submission {
            order_set: SubmittedOrders::Shorthand(mail.written.text.clone()),
            step: Some(step),
            ready: mail.written.is_final,
            lenient: false,
            dry_run: false,
            draft: !mail.written.is_final,
            condition: Condition::Any,
        };
        let done = self.caller_by_mail(account).and_then(|caller| self.put_orders(&caller, &row.game_id, &key, &new));
        let said = match done {
            Ok(set) => receipt(&called, &set, &mail.written.text),
            Err(Fault::Refused(refused)) => {
                let flaws = refused.flaws.iter().map(|flaw| format!("\n- {}", flaw.detail)).collect::<String>();
                format!("Your orders for {called} were not taken. {}{flaws}", refused.detail)
            }
            Err(broken) => return Err(broken),
        };
        Ok((name, said))
    }

    /// Sends the receipt that has waited longest; how many.
    pub(crate) fn receipt_once(&self) -> Result<usize, Fault> {
        let now = self.now();
        if !self.mailer.is_there()
            || !self.store.read(|conn| Ok::<_, Fault>(order_mails::any_receipt_due(conn, now)?))?
        {
            return Ok(0);
        }
        let claimed =
            self.store.write(|conn| Ok::<_, Fault>(order_mails::claim_receipt(conn, now, now + CLAIM_MS)?))?;
        let Some(row) = claimed else { return Ok(0) };
        let email = self.store.read(|conn| Ok::<_, Fault>(email_addresses::email_of(conn, &row.account_id)?))?;
        let (status, error, at) = match email {
            None => (DeliveryStatus::Outdated, None, now),
            Some(email) => {
                let mail = mails::of_receipt(&row.subject, &row.body, &row.game_id, &email.address, &row.id);
                self.send_mail(&mail, row.attempts)
            }
        };
        self.store
            .write(|conn| Ok::<_, Fault>(order_mails::note_receipt(conn, &row.id, status, error.as_deref(), at)?))?;
        Ok(1)
    }
}

/// What is said of orders that were read.
fn receipt(seat: &str, set: &OrderSet, written: &str) -> String {
    let mut text = match (&set.executed, set.stored_at) {
        (Some(_), _) => format!("Your orders for {seat} in {} were carried out.\n", set.label),
        (None, Some(_)) => format!("Your orders for {seat} in {} are in.\n", set.label),
        (None, None) => format!("Your orders for {seat} in {} were not taken: every one is refused.\n", set.label),
    };
    text.push('\n');
    for (number, line) in (1..).zip(written.lines()) {
        text.push_str(&format!("> {line}\n"));
        let of_line = |span: Option<Span>| span.is_some_and(|span| span.line == number);
        let judged = set.verdicts.iter().filter(|verdict| of_line(verdict.span) && verdict.code != "ok");
        judged.for_each(|verdict| text.push_str(&format!("{}\n", in_words(verdict))));
        for wrong in set.diagnostics.iter().filter(|wrong| of_line(Some(wrong.span))) {
            let hint = wrong.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
            text.push_str(&format!("not understood: {}{hint}\n", wrong.detail));
        }
    }
    for verdict in set.verdicts.iter().filter(|verdict| verdict.span.is_none() && verdict.code != "ok") {
        text.push_str(&format!("Order {}: {}\n", verdict.index + 1, in_words(verdict)));
    }
    if let Some(events) = set.executed.as_ref().filter(|events| !events.is_empty()) {
        text.push_str("\nWhat happened:\n");
        events.iter().for_each(|event| text.push_str(&format!("- {}\n", event.text)));
    }
    let state = match (&set.executed, &set.not_ready_because, set.ready) {
        (Some(_), ..) | (None, _, true) => None,
        (None, Some(why), false) => Some(format!("They are not final: {why}")),
        (None, None, false) => {
            Some("They are not final: they count at the deadline, or when you say that you are ready.".into())
        }
    };
    if let Some(state) = state {
        text.push_str(&format!("\n{state}\n"));
    }
    if set.executed.is_none() {
        text.push_str("\nAnother answer to the same mail takes the place of these orders.\n");
    }
    text
}

fn in_words(verdict: &Verdict) -> String {
    let status = match verdict.status {
        VerdictStatus::Refused => "refused: ",
        VerdictStatus::Warning => "warning: ",
        VerdictStatus::Accepted => "",
    };
    let rule = verdict.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let hint = verdict.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    format!("{status}{}{rule}{hint}", verdict.detail)
}
