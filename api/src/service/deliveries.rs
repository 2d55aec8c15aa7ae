//! Delivering: a channel is taken from the line, its messages are posted one after another while no connection to the store
//! is held, and what came of each is noted. At least once: whoever falls between the answer and the note sends again, under
//! the same id.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::context::AppContext;
use crate::context::derived::Purpose;
use crate::context::fault::Fault;
use crate::context::moment;
use crate::context::webhooks::{Answered, Post};
use crate::game::notifications::{
    DigestData, DigestType, Notification, NotificationDigest, notification_of, tell_of_channel_off,
};
use crate::model::{ChannelFormat, ChannelKind, DeliveryStatus, GameStatus, Pace};
use crate::service::mails;
use crate::store::channels::{self, ChannelRow};
use crate::store::deliveries::{self, DeliveryAttempt, DeliveryRow, DueDelivery};
use crate::store::email_addresses;

/// How long what was delivered is kept in the log, in milliseconds.
pub const LOG_MS: i64 = 30 * 24 * 3_600_000;
/// Seconds until the next attempt, after each that failed: a day in all.
const RETRIES: [i64; 8] = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];
/// A channel that failed for so long, and as often as it was to be tried, is turned off, in milliseconds.
const FAILING_MS: i64 = 23 * 3_600_000;
/// For so long a channel keeps a thread busy; others come before the rest of its messages.
const BUSY: Duration = Duration::from_secs(30);
/// The most notifications in one message.
const MOST_IN_DIGEST: i64 = 50;
/// The most characters that Discord takes in one message.
const MOST_IN_DISCORD: usize = 2_000;

/// A message made of what is due.
struct Message<'a> {
    id: String,
    rows: Vec<&'a DeliveryRow>,
}

impl AppContext {
    /// Serves the channel that has waited longest; how many messages were tried.
    pub fn deliver_once(&self) -> Result<usize, Fault> {
        let now = self.now();
        if !self.store.read(|conn| Ok::<_, Fault>(channels::any_due(conn, now)?))? {
            return Ok(0);
        }
        let claimed = self.store.write(|conn| Ok::<_, Fault>(channels::claim_channel(conn, now, &self.server_id)?))?;
        let Some(channel) = claimed else { return Ok(0) };
        let served = self.serve_channel(&channel);
        if served.is_err() {
            // What of it cannot be read or noted now keeps nobody else from being told.
            let until = self.now() + RETRIES[1] * 1000;
            self.store.write(|conn| Ok::<_, Fault>(channels::rest_channel(conn, &channel.id, until)?))?;
        }
        self.store.write(|conn| Ok::<_, Fault>(channels::release_channel(conn, &channel.id, &self.server_id)?))?;
        served
    }

    /// Delivers until nothing is due, mails with codes too.
    pub fn deliver_all(&self) -> Result<usize, Fault> {
        let mut tried = 0;
        loop {
            match self.deliver_once()? + self.mail_once()? {
                0 => return Ok(tried),
                more => tried += more,
            }
        }
    }

    fn serve_channel(&self, channel: &ChannelRow) -> Result<usize, Fault> {
        let (began, mut tried) = (Instant::now(), 0);
        while began.elapsed() < BUSY {
            let now = self.now();
            let due =
                self.store.read(|conn| Ok::<_, Fault>(deliveries::due_on(conn, &channel.id, now, MOST_IN_DIGEST)?))?;
            if due.is_empty() {
                break;
            }
            let (over, good): (Vec<_>, Vec<_>) = due.iter().partition(|one| is_over(one));
            if !over.is_empty() {
                let ids: Vec<&str> = over.iter().map(|one| one.row.id.as_str()).collect();
                self.store
                    .write(|conn| Ok::<_, Fault>(deliveries::lay_aside(conn, &ids, DeliveryStatus::Outdated)?))?;
                continue;
            }
            let rows: Vec<&DeliveryRow> = good.iter().map(|one| &one.row).collect();
            let message = next_message(channel, &rows);
            tried += 1;
            if !self.deliver(channel, &message)? {
                break;
            }
        }
        // A channel that had nothing but outdated notifications was served, too.
        Ok(tried.max(1))
    }

