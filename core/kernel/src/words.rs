//! Words that the texts of all rooms are made of.

/// *1 unit*, *2 units*.
///
/// ```
/// use kernel::words::count;
/// assert_eq!((count(1, "army", "armies"), count(0, "army", "armies")), ("1 army".into(), "0 armies".into()));
/// ```
pub fn count(number: impl Into<i64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// *a, b and c*; nothing for no names.
///
/// ```
/// use kernel::words::list;
/// let names = ["Kos", "Knidos", "Rhodes"].map(String::from);
/// assert_eq!(list(&names), "Kos, Knidos and Rhodes");
/// assert_eq!(list(&names[..1]), "Kos");
/// ```
pub fn list(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// With a capital letter at the beginning.
///
/// ```
/// assert_eq!(kernel::words::capital("élite of the army"), "Élite of the army");
/// ```
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
/// A number with its thousands set apart.
///
/// ```
/// use kernel::words::number;
/// assert_eq!([0u32, 999, 1_000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
/// ```
pub fn number(count: impl Into<u64>) -> String {
    let digits = count.into().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
