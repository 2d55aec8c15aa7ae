//! Channels: where a person is told what happens in their games. They are made by people who logged in, never by a token that
//! may have leaked, and not by guests: whoever makes a server call others has a name there.

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::derived::Purpose;
use crate::context::fault::{Fault, Flaw, Why};
use crate::context::new_id;
use crate::context::webhooks::{WebhookSecret, check_address};
use crate::game::notifications::{Notification, NotificationData, delivery, notification_of};
use crate::game::transaction::GameTransaction;
use crate::model::{ChannelFormat, ChannelKind, DeliveryStatus, NotificationKind, Pace};
use crate::service::names;
use crate::store::channels::{self, ChannelRow};
use crate::store::deliveries::{self, DeliveryRow};
use crate::store::{AnyConn, accounts, email_addresses, games, notification_settings};

/// The most channels of an account.
pub const MOST_CHANNELS: usize = 10;
/// The most games that a channel may be for, where it is not for all.
const MOST_GAMES: usize = 100;
/// The longest name of a channel, in characters.
pub const LONGEST_NAME: usize = 64;
/// How long the secret before the present one is good, in milliseconds.
pub(crate) const OLD_SECRET_MS: i64 = 24 * 3_600_000;
/// How often a channel may be tried out in an hour.
const MOST_TESTS: i64 = 10;
const HOUR_MS: i64 = 3_600_000;
const TURNED_OFF: &str = "You turned it off.";

/// What a channel is to be. `None`: as it was, or what is usual.
#[derive(Debug, Clone, Default)]
pub struct ChannelForm {
    /// Only for a new one.
    pub kind: Option<ChannelKind>,
    pub name: Option<String>,
    pub url: Option<String>,
    pub format: Option<ChannelFormat>,
    pub kinds: Option<Vec<NotificationKind>>,
    /// Empty: all.
    pub games: Option<Vec<String>>,
    pub pace: Option<Pace>,
    pub is_on: Option<bool>,
}

/// A channel as its owner sees it.
#[derive(Debug, Clone)]
pub struct Channel {
    pub id: String,
    pub kind: ChannelKind,
    pub name: String,
    /// Where messages are posted; none where mail is sent.
    pub url: Option<String>,
    pub format: ChannelFormat,
    pub kinds: Vec<NotificationKind>,
    pub games: Vec<String>,
    pub pace: Pace,
    pub created_at: i64,
    /// When it was turned off, and why.
    pub off: Option<(i64, String)>,
    /// Since when nobody answers there, and when it is tried again.
    pub failing: Option<(i64, i64)>,
    /// Notifications that are still to be told.
    pub waiting: i64,
}

/// A notification on a channel.
#[derive(Debug, Clone)]
pub struct Delivery {
    pub id: String,
    pub message_id: Option<String>,
    pub notification: Notification,
    pub status: DeliveryStatus,
    pub created_at: i64,
    /// When it is sent, or sent again.
    pub next_at: Option<i64>,
    pub attempts: i32,
    pub tried_at: Option<i64>,
    pub answer: Option<i32>,
    pub error: Option<String>,
}

impl AppContext {
    /// Makes a channel; the secret that its messages are signed with.
    pub fn create_channel(&self, caller: &Caller, form: &ChannelForm) -> Result<(Channel, Option<String>), Fault> {
        caller.need_session()?;
        let now = self.now();
        let id = self.write_once(|conn| {
            must_have_a_name(conn, caller)?;
            let mut row = ChannelRow {
                id: new_id(),
                account_id: caller.account_id.clone(),
                name: "Webhook".into(),
                url: String::new(),
                format: ChannelFormat::default(),
                kinds: kinds_text(&NotificationKind::usual()),
                games: String::new(),
                pace: Pace::default(),
                secret_version: 1,
                rotated_at: None,
                created_at: now,
                off_at: None,
                off_reason: None,
                failing_since: None,
                failures: 0,
                rest_until: 0,
                lease_to: 0,
                leased_by: None,
                kind: form.kind.unwrap_or_default(),
            };
            if row.kind == ChannelKind::Email {
                self.must_have_email(conn, caller)?;
                row.name = "Mail".into();
            } else if form.url.is_none() {
                let detail = "A webhook needs the address that it leads to.";
                return Err(Fault::invalid(vec![Flaw::at("/url", "no-address", detail)]));
            }
            self.fill_channel(conn, caller, &mut row, form, now)?;
            if channels::channels_of(conn, &caller.account_id)?.len() >= MOST_CHANNELS {
                let detail = format!("You have {MOST_CHANNELS} channels, and that is the most. Take one away first.");
                return Err(Fault::conflict("too-many-channels", detail));
            }
            channels::insert_channel(conn, &row)?;
            Ok(row.id)
        })?;
        let channel = self.show_channel(caller, &id)?;
        let row = self.store.read(|conn| mine(conn, caller, &id))?;
        let secret = (row.kind == ChannelKind::Webhook)
            .then(|| WebhookSecret::of(&self.derived, &row.id, row.secret_version).in_words());
        Ok((channel, secret))
    }