    /// Posts a message; whether it was taken.
    fn deliver(&self, channel: &ChannelRow, message: &Message) -> Result<bool, Fault> {
        let ids: Vec<&str> = message.rows.iter().map(|row| row.id.as_str()).collect();
        self.store.write(|conn| Ok::<_, Fault>(deliveries::set_message(conn, &ids, &message.id)?))?;
        let answered = match channel.kind {
            ChannelKind::Webhook => self.post_message(channel, message)?,
            ChannelKind::Email => self.mail_message(channel, message)?,
        };
        self.metrics.delivery(matches!(answered, Answered::Taken(_) | Answered::Mailed));
        self.note(channel, message, &ids, answered)
    }

    fn post_message(&self, channel: &ChannelRow, message: &Message) -> Result<Answered, Fault> {
        let now = self.now();
        let body = self.body_of(channel, message, now)?.to_string();
        let secrets = self.good_secrets(channel, now);
        let post = Post { url: &channel.url, id: &message.id, at: now / 1000, body: &body, secrets: &secrets };
        Ok(self.webhooks.post(&post))
    }

    fn mail_message(&self, channel: &ChannelRow, message: &Message) -> Result<Answered, Fault> {
        let email = self.store.read(|conn| Ok::<_, Fault>(email_addresses::email_of(conn, &channel.account_id)?))?;
        let Some(email) = email else { return Ok(Answered::Nothing("The account has no address of mail.".into())) };
        let word = self.derived.word(Purpose::Unsubscribe, &channel.id);
        let public = self.config.public_url.as_deref();
        let unsubscribe = public.map(|public| format!("{public}/v1/unsubscribe/{}/{word}", channel.id));
        let notifications = self.notifications_of(message)?;
        let mut mail = mails::of_notifications(&notifications, &message.id, &email.address, unsubscribe.as_deref());
        if let [only] = &notifications[..]
            && only.kind.is_call()
            && let (Some(game), Some(seat)) = (&only.data.game, &only.data.seat)
            && let Some(address) = self.reply_address(&channel.account_id, &game.id, &seat.key, game.step)?
        {
            mail = mails::answered_to(mail, address);
        }
        Ok(match self.mailer.send(&mail) {
            Ok(()) => Answered::Mailed,
            Err(words) => Answered::Nothing(words),
        })
    }

    fn notifications_of(&self, message: &Message) -> Result<Vec<Notification>, Fault> {
        let mut notifications = Vec::new();
        for row in &message.rows {
            let mut one = notification_of(row)?;
            if let (Some(path), Some(public)) = (&one.data.url, &self.config.public_url) {
                one.data.url = Some(format!("{public}{path}"));
            }
            notifications.push(one);
        }
        Ok(notifications)
    }

    fn body_of(&self, channel: &ChannelRow, message: &Message, now: i64) -> Result<Value, Fault> {
        let notifications = self.notifications_of(message)?;
        Ok(match channel.format {
            ChannelFormat::Discord => {
                json!({ "content": in_discord(&notifications), "allowed_mentions": { "parse": [] } })
            }
            ChannelFormat::Json if channel.pace == Pace::AtOnce => {
                let only = notifications.into_iter().next();
                serde_json::to_value(only).map_err(Fault::broken)?
            }
            ChannelFormat::Json => {
                let (id, timestamp) = (message.id.clone(), moment(now));
                let data = DigestData { notifications };
                let digest = NotificationDigest { id, kind: DigestType::Digest, timestamp, data };
                serde_json::to_value(digest).map_err(Fault::broken)?
            }
        })
    }

