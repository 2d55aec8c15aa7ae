//! Chance that can be replayed: named streams keyed by game seed, step and label, every roll logged with the rule
//! that asked for it.
//!
//! The generator is ChaCha8; its words are turned into faces *here*, by rejection, so that an upgrade of a library
//! never changes a finished turn. A stream is opened by purpose, place and counter: one more battle in one province
//! does not change the luck of another.

use std::collections::{BTreeMap, VecDeque};

use hmac::{Hmac, KeyInit, Mac};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{GameSeed, RuleRef, ids::hex};

/// One roll as it was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Roll {
    /// What was rolled for, such as `storm`.
    pub purpose: String,
    /// Index of the place, power or person it was rolled for.
    pub place: u16,
    /// Tells apart several streams of the same purpose and place within a step.
    pub counter: u16,
    /// The rule that asked.
    pub rule: RuleRef,
    /// Least face.
    pub low: i32,
    /// Greatest face.
    pub high: i32,
    /// The face that came up.
    pub face: i32,
}

/// The dice of one step.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    log: Option<Vec<Roll>>,
}

#[derive(Clone, Debug)]
enum Source {
    Keyed(Box<ChaCha8Rng>),
    Scripted(VecDeque<i32>),
    Rigged { faces: BTreeMap<String, i32>, rest: Box<Source> },
    Middle,
    Luckless,
}

impl Dice {
    /// The dice of step `step` of a game: the key of every stream is HMAC-SHA256(seed, "step N").
    pub fn for_step(seed: &GameSeed, step: u32) -> Self {
        Self::keyed(seed, &format!("step {step}"))
    }

    /// Dice for any other named purpose of a game (setting up, a computer player's own luck).
    pub fn keyed(seed: &GameSeed, label: &str) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(&seed.0).expect("HMAC takes a key of any length");
        mac.update(label.as_bytes());
        let key: [u8; 32] = mac.finalize().into_bytes().into();
        Self { source: Source::Keyed(Box::new(ChaCha8Rng::from_seed(key))), log: Some(Vec::new()) }
    }

    /// Dice that show these faces in this order, whatever they are asked for. Panics when they run out, and when a
    /// face does not fit the roll: a test should notice a roll too many.
    pub fn scripted(faces: impl IntoIterator<Item = i32>) -> Self {
        Self { source: Source::Scripted(faces.into_iter().collect()), log: Some(Vec::new()) }
    }

    /// Dice that always show the middle of their range (rounded down). For tests of everything that is not luck.
    pub fn middling() -> Self {
        Self { source: Source::Middle, log: Some(Vec::new()) }
    }

    /// Dice with which nothing comes off that need not: a d100 shows 100, every other roll the middle of its range. For
    /// tests of one chance at a time, together with [`rigged`](Self::rigged).
    pub fn luckless() -> Self {
        Self { source: Source::Luckless, log: Some(Vec::new()) }
    }

    /// These dice, but every roll for `purpose` shows `face` (moved into the range of the roll).
    #[must_use]
    pub fn rigged(self, purpose: &str, face: i32) -> Self {
        let (mut faces, rest) = match self.source {
            Source::Rigged { faces, rest } => (faces, rest),
            other => (BTreeMap::new(), Box::new(other)),
        };
        faces.insert(purpose.to_owned(), face);
        Self { source: Source::Rigged { faces, rest }, log: self.log }
    }

    /// These dice without a log: for playouts.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.log = None;
        self
    }

    /// Opens the stream for a purpose, a place (province, power, person) and a counter. Opening the same stream
    /// twice gives the same faces twice, so the three together should be used once a step.
    pub fn stream(&mut self, purpose: &'static str, place: u16, counter: u16) -> Stream<'_> {
        if let Source::Keyed(rng) = self.source.base() {
            // In this order: to change the stream in the midst of a block would have it reckoned anew, for nothing.
            rng.set_word_pos(0);
            rng.set_stream((u64::from(fnv1a(purpose)) << 32) | (u64::from(place) << 16) | u64::from(counter));
        }
        Stream { dice: self, purpose, place, counter }
    }

    /// All rolls so far, in the order in which they were made. Empty when the dice are [`quiet`](Self::quiet).
    pub fn rolls(&self) -> &[Roll] {
        self.log.as_deref().unwrap_or_default()
    }

    /// SHA-256 of all rolls so far, for the ledger.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for roll in self.rolls() {
            hash.update(roll.purpose.as_bytes());
            hash.update([0]);
            hash.update(roll.rule.as_str().as_bytes());
            hash.update([0]);
            hash.update(roll.place.to_be_bytes());
            hash.update(roll.counter.to_be_bytes());
            hash.update(roll.low.to_be_bytes());
            hash.update(roll.high.to_be_bytes());
            hash.update(roll.face.to_be_bytes());
        }
        hex(&hash.finalize())
    }

    /// Whether every face of [scripted](Self::scripted) dice has been used.
    pub fn exhausted(&self) -> bool {
        match &self.source {
            Source::Scripted(faces) => faces.is_empty(),
            Source::Rigged { rest, .. } => matches!(rest.as_ref(), Source::Scripted(faces) if faces.is_empty()),
            Source::Keyed(_) | Source::Middle | Source::Luckless => false,
        }
    }
}

impl Source {
    fn base(&mut self) -> &mut Source {
        match self {
            Source::Rigged { rest, .. } => rest.base(),
            other => other,
        }
    }

