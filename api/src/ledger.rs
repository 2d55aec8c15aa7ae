//! The ledger: one hash per resolved step, chained, so that a finished campaign can be checked by anybody.
//!
//! The service and the offline verifier both take the hash from here; there is no second definition. All hashes are
//! SHA-256, written as 64 lower-case hexadecimal digits. Every field goes in behind its length (8 bytes, big-endian),
//! so that no two different lists of fields read as the same bytes.
//!
//! What is published while a campaign runs must not be a riddle that can be solved by trying: a face-down card or a sealed
//! bid is one of a few, and a hash over it would tell which. Every hash therefore takes in a blind that is made from the
//! seed, and as secret as the seed until the campaign is over.
//!
//! ```text
//! blind n = SHA-256( "cursus ledger v2 blind", seed, step number )
//! state n = SHA-256( "cursus ledger v2 state", blind n, state )
//! dice n  = SHA-256( "cursus ledger v2 dice",  blind n, dice digest )
//! head 0  = SHA-256( "cursus ledger v2 start", blind 0, ruleset, version, scenario, options, commitment, state )
//! head n  = SHA-256( "cursus ledger v2 step",  blind n, head n-1, step number, sets, dice n, state )
//!           or, where steps are taken back,
//!           SHA-256( "cursus ledger v2 undo",  blind n, head n-1, step number, restored, state )
//!
//! seed, blind       their 32 bytes
//! options, sets     canonical JSON, see [`canonical_json`]; the order sets are [{"orders":[..],"seat":0}, ..]
//!                   in the order in which the room took them
//! step number       8 bytes, big-endian; the number of steps resolved once this one is
//! restored          the number of the step after which the campaign stood as it does again, as 8 bytes
//! dice digest       the text of `Dice::digest` for the step
//! state             the bytes of `Campaign::snapshot` after the step
//! ```

use kernel::{GameSeed, ids::hex};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Keeps what was hashed from being found by trying, for as long as the seed is secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Blind([u8; 32]);

impl Blind {
    /// The blind of a step; 0 for the start.
    pub fn of(seed: &GameSeed, step: u32) -> Self {
        let mut hash = Fields::new("cursus ledger v2 blind");
        hash.field(&seed.0);
        hash.field(&u64::from(step).to_be_bytes());
        Self(hash.0.finalize().into())
    }

    /// The hash of a snapshot, as it is published.
    pub fn state_hash(&self, state: &[u8]) -> String {
        self.over("cursus ledger v2 state", state)
    }

    /// The hash of a step's rolls, as it is published; `digest` is that of `Dice::digest`.
    pub fn dice(&self, digest: &str) -> String {
        self.over("cursus ledger v2 dice", digest.as_bytes())
    }

    fn over(&self, purpose: &str, bytes: &[u8]) -> String {
        let mut hash = Fields::new(purpose);
        hash.field(&self.0);
        hash.field(bytes);
        hash.finish()
    }
}

/// A blind is a secret: it never reaches a log by way of `{:?}`.
impl std::fmt::Debug for Blind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Blind(secret)")
    }
}

/// What the head of an unplayed campaign is made of.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The blind of step 0.
    pub blind: Blind,
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
        let mut hash = Fields::new("cursus ledger v2 start");
        hash.field(&self.blind.0);
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
    /// The blind of the step.
    pub blind: Blind,
    /// Head of the ledger before the step.
    pub previous: &'a str,
    /// Steps resolved once this one is: 1 for the first.
    pub number: u32,
    /// The order sets as the room took them, see [`order_sets_json`].
    pub order_sets: &'a Value,
    /// The [hash of the step's rolls](Blind::dice).
    pub dice: &'a str,
    /// Snapshot of the campaign after the step.
    pub state: &'a [u8],
}

impl Step<'_> {
    /// The head after this step.
    pub fn head(&self) -> String {
        let mut hash = Fields::new("cursus ledger v2 step");
        hash.field(&self.blind.0);
        hash.field(self.previous.as_bytes());
        hash.field(&u64::from(self.number).to_be_bytes());
        hash.field(canonical_json(self.order_sets).as_bytes());
        hash.field(self.dice.as_bytes());
        hash.field(self.state);
        hash.finish()
    }
}

