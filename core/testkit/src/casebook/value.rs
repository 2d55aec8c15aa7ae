//! Values in a row, and how what is found is compared with what is expected.

use toml::{Table, Value};

use super::Wrong;

fn wrong(what: &str, value: &Value) -> Wrong {
    format!("{what} cannot be {value}")
}

/// A whole number that fits its type.
pub fn whole<T: TryFrom<i64>>(value: &Value) -> Result<T, Wrong> {
    value.as_integer().and_then(|number| T::try_from(number).ok()).ok_or_else(|| wrong("a number", value))
}

/// A text.
pub fn text(value: &Value) -> Result<&str, Wrong> {
    value.as_str().ok_or_else(|| wrong("a text", value))
}

/// True or false.
pub fn flag(value: &Value) -> Result<bool, Wrong> {
    value.as_bool().ok_or_else(|| wrong("true or false", value))
}

/// A table, which stands for `what`.
pub fn table<'a>(what: &str, value: &'a Value) -> Result<&'a Table, Wrong> {
    value.as_table().ok_or_else(|| wrong(what, value))
}

/// A list of texts.
pub fn texts(value: &Value) -> Result<Vec<&str>, Wrong> {
    value.as_array().ok_or_else(|| wrong("a list", value))?.iter().map(text).collect()
}

/// A list of texts, to keep.
pub fn words(value: &Value) -> Result<Vec<String>, Wrong> {
    Ok(texts(value)?.into_iter().map(str::to_owned).collect())
}

/// A number in thousandths; nothing if it has more than three decimals.
pub fn thousandths(value: &Value) -> Option<i64> {
    let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
    let scaled = (number * 1000.0).round();
    ((scaled - number * 1000.0).abs() < 1e-6).then_some(scaled as i64)
}

/// Whether two values are the same; 4 and 4.0 are.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Table(one), Value::Table(other)) => {
            one.len() == other.len() && one.iter().all(|(key, value)| other.get(key).is_some_and(|o| same(value, o)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
        }
        _ => match (thousandths(one), thousandths(other)) {
            (Some(one), Some(other)) => one == other,
            _ => one == other,
        },
    }
}

/// Whether everything that is expected is found; what else is found does not matter.
pub fn shows(mut found: Table, expected: &Value) -> Result<(), Wrong> {
    let keys = table("what is expected", expected)?;
    found.retain(|key, _| keys.contains_key(key));
    let found = Value::Table(found);
    if same(&found, expected) { Ok(()) } else { Err(format!("{found}, not {expected}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Value {
        Value::Table(text.parse().unwrap())
    }

    #[test]
    fn a_value_of_another_kind_says_what_it_is() {
        assert_eq!(whole::<u8>(&Value::from(300)), Err("a number cannot be 300".into()));
        assert_eq!(table("a general", &Value::from("Carne")), Err("a general cannot be \"Carne\"".into()));
        assert!(texts(&row("a = [\"one\", 2]")["a"]).is_err() && flag(&Value::from(1)).is_err());
    }

    #[test]
    fn four_is_the_same_however_it_is_written() {
        let [one, other] = ["a = [4, { b = 0.5 }]", "a = [4.0, { b = 0.50 }]"].map(row);
        assert!(same(&one, &other));
        for different in ["a = [4, { b = 0.6 }]", "a = [4]", "a = [4, { b = 0.5, c = 1 }]", "a = [\"4\", { b = 0.5 }]"]
        {
            assert!(!same(&one, &row(different)), "{different}");
        }
    }
}