    /// Notes what came of an attempt, in the rows and in the channel; whether the message was taken.
    fn note(&self, channel: &ChannelRow, message: &Message, ids: &[&str], answered: Answered) -> Result<bool, Fault> {
        let now = self.now();
        let attempts = message.rows.iter().map(|row| row.attempts + 1).max().unwrap_or(1);
        let (answer, error) = match &answered {
            Answered::Taken(status) => (Some(i32::from(*status)), None),
            Answered::Mailed => (None, None),
            Answered::Gone => (Some(410), Some("It answered 410: it wants no more messages.".to_owned())),
            Answered::Refused(status @ 300..=399) => {
                let words = format!("It answered {status}: a redirect, and none is followed. Name the new address.");
                (Some(i32::from(*status)), Some(words))
            }
            Answered::Refused(status) => (Some(i32::from(*status)), Some(format!("It answered {status}."))),
            Answered::Nothing(words) => (None, Some(words.clone())),
        };
        let next = rest_after(attempts);
        let status = match (&answered, next) {
            (Answered::Taken(_) | Answered::Mailed, _) => DeliveryStatus::Delivered,
            (_, Some(_)) => DeliveryStatus::Queued,
            (_, None) => DeliveryStatus::Failed,
        };
        let not_before = now + next.unwrap_or(0);
        let attempt = DeliveryAttempt { status, at: now, answer, error: error.clone(), not_before };
        self.store.write(|conn| {
            deliveries::note_attempt(conn, ids, &attempt)?;
            // Its owner may have taken it away meanwhile, or changed it.
            let Some(mut row) = channels::lock_channel(conn, &channel.id)? else { return Ok(()) };
            if status == DeliveryStatus::Delivered {
                (row.failing_since, row.failures, row.rest_until) = (None, 0, 0);
            } else {
                row.failures += 1;
                let since = *row.failing_since.get_or_insert(now);
                row.rest_until = now + rest_after(row.failures).unwrap_or(RETRIES[RETRIES.len() - 1] * 1000);
                let spent = rest_after(row.failures).is_none() && now - since >= FAILING_MS;
                let words = error.unwrap_or_default();
                if row.off_at.is_none() && (spent || answered == Answered::Gone) {
                    let reason = if spent { format!("Nothing was taken for a day. {words}") } else { words };
                    tracing::info!(channel = row.id, reason, "a channel is turned off");
                    tell_of_channel_off(conn, &row, &reason, now)?;
                    (row.off_at, row.off_reason) = (Some(now), Some(reason));
                    deliveries::drop_queue(conn, &row.id)?;
                }
            }
            Ok::<_, Fault>(channels::save_channel(conn, &row)?)
        })?;
        Ok(status == DeliveryStatus::Delivered)
    }
}

/// How long to wait after so many attempts, in milliseconds; none when it was the last.
fn rest_after(attempts: i32) -> Option<i64> {
    let at = usize::try_from(attempts - 1).ok()?;
    RETRIES.get(at).map(|seconds| seconds * 1000)
}

/// Whether a notification calls for what is over: its turn has ended, or the game does not run.
fn is_over(one: &DueDelivery) -> bool {
    let past = one.row.step.zip(one.turn_began).is_some_and(|(step, began)| step < began);
    one.row.kind.is_call() && (past || one.game_status.is_some_and(|status| status != GameStatus::Running))
}

/// The message that comes next: one notification, or as many as wait where they are told together. What was tried before
/// stays together as it was, so that its id names the same.
fn next_message<'a>(channel: &ChannelRow, due: &[&'a DeliveryRow]) -> Message<'a> {
    let first = due[0];
    let id = first.message_id.clone().unwrap_or_else(|| first.id.clone());
    let rows = if channel.pace == Pace::AtOnce {
        vec![first]
    } else {
        due.iter().copied().filter(|row| row.message_id == first.message_id).collect()
    };
    Message { id, rows }
}

/// Notifications as a message of Discord, a line or two each, cut where it takes no more.
fn in_discord(notifications: &[Notification]) -> String {
    let mut text = String::new();
    for (at, one) in notifications.iter().enumerate() {
        let game = one.data.game.as_ref().map(|game| format!("**{}** ", plain(&game.name))).unwrap_or_default();
        let url = one.data.url.as_deref().filter(|url| url.starts_with("http")).map(|url| format!(" <{url}>"));
        let line = format!("{game}{}{}", plain(&one.data.text), url.unwrap_or_default());
        let left = notifications.len() - at;
        let more = format!("\n… and {left} more.");
        if text.chars().count() + 1 + line.chars().count() + more.chars().count() > MOST_IN_DISCORD {
            text.push_str(&more);
            break;
        }
        if at > 0 {
            text.push('\n');
        }
        text.push_str(&line);
    }
    text
}

/// Somebody's words, so that nothing in them is taken for markup, a mention or a link.
fn plain(words: &str) -> String {
    let mut text = String::new();
    for sign in words.chars() {
        if sign.is_ascii_punctuation() && !",.;!?'\"%&/+=".contains(sign) {
            text.push('\\');
        }
        text.push(sign);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_somebody_wrote_is_markup() {
        assert_eq!(
            plain("[click](http://x) @all *b* `c` <#1>, fine."),
            r"\[click\]\(http\://x\) \@all \*b\* \`c\` \<\#1\>, fine."
        );
    }

    #[test]
    fn attempts_go_on_for_about_a_day() {
        let all: i64 = (1..).map_while(rest_after).sum();
        assert!((23 * 3_600_000..=25 * 3_600_000).contains(&all), "{all}");
        assert!(all >= FAILING_MS);
        assert_eq!(rest_after(0), None);
    }
}