/// What the head is made of where steps are taken back. Such a step has a number of its own, so that the dice that fall next
/// have not fallen before.
#[derive(Clone, Copy, Debug)]
pub struct Undo<'a> {
    /// The blind of the step.
    pub blind: Blind,
    /// Head of the ledger before the step.
    pub previous: &'a str,
    /// Steps on record once this one is.
    pub number: u32,
    /// The campaign stands again as it did after this step.
    pub restores: u32,
    /// Snapshot of the campaign as it stood then.
    pub state: &'a [u8],
}

impl Undo<'_> {
    /// The head after this step.
    pub fn head(&self) -> String {
        let mut hash = Fields::new("cursus ledger v2 undo");
        hash.field(&self.blind.0);
        hash.field(self.previous.as_bytes());
        hash.field(&u64::from(self.number).to_be_bytes());
        hash.field(&u64::from(self.restores).to_be_bytes());
        hash.field(self.state);
        hash.finish()
    }
}

/// Order sets as the ledger writes them down: an array of `{"seat": 0, "orders": [..]}` in the order given.
pub fn order_sets_json<'a>(order_sets: impl IntoIterator<Item = (u16, &'a Value)>) -> Value {
    order_sets.into_iter().map(|(seat, orders)| json!({ "seat": seat, "orders": orders })).collect()
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
        Start { blind: BLIND, ruleset: "r", version: "1", scenario: "s", options, commitment: "c", state: b"state" }
            .head()
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
        assert_eq!(head, "53d948be2591db117d3f2e3e904afbf3599f02ad3be7c73d7e21caf0741dfb8f");
        let order_sets = order_sets_json([(0, &json!([])), (1, &json!([{ "type": "hold" }]))]);
        assert_eq!(canonical_json(&order_sets), r#"[{"orders":[],"seat":0},{"orders":[{"type":"hold"}],"seat":1}]"#);
        let step =
            Step { blind: BLIND, previous: &head, number: 1, order_sets: &order_sets, dice: "d", state: b"next" };
        assert_eq!(step.head(), "59f8558466e4a2ffcbd6a9d16b37b25a04e29b86de8a613a029060ddc1b41ce7");
        let undo = Undo { blind: BLIND, previous: &step.head(), number: 2, restores: 0, state: b"state" };
        assert_eq!(undo.head(), "cb1f50ae36c2e85b41ea73c04ccc037de7663859b405a7013ab7ba5d196168dc");
        assert_ne!(undo.head(), Undo { restores: 1, ..undo }.head());
        assert_ne!(undo.head(), Undo { number: 3, ..undo }.head());
    }

    #[test]
    fn a_field_cannot_lend_bytes_to_its_neighbour() {
        let one = Start { ruleset: "ab", version: "c", ..EMPTY }.head();
        let two = Start { ruleset: "a", version: "bc", ..EMPTY }.head();
        assert_ne!(one, two);
    }

    #[test]
    fn every_part_of_a_step_counts() {
        let order_sets = order_sets_json([(0, &json!([1]))]);
        let step = Step { blind: BLIND, previous: "p", number: 1, order_sets: &order_sets, dice: "d", state: b"s" };
        let other_order_sets = order_sets_json([(1, &json!([1]))]);
        let others = [
            Step { blind: Blind([7; 32]), ..step },
            Step { previous: "q", ..step },
            Step { number: 2, ..step },
            Step { order_sets: &other_order_sets, ..step },
            Step { dice: "e", ..step },
            Step { state: b"t", ..step },
        ];
        for other in others {
            assert_ne!(step.head(), other.head(), "{other:?}");
        }
    }

    #[test]
    fn nothing_published_can_be_found_by_trying() {
        let (one, other) = (GameSeed::from_number(1), GameSeed::from_number(2));
        let hashes = |blind: Blind| {
            let start = Start { blind, ..EMPTY }.head();
            let step = Step { blind, previous: "", number: 1, order_sets: &Value::Null, dice: "", state: b"" }.head();
            [start, step, blind.state_hash(b"a card"), blind.dice("6")]
        };
        let known = hashes(Blind::of(&one, 3));
        assert_eq!(known, hashes(Blind::of(&one, 3)));
        for blind in [Blind::of(&one, 4), Blind::of(&other, 3)] {
            assert!(hashes(blind).iter().zip(&known).all(|(now, then)| now != then));
        }
        assert_eq!(format!("{:?}", Blind::of(&one, 0)), "Blind(secret)");
    }

    const BLIND: Blind = Blind([9; 32]);
    const EMPTY: Start = Start {
        blind: BLIND,
        ruleset: "",
        version: "",
        scenario: "",
        options: &Value::Null,
        commitment: "",
        state: b"",
    };
}