    /// Whether mail can be sent to the caller.
    fn must_have_email(&self, conn: &mut AnyConn, caller: &Caller) -> Result<(), Fault> {
        self.must_send_mail()?;
        if email_addresses::email_of(conn, &caller.account_id)?.is_some() {
            return Ok(());
        }
        let detail = "Your account has no verified address of mail. Set one first: PUT /v1/me/email.";
        Err(Fault::conflict("no-email", detail))
    }

    /// Mutes a game for who has the word that the mails of a channel hold; the game's name.
    pub fn mute_from_mail(&self, id: &str, word: &str, game: &str, really: bool) -> Result<String, Fault> {
        if !self.derived.is_word(Purpose::Unsubscribe, id, word) {
            return Err(no_channel());
        }
        let now = self.now();
        self.store.write(|conn| {
            let row = channels::lock_channel(conn, id)?.ok_or_else(no_channel)?;
            let unknown = || Fault::not_found("game of this mail");
            if !deliveries::was_told_of(conn, id, game)? {
                return Err(unknown());
            }
            let game = games::find_game(conn, game)?.ok_or_else(unknown)?;
            if really {
                notification_settings::mute(conn, &row.account_id, &game.id, now)?;
                let mine = channels::channels_of(conn, &row.account_id)?;
                let mine: Vec<String> = mine.into_iter().map(|channel| channel.id).collect();
                deliveries::drop_of_game(conn, &mine, &game.id)?;
            }
            Ok(game.name)
        })
    }

    /// Turns a channel off for who has the word that its mails hold; the channel's name.
    pub fn unsubscribe(&self, id: &str, word: &str, really: bool) -> Result<String, Fault> {
        if !self.derived.is_word(Purpose::Unsubscribe, id, word) {
            return Err(no_channel());
        }
        let now = self.now();
        self.store.write(|conn| {
            let mut row = channels::lock_channel(conn, id)?.ok_or_else(no_channel)?;
            if really && row.off_at.is_none() {
                (row.off_at, row.off_reason) = (Some(now), Some("You asked for it in a mail.".into()));
                channels::save_channel(conn, &row)?;
                deliveries::drop_queue(conn, id)?;
            }
            Ok(row.name)
        })
    }

    pub fn list_channels(&self, caller: &Caller) -> Result<Vec<Channel>, Fault> {
        caller.need_session()?;
        self.store.read(|conn| {
            let rows = channels::channels_of(conn, &caller.account_id)?;
            rows.into_iter().map(|row| shown(conn, row)).collect()
        })
    }

    pub fn show_channel(&self, caller: &Caller, id: &str) -> Result<Channel, Fault> {
        caller.need_session()?;
        self.store.read(|conn| {
            let row = mine(conn, caller, id)?;
            shown(conn, row)
        })
    }

