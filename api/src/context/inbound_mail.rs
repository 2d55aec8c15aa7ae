//! Mail on its way in: who wrote, to which address, and the lines that are no quotation and no signature.

use mail_parser::{Address, HeaderValue, MessageParser};
use sha2::{Digest, Sha256};

/// What is read of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboundMail {
    /// The same when the mail comes a second time.
    pub key: String,
    /// The address of who wrote it, in small letters.
    pub from: String,
    /// All addresses that it went to, in small letters.
    pub to: Vec<String>,
    /// Whether a program wrote it by itself: nobody answers that.
    pub is_automatic: bool,
    pub written: WrittenOrders,
}

/// Orders as somebody wrote them into a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenOrders {
    /// The lines, without quotation and signature.
    pub text: String,
    /// Whether they are final: unless a line says `draft`.
    pub is_final: bool,
    /// Whether a line says `ready`: with no orders beside it, those handed in before are meant.
    pub says_ready: bool,
}

/// Reads a mail; none where it is no mail at all.
pub fn read_mail(raw: &[u8]) -> Option<InboundMail> {
    let mail = MessageParser::default().parse(raw)?;
    let from = addresses(mail.from()).into_iter().next()?;
    let mut to = addresses(mail.to());
    to.extend(addresses(mail.cc()));
    // What a mail server notes when the address stands in no other header.
    for name in ["Delivered-To", "X-Original-To", "Envelope-To"] {
        to.extend(mail.header_values(name).filter_map(|value| match value {
            HeaderValue::Text(text) => Some(text.trim().trim_matches(['<', '>']).to_lowercase()),
            HeaderValue::Address(list) => addresses(Some(list)).into_iter().next(),
            _ => None,
        }));
    }
    let word = |name: &str| mail.header_raw(name).map(|text| text.trim().to_lowercase()).unwrap_or_default();
    let (by_itself, precedence) = (word("Auto-Submitted"), word("Precedence"));
    let mut hash = Sha256::new();
    match mail.message_id() {
        Some(id) => hash.update(format!("{from}\n{id}")),
        None => hash.update(raw),
    }
    Some(InboundMail {
        key: kernel::ids::hex(&hash.finalize()),
        is_automatic: !matches!(by_itself.as_str(), "" | "no")
            || matches!(precedence.as_str(), "bulk" | "junk" | "list"),
        written: orders_in(&mail.body_text(0).unwrap_or_default()),
        from,
        to,
    })
}

fn addresses(list: Option<&Address>) -> Vec<String> {
    let all = list.map(|list| list.iter().filter_map(|one| one.address.as_deref()));
    all.into_iter().flatten().map(str::to_lowercase).collect()
}

/// The lines of a mail that its writer wrote as orders: up to a quotation, a signature, or a line `end`.
fn orders_in(body: &str) -> WrittenOrders {
    let lines: Vec<&str> = body.lines().map(str::trim_end).collect();
    let (mut kept, mut is_final, mut says_ready) = (Vec::new(), true, false);
    for (at, line) in lines.iter().enumerate() {
        let word = line.trim().trim_end_matches(['.', '!']).to_lowercase();
        if word == "end" || begins_what_is_not_orders(line, &lines[at + 1..]) {
            break;
        }
        match word.as_str() {
            "draft" | "not ready" => is_final = false,
            "ready" => says_ready = true,
            _ if line.starts_with('>') => {}
            _ => kept.push(*line),
        }
    }
    WrittenOrders { text: kept.join("\n").trim().to_owned(), is_final, says_ready }
}

