//! Mail on its way out: to a mail server, or into a folder where nobody but the operator reads it.

use std::path::Path;
use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, FileTransport, Message, SmtpTransport, Transport};

use crate::config::Config;

/// How long the mail server may take with one command.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest subject, in characters.
const LONGEST_SUBJECT: usize = 120;

/// A mail to one person.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Names it: the same when it is sent again.
    pub id: String,
    /// What it belongs to: mails about the same are shown together.
    pub thread: Option<String>,
    /// An address that ends such mails when something is posted to it.
    pub unsubscribe: Option<String>,
    /// Where an answer goes, if anybody reads it.
    pub reply_to: Option<String>,
}

enum Way {
    Server(Box<SmtpTransport>),
    Folder(FileTransport),
}

/// The way mail takes, where the operator has named one.
pub struct Mailer(Option<(Way, Mailbox)>);

impl Mailer {
    /// # Errors
    /// In words for the operator: settings that are no address, no mail server, or only half of what is needed.
    pub fn new(config: &Config) -> Result<Mailer, String> {
        let way = match (&config.smtp_url, &config.mail_folder) {
            (None, None) if config.reply_address.is_some() => {
                return Err("orders by mail (--reply-address) need a way for receipts: --smtp-url".into());
            }
            (None, None) => return Ok(Mailer(None)),
            (Some(_), Some(_)) => return Err("mail goes to --smtp-url or into --mail-folder, not both".into()),
            (Some(url), None) => Way::Server(Box::new(
                SmtpTransport::from_url(url)
                    .map_err(|e| {
                        format!(
                            "--smtp-url is no mail server: {e}. It looks like smtps://user:password@mail.example.org"
                        )
                    })?
                    .timeout(Some(PATIENCE))
                    .build(),
            )),
            (None, Some(folder)) => Way::Folder(folder_for(folder)?),
        };
        if let Some(address) = &config.reply_address {
            let ours =
                read_address(address).filter(|ours| ours.split('@').next().is_some_and(|local| local.len() <= 12));
            ours.ok_or("--reply-address is an address of mail, with at most 12 characters before the @")?;
        }
        if config.inbound_secret.as_ref().is_some_and(|secret| secret.chars().count() < 16) {
            return Err("--inbound-secret has 16 characters or more".into());
        }
        let from = config.mail_from.as_deref().ok_or("mail needs --mail-from, as in “Cursus <cursus@example.org>”")?;
        let from = from.parse().map_err(|e| format!("--mail-from is no address of mail: {e}"))?;
        Ok(Mailer(Some((way, from))))
    }

    /// Whether there is a way for mail.
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// Tries whether a mail would be taken, without sending one; how it is.
    ///
    /// # Errors
    /// Why it would not, in words.
    pub fn try_out(&self) -> Result<String, String> {
        match &self.0 {
            None => Err("This server sends no mail.".into()),
            Some((Way::Folder(_), _)) => Ok("Mail is written into a folder, and sent to nobody.".into()),
            Some((Way::Server(server), from)) => match server.test_connection() {
                Ok(true) => Ok(format!("The mail server takes us in; mail is from {}.", from.email)),
                Ok(false) => Err("The mail server does not take us in.".into()),
                Err(e) => Err(format!("The mail server cannot be reached, or does not take us in: {e}.")),
            },
        }
    }

    /// Hands a mail over. Takes some ten seconds a command at most.
    ///
    /// # Errors
    /// Why it was not taken, in words.
    pub fn send(&self, mail: &Mail) -> Result<(), String> {
        let Some((way, from)) = &self.0 else { return Err("This server sends no mail.".into()) };
        let message = message(mail, from).map_err(|e| format!("The mail could not be written: {e}."))?;
        match way {
            Way::Server(server) => server.send(&message).map(|_| ()).map_err(|e| format!("The mail server said: {e}.")),
            Way::Folder(folder) => {
                folder.send(&message).map(|_| ()).map_err(|e| format!("The mail could not be put down: {e}."))
            }
        }
    }
}

fn folder_for(folder: &Path) -> Result<FileTransport, String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("the folder {} for mail: {e}", folder.display()))?;
    Ok(FileTransport::new(folder))
}

fn message(mail: &Mail, from: &Mailbox) -> Result<Message, String> {
    let to: Address = mail.to.parse().map_err(|e| format!("{e}"))?;
    let host = from.email.domain();
    let named = |id: &str| format!("<{id}@{host}>");
    let subject: String =
        mail.subject.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_SUBJECT).collect();
    let mut builder = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(subject)
        .message_id(Some(named(&mail.id)));
    if let Some(thread) = &mail.thread {
        builder = builder.references(named(thread));
    }
    if let Some(address) = &mail.reply_to {
        let address: Address = address.parse().map_err(|e| format!("{e}"))?;
        builder = builder.reply_to(Mailbox::new(None, address));
    }
    let body = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
    let mut message = builder.multipart(body).map_err(|e| e.to_string())?;
    let mut raw = |name: &'static str, value: String| {
        message.headers_mut().insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
    };
    // A program wrote it, and no program shall answer.
    raw("Auto-Submitted", "auto-generated".into());
    if let Some(url) = &mail.unsubscribe {
        raw("List-Unsubscribe", format!("<{url}>"));
        raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into());
    }
    Ok(message)
}

/// An address of mail as it was typed, if it is one.
pub fn read_address(text: &str) -> Option<String> {
    let address: Address = text.trim().parse().ok()?;
    let plain = address.to_string();
    (plain.len() <= 254 && address.domain().contains('.')).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_what_is_none_is_not() {
        assert_eq!(read_address(" ada@example.org "), Some("ada@example.org".into()));
        let bad = [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@localhost",
            "Ada <ada@example.org>",
            "a b@example.org",
            "a@b.c\r\nBcc: x@y.z",
        ];
        for text in bad {
            assert_eq!(read_address(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_that_somebody_wrote_becomes_a_header() {
        let mail = Mail {
            to: "ada@example.org".into(),
            subject: "War\r\nBcc: eve@example.org".into(),
            text: "…".into(),
            html: "<p>…</p>".into(),
            id: "1".into(),
            thread: Some("game".into()),
            unsubscribe: Some("https://play.example.org/v1/unsubscribe/1/2".into()),
            reply_to: None,
        };
        let written = message(&mail, &"Cursus <cursus@example.org>".parse().unwrap()).unwrap().formatted();
        let written = String::from_utf8(written).unwrap();
        let head = written.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("\r\nBcc:"), "{head}");
        for header in [
            "Message-ID: <1@example.org>",
            "References: <game@example.org>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(head.contains(header), "{head}");
        }
    }
}
