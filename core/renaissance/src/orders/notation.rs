//! Orders as lines: the kind, who acts, and each field by its name.
//!
//! ```text
//! move_to "Cesare Borgia" enter yes mode water to Naples
//! transfer_assets "Cesare Borgia" items {ducats 1000, pikemen 20} to "Rodrigo Borgia"
//! sell_goods "Cesare Borgia" sales [{class fibers, good wool, units 300}]
//! ```
//!
//! Texts of one word stand bare, unless they look like a number or an answer; all others in quotes, in which `\"` is a quote and
//! `\\` a backslash.

use serde_json::{Map, Number, Value};

/// An order as a line. `fields`: as JSON, without the `type`.
pub fn write(kind: &str, fields: &Value) -> String {
    let mut line = kind.to_owned();
    let none = Map::new();
    let fields = fields.as_object().unwrap_or(&none);
    if let Some(Value::String(persona)) = fields.get("persona") {
        line.push_str(&format!(" {}", quoted(persona)));
    }
    for (key, value) in fields.iter().filter(|(key, value)| *key != "persona" && !value.is_null()) {
        line.push_str(&format!(" {key} {}", written(value)));
    }
    line
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if is_bare(text) => text.clone(),
        Value::String(text) => quoted(text),
        Value::Array(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let parts: Vec<String> = fields.iter().map(|(key, value)| format!("{key} {}", written(value))).collect();
            format!("{{{}}}", parts.join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn is_bare(text: &str) -> bool {
    let letters = text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    letters && text.starts_with(char::is_alphabetic) && !matches!(text, "yes" | "no" | "none")
}

/// The order in a line: its kind and its fields as JSON.
///
/// # Errors
/// What is wrong with the line, and the column where, from 0.
pub fn read(line: &str) -> Result<(String, Value), (usize, String)> {
    let mut reader = LineReader { line, at: 0, depth: 0 };
    let kind = reader.word("a kind of order")?;
    let mut fields = Map::new();
    if reader.next() == Some('"') {
        fields.insert("persona".into(), reader.value()?);
    }
    while reader.next().is_some() {
        let key = reader.word("the name of a field")?;
        let value = reader.value()?;
        if fields.insert(key.clone(), value).is_some() {
            return reader.wrong(format!("“{key}” is there twice"));
        }
    }
    Ok((kind, Value::Object(fields)))
}

struct LineReader<'t> {
    line: &'t str,
    at: usize,
    depth: usize,
}

/// How deep lists and tables may lie in each other.
const DEEPEST: usize = 6;

type Found<T> = Result<T, (usize, String)>;

impl LineReader<'_> {
    fn wrong<T>(&self, what: impl Into<String>) -> Found<T> {
        Err((self.line[..self.at].chars().count(), what.into()))
    }

    fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// The next letter that is no space.
    fn next(&mut self) -> Option<char> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn takes(&mut self, letter: char) -> bool {
        let found = self.next() == Some(letter);
        self.at += if found { letter.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self, what: &str) -> Found<String> {
        self.next();
        let ends = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.'));
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        if length == 0 {
            return self.wrong(format!("{what} is missing"));
        }
        let word = self.rest()[..length].to_owned();
        self.at += length;
        Ok(word)
    }

    fn value(&mut self) -> Found<Value> {
        match self.next() {
            Some('"') => self.text().map(Value::String),
            Some('[' | '{') if self.depth == DEEPEST => self.wrong("lists and tables lie too deep in each other"),
            Some('[') => self.deeper(Self::list),
            Some('{') => self.deeper(Self::table),
            _ => {
                let word = self.word("a value")?;
                Ok(match word.as_str() {
                    "yes" => true.into(),
                    "no" => false.into(),
                    "none" => Value::Null,
                    word => word.parse::<i64>().map_or_else(|_| word.into(), |number| Number::from(number).into()),
                })
            }
        }
    }

    fn text(&mut self) -> Found<String> {
        self.at += 1;
        let mut text = String::new();
        let mut letters = self.line[self.at..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += at + 1;
                    return Ok(text);
                }
                '\\' => text.extend(letters.next().map(|(_, letter)| letter)),
                letter => text.push(letter),
            }
        }
        self.wrong("the quote does not end")
    }

    fn deeper(&mut self, read: fn(&mut Self) -> Found<Value>) -> Found<Value> {
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn list(&mut self) -> Found<Value> {
        self.at += 1;
        let mut values = Vec::new();
        while !self.takes(']') {
            values.push(self.value()?);
            self.ends_or_goes_on(']')?;
        }
        Ok(values.into())
    }

    fn table(&mut self) -> Found<Value> {
        self.at += 1;
        let mut fields = Map::new();
        while !self.takes('}') {
            let key = self.word("the name of a field")?;
            let value = self.value()?;
            fields.insert(key, value);
            self.ends_or_goes_on('}')?;
        }
        Ok(fields.into())
    }

    fn ends_or_goes_on(&mut self, end: char) -> Found<()> {
        if self.takes(',') || self.next() == Some(end) {
            return Ok(());
        }
        self.wrong(format!("“,” or “{end}” is missing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{KINDS, Order, infos};

    #[test]
    fn the_example_of_every_kind_is_an_order_and_comes_back_from_its_line() {
        for (info, kind) in infos().iter().zip(KINDS) {
            let order: Order =
                serde_json::from_value(info.example.clone()).unwrap_or_else(|why| panic!("{kind}: {why}"));
            assert_eq!(order.kind(), *kind);
            let (found, mut fields) = read(&order.print()).unwrap_or_else(|(at, why)| panic!("{kind}, at {at}: {why}"));
            fields["type"] = found.into();
            assert_eq!(serde_json::from_value::<Order>(fields).unwrap(), order, "{}", order.print());
        }
    }

    #[test]
    fn hostile_texts_come_back_and_broken_lines_say_where() {
        for text in ["a \"b\" \\", "yes", "12", "", "é ü", "a, b", "{", "-"] {
            let fields = serde_json::json!({ "persona": text, "to": text, "via": [text, 3], "items": { "ducats": 5 } });
            assert_eq!(read(&write("move_to", &fields)), Ok(("move_to".into(), fields)));
        }
        for (line, at) in [
            ("", 0),
            ("x \"a", 3),
            ("x a", 3),
            ("x a [1 2]", 7),
            ("x a 1 a 2", 9),
            ("x a {b}", 6),
            ("x a [[[[[[[[1", 10),
        ] {
            assert_eq!(read(line).map_err(|(at, _)| at), Err(at), "{line}");
        }
    }
}
