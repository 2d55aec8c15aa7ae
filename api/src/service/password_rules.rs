//! Which passwords are taken: long enough, and not among those that everybody tries first.
//!
//! A list, rather than an estimate of strength: the estimators take more than a second for a hundred characters chosen
//! to vex them.

use crate::context::fault::Flaw;

pub const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// Common passwords in lower case, sorted: all of eight characters and more, and shorter words that such are made of.
/// From the lists of zxcvbn (docs/credits.md).
const COMMON: &str = include_str!("../../data/common-passwords.txt");

/// What is wrong with this password for the account of that name, if anything.
pub fn flaw(pointer: &str, password: &str, name: &str) -> Option<Flaw> {
    if !LENGTH.contains(&password.chars().count()) {
        return Some(Flaw::at(pointer, "bad-password", "A password has 8 to 128 characters."));
    }
    let detail = if is_like(password, name) {
        "This password is the name of the account, or nearly."
    } else if is_common(password) {
        "This password is among the first that anybody would try."
    } else if is_pattern(password) {
        "This password is a few characters over and over, or characters in their order."
    } else {
        return None;
    };
    Some(
        Flaw::at(pointer, "common-password", detail).hint(
            "Take three or four words that have nothing to do with each other, or let a password manager make one.",
        ),
    )
}

fn is_like(password: &str, name: &str) -> bool {
    let (password, name) = (password.to_lowercase(), name.to_lowercase());
    let backwards: String = name.chars().rev().collect();
    [&name, &backwards].iter().any(|name| [password.as_str(), core(&password)].contains(&name.as_str()))
}

/// Whether it is in the list, also with letters written as figures and with figures and signs around it.
fn is_common(password: &str) -> bool {
    let password = password.to_lowercase();
    let plain = |text: &str| -> String { text.chars().map(letter_for).collect() };
    let forms = [
        password.clone(),
        core(&password).to_owned(),
        plain(&password),
        plain(core(&password)),
        core(&plain(&password)).to_owned(),
    ];
    forms.iter().any(|form| is_listed(form))
}

fn is_listed(text: &str) -> bool {
    static LIST: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| COMMON.lines().collect());
    LIST.binary_search(&text).is_ok()
}

/// The part between the figures and signs at both ends.
fn core(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphabetic())
}

/// The letter that a figure or sign is commonly written for.
fn letter_for(sign: char) -> char {
    match sign {
        '4' | '@' => 'a',
        '3' => 'e',
        '1' | '!' => 'i',
        '0' => 'o',
        '5' | '$' => 's',
        '7' | '+' => 't',
        other => other,
    }
}

/// Whether it is a short piece over and over, or for the most part characters in their order.
fn is_pattern(password: &str) -> bool {
    let signs: Vec<char> = password.to_lowercase().chars().collect();
    let repeats = (1..=signs.len() / 2).any(|period| signs.iter().zip(&signs[period..]).all(|(a, b)| a == b));
    let steps = signs.windows(2).filter(|pair| u32::from(pair[0]).abs_diff(u32::from(pair[1])) <= 1).count();
    repeats || steps * 4 > signs.len() * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order() {
        assert!(COMMON.lines().collect::<Vec<_>>().is_sorted());
    }

    #[test]
    fn passwords_that_everybody_tries_are_refused() {
        let common = [
            "password",
            "Password1",
            "P@ssw0rd!",
            "12345678",
            "1234567890123",
            "qwertyuiop",
            "iloveyou",
            "letmein123",
            "sunshine1",
            "trustno1",
            "!!football99",
            "dragon2024!",
            "1q2w3e4r5t",
            "aaaaaaaaaaaa",
            "abcabcabcabc",
            "abcdefghijkl",
            "87654321",
            "Summer2024!",
            "ada-lovelace",
            "ADA-lovelace7",
            "ecalevol-ada",
        ];
        for password in common {
            let flaw = flaw("/password", password, "Ada-Lovelace").unwrap_or_else(|| panic!("{password} is taken"));
            assert_eq!((flaw.code.as_str(), flaw.hint.is_some()), ("common-password", true), "{password}");
        }
        assert_eq!(flaw("/password", "short", "ada").unwrap().code, "bad-password");
    }

    #[test]
    fn passwords_that_people_may_have_are_taken() {
        for password in [
            "correct horse",
            "battery staple",
            "a long password",
            "legio-xiii-gemina",
            "zT4$wq9Lm2",
            "świętokrzyskie góry",
        ] {
            assert!(flaw("/password", password, "ada").is_none(), "{password}");
        }
    }
}
