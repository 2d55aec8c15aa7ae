//! Numbers of things, and money, in sentences.

use kernel::words::list;
pub use kernel::words::number;

use crate::rules::event::Numbers;

/// `12.50 ducats`, of hundredths of a ducat.
pub fn money(hundredths: u64) -> String {
    let whole = number(hundredths / 100);
    match hundredths % 100 {
        0 => format!("{whole} ducats"),
        cents => format!("{whole}.{cents:02} ducats"),
    }
}

/// A key as people read it.
pub fn plain(key: &str) -> String {
    key.replace('_', " ")
}

/// `300 pikemen and 20 horses`; `nothing` if there are none.
pub fn things(numbers: &Numbers) -> String {
    if numbers.is_empty() {
        return "nothing".into();
    }
    let parts: Vec<String> = numbers.iter().map(|(key, count)| format!("{} {}", number(*count), plain(key))).collect();
    list(&parts)
}

/// `3 points`, `1 point`.
pub fn points(count: i64) -> String {
    if count == 1 { "1 point".into() } else { format!("{count} points") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_and_money_are_written_as_people_do() {
        assert_eq!([0, 5, 120_050].map(money), ["0 ducats", "0.05 ducats", "1,200.50 ducats"]);
        let numbers = Numbers::from([("heavy_cavalry".into(), 1_200), ("grain".into(), 3)]);
        assert_eq!(things(&numbers), "3 grain and 1,200 heavy cavalry");
        assert_eq!(things(&Numbers::new()), "nothing");
    }
}