    /// Changes what is named of a channel, and turns it on or off.
    pub fn change_channel(&self, caller: &Caller, id: &str, form: &ChannelForm) -> Result<Channel, Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            mine(conn, caller, id)?;
            let mut row = channels::lock_channel(conn, id)?.ok_or_else(no_channel)?;
            self.fill_channel(conn, caller, &mut row, form, now)?;
            channels::save_channel(conn, &row)?;
            if row.off_at.is_some() {
                deliveries::drop_queue(conn, id)?;
            }
            shown(conn, row)
        })
    }

    /// Takes a channel away, with its log and what it had still to tell.
    pub fn delete_channel(&self, caller: &Caller, id: &str) -> Result<(), Fault> {
        caller.need_session()?;
        let gone = self.store.write(|conn| Ok::<_, Fault>(channels::delete_channel(conn, &caller.account_id, id)?))?;
        if gone { Ok(()) } else { Err(no_channel()) }
    }

    /// Gives a channel a new secret; for a day messages are signed with the old one too.
    pub fn rotate_channel_secret(&self, caller: &Caller, id: &str) -> Result<String, Fault> {
        caller.need_session()?;
        let now = self.now();
        let version = self.write_once(|conn| {
            if mine(conn, caller, id)?.kind == ChannelKind::Email {
                return Err(Fault::conflict("no-secret", "Mail is not signed: a channel of this kind has no secret."));
            }
            let mut row = channels::lock_channel(conn, id)?.ok_or_else(no_channel)?;
            row.secret_version += 1;
            row.rotated_at = Some(now);
            channels::save_channel(conn, &row)?;
            Ok(row.secret_version)
        })?;
        Ok(WebhookSecret::of(&self.derived, id, version).in_words())
    }

    /// Sends a notification that says nothing, to see whether a channel works.
    pub fn test_channel(&self, caller: &Caller, id: &str) -> Result<Delivery, Fault> {
        caller.need_session()?;
        let now = self.now();
        let made = self.write_once(|conn| {
            let channel = mine(conn, caller, id)?;
            if channel.off_at.is_some() {
                let detail = "This channel is off. Turn it on first: PATCH it with “is_on”: true.";
                return Err(Fault::conflict("channel-off", detail));
            }
            if deliveries::count_since(conn, id, NotificationKind::Test, now - HOUR_MS)? >= MOST_TESTS {
                let detail = format!("A channel is tried out {MOST_TESTS} times an hour at the most.");
                return Err(Fault::of(Why::TooOften, "too-many-tests", detail).retry_after(600));
            }
            let settings = notification_settings::settings_of(conn, &caller.account_id)?;
            let text = format!("This is a test of your channel “{}”. It works.", channel.name);
            let data = NotificationData { text, ..NotificationData::default() };
            let row = delivery(&channel, &settings, NotificationKind::Test, None, data, now)?;
            deliveries::insert_delivery(conn, &row)?;
            // Whoever tries it out has mended it, perhaps: it does not rest.
            if let Some(mut row) = channels::lock_channel(conn, id)? {
                row.rest_until = 0;
                channels::save_channel(conn, &row)?;
            }
            Ok(row.id)
        })?;
        self.post.wake();
        self.store.read(|conn| {
            mine(conn, caller, id)?;
            delivery_shown(deliveries::find_delivery(conn, &made)?.ok_or_else(no_channel)?)
        })
    }

    /// What a channel told and has to tell, newest first.
    pub fn list_deliveries(
        &self, caller: &Caller, id: &str, before: Option<(i64, String)>, limit: i64,
    ) -> Result<Vec<Delivery>, Fault> {
        caller.need_session()?;
        self.store.read(|conn| {
            mine(conn, caller, id)?;
            let rows = deliveries::list_deliveries(conn, id, before, limit)?;
            rows.into_iter().map(delivery_shown).collect()
        })
    }

    /// The secrets that a channel's messages are signed with now, the newest first.
    pub(crate) fn good_secrets(&self, channel: &ChannelRow, now: i64) -> Vec<WebhookSecret> {
        let old = channel.rotated_at.is_some_and(|at| now - at < OLD_SECRET_MS);
        let versions = std::iter::once(channel.secret_version).chain(old.then_some(channel.secret_version - 1));
        versions.map(|version| WebhookSecret::of(&self.derived, &channel.id, version)).collect()
    }

    /// Writes what a form says into a row.
    fn fill_channel(
        &self, conn: &mut AnyConn, caller: &Caller, row: &mut ChannelRow, form: &ChannelForm, now: i64,
    ) -> Result<(), Fault> {
        let mut flaws = Vec::new();
        if let Some(given) = &form.name {
            match names::name("/name", "A channel's name", LONGEST_NAME, given) {
                Ok(name) => row.name = name,
                Err(flaw) => flaws.push(flaw),
            }
        }
        if let Some(url) = &form.url {
            if row.kind == ChannelKind::Email {
                let detail = "Mail goes to the verified address of your account; name no other.";
                flaws.push(Flaw::at("/url", "no-address-wanted", detail));
            }
            match check_address(url, self.webhooks.reach_loopback()) {
                Ok(()) => row.url.clone_from(url),
                Err(detail) => flaws.push(Flaw::at("/url", "bad-address", detail)),
            }
        }
        row.format = form.format.unwrap_or(row.format);
        row.pace = form.pace.unwrap_or(row.pace);
        if let Some(kinds) = &form.kinds {
            if kinds.is_empty() {
                let detail = "A channel that tells nothing is good for nothing; name at least one kind.";
                flaws.push(Flaw::at("/kinds", "no-kind", detail));
            }
            row.kinds = kinds_text(kinds);
        }
        if let Some(games) = &form.games {
            if games.len() > MOST_GAMES {
                let detail =
                    format!("A channel is for {MOST_GAMES} games at the most; leave them out for all of yours.");
                flaws.push(Flaw::at("/games", "too-many", detail));
            }
            for (at, game) in games.iter().take(MOST_GAMES).enumerate() {
                let found =
                    GameTransaction::look(conn, &self.heads, game, now).and_then(|tx| tx.must_see(Some(caller)));
                match found {
                    Err(fault @ Fault::Refused(_)) => {
                        flaws.push(Flaw::at(format!("/games/{at}"), "not-found", fault.to_string()));
                    }
                    other => other?,
                }
            }
            row.games = if games.is_empty() { String::new() } else { format!(",{},", games.join(",")) };
        }
        match form.is_on {
            Some(true) => {
                (row.off_at, row.off_reason, row.failing_since) = (None, None, None);
                (row.failures, row.rest_until) = (0, 0);
            }
            Some(false) if row.off_at.is_none() => {
                (row.off_at, row.off_reason) = (Some(now), Some(TURNED_OFF.into()));
            }
            _ => {}
        }
        if flaws.is_empty() { Ok(()) } else { Err(Fault::invalid(flaws)) }
    }
}

