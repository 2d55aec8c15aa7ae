//! State to bytes and back: a short header, then the state in MessagePack with named fields, so that a later version
//! can still read what an earlier one wrote when fields have been added with a default.

use serde::{Serialize, de::DeserializeOwned};

/// A snapshot that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not begin with the header of a saved game.
    #[error("this is not a saved game: it does not begin with the header of one")]
    NotASnapshot,
    /// The snapshot belongs to another rule system.
    #[error("this saved game is of the rule system {found}, not of {wanted}")]
    OtherRuleset {
        /// The rule system asked to read it.
        wanted: String,
        /// The rule system that wrote it.
        found: String,
    },
    /// The snapshot was written in a format this version cannot read.
    #[error("this saved game has format {found}; this version reads format {wanted}")]
    OtherVersion {
        /// The format this version reads.
        wanted: u16,
        /// The format found.
        found: u16,
    },
    /// The scenario is not known here.
    #[error("this saved game is of the scenario {0}, which is not known here")]
    UnknownScenario(String),
    /// The bytes after the header are damaged.
    #[error("this saved game is damaged: {0}")]
    Damaged(String),
}

/// What the header of a snapshot says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Id of the rule system.
    pub ruleset: String,
    /// Format version, counted per rule system.
    pub version: u16,
    /// Id of the scenario.
    pub scenario: String,
}

const MAGIC: &[u8; 4] = b"CRSS";

/// Writes a snapshot.
pub fn write<S: Serialize>(header: &Header, state: &S) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(header.version.to_be_bytes());
    for text in [&header.ruleset, &header.scenario] {
        bytes.push(u8::try_from(text.len()).expect("ids are short"));
        bytes.extend(text.as_bytes());
    }
    rmp_serde::encode::write_named(&mut bytes, state).expect("a state is plain data");
    bytes
}

/// Reads the header, and gives what follows it.
pub fn header(bytes: &[u8]) -> Result<(Header, &[u8]), SnapshotError> {
    let rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or(SnapshotError::NotASnapshot)?;
    let (version, mut rest) = rest.split_first_chunk::<2>().ok_or(SnapshotError::NotASnapshot)?;
    let mut text = || {
        let (&len, tail) = rest.split_first()?;
        let (word, tail) = tail.split_at_checked(usize::from(len))?;
        rest = tail;
        String::from_utf8(word.to_vec()).ok()
    };
    let ruleset = text().ok_or(SnapshotError::NotASnapshot)?;
    let scenario = text().ok_or(SnapshotError::NotASnapshot)?;
    Ok((Header { ruleset, version: u16::from_be_bytes(*version), scenario }, rest))
}

/// Reads the state after the header.
pub fn body<S: DeserializeOwned>(bytes: &[u8]) -> Result<S, SnapshotError> {
    rmp_serde::from_slice(bytes).map_err(|error| SnapshotError::Damaged(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_reads_back_and_damage_is_noticed() {
        let wanted = Header { ruleset: "umpire".into(), version: 3, scenario: "italia-1450".into() };
        let bytes = write(&wanted, &vec![1u32, 2, 3]);
        let (found, rest) = header(&bytes).unwrap();
        assert_eq!(found, wanted);
        assert_eq!(body::<Vec<u32>>(rest).unwrap(), [1, 2, 3]);
        assert!(matches!(body::<Vec<u32>>(&rest[..2]), Err(SnapshotError::Damaged(_))));
        assert_eq!(header(b"nonsense").unwrap_err(), SnapshotError::NotASnapshot);
        assert_eq!(header(&bytes[..7]).unwrap_err(), SnapshotError::NotASnapshot);
    }
}
