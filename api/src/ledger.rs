//! The ledger: one hash per resolved step, chained, so that a finished campaign can be checked by anybody.
//!
//! The service and the offline verifier both take the hash from here; there is no second definition. All hashes are
//! SHA-256, written as 64 lower-case hexadecimal digits. Every field goes in behind its length (8 bytes, big-endian),
//! so that no two different lists of fields read as the same bytes.
//!
//! ```text
//! head 0 = SHA-256( "cursus ledger v1 start", ruleset, version, scenario, options, commitment, state )
//! head n = SHA-256( "cursus ledger v1 step",  head n-1, step number, sheets, dice digest, state )
//!
//! options, sheets   canonical JSON, see [`canonical_json`]; sheets is [{"orders":[..],"seat":0}, ..]
//!                   in the order in which the room took them
//! step number       8 bytes, big-endian; the number of steps resolved once this one is
//! dice digest       the text of `Dice::digest` for the step
//! state             the bytes of `Campaign::snapshot` after the step
//! ```

use kernel::ids::hex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What the head of an unplayed campaign is made of.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Id of the rule system.
    pub ruleset: &'a str,
    /// Version of the rule system that the campaign is pinned to.
    pub version: &'a str,
    /// Id of the scenario.
    pub scenario: &'a str,
    /// Options as the campaign was started with.
    pub options: &'a Value,
    /// The published SHA-256 of the seed.
    pub commitment: &'a str,
    /// Snapshot of the campaign before its first step.
    pub state: &'a [u8],
}

impl Start<'_> {
    /// Head 0.
    pub fn head(&self) -> String {
        let mut hash = Fields::new("cursus ledger v1 start");
        hash.field(self.ruleset.as_bytes());
        hash.field(self.version.as_bytes());
        hash.field(self.scenario.as_bytes());
        hash.field(canonical_json(self.options).as_bytes());
        hash.field(self.commitment.as_bytes());
        hash.field(self.state);
        hash.finish()
    }
}

/// What the head after a resolved step is made of.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Head of the ledger before the step.
    pub previous: &'a str,
    /// Steps resolved once this one is: 1 for the first.
    pub number: u32,
    /// The sheets as the room took them, see [`sheets_json`].
    pub sheets: &'a Value,
    /// `Dice::digest` of the step's dice.
    pub dice: &'a str,
    /// Snapshot of the campaign after the step.
    pub state: &'a [u8],
}

impl Step<'_> {
    /// The head after this step.
    pub fn head(&self) -> String {
        let mut hash = Fields::new("cursus ledger v1 step");
        hash.field(self.previous.as_bytes());
        hash.field(&u64::from(self.number).to_be_bytes());
        hash.field(canonical_json(self.sheets).as_bytes());
        hash.field(self.dice.as_bytes());
        hash.field(self.state);
        hash.finish()
    }
}

/// SHA-256 of a snapshot, in hexadecimal.
pub fn state_hash(state: &[u8]) -> String {
    hex(&Sha256::digest(state))
}

/// Sheets as the ledger writes them down: an array of `{"seat": 0, "orders": [..]}` in the order given.
pub fn sheets_json<'a>(sheets: impl IntoIterator<Item = (u16, &'a Value)>) -> Value {
    sheets.into_iter().map(|(seat, orders)| json!({ "seat": seat, "orders": orders })).collect()
}

/// JSON without a choice left: no white space, keys of an object sorted by their bytes in UTF-8, strings escaped only
/// where JSON demands it, numbers as `serde_json` prints them. Orders hold whole numbers only, for which this is
/// also how JavaScript and Python print them.
pub fn canonical_json(value: &Value) -> String {
    let mut text = String::new();
    write_canonical(value, &mut text);
    text
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                write_canonical(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            let mut sorted: Vec<_> = fields.iter().collect();
            sorted.sort_by_key(|(key, _)| key.as_bytes());
            text.push('{');
            for (i, (key, field)) in sorted.into_iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write_canonical(field, text);
            }
            text.push('}');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&value.to_string()),
    }
}

/// A hash over fields, each behind its length.
struct Fields(Sha256);

impl Fields {
    fn new(purpose: &str) -> Self {
        let mut hash = Self(Sha256::new());
        hash.field(purpose.as_bytes());
        hash
    }

    fn field(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(options: &Value) -> String {
        Start { ruleset: "r", version: "1", scenario: "s", options, commitment: "c", state: b"state" }.head()
    }

    #[test]
    fn canonical_json_sorts_keys_at_every_depth_and_escapes_no_more_than_it_must() {
        let value: Value = serde_json::from_str(r#" { "b" : [ 1, {"z":null,"a":"è\n"} ], "a" : -3 } "#).unwrap();
        assert_eq!(canonical_json(&value), r#"{"a":-3,"b":[1,{"a":"è\n","z":null}]}"#);
    }

    #[test]
    fn the_heads_never_change() {
        // Golden: if these change, every campaign on record fails its check. The same digests come out of Python's
        // hashlib over the fields as the head of this file lists them.
        let head = start(&json!({}));
        assert_eq!(head, "66a0927ef3d7c53604e9ff0d04f0baf40141b61f102e6bed1d47cdd8262ce0be");
        let sheets = sheets_json([(0, &json!([])), (1, &json!([{ "type": "hold" }]))]);
        assert_eq!(canonical_json(&sheets), r#"[{"orders":[],"seat":0},{"orders":[{"type":"hold"}],"seat":1}]"#);
        let step = Step { previous: &head, number: 1, sheets: &sheets, dice: "d", state: b"next" };
        assert_eq!(step.head(), "59e79f52e5d98a6f0672f83e4dfe06b24110e6f98ccae10fcc068aada700a3e7");
    }

    #[test]
    fn a_field_cannot_lend_bytes_to_its_neighbour() {
        let one = Start { ruleset: "ab", version: "c", ..EMPTY }.head();
        let two = Start { ruleset: "a", version: "bc", ..EMPTY }.head();
        assert_ne!(one, two);
    }

    #[test]
    fn every_part_of_a_step_counts() {
        let sheets = sheets_json([(0, &json!([1]))]);
        let step = Step { previous: "p", number: 1, sheets: &sheets, dice: "d", state: b"s" };
        let other_sheets = sheets_json([(1, &json!([1]))]);
        let others = [
            Step { previous: "q", ..step },
            Step { number: 2, ..step },
            Step { sheets: &other_sheets, ..step },
            Step { dice: "e", ..step },
            Step { state: b"t", ..step },
        ];
        for other in others {
            assert_ne!(step.head(), other.head(), "{other:?}");
        }
    }

    const EMPTY: Start =
        Start { ruleset: "", version: "", scenario: "", options: &Value::Null, commitment: "", state: b"" };
}