    fn face(&mut self, purpose: &str, low: i32, high: i32) -> i32 {
        match self {
            Source::Keyed(rng) => low + below(rng, (high - low) as u32 + 1) as i32,
            Source::Scripted(faces) => {
                let face = faces.pop_front().unwrap_or_else(|| panic!("the script has no face left for {purpose}"));
                assert!((low..=high).contains(&face), "scripted face {face} for {purpose} is not in {low}..={high}");
                face
            }
            Source::Rigged { faces, rest } => match faces.get(purpose) {
                Some(face) => (*face).clamp(low, high),
                None => rest.face(purpose, low, high),
            },
            Source::Luckless if (low, high) == (1, 100) => 100,
            Source::Middle | Source::Luckless => low + (high - low) / 2,
        }
    }
}

/// A uniform number in `0..bound`, by rejection from the top of the word's range.
fn below(rng: &mut ChaCha8Rng, bound: u32) -> u32 {
    let limit = u32::MAX - (u32::MAX % bound + 1) % bound;
    loop {
        let word = rng.next_u32();
        if word <= limit {
            return word % bound;
        }
    }
}

/// FNV-1a, 32 bits: a stable name for a purpose.
fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// An open stream of rolls for one purpose and place.
#[derive(Debug)]
pub struct Stream<'a> {
    dice: &'a mut Dice,
    purpose: &'static str,
    place: u16,
    counter: u16,
}

impl Stream<'_> {
    /// A uniform whole number from `low` to `high`, both included. A range of one face is not rolled.
    pub fn range(&mut self, low: i32, high: i32, rule: RuleRef) -> i32 {
        debug_assert!(low <= high);
        if low >= high {
            return low;
        }
        let face = self.dice.source.face(self.purpose, low, high);
        if let Some(log) = &mut self.dice.log {
            let purpose = self.purpose.to_owned();
            log.push(Roll { purpose, place: self.place, counter: self.counter, rule, low, high, face });
        }
        face
    }

    /// A six-sided die.
    pub fn d6(&mut self, rule: RuleRef) -> i32 {
        self.range(1, 6, rule)
    }

    /// A hundred-sided die, 1..=100.
    pub fn d100(&mut self, rule: RuleRef) -> i32 {
        self.range(1, 100, rule)
    }

    /// Whether a chance of `percent` comes true: d100 <= percent, rolled even when the answer is certain, so that
    /// the log shows the question.
    pub fn chance(&mut self, percent: i32, rule: RuleRef) -> bool {
        self.d100(rule) <= percent
    }

    /// An index below `len`, uniformly. Panics when `len` is 0.
    pub fn pick(&mut self, len: usize, rule: RuleRef) -> usize {
        assert!(len > 0, "nothing to pick from");
        self.range(0, i32::try_from(len - 1).expect("a list of fewer than 2^31 entries"), rule) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RuleRef = RuleRef::new("XX-1.1");

    #[test]
    fn the_first_faces_never_change() {
        // A golden row: if a library upgrade changes it, finished campaigns no longer replay.
        let mut dice = Dice::for_step(&GameSeed::from_number(1), 1);
        let faces: Vec<_> = {
            let mut stream = dice.stream("storm", 3, 0);
            (0..12).map(|_| stream.d6(RULE)).collect()
        };
        let d100: Vec<_> = {
            let mut stream = dice.stream("tax", 3, 0);
            (0..6).map(|_| stream.d100(RULE)).collect()
        };
        assert_eq!((faces, d100), (vec![5, 5, 4, 6, 4, 5, 2, 3, 5, 1, 2, 1], vec![62, 69, 54, 86, 88, 52]));
    }

    #[test]
    fn a_stream_does_not_depend_on_the_others() {
        let seed = GameSeed::from_number(2);
        let alone = Dice::for_step(&seed, 1).stream("battle", 9, 1).d100(RULE);
        let mut dice = Dice::for_step(&seed, 1);
        for place in 0..9 {
            dice.stream("battle", place, 1).d100(RULE);
        }
        assert_eq!(dice.stream("battle", 9, 1).d100(RULE), alone);
    }

    #[test]
    fn faces_are_uniform_enough() {
        let mut dice = Dice::for_step(&GameSeed::from_number(3), 1).quiet();
        let mut counts = [0; 6];
        let mut stream = dice.stream("test", 0, 0);
        for _ in 0..60_000 {
            counts[stream.d6(RULE) as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn scripted_dice_show_their_script_and_tell_when_it_is_used_up() {
        let mut dice = Dice::scripted([4, 6]);
        assert_eq!(dice.stream("a", 0, 0).d6(RULE), 4);
        assert!(!dice.exhausted());
        assert_eq!(dice.stream("b", 0, 0).d6(RULE), 6);
        assert!(dice.exhausted());
    }

    #[test]
    fn rigging_one_purpose_leaves_the_others_alone() {
        let mut dice = Dice::middling().rigged("storm", 100);
        assert_eq!(dice.stream("storm", 0, 0).d100(RULE), 100);
        assert_eq!(dice.stream("storm", 0, 0).d6(RULE), 6);
        assert_eq!(dice.stream("calm", 0, 0).d100(RULE), 50);
    }

    #[test]
    fn luckless_dice_let_no_chance_come_off() {
        let mut dice = Dice::luckless().rigged("storm", 12);
        assert!(!dice.stream("calm", 0, 0).chance(99, RULE));
        assert_eq!(dice.stream("calm", 0, 0).range(-5, 5, RULE), 0);
        assert!(dice.stream("storm", 0, 0).chance(12, RULE));
    }

    #[test]
    fn the_digest_tells_two_logs_apart() {
        let mut one = Dice::scripted([1]);
        let mut two = Dice::scripted([2]);
        one.stream("a", 0, 0).d6(RULE);
        two.stream("a", 0, 0).d6(RULE);
        assert_ne!(one.digest(), two.digest());
    }
}
