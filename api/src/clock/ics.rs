//! Deadlines as a calendar feed that phones and mail programs subscribe to (RFC 5545).

use std::fmt::Write;

use chrono::{DateTime, TimeDelta, Utc};

/// A feed of deadlines.
#[derive(Clone, Debug)]
pub struct CalendarFeed<'a> {
    /// Id of the campaign: with the moment of a deadline it makes the id of an entry, so that a program that fetches
    /// the feed again updates its entries instead of doubling them.
    pub game: &'a str,
    /// Name of the campaign.
    pub title: &'a str,
    /// Where to look at the campaign.
    pub link: Option<&'a str>,
    /// The deadlines, each with a line that says what is due.
    pub deadlines: &'a [(DateTime<Utc>, String)],
    /// How long before each the program should ring.
    pub alarms: &'a [TimeDelta],
    /// When the feed was made.
    pub made: DateTime<Utc>,
}

impl CalendarFeed<'_> {
    /// The feed as text: lines end with CR LF and are folded at 75 bytes.
    pub fn render(&self) -> String {
        let mut text = String::new();
        line(&mut text, "BEGIN", "VCALENDAR");
        line(&mut text, "VERSION", "2.0");
        line(&mut text, "PRODID", "-//Cursus//Campaign deadlines//EN");
        line(&mut text, "CALSCALE", "GREGORIAN");
        line(&mut text, "METHOD", "PUBLISH");
        line(&mut text, "X-WR-CALNAME", &escape(self.title));
        for (at, due) in self.deadlines {
            let summary = format!("{}: {due}", self.title);
            line(&mut text, "BEGIN", "VEVENT");
            line(&mut text, "UID", &escape(&format!("{}-{}@cursus", self.game, at.timestamp())));
            line(&mut text, "DTSTAMP", &stamp(self.made));
            line(&mut text, "DTSTART", &stamp(*at));
            line(&mut text, "SUMMARY", &escape(&summary));
            line(&mut text, "TRANSP", "TRANSPARENT");
            if let Some(link) = self.link {
                // A URI is not escaped; what cannot stand in one is left out.
                line(&mut text, "URL", &link.chars().filter(char::is_ascii_graphic).collect::<String>());
            }
            for alarm in self.alarms {
                line(&mut text, "BEGIN", "VALARM");
                line(&mut text, "ACTION", "DISPLAY");
                line(&mut text, "TRIGGER", &format!("-PT{}M", alarm.num_minutes()));
                line(&mut text, "DESCRIPTION", &escape(&summary));
                line(&mut text, "END", "VALARM");
            }
            line(&mut text, "END", "VEVENT");
        }
        line(&mut text, "END", "VCALENDAR");
        text
    }
}

fn stamp(moment: DateTime<Utc>) -> String {
    moment.format("%Y%m%dT%H%M%SZ").to_string()
}

/// RFC 5545, 3.3.11: backslash, semicolon and comma behind a backslash, a line break as `\n`, no control characters.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.replace("\r\n", "\n").chars() {
        match character {
            '\\' | ';' | ',' => escaped.extend(['\\', character]),
            // Programs that cut lines by Unicode's rules would cut at these too.
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => escaped.push_str("\\n"),
            _ if character.is_control() => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

/// RFC 5545, 3.1: a content line of more than 75 bytes goes on in the next one behind a space, and is never cut inside
/// a character.
fn line(text: &mut String, name: &str, value: &str) {
    let mut width = 0;
    for character in name.chars().chain([':']).chain(value.chars()) {
        if width + character.len_utf8() > 75 {
            text.push_str("\r\n ");
            width = 1;
        }
        text.push(character);
        width += character.len_utf8();
    }
    let _ = write!(text, "\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(title: &str, due: &str) -> String {
        let at = "2026-12-06T19:00:00Z".parse().unwrap();
        CalendarFeed {
            game: "g1",
            title,
            link: Some("http://localhost:8080/v1/games/g1"),
            deadlines: &[(at, due.into())],
            alarms: &[TimeDelta::hours(24)],
            made: "2026-12-01T08:30:00Z".parse().unwrap(),
        }
        .render()
    }

    fn unfold(text: &str) -> String {
        text.replace("\r\n ", "")
    }

    #[test]
    fn a_feed_reads_as_the_standard_wants() {
        let expected = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Cursus//Campaign deadlines//EN\r\n\
            CALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\nX-WR-CALNAME:Italia\r\nBEGIN:VEVENT\r\nUID:g1-1796583600@cursus\r\n\
            DTSTAMP:20261201T083000Z\r\nDTSTART:20261206T190000Z\r\nSUMMARY:Italia: March 1450\r\n\
            TRANSP:TRANSPARENT\r\nURL:http://localhost:8080/v1/games/g1\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n\
            TRIGGER:-PT1440M\r\nDESCRIPTION:Italia: March 1450\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        assert_eq!(feed("Italia", "March 1450"), expected);
    }

    #[test]
    fn names_cannot_break_out_of_their_line() {
        let text = feed("a;b,c\\d\r\nBEGIN:VEVENT\u{7}", "x\ny");
        assert!(unfold(&text).contains("SUMMARY:a\\;b\\,c\\\\d\\nBEGIN:VEVENT: x\\ny\r\n"), "{text}");
        assert_eq!(text.matches("\r\nBEGIN:VEVENT\r\n").count(), 1);
    }

    #[test]
    fn no_separator_of_unicode_breaks_a_line() {
        for separator in ['\u{85}', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}'] {
            let text = feed(&format!("a{separator}BEGIN:VEVENT"), "x");
            assert!(!text.contains(separator), "{text:?}");
            assert_eq!(text.matches("\r\nBEGIN:VEVENT\r\n").count(), 1, "{text:?}");
        }
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let title = "Città di Castello ⚔ ".repeat(20);
        let text = feed(&title, "March 1450");
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        assert!(text.split("\r\n").any(|line| line.len() > 70));
        assert!(unfold(&text).contains(&format!("SUMMARY:{title}: March 1450\r\n")));
    }
}
