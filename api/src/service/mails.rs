//! What mails say: notifications, and codes. As text and as HTML; whatever people wrote is text in both.

use kernel::paper::escape;

use crate::context::mailer::Mail;
use crate::game::notifications::Notification;
use crate::model::MailPurpose;

/// Colours and measures in the elements themselves, since programs for mail take no style sheets.
const FRAME: &str = "font-family:Georgia,serif;color:#2b2520;background:#fbf8f1;padding:24px;max-width:36em";
const BUTTON: &str = "background:#7a2e1d;color:#ffffff;padding:8px 16px;border-radius:4px;text-decoration:none";
const QUIET: &str = "color:#635a4d;font-size:90%";

/// The mail that tells these notifications.
///
/// `unsubscribe` is the address that ends mails of this channel; with `?game=` those of one game.
pub fn of_notifications(notifications: &[Notification], id: &str, to: &str, unsubscribe: Option<&str>) -> Mail {
    let only = match notifications {
        [one] => Some(one),
        _ => None,
    };
    let game = |one: &Notification| one.data.game.as_ref().map(|game| game.name.clone());
    let subject = match only {
        Some(one) => format!("{}: {}", game(one).unwrap_or_else(|| "Cursus".into()), one.data.text),
        None => format!("{} notifications from your games", notifications.len()),
    };
    let (mut text, mut html) = (String::new(), String::new());
    for one in notifications {
        let url = one.data.url.as_deref().filter(|url| url.starts_with("http"));
        if let Some(game) = game(one) {
            text.push_str(&format!("{game}\n"));
            html.push_str(&format!("<h2 style=\"margin:16px 0 4px\">{}</h2>\n", escape(&game)));
        }
        text.push_str(&format!("{}\n{}\n", one.data.text, url.map(|url| format!("{url}\n")).unwrap_or_default()));
        html.push_str(&format!("<p>{}</p>\n", escape(&one.data.text)));
        if !one.data.news.is_empty() {
            let lines: String = one.data.news.iter().map(|line| format!("- {line}\n")).collect();
            text.push_str(&format!("\nWhat everybody knows:\n{lines}\n"));
            let lines: String = one.data.news.iter().map(|line| format!("<li>{}</li>", escape(line))).collect();
            html.push_str(&format!("<p>What everybody knows:</p>\n<ul>{lines}</ul>\n"));
        }
        if let Some(url) = url {
            html.push_str(&format!("<p><a style=\"{BUTTON}\" href=\"{}\">Open the game</a></p>\n", escape(url)));
        }
    }
    let why = "You get this because your account at Cursus has a channel by mail.";
    text.push_str(&format!("-- \n{why}\n"));
    html.push_str(&format!("<p style=\"{QUIET}\">{why}"));
    if let Some(url) = unsubscribe {
        text.push_str(&format!("No more of it: {url}\n"));
        html.push_str(&format!(" <a href=\"{}\">No more of it</a>.", escape(url)));
        if let Some(game) = only.and_then(|one| one.data.game.as_ref()) {
            let url = format!("{url}?game={}", game.id);
            text.push_str(&format!("No more of this game: {url}\n"));
            html.push_str(&format!(" <a href=\"{}\">No more of this game</a>.", escape(&url)));
        }
    }
    html.push_str("</p>\n");
    Mail {
        to: to.to_owned(),
        subject,
        text,
        html: framed(&html),
        id: id.to_owned(),
        thread: only.and_then(|one| one.data.game.as_ref()).map(|game| game.id.clone()),
        unsubscribe: unsubscribe.map(str::to_owned),
        reply_to: None,
    }
}

/// What becomes of a mail that calls for orders: an answer with orders is read.
pub fn answered_to(mail: Mail, address: String) -> Mail {
    let how = "Answer this mail with your orders, a line each. They are final, unless a line says “draft”; a line “end” ends them.";
    Mail {
        text: format!("{how}\n\n{}", mail.text),
        html: mail.html.replacen(&format!("{FRAME}\">"), &format!("{FRAME}\"><p style=\"{QUIET}\">{how}</p>"), 1),
        reply_to: Some(address),
        ..mail
    }
}

/// What is said of orders that came by mail.
pub fn of_receipt(subject: &str, text: &str, game: &str, to: &str, id: &str) -> Mail {
    Mail {
        to: to.to_owned(),
        subject: subject.to_owned(),
        text: text.to_owned(),
        html: framed(&format!("<pre style=\"white-space:pre-wrap\">{}</pre>\n", escape(text))),
        id: id.to_owned(),
        thread: Some(game.to_owned()),
        ..Mail::default()
    }
}

/// The mail that brings a code.
pub fn of_code(purpose: MailPurpose, name: &str, code: &str, public_url: Option<&str>, to: &str, id: &str) -> Mail {
    let (subject, what, page) = match purpose {
        MailPurpose::Verify => (
            "Your address of mail at Cursus",
            format!("{name}, with this code you show that mail arrives here. It is good for a day."),
            "notifications",
        ),
        MailPurpose::Reset => (
            "A new password at Cursus",
            format!(
                "{name}, with this code you can set a new password. It is good for an hour. If you did not ask for it, do \
                 nothing: your password stays as it is."
            ),
            "new-password",
        ),
    };
    let url = public_url.map(|public| format!("{public}/{page}#{code}"));
    let link = url.as_deref().map(|url| format!("\n{url}\n")).unwrap_or_default();
    let button = url.as_deref().map(|url| format!("<p><a style=\"{BUTTON}\" href=\"{}\">Go on</a></p>\n", escape(url)));
    let html = format!("<p>{}</p>\n<p><code>{code}</code></p>\n{}", escape(&what), button.unwrap_or_default());
    Mail {
        to: to.to_owned(),
        subject: subject.into(),
        text: format!("{what}\n\n{code}\n{link}"),
        html: framed(&html),
        id: id.to_owned(),
        ..Mail::default()
    }
}

fn framed(body: &str) -> String {
    format!("<!DOCTYPE html>\n<html lang=\"en\"><body><div style=\"{FRAME}\">\n{body}</div></body></html>\n")
}