fn must_have_a_name(conn: &mut AnyConn, caller: &Caller) -> Result<(), Fault> {
    let account = accounts::find_account(conn, &caller.account_id)?.ok_or_else(|| Fault::not_found("account"))?;
    if !account.password_hash.is_empty() {
        return Ok(());
    }
    let detail = "A guest has no channels. Give the account a name and a password first: PUT /v1/me/name.";
    Err(Fault::forbidden("guests-cannot", detail))
}

fn no_channel() -> Fault {
    Fault::not_found("channel")
}

fn mine(conn: &mut AnyConn, caller: &Caller, id: &str) -> Result<ChannelRow, Fault> {
    channels::find_channel(conn, &caller.account_id, id)?.ok_or_else(no_channel)
}

/// Kinds as they are stored: each once, in the order of their declaration.
fn kinds_text(kinds: &[NotificationKind]) -> String {
    let named = NotificationKind::ALL.iter().filter(|kind| kinds.contains(kind));
    named.map(|kind| kind.name()).collect::<Vec<_>>().join(" ")
}

fn shown(conn: &mut AnyConn, row: ChannelRow) -> Result<Channel, Fault> {
    let waiting = deliveries::count_waiting(conn, &row.id)?;
    let failing = row.failing_since.filter(|_| row.off_at.is_none()).map(|since| (since, row.rest_until));
    Ok(Channel {
        kinds: row.kinds.split(' ').filter_map(|kind| kind.parse().ok()).collect(),
        games: row.games.split(',').filter(|game| !game.is_empty()).map(str::to_owned).collect(),
        off: row.off_at.map(|at| (at, row.off_reason.unwrap_or_default())),
        id: row.id,
        kind: row.kind,
        name: row.name,
        url: (row.kind == ChannelKind::Webhook).then_some(row.url),
        format: row.format,
        pace: row.pace,
        created_at: row.created_at,
        failing,
        waiting,
    })
}

fn delivery_shown(row: DeliveryRow) -> Result<Delivery, Fault> {
    let notification = notification_of(&row)?;
    Ok(Delivery {
        notification,
        next_at: (row.status == DeliveryStatus::Queued).then_some(row.not_before),
        id: row.id,
        message_id: row.message_id,
        status: row.status,
        created_at: row.created_at,
        attempts: row.attempts,
        tried_at: row.tried_at,
        answer: row.answer,
        error: row.error,
    })
}