/// Whether everything from a line on is a signature, or the mail that is answered.
fn begins_what_is_not_orders(line: &str, rest: &[&str]) -> bool {
    let next = rest.iter().map(|line| line.trim()).find(|line| !line.is_empty()).unwrap_or_default();
    let ends_head = |line: &str| line.ends_with(':');
    line == "--"
        || line == "-- "
        || line.starts_with("________")
        || line.starts_with("-----")
        || line.to_lowercase().starts_with("sent from my ")
        // “On Friday, Cursus wrote:” in any language, on one line or broken in two, and then the quotation.
        || (ends_head(line) && next.starts_with('>'))
        || (line.starts_with("On ") && (line.ends_with("wrote:") || next.ends_with("wrote:")))
        // The head of the mail that is answered.
        || (line.starts_with("From: ") && (next.starts_with("Sent: ") || next.starts_with("Date: ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(more: &str, body: &str) -> InboundMail {
        let head = "From: Ada <Ada@Example.org>\r\nTo: orders+abc@play.example.org\r\nMessage-ID: <1@example.org>\r\n";
        read_mail(format!("{head}{more}\r\n{body}").as_bytes()).expect("a mail")
    }

    #[test]
    fn quotations_and_signatures_are_no_orders() {
        let bodies = [
            "march A1 to Rome\r\n\r\n-- \r\nAda\r\n",
            "march A1 to Rome\r\n\r\nOn Fri, 1 Mar 2030 at 12:00, Cursus <c@example.org> wrote:\r\n> May 1450\r\n> march\r\n",
            "march A1 to Rome\r\n\r\nOn Fri, 1 Mar 2030 at 12:00, Cursus\r\n<c@example.org> wrote:\r\n\r\n> May 1450\r\n",
            "march A1 to Rome\r\nAm 1.3.2030 um 12 Uhr schrieb Cursus:\r\n> May 1450\r\n",
            "> Orders for Milan, please:\r\nmarch A1 to Rome\r\n> Thank you\r\n",
            "march A1 to Rome\r\n\r\n________________________________\r\nFrom: Cursus\r\nSent: Friday\r\n",
            "march A1 to Rome\r\nFrom: Cursus\r\nDate: Friday\r\nmarch\r\n",
            "march A1 to Rome\r\nSent from my telephone\r\n",
            "march A1 to Rome\r\nEnd.\r\nYours, Ada\r\n",
            "march A1 to Rome\r\nReady!\r\n",
        ];
        for body in bodies {
            let found = mail("", body);
            assert_eq!((found.written.text.as_str(), found.written.is_final), ("march A1 to Rome", true), "{body}");
        }
        let draft = mail("", "draft\r\nmarch A1 to Rome\r\n");
        assert_eq!((draft.written.text.as_str(), draft.written.is_final), ("march A1 to Rome", false));
        assert_eq!(mail("", "> all of it is quoted\r\n").written.text, "");
    }

    #[test]
    fn who_wrote_to_which_address_is_read() {
        let found = mail("Cc: Bea <bea@example.org>\r\nDelivered-To: Orders+DEF@play.example.org\r\n", "march\r\n");
        assert_eq!(found.from, "ada@example.org");
        assert_eq!(found.to, ["orders+abc@play.example.org", "bea@example.org", "orders+def@play.example.org"]);
        assert!(!found.is_automatic);
        assert_eq!(found.key, mail("X-Again: yes\r\n", "march\r\n").key, "the same mail a second time");
        for away in ["Auto-Submitted: auto-replied\r\n", "Precedence: bulk\r\n"] {
            assert!(mail(away, "I am away.\r\n").is_automatic, "{away}");
        }
        assert!(!mail("Auto-Submitted: no\r\n", "march\r\n").is_automatic);
        assert_eq!(read_mail(b"no mail at all"), None);
    }

    #[test]
    fn encodings_and_pages_are_read_as_text() {
        let packed = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n";
        assert_eq!(mail(packed, "march A1 to K=C3=B6ln\r\n").written.text, "march A1 to Köln");
        let page = "Content-Type: text/html; charset=utf-8\r\n";
        let found = mail(page, "<p>march A1 to Rome</p><p>hold A2</p>\r\n").written.text;
        assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), "march A1 to Rome hold A2");
        assert_eq!(found.lines().filter(|line| !line.is_empty()).count(), 2, "{found:?}");
    }
}
