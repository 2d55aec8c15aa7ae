//! Names that people give to things, and what they write to each other: read by one rule everywhere.

#![expect(clippy::result_large_err, reason = "a flaw goes on into the list of a refusal, which is rare")]

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory as Category};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::context::fault::Flaw;

/// Looks empty, and is neither a blank nor ignorable.
const BRAILLE_BLANK: char = '\u{2800}';

/// A name as it is kept: composed (NFC), trimmed, with single spaces for whatever blanks it has.
///
/// `thing` begins the sentence that refuses: "A game's name".
///
/// # Errors
/// `bad-name` at `pointer`: longer than `longest` characters, nothing in it that can be seen, or a character that
/// cannot be seen or that turns the text around it.
pub fn name(pointer: &str, thing: &str, longest: usize, given: &str) -> Result<String, Flaw> {
    let composed = compose(given);
    if let Some(sign) = composed.chars().find(|sign| breaks_line(*sign) || (!sign.is_whitespace() && is_unseen(*sign)))
    {
        let detail = format!("{thing} has no characters that cannot be seen; this one has U+{:04X}.", u32::from(sign));
        let hint = "Leave it out: letters of all scripts, figures, signs and single spaces are fine.";
        return Err(Flaw::at(pointer, "bad-name", detail).hint(hint));
    }
    let kept = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = kept.chars().count();
    if !(1..=longest).contains(&length) || !kept.chars().any(is_seen) {
        let detail = format!("{thing} has 1 to {longest} characters, and something in it that can be seen.");
        return Err(Flaw::at(pointer, "bad-name", detail));
    }
    Ok(kept)
}

/// A text of several lines as it is kept: composed, trimmed, lines ending with `\n`.
///
/// # Errors
/// `bad-text` at `pointer`: a control character, or one that turns the text around it.
pub fn text(pointer: &str, given: &str) -> Result<String, Flaw> {
    let composed = compose(given).replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}', '\u{85}'], "\n");
    // What comes along unseen when a text is copied from a page.
    let composed = composed.replace(['\u{AD}', '\u{200B}', '\u{FEFF}'], "");
    if let Some(sign) = composed.chars().find(|sign| !['\n', '\t'].contains(sign) && is_misleading(*sign)) {
        let detail =
            format!("This text has a character that cannot be seen and changes others: U+{:04X}.", u32::from(sign));
        return Err(Flaw::at(pointer, "bad-text", detail).hint("Leave it out; line breaks and tabs are fine."));
    }
    Ok(composed.trim().to_owned())
}

/// A name from before names were judged, or from elsewhere, fit to be shown in one line.
pub fn one_line(kept: &str) -> String {
    kept.chars().map(|sign| if breaks_line(sign) || is_misleading(sign) { ' ' } else { sign }).collect()
}

fn compose(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize_iter(text.chars()).collect()
}

fn category(sign: char) -> Category {
    CodePointMapData::<Category>::new().get(sign)
}

fn is_ignorable(sign: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(sign)
}

/// Line and paragraph separators, and controls, those that count as blanks too.
fn breaks_line(sign: char) -> bool {
    matches!(category(sign), Category::Control | Category::LineSeparator | Category::ParagraphSeparator)
}

/// Whether this is no part of a name: it shows nothing, or nobody can say what it shows.
fn is_unseen(sign: char) -> bool {
    is_ignorable(sign)
        || sign == BRAILLE_BLANK
        || matches!(
            category(sign),
            Category::Control | Category::Format | Category::PrivateUse | Category::Surrogate | Category::Unassigned
        )
}

/// Whether this shows nothing and changes what is shown around it. Joiners, marks of direction, the selectors of emoji
/// (which are marks) and the tags in flags are part of how texts are written.
fn is_misleading(sign: char) -> bool {
    let written = matches!(sign, '\u{200C}'..='\u{200F}' | '\u{61C}' | '\u{E0020}'..='\u{E007F}');
    let category = category(sign);
    category == Category::Control || (is_ignorable(sign) && !written && category != Category::NonspacingMark)
}

