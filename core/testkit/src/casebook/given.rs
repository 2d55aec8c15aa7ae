//! What a row gives.

use toml::{Table, Value};

use super::Wrong;
use super::value::{thousandths, words};

/// What a row gives, taken out key by key so that a key nobody asked for is found.
pub struct Given {
    rest: Table,
}

impl Given {
    /// Of a table of a row.
    pub fn new(table: &Table) -> Self {
        Self { rest: table.clone() }
    }

    /// The value of a key, if it is there.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.rest.remove(key)
    }

    fn wanted(&mut self, key: &str) -> Result<Value, Wrong> {
        self.take(key).ok_or_else(|| format!("`given` lacks the key {key}"))
    }

    /// A whole number.
    pub fn int(&mut self, key: &str) -> Result<i64, Wrong> {
        let value = self.wanted(key)?;
        value.as_integer().ok_or_else(|| format!("{key} is {value}, and should be a whole number"))
    }

    /// A whole number; `default` when the key is absent.
    pub fn int_or(&mut self, key: &str, default: i64) -> Result<i64, Wrong> {
        if self.rest.contains_key(key) { self.int(key) } else { Ok(default) }
    }

    /// A whole number, if it is there.
    pub fn maybe_int(&mut self, key: &str) -> Result<Option<i64>, Wrong> {
        if self.rest.contains_key(key) { self.int(key).map(Some) } else { Ok(None) }
    }

    /// A number with at most three decimals, in thousandths.
    pub fn thousandths(&mut self, key: &str) -> Result<i64, Wrong> {
        let value = self.wanted(key)?;
        thousandths(&value).ok_or_else(|| format!("{key} is {value}, and should be a number"))
    }

    /// True or false.
    pub fn flag(&mut self, key: &str) -> Result<bool, Wrong> {
        let value = self.wanted(key)?;
        value.as_bool().ok_or_else(|| format!("{key} is {value}, and should be true or false"))
    }

    /// A text.
    pub fn text(&mut self, key: &str) -> Result<String, Wrong> {
        let value = self.wanted(key)?;
        value.as_str().map(str::to_owned).ok_or_else(|| format!("{key} is {value}, and should be a text"))
    }

    /// A text, if it is there.
    pub fn maybe_text(&mut self, key: &str) -> Result<Option<String>, Wrong> {
        if self.rest.contains_key(key) { self.text(key).map(Some) } else { Ok(None) }
    }

    /// A list.
    pub fn list(&mut self, key: &str) -> Result<Vec<Value>, Wrong> {
        match self.wanted(key)? {
            Value::Array(list) => Ok(list),
            other => Err(format!("{key} is {other}, and should be a list")),
        }
    }

    /// A list of texts, empty when the key is absent.
    pub fn words(&mut self, key: &str) -> Result<Vec<String>, Wrong> {
        self.take(key).map_or(Ok(Vec::new()), |value| words(&value))
    }

    /// A table, empty when the key is absent.
    pub fn table(&mut self, key: &str) -> Result<Table, Wrong> {
        match self.take(key) {
            None => Ok(Table::new()),
            Some(Value::Table(table)) => Ok(table),
            Some(other) => Err(format!("{key} is {other}, and should be a table")),
        }
    }

    /// Two whole numbers.
    pub fn pair(&mut self, key: &str) -> Result<[i64; 2], Wrong> {
        let list = self.list(key)?;
        let numbers: Vec<i64> = list.iter().filter_map(Value::as_integer).collect();
        <[i64; 2]>::try_from(numbers).map_err(|_| format!("{key} should be two whole numbers"))
    }

    /// Everything has been asked for.
    pub fn finish(&self) -> Result<(), Wrong> {
        let unknown: Vec<&String> = self.rest.keys().collect();
        if unknown.is_empty() { Ok(()) } else { Err(format!("unknown keys in `given`: {unknown:?}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_nobody_asked_for_is_found() {
        let mut given = Given::new(&"men = 4\nplace = \"Roma\"".parse().unwrap());
        assert_eq!((given.int("men"), given.int_or("ships", 2)), (Ok(4), Ok(2)));
        assert!(given.finish().is_err_and(|wrong| wrong.contains("place")));
        assert_eq!(given.maybe_text("place"), Ok(Some("Roma".into())));
        assert_eq!((given.maybe_text("place"), given.finish()), (Ok(None), Ok(())));
        assert!(given.text("place").is_err());
    }
}
