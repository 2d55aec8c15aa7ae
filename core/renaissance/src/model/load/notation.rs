//! Figures that scenarios write as text, so that they are exact.

use crate::model::measures::{BaseQuantity, Point};

/// A point of the globe, written `41.90, 12.48`: degrees north and east with at most two decimals.
pub(crate) fn point(text: &str) -> Result<Point, String> {
    let fault = || format!("“{text}” should be latitude and longitude with two decimals, such as “41.90, -0.88”");
    let (lat, lon) = text.split_once(',').ok_or_else(fault)?;
    let part = |text: &str| {
        let text = text.trim();
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let value = i16::try_from(scaled(digits, 2)?).ok()?;
        Some(if negative { -value } else { value })
    };
    let both = part(lat).zip(part(lon)).ok_or_else(fault)?;
    Point::new(both.0, both.1).ok_or_else(|| format!("“{text}” is beyond 90 degrees north or 180 east"))
}

/// Units per head, written `0.05`: at most five decimals.
pub(super) fn base(text: &str) -> Result<BaseQuantity, String> {
    let value = scaled(text.trim(), 5).and_then(|value| u32::try_from(value).ok());
    let value = value.filter(|value| (1..=10_000_000).contains(value));
    value.map(BaseQuantity).ok_or_else(|| format!("“{text}” should be units per head, 0.00001 to 100, such as “0.05”"))
}

/// A decimal number without sign as a whole number of its last decimal.
fn scaled(text: &str, decimals: usize) -> Option<u64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.chars().all(|letter| letter.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(rest) || rest.len() > decimals || whole.len() > 9 {
        return None;
    }
    format!("{whole}{rest:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_quantities_are_read_to_the_last_digit() {
        assert_eq!(point("41.9, -0.88"), Ok(Point { lat: 4_190, lon: -88 }));
        assert_eq!(point("-7, 180"), Ok(Point { lat: -700, lon: 18_000 }));
        for text in ["41.90", "41.901, 2", "91, 0", "0, 180.01", "a, 2", ", ", "--1, 2", "1e3, 2", "99999, 1"] {
            assert!(point(text).is_err(), "{text}");
        }
        assert_eq!(base("0.05"), Ok(BaseQuantity(5_000)));
        for text in ["0", "0.000001", "101", "-1", ".5", "5%"] {
            assert!(base(text).is_err(), "{text}");
        }
    }
}