/// Whether a character shows something by itself: a letter, figure or sign, not only a mark on one.
fn is_seen(sign: char) -> bool {
    let marks = matches!(category(sign), Category::NonspacingMark | Category::EnclosingMark | Category::SpacingMark);
    !sign.is_whitespace() && !is_unseen(sign) && !marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(given: &str) -> Result<String, Flaw> {
        name("/name", "A game's name", 100, given)
    }

    #[test]
    fn names_that_show_nothing_or_mislead_are_refused() {
        let bad = [
            ("zero width", "\u{200B}"),
            ("zero width inside", "Ita\u{200B}lia"),
            ("word joiner", "\u{2060}"),
            ("byte order mark", "\u{FEFF}Italia"),
            ("soft hyphen", "Ita\u{AD}lia"),
            ("Hangul filler", "\u{3164}"),
            ("Hangul choseong filler", "\u{115F}"),
            ("halfwidth filler", "\u{FFA0}"),
            ("braille blank", "\u{2800}"),
            ("tags", "\u{E0041}\u{E0042}"),
            ("right-to-left override", "\u{202E}ailatI"),
            ("isolate", "Italia\u{2066}"),
            ("left-to-right mark", "Italia\u{200E}"),
            ("line separator", "Italia\u{2028}BEGIN:VEVENT"),
            ("paragraph separator", "Italia\u{2029}"),
            ("line feed", "Italia\nBEGIN:VEVENT"),
            ("next line", "Italia\u{85}"),
            ("tab", "Italia\t1450"),
            ("bell", "Italia\u{7}"),
            ("private use", "\u{E000}"),
            ("unassigned", "\u{0378}"),
            ("noncharacter", "\u{FFFF}"),
            ("blanks", "  \u{3000}\u{A0} "),
            ("marks alone", "\u{301}\u{302}"),
            ("nothing", ""),
        ];
        for (what, given) in bad {
            let flaw = of(given).expect_err(what);
            assert_eq!((flaw.code.as_str(), flaw.pointer.as_deref()), ("bad-name", Some("/name")), "{what}");
        }
        assert!(of("\u{202E}x").unwrap_err().detail.contains("U+202E"));
    }

    #[test]
    fn names_are_kept_composed_and_trimmed_in_any_script() {
        let fine = [
            (" An  Italian\u{A0}summer ", "An Italian summer"),
            ("Citta\u{300} di Castello ⚔", "Città di Castello ⚔"),
            ("Łódź", "Łódź"),
            ("ポーランド\u{3000}1410", "ポーランド 1410"),
            ("حرب", "حرب"),
            ("हिन्दी", "हिन्दी"),
            ("🏰", "🏰"),
        ];
        for (given, kept) in fine {
            assert_eq!(of(given).expect(given), kept);
        }
    }

    #[test]
    fn a_name_has_a_longest_form() {
        assert!(of(&"x".repeat(100)).is_ok());
        assert!(of(&"x".repeat(101)).is_err());
        assert!(of(&"e\u{301}".repeat(100)).is_ok(), "composed, it is 100 characters");
    }

    #[test]
    fn a_text_keeps_its_lines_and_joiners_and_takes_nothing_that_turns_it() {
        let text = |given: &str| text("/text", given);
        assert_eq!(text(" Dear ally,\r\n\tshall we?\u{2028}Yours \n").unwrap(), "Dear ally,\n\tshall we?\nYours");
        for fine in ["می\u{200C}خواهم", "❤\u{FE0F}", "👨\u{200D}👩", "שלום\u{200F}!"] {
            assert_eq!(text(fine).unwrap(), fine);
        }
        assert_eq!(text("cam\u{AD}paign\u{200B}").unwrap(), "campaign");
        for bad in ["a\u{202E}b", "a\u{202A}b", "a\u{2066}b", "a\u{7}b", "a\u{3164}b", "a\u{2062}b", "\u{1b}[31m"] {
            assert_eq!(text(bad).unwrap_err().code, "bad-text", "{bad:?}");
        }
    }

    #[test]
    fn what_is_kept_already_is_shown_in_one_line() {
        assert_eq!(one_line("Italia\u{2028}BEGIN\u{202E}x\r\n"), "Italia BEGIN x  ");
    }
}
